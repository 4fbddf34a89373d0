import Offhand
struct NoGestures: GesturePipeline {
  var events: [GestureEvent] { [] }
  var deadline: Timestamp? { nil }
  mutating func process(_ frame: borrowing TouchFrame) {}
  mutating func advance(to time: Timestamp) {}
}
extension Gesture {
  var similarity: Similarity { Similarity(scale: scale, rotation: rotation, translation: translation) }
}
