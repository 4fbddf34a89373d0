import OffhandTesting
import Testing
@testable import Offhand

@Suite struct GestureEventsTests {
  private static func event(_ recognizer: Int, _ state: GestureState) -> GestureEvent {
    GestureEvent(recognizer: recognizer, name: .tap, state: state, timestamp: .zero, gesture: Gesture())
  }

  @Test func `answers of a pipeline of one's own are those that it gives`() {
    let events = GestureEvents([Self.event(4, .began), Self.event(2, .recognized)])
    #expect(events.map(\.recognizer) == [4, 2])
    #expect(events.indices.map(events.state) == [.began, .recognized])
    #expect(GestureEvents.none.isEmpty)
  }

  @Test func `an answer says the same however often it is read, and its state alone as well`() throws {
    var player = Player(
      Pipeline {
        PanGestureRecognizer().simultaneous(with: .pinch)
        PinchGestureRecognizer()
      })
    player.play(
      Script {
        down(1, 50, 50, at: 0)
        down(2, 80, 50, at: 0)
        drag(1, from: (50, 50), to: (20, 40), over: 8...160)
      })
    let events = player.pipeline.events
    try #require(events.count == 2)
    #expect(events.map(\.name) == [.pan, .pinch])
    #expect(events.map(\.gesture) == events.map(\.gesture))
    #expect(events.indices.map(events.state) == events.map(\.state))
    #expect(events[0].gesture.velocity.length > 100 && events[1].gesture.scaleVelocity > 1)
  }
}

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

  @Test func `gestures that go on come first, in the order of their lanes, until their answers are written whole`() {
    var log = EventLog()
    log.reportChange(3, by: .unknown)
    log.reportChange(5, by: .unknown)
    log.append(Self.event(7))
    let (lanes, count) = ((0..<3).map { log.unmeasuredLane(at: $0) }, log.count)
    #expect(lanes == [3, 5, nil] && count == 3)
    for index in 0..<log.unmeasuredCount { log.complete(Self.event(10 + index), at: index) }
    log.endChanges()
    let recognizers = (0..<3).map { log[$0].recognizer }
    #expect(recognizers == [10, 11, 7])
  }

  @Test func `after a measured event of a call no change is deferred, until the next call`() {
    var log = EventLog()
    log.reportChange(0, by: .unknown)
    let before = log.takesChanges
    log.append(Self.event(1))
    let after = log.takesChanges
    log.begin()
    let next = log.takesChanges
    #expect(before && !after && next)
  }

  @Test func `several go on at once`() {
    var log = EventLog()
    log.reportChanges(of: LaneSet(bits: 0b1010), count: 2, by: Hand(side: .left, confidence: 1))
    let (lanes, hand) = ((0..<3).map { log.unmeasuredLane(at: $0) }, log.hand.side)
    #expect(lanes == [1, 3, nil] && hand == .left)
  }

  @Test func `the events of a call replace those of the one before`() {
    var log = EventLog()
    log.reportChange(3, by: .unknown)
    log.begin()
    for event in [Self.event(5), Self.event(6)] { log.append(event) }
    let (recognizers, count) = ((0..<log.count).map { log[$0].recognizer }, log.unmeasuredCount)
    #expect(recognizers == [5, 6])
    #expect(count == 0)
  }
}
