import Testing

@testable import Offhand

@Suite struct EventLogTests {
  private static func event(_ recognizer: Int) -> GestureEvent {
    GestureEvent(recognizer: recognizer, name: .tap, state: .recognized, timestamp: .zero, gesture: Gesture())
  }

  /// A log after calls with so many answers each.
  private static func log(_ calls: Int...) -> EventLog {
    var log = EventLog()
    for (call, count) in calls.enumerated() {
      log.begin()
      for answer in 0..<count { log.append(event(100 * call + answer)) }
      log.end()
    }
    return log
  }

  @Test func `each call's answers take the place of those before, whether they are more or fewer`() {
    #expect(Self.log(2).events.map(\.recognizer) == [0, 1])
    #expect(Self.log(2, 2).events.map(\.recognizer) == [100, 101])
    #expect(Self.log(3, 1).events.map(\.recognizer) == [100])
    #expect(Self.log(1, 3).events.map(\.recognizer) == [100, 101, 102])
    #expect(Self.log(2, 0).events.isEmpty)
  }

  @Test func `answers that were handed out stay what they were`() {
    var log = Self.log(2)
    let kept = log.events
    log.begin()
    log.append(Self.event(9))
    log.end()
    #expect(kept.map(\.recognizer) == [0, 1])
  }

  @Test func `answers can be put in place of a call's, and be cleared`() {
    var log = Self.log(1)
    log.replace(with: [Self.event(5), Self.event(6)])
    #expect(log.events.map(\.recognizer) == [5, 6])
    log.clear()
    #expect(log.events.isEmpty)
  }
}
