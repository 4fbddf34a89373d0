import DesignCases
import OffhandTesting
import Testing

@testable import Offhand

/// How fast fingers are (Design/Recognizing.md "Velocity").
@Suite struct VelocityTrackerTests {
  private static func time(_ milliseconds: Double) -> Timestamp {
    Timestamp(nanoseconds: Int64((milliseconds * 1e6).rounded()))
  }

  /// A tracker that was told `x` at each of `times`, in milliseconds.
  private static func tracker(_ times: some Sequence<Double>, _ x: (Double) -> Double) -> VelocityTracker {
    var tracker = VelocityTracker()
    for time in times { tracker.add(Point(x: x(time), y: 0), at: Self.time(time)) }
    return tracker
  }

  /// What a tracker says that was told `x` at each of `times`.
  private static func velocity(_ times: some Sequence<Double>, _ x: (Double) -> Double) -> MotionVelocity {
    var tracker = tracker(times, x)
    return tracker.velocity
  }

  @Test func `a parabola's slope is found exactly, at every pace`() {
    for interval in [2.0, 8, 16] {
      let found = Self.velocity(stride(from: 0, through: 96, by: interval)) { 3 + 0.2 * $0 + 0.004 * $0 * $0 }
      #expect(abs(found.translation.dx - 1000 * (0.2 + 2 * 0.004 * 96)) < 1e-6)
    }
  }

  @Test func `two samples give the slope between them, one gives none`() {
    #expect(Self.velocity([0.0]) { $0 } == .zero)
    let two = Self.velocity([0.0, 8.0]) { $0 / 2 }
    #expect(abs(two.translation.dx - 500) < 1e-9)
    #expect(two.sampleCount == 2)
  }

  @Test(.recognition("A18")) func `the same stamp again replaces the sample`() {
    var tracker = Self.tracker([0.0, 8, 16]) { $0 }
    tracker.add(Point(x: 24, y: 0), at: Self.time(16))
    let replaced = Self.velocity([0.0, 8, 16]) { $0 == 16 ? 24 : $0 }
    #expect(abs(tracker.velocity.translation.dx - replaced.translation.dx) < 1e-6)
  }

  @Test(.recognition("A17")) func `a stamp that runs backwards is dropped`() {
    var tracker = Self.tracker([0.0, 8, 16]) { $0 }
    let before = tracker.velocity
    tracker.add(Point(x: -500, y: 0), at: Self.time(13))
    #expect(tracker.velocity == before)
  }

  @Test(.recognition("A20")) func `a gap of more than 100 ms cuts the history`() {
    var tracker = Self.tracker([0.0, 8, 16, 266]) { $0 }
    #expect(tracker.count == 1)
    #expect(tracker.velocity == .zero)
  }

  @Test func `samples at the earliest times are measured`() {
    var tracker = VelocityTracker()
    for step in 0..<20 {
      tracker.add(Point(x: Double(step), y: 0), at: Timestamp(nanoseconds: .min + Int64(step) * 8_000_000))
      tracker.keepUp()
    }
    #expect(abs(tracker.velocity.translation.dx - 125) < 1e-6)
  }

  @Test func `what is older than 100 ms does not count`() {
    var bent = Self.tracker(stride(from: 0.0, through: 400, by: 8)) { $0 < 200 ? 0 : $0 - 200 }
    #expect(abs(bent.velocity.translation.dx - 1000) < 1e-6)
    #expect(bent.count == 13)
  }

  @Test func `at 1000 reports a second the newest 32 count`() {
    var fast = Self.tracker(stride(from: 0.0, through: 100, by: 1)) { $0 * 0.3 }
    #expect(fast.count == VelocityTracker.capacity)
    #expect(abs(fast.velocity.translation.dx - 300) < 1e-6)
  }

  @Test func `nothing is faster than 10 metres a second`() {
    #expect(abs(Self.velocity([0.0, 8]) { $0 * 30 }.translation.length - VelocityTracker.maximumSpeed) < 1e-6)
  }

