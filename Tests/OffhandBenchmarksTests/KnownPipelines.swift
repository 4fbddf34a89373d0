import Offhand
import OffhandBenchmarks

/// Spins for a known time with every frame.
struct SpinningPipeline: GesturePipeline {
  let nanoseconds: Int64
  var events: GestureEvents { .none }
  var deadline: Timestamp? { nil }
  var names: [GestureName] { [] }
  var isIdle: Bool { true }
  var hand = Hand.unknown

  init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  mutating func process(_ frame: borrowing TouchFrame) {
    let end = MonotonicClock.now() + nanoseconds
    while MonotonicClock.now() < end {}
  }

  mutating func advance(to time: Timestamp) {}
  mutating func cancel(at time: Timestamp) {}
  mutating func set(_ value: GestureValue, of name: GestureName) {}
  func touches(of event: GestureEvent) -> [Touch] { [] }
}

/// Knows every pan of a workload in advance and says so at a chosen number of frames after it can be known.
struct OraclePipeline: GesturePipeline {
  private var answers: [GestureEvent] = []
  var events: GestureEvents { GestureEvents(answers) }
  var deadline: Timestamp? { nil }
  var names: [GestureName] { ["pan"] }
  var isIdle: Bool { true }
  var hand = Hand.unknown

  private let moments: [Timestamp]
  private let name: GestureName
  private let delay: Int
  private var next = 0
  private var framesSince: Int?

  init(_ workload: Workload, sayingLate frames: Int, as name: GestureName = "pan") {
    moments = workload.truths.map(\.decidable)
    delay = frames
    self.name = name
  }

  mutating func process(_ frame: borrowing TouchFrame) {
    answers.removeAll(keepingCapacity: true)
    if next < moments.count && frame.timestamp >= moments[next] && framesSince == nil { framesSince = 0 }
    guard let waited = framesSince else { return }
    if waited < delay {
      framesSince = waited + 1
      return
    }
    framesSince = nil
    next += 1
    answers.append(
      GestureEvent(recognizer: 0, name: name, state: .began, timestamp: frame.timestamp, gesture: Gesture()))
  }

  mutating func advance(to time: Timestamp) { answers.removeAll(keepingCapacity: true) }
  mutating func cancel(at time: Timestamp) {}
  mutating func set(_ value: GestureValue, of name: GestureName) {}
  func touches(of event: GestureEvent) -> [Touch] { [] }
}
