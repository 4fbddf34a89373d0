import Testing

@testable import Offhand

@Suite struct EventLogTests {
  private static func event(_ recognizer: Int) -> GestureEvent {
    GestureEvent(recognizer: recognizer, name: .tap, state: .recognized, timestamp: .zero, gesture: Gesture())
  }

  /// The recognizers of the answers after calls with so many answers each.
  private static func recognizers(_ calls: Int...) -> [Int] {
    var log = EventLog()
    for (call, count) in calls.enumerated() {
      log.begin()
      for answer in 0..<count { log.append(event(100 * call + answer)) }
    }
    return (0..<log.count).map { log[$0].recognizer }
  }

  @Test func `each call's answers take the place of those before, whether they are more or fewer`() {
    #expect(Self.recognizers(2) == [0, 1])
    #expect(Self.recognizers(2, 2) == [100, 101])
    #expect(Self.recognizers(3, 1) == [100])
    #expect(Self.recognizers(1, 3) == [100, 101, 102])
    #expect(Self.recognizers(2, 0) == [])
    #expect(Self.recognizers(200) == Array(0..<200))
  }

  @Test func `of an answer that is announced the head is there, until the rest is written`() {
    var log = EventLog()
    log.append(Self.event(7))
    log.announce(.changed, of: 3, with: FingerSet(place: 2), at: Timestamp(nanoseconds: 5), by: .unknown)
    let (isUnmeasured, head) = ([log.isUnmeasured(0), log.isUnmeasured(1)], log[1])
    #expect(isUnmeasured == [false, true])
    #expect(head.recognizer == 3 && head.state == .changed && head.fingers == FingerSet(place: 2))
    #expect(head.timestamp == Timestamp(nanoseconds: 5))
    log.complete(Self.event(3), at: 1)
    let (isStill, whole) = (log.isUnmeasured(1), log[1])
    #expect(!isStill)
    #expect(whole.state == .recognized)
  }

  @Test func `the first 64 answers of a call can be announced`() {
    var log = EventLog()
    var taken = 0
    while log.takesHead {
      log.append(Self.event(taken))
      taken += 1
    }
    #expect(taken == 64)
    log.begin()
    let takesAgain = log.takesHead
    #expect(takesAgain)
  }

  @Test func `answers can be put in place of a call's`() {
    var log = EventLog()
    log.announce(.changed, of: 3, with: .none, at: .zero, by: .unknown)
    log.replace(with: [Self.event(5), Self.event(6)])
    let (recognizers, isUnmeasured) = ((0..<log.count).map { log[$0].recognizer }, log.isUnmeasured(0))
    #expect(recognizers == [5, 6])
    #expect(!isUnmeasured)
  }
}