  /// How fast a finger was that lifts at `time` after it was told `x` at each of `times`.
  private static func lift(at time: Double, _ times: some Sequence<Double>, _ x: (Double) -> Double) -> Double {
    var tracker = tracker(times, x)
    return tracker.velocity(liftedAt: Self.time(time)).translation.dx
  }

  @Test func `a finger that reports four times from one place before it lifts has no velocity`() {
    let stops = [0.0, 10, 20, 30, 40, 50, 53, 56, 59, 62]
    #expect(Self.lift(at: 65, stops) { min($0, 50) } == 0)
    #expect(Self.lift(at: 53, [0.0, 10, 20, 30, 40, 50]) { $0 } > 900)
  }

  @Test func `a scale that turns back has no velocity against what it changed`() {
    var tracker = VelocityTracker()
    for step in 0..<8 {
      let scale = step < 6 ? 1 + Double(step) * 0.1 : 1.5 - Double(step - 5) * 0.15
      tracker.add(MotionPath(translation: .zero, scale: scale, rotation: scale - 1), at: Self.time(Double(step) * 8))
    }
    #expect(tracker.velocity.scale >= 0 && tracker.velocity.rotation >= 0)
    #expect(tracker.count == 8 && tracker.velocity.sampleCount == 8)
    var single = VelocityTracker()
    single.add(.origin, at: .zero)
    #expect(single.velocity.sampleCount == 0)
  }

  @Test func `jitter is the deviation of each position, whatever the motion`() throws {
    for speed in [0.0, 0.3] {
      let tracker = Self.tracker(stride(from: 0.0, through: 96, by: 8)) {
        $0 * speed + (Int($0 / 8) % 2 == 0 ? 0.1 : -0.1)
      }
      #expect(abs(try #require(tracker.jitter) - 0.2 / 3.0.squareRoot()) < 1e-9)
    }
  }

  @Test func `a slope against the way that was gone is none`() {
    var rolled = Self.tracker([0.0, 8, 16, 24, 32]) { $0 == 32 ? 6 : $0 / 2 }
    #expect(rolled.velocity.translation.dx == 0)
  }

