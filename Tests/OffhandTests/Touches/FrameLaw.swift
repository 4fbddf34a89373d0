import Offhand

/// A contact as a source names it.
struct Finger: Hashable {
  var device: DeviceID
  var slot: Int32
}

/// Watches the frames of one assembler and writes down what breaks the contract of frames.
struct FrameLaw {
  private(set) var violations: [String] = []
  private(set) var frames = 0
  /// The contacts that are down after the last frame.
  private(set) var down: [Touch.ID: Touch] = [:]
  private var latest = Timestamp(nanoseconds: .min)
  private var largest = Touch.ID(rawValue: 0)

  mutating func check(_ frame: borrowing TouchFrame) {
    frames += 1
    let count = frame.count
    demand(frame.timestamp >= latest, "time runs backwards")
    latest = frame.timestamp
    demand(count > 0 && count <= TouchFrame.capacity, "a frame of \(count) contacts")
    var remaining = down
    var previous = Touch.ID(rawValue: 0)
    var changes = 0
    for index in frame.indices {
      let touch = frame[index]
      demand(touch.id > previous, "contacts out of the order of landing")
      previous = touch.id
      demand(touch.position.isFinite, "a place that is no number")
      if touch.phase != .stationary || touch.shape != nil { changes += 1 }
      if touch.phase == .began {
        demand(touch.id > largest, "an identity used twice")
        largest = max(largest, touch.id)
        demand(touch.landingPosition == touch.position, "landing place")
      } else if let before = remaining.removeValue(forKey: touch.id) {
        demand(before.position == touch.previousPosition, "the place before is not the place before")
        demand(before.landingTime == touch.landingTime, "landing time changed")
        demand(touch.phase != .stationary || touch.position == before.position, "a resting contact moved")
      } else {
        violations.append("\(touch.id) did not land")
      }
      if touch.isDown { down[touch.id] = touch } else { down[touch.id] = nil }
    }
    demand(remaining.isEmpty, "\(remaining.count) contacts vanished without an end")
    demand(changes > 0, "a frame in which nothing changed")
  }

  /// The contacts that are down must be these, where they are.
  mutating func checkContacts(_ expected: [Finger: Point]) {
    let actual = Dictionary(
      down.values.map { (Finger(device: $0.device, slot: $0.slot), $0.position) },
      uniquingKeysWith: { first, _ in first })
    demand(actual == expected, "contacts differ from the truth")
  }

  private mutating func demand(_ condition: Bool, _ text: @autoclosure () -> String) {
    if !condition { violations.append("frame \(frames): \(text())") }
  }
}
