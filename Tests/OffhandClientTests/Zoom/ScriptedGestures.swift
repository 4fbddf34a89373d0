import Offhand

/// A pipeline that answers each frame with the next entry of a script.
struct ScriptedGestures: GesturePipeline {
  var script: [[GestureEvent]]
  var events: [GestureEvent] = []
  var deadline: Timestamp? { nil }

  init(_ script: [[GestureEvent]]) { self.script = script }

  mutating func process(_ frame: borrowing TouchFrame) {
    events = script.isEmpty ? [] : script.removeFirst()
  }

  mutating func advance(to time: Timestamp) { events = [] }
}