  /// A finger goes to the right and back at one speed, reported at `rate` a second from `phase` of an interval on.
  @Test(.recognition("N24"), arguments: [60.0, 90, 125, 240, 1000], [100.0, 357, 1200])
  func `25 ms after a sharp turn the velocity is that of the new direction`(rate: Double, speed: Double) {
    for phase in stride(from: 0, to: 1, by: 0.1) {
      let interval = 1000 / rate
      var tracker = VelocityTracker()
      var isLate = false
      for time in stride(from: phase * interval, through: 400, by: interval) {
        let distance = time < 200 ? time : 400 - time
        tracker.add(Point(x: 50 + distance * speed / 1000, y: 20), at: Self.time(time))
        let velocity = tracker.velocity.translation.dx
        #expect(abs(velocity) <= 1.2 * speed, "\(phase) \(time)")
        if time >= 225 { #expect(velocity < -0.5 * speed, "\(phase) \(time)") }
        if time >= 260 { #expect(abs(velocity + speed) < 0.05 * speed, "\(phase) \(time)") }
        isLate = time > 300
      }
      #expect(isLate)
    }
  }

  @Test(.recognition("N24")) func `a panel's jitter makes no turn`() {
    var draw = HandDraw(seed: 24)
    var tracker = VelocityTracker()
    for time in stride(from: 0.0, through: 2000, by: 8) {
      tracker.add(Point(x: time * 0.2 + draw.normal(0.05), y: draw.normal(0.05)), at: Self.time(time))
      if time > 100 { #expect(abs(tracker.velocity.translation.dx - 200) < 40) }
    }
  }

  /// A flick of 500 mm/s over 80 ms that goes back by `retreat` millimetres in `reports` reports, 8 ms apart, and lifts.
  private static func flick(backBy retreat: Double, in reports: Int) -> Double {
    var tracker = tracker(stride(from: 0.0, through: 80 + 8 * Double(reports), by: 8)) {
      $0 <= 80 ? $0 / 2 : 40 - retreat * ($0 - 80) / (8 * Double(reports))
    }
    return tracker.velocity(liftedAt: time(88 + 8 * Double(reports))).translation.dx
  }

  @Test(.recognition("E14"), arguments: [0, 0.8, 1.2, 1.6, 2.2, 3])
  func `a flick that rolls back as its finger lifts flies on`(retreat: Double) {
    #expect(Self.flick(backBy: retreat, in: 2) > 150)
  }

  @Test(.recognition("E14"))
  func `between a roll and a turn a lift has no velocity, and never one against the displacement`() {
    #expect(Self.flick(backBy: 6, in: 3) == 0)
    #expect(Self.flick(backBy: 20, in: 5) == 0)
    #expect(Self.flick(backBy: 50, in: 10) < -500)
    for reports in 1...8 {
      for retreat in stride(from: 0.0, through: 30, by: 0.1) {
        // The window reaches back 100 ms.
        let start = max(0, 8 * Double(reports) + 80 - 100) / 2
        if 40 - retreat > start + 4 { #expect(Self.flick(backBy: retreat, in: reports) >= 0, "\(retreat) \(reports)") }
      }
    }
  }

  @Test(.recognition("N41"), arguments: Array(stride(from: 0.0, to: 360, by: 15)))
  func `the velocity of a flick that curves turns with the table`(degrees: Double) throws {
    let turn = Angle(degrees: degrees)
    func place(_ time: Double) -> Point {
      let share = time / 80
      let (x, y) = (-20 * share * (1 - share) - share, 40 * share)
      return Point(x: 100 + x * turn.cosine - y * turn.sine, y: 100 + x * turn.sine + y * turn.cosine)
    }
    let played = play(Pipeline { PanGestureRecognizer() }) {
      down(1, place(0).x, place(0).y, at: 0)
      stride(from: 8.0, through: 80, by: 8).map { move(1, to: place($0).x, place($0).y, at: $0) }
      up(1, at: 84)
    }
    let velocity = try #require(played.last(.pan, .ended)).gesture.velocity
    let (along, across) = (
      velocity.dx * turn.cosine + velocity.dy * turn.sine, velocity.dy * turn.cosine - velocity.dx * turn.sine
    )
    #expect(abs(along - 237.5) < 2.4)
    #expect(abs(across - 500) < 5)
  }

  @Test(.recognition("E11")) func `a pause of more than 40 ms and of 2,5 reports before the lift is a stop`() {
    var tracker = Self.tracker(stride(from: 0.0, through: 80, by: 8)) { $0 }
    #expect(tracker.velocity(liftedAt: Self.time(120)).translation.dx > 999)
    #expect(tracker.velocity(liftedAt: Self.time(120.1)) == .zero)
    var slow = Self.tracker(stride(from: 0.0, through: 80, by: 20)) { $0 }
    #expect(slow.velocity(liftedAt: Self.time(130)).translation.dx > 999)
    #expect(slow.velocity(liftedAt: Self.time(130.1)) == .zero)
  }

  /// Sums that slide along gather rounding errors; they are made anew often enough.
  @Test func `after an hour of reports the answer is that of a new tracker`() {
    var random = SeededGenerator(seed: 5)
    var used = VelocityTracker()
    var recent: [(Double, Point)] = []
    var place = Point(x: 900, y: 700)
    for index in 0..<450_000 {
      place += Vector(dx: random.number(-1.2...1.2), dy: random.number(-1...1))
      let time = Double(index) * 8
      used.add(place, at: Self.time(time))
      if index >= 449_980 { recent.append((time, place)) }
    }
    var new = VelocityTracker()
    for (time, place) in recent { new.add(place, at: Self.time(time)) }
    #expect((used.velocity.translation - new.velocity.translation).length < 1e-6)
  }

  @Test func `scale and rotation are fitted as places are`() {
    var tracker = VelocityTracker()
    for index in 0..<12 {
      let time = Double(index) * 8
      tracker.add(MotionPath(translation: .zero, scale: 1 + time / 1000, rotation: -time / 500), at: Self.time(time))
    }
    #expect(abs(tracker.velocity.scale - 1) < 1e-6)
    #expect(abs(tracker.velocity.rotation + 2) < 1e-6)
  }
}
