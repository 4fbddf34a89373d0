import DesignCases
import Offhand
import OffhandTesting
import Testing

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

  @Test func `a slope against the way that was gone is none`() {
    var rolled = Self.tracker([0.0, 8, 16, 24, 32]) { $0 == 32 ? 6 : $0 / 2 }
    #expect(rolled.velocity.translation.dx == 0)
  }

  @Test func `fingers that came back to where they were have no way for their slope to point against`() {
    func velocity(backTo end: Double) -> Double {
      var tracker = Self.tracker([0.0, 8, 16, 24, 32]) { [0.0: 1, 8: 3, 16: 4, 24: 3, 32: end][$0] ?? 0 }
      return tracker.velocity.translation.dx
    }
    #expect(velocity(backTo: 1) < -100)
    #expect(abs(velocity(backTo: 1.0.nextUp) - velocity(backTo: 1)) < 1e-6)
    #expect(abs(velocity(backTo: 1.0.nextDown) - velocity(backTo: 1)) < 1e-6)
    #expect(velocity(backTo: 1.001) == 0)
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
