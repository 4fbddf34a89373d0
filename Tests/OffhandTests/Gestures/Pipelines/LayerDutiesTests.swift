import OffhandTesting
import Synchronization
import Testing

@testable import Offhand

/// What pipelines with targets, replaced ones and relays do with the pipelines in them.
@Suite struct LayerDutiesTests {
  /// A pipeline that writes down what it is asked.
  private struct Probe: GesturePipeline {
    final class Log: Sendable {
      private let content = Mutex<[String]>([])
      var lines: [String] { content.withLock { $0 } }
      func note(_ line: String) { content.withLock { $0.append(line) } }
    }

    let log = Log()
    var events: GestureEvents { .none }
    var deadline: Timestamp?
    var isIdle = true
    var hand = Hand.unknown
    var claims: TouchClaim = []

    mutating func process(_ frame: borrowing TouchFrame) {
      let touches = frame.indices.map { "\(frame[$0].id.rawValue) \(frame[$0].phase)" }
      log.note("process \(touches.joined(separator: ", ")) \(hand.side)")
    }
    mutating func advance(to time: Timestamp) {
      if time.nanoseconds >= 0 { log.note("advance \(time.nanoseconds / 1_000_000)") }
    }
    mutating func cancel(at time: Timestamp) { log.note("cancel") }
    mutating func setOutputs(_ outputs: [Rect]) { log.note("outputs \(outputs.count)") }
    mutating func setEnabled(_ name: GestureName, _ isEnabled: Bool) { log.note("\(name) \(isEnabled)") }
    func claim(on id: Touch.ID) -> TouchClaim { claims }
  }

  private static func frame(_ touches: [(id: UInt64, x: Double, phase: Touch.Phase)], at milliseconds: Int64)
    -> TouchFrame
  { TouchFrame(touches.map { Touch($0.id, $0.phase, $0.x, 10) }, at: milliseconds) }

  private static func time(_ milliseconds: Int64) -> Timestamp { Timestamp(nanoseconds: milliseconds * 1_000_000) }

  /// A target of 100 mm on either side of 100 mm.
  private static func region(_ index: Int) -> Rect { Rect(x: Double(index) * 100, y: 0, width: 100, height: 100) }

  private static let right = Hand(side: .right, confidence: 1)

  // MARK: Targets

