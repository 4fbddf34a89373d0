import Offhand

/// A pipeline as plain as it can be: the middle of the fingers drags (recognizer 0), and half a second without a motion is a long
/// press (recognizer 1). It ends with the velocity that it is told.
struct HandGestures: GesturePipeline {
  var releaseVelocity = Vector.zero
  private var answers: [GestureEvent] = []
  var events: GestureEvents { GestureEvents(answers) }
  private(set) var deadline: Timestamp?
  var names: [GestureName] { [.transform, .longPress] }
  var isIdle: Bool { start == nil }
  var hand = Hand.unknown
  private var start: Point?
  private var latest = Gesture()
  private var isDragging = false

  init(releaseVelocity: Vector = .zero) { self.releaseVelocity = releaseVelocity }

  mutating func process(_ frame: borrowing TouchFrame) {
    answers.removeAll()
    let time = frame.timestamp
    guard frame.downCount > 0 else {
      if isDragging {
        latest.velocity = releaseVelocity
        answer(0, .ended, at: time)
      }
      (start, deadline, isDragging) = (nil, nil, false)
      return
    }
    var sum = Vector.zero
    for index in frame.indices where frame[index].isDown { sum += frame[index].position - .origin }
    let middle = .origin + sum / Double(frame.downCount)
    guard let start else {
      start = middle
      deadline = time + .milliseconds(500)
      latest = Gesture()
      latest.location = middle
      return
    }
    guard isDragging || middle.distance(to: start) > 0.5 else { return }
    latest.location = middle
    latest.translation = middle - start
    latest.offset = latest.translation
    latest.fingers = frame.downCount
    deadline = nil
    answer(0, isDragging ? .changed : .began, at: time)
    isDragging = true
  }

  mutating func advance(to time: Timestamp) {
    answers.removeAll()
    guard let due = deadline, due <= time else { return }
    deadline = nil
    answer(1, .began, at: due)
  }

  mutating func cancel(at time: Timestamp) { answers.removeAll() }

  mutating func set(_ value: GestureValue, of name: GestureName) {}

  func touches(of event: GestureEvent) -> [Touch] { [] }

  private mutating func answer(_ recognizer: Int, _ state: GestureState, at time: Timestamp) {
    answers.append(
      GestureEvent(
        recognizer: recognizer, name: recognizer == 0 ? .transform : .longPress, state: state, timestamp: time,
        gesture: latest))
  }
}