  @Test func `a target's pipeline knows the hand, the outputs, and whether its touches are gone`() throws {
    let (left, right) = (Probe(), Probe())
    var table = TargetPipeline<Probe>()
    try table.add(1, region: Self.region(0), left)
    try table.add(2, region: Self.region(1), right)
    table.hand = Self.right
    table.setOutputs([Self.region(0)])
    table.process(Self.frame([(5, 50, .began)], at: 0))
    #expect(!table.isIdle, "a finger is down, though no gesture may come of it")
    table.process(Self.frame([(5, 50, .stationary), (6, 150, .began)], at: 8))
    // The source has lost the first touch.
    table.process(Self.frame([(6, 160, .moved)], at: 16))
    table.process(Self.frame([(6, 160, .ended)], at: 24))
    #expect(table.isIdle)
    #expect(left.log.lines == ["outputs 1", "process 5 began right", "process  right"])
    #expect(
      right.log.lines == ["outputs 1", "process 6 began right", "process 6 moved right", "process 6 ended right"])
  }

  @Test func `a finger whose target was removed, or that was cancelled, is delivered to no other target`() throws {
    let (old, new) = (Probe(), Probe())
    var table = TargetPipeline<Probe>()
    try table.add(1, region: Self.region(0), old)
    table.process(Self.frame([(5, 50, .began)], at: 0))
    table.remove(1, at: Self.time(4))
    try table.add(2, region: Self.region(0), new)
    table.process(Self.frame([(5, 60, .moved)], at: 8))
    #expect(new.log.lines.isEmpty)
    table.process(Self.frame([(5, 60, .stationary), (6, 50, .began)], at: 16))
    table.cancel(at: Self.time(20))
    table.process(Self.frame([(5, 60, .stationary), (6, 55, .moved)], at: 24))
    #expect(new.log.lines == ["process 6 began unknown", "cancel"])
    table.process(Self.frame([(5, 60, .stationary), (6, 55, .moved), (7, 50, .began)], at: 32))
    #expect(new.log.lines.last == "process 7 began unknown")
  }

  @Test func `a change that makes a target wait is served in its time`() throws {
    let probe = Probe()
    var table = TargetPipeline<Probe>()
    try table.add(1, region: Self.region(0), probe)
    #expect(table.deadline == nil)
    table.change(1) {
      $0.isIdle = false
      $0.deadline = Self.time(5)
    }
    #expect(table.deadline == Self.time(5))
    var touched: [Int] = []
    table.changeAll { $0.deadline.map { touched.append(Int($0.nanoseconds)) } }
    #expect(touched == [5_000_000])
  }

  @Test func `targets may come and go without end`() throws {
    let probe = Probe()
    var table = TargetPipeline<Probe>()
    for id in 0..<70_000 {
      try table.add(id, probe)
      table.remove(id, at: .zero)
    }
    #expect(table.targets.isEmpty)
  }

  @Test func `the touch of a gesture whose target goes stays claimed, so that no client below gets it in the middle`()
    throws
  {
    var table = TargetPipeline<Pipeline<DescribedRecognizers>>()
    try table.add(1, region: Self.region(0), Pipeline([RecognizerDescription(.pan)]))
    table.process(Self.frame([(5, 50, .began)], at: 0))
    table.process(Self.frame([(5, 80, .moved)], at: 8))
    #expect(table.claim(on: Touch.ID(rawValue: 5)) == .captured)
    table.remove(1, at: Self.time(12))
    #expect(table.events.map(\.state) == [.cancelled])
    #expect(table.touches(of: table.events[0]).map(\.position.x) == [80])
    #expect(table.claim(on: Touch.ID(rawValue: 5)) == .captured)
  }

  @Test func `what was due on one target before a frame on another comes first, with its state`() throws {
    var table = TargetPipeline<Pipeline<DescribedRecognizers>>()
    for id in 0..<2 {
      try table.add(
        id, region: Self.region(id), Pipeline([RecognizerDescription(.longPress), RecognizerDescription(.pan)]))
    }
    table.process(Self.frame([(5, 50, .began)], at: 0))
    table.process(Self.frame([(5, 50, .stationary), (6, 150, .began)], at: 100))
    table.process(Self.frame([(5, 50, .stationary), (6, 190, .moved)], at: 550))
    let lines = table.events.map { "\($0.name) \($0.state) \($0.target ?? -1) \($0.timestamp.nanoseconds / 1_000_000)" }
    #expect(lines == ["long-press began 0 500", "pan began 1 550"])
    #expect(table.events.indices.map { table.events.state(at: $0) } == [.began, .began])
    #expect(table.events.map { table.touches(of: $0).map(\.position.x) } == [[50], [190]])
    #expect(table.deadline == nil)
  }

  // MARK: Relays

  @Test func `deliveries that were held back come in the order of their time, then of their touches`() {
    var probe = Probe()
    var relay = TouchRelay()
    probe.claims = .delaysTouch
    relay.relay(Self.frame([(5, 50, .began)], at: 0), after: probe)
    relay.relay(Self.frame([(5, 50, .moved), (6, 90, .began)], at: 8), after: probe)
    relay.relay(Self.frame([(5, 51, .stationary), (6, 91, .moved)], at: 16), after: probe)
    #expect(relay.deliveries.isEmpty)
    probe.claims = .delaysLift
    relay.relay(Self.frame([(5, 51, .ended), (6, 91, .moved)], at: 24), after: probe)
    #expect(
      relay.deliveries.map { "\($0.touch.id.rawValue) \($0.touch.phase)" } == [
        "5 began", "5 moved", "6 began", "6 moved", "6 moved",
      ])
    probe.claims = []
    relay.relay(upTo: Self.time(30), after: probe)
    #expect(
      relay.deliveries.map { "\($0.touch.id.rawValue) \($0.touch.phase) \($0.timestamp.nanoseconds / 1_000_000)" } == [
        "5 ended 24"
      ])
  }

  @Test func `a touch that has lifted is over, and a relay remembers only those that are not`() {
    var relay = TouchRelay()
    let probe = Probe()
    for number in UInt64(1)...50 {
      relay.relay(Self.frame([(number, 50, .began)], at: Int64(number) * 20), after: probe)
      relay.relay(Self.frame([(number, 50, .ended)], at: Int64(number) * 20 + 8), after: probe)
      // A source that says it again is not believed.
      relay.relay(Self.frame([(number, 60, .moved)], at: Int64(number) * 20 + 12), after: probe)
      #expect(relay.deliveries.isEmpty)
    }
    let sizes = Mirror(reflecting: relay).children.compactMap { ($0.value as? any Collection)?.count }
    #expect(!sizes.isEmpty && sizes.allSatisfy { $0 < 3 })
  }

  @Test func `what was held back of a captured touch never comes, and nothing is cancelled that was never known`() {
    var probe = Probe()
    var relay = TouchRelay()
    probe.claims = .delaysTouch
    relay.relay(Self.frame([(5, 50, .began)], at: 0), after: probe)
    probe.claims = .captured
    relay.relay(Self.frame([(5, 60, .moved)], at: 8), after: probe)
    #expect(relay.deliveries.isEmpty)
    probe.claims = []
    relay.relay(Self.frame([(5, 70, .moved)], at: 16), after: probe)
    relay.relay(Self.frame([(5, 70, .ended)], at: 24), after: probe)
    #expect(relay.deliveries.isEmpty)
    probe.claims = .delaysTouch
    relay.relay(Self.frame([(6, 50, .began)], at: 100), after: probe)
    relay.cancel(at: Self.time(104))
    #expect(relay.deliveries.isEmpty)
    probe.claims = []
    relay.relay(upTo: Self.time(200), after: probe)
    #expect(relay.deliveries.isEmpty)
  }
}
