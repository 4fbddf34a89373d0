import Offhand
import OffhandTesting
import Testing

@Suite struct NoiseFilterTests {
  @Test(arguments: [1e300, -1e300, .nan, .infinity]) func `a position beyond all numbers is no noise`(x: Double) {
    var filter = NoiseFilter()
    for index in 0..<8 as Range<Int64> {
      var frame = TouchFrame([Touch(1, index == 0 ? .began : .moved, index % 2 == 1 ? x : 0, 0)], at: index * 8)
      filter.filter(&frame)
    }
    #expect(filter.deviation(of: DeviceID(rawValue: 0)) == 0)
  }

  /// Two numbers of a normal distribution, from two even ones.
  private static func normal(_ random: inout SeededGenerator) -> Vector {
    let radius = (0..<12).reduce(-6.0) { sum, _ in sum + random.number(0...1) }
    let other = (0..<12).reduce(-6.0) { sum, _ in sum + random.number(0...1) }
    return Vector(dx: radius, dy: other)
  }

  /// A filter that saw a finger whose middle goes `speed` millimetres a second, with noise of `deviation`, over `count` reports.
  private static func seen(_ deviation: Double, speed: Double = 0, count: Int = 400, quantum: Double = 0) -> NoiseFilter
  {
    var filter = NoiseFilter(quantum: quantum)
    see(deviation, speed: speed, reports: 0..<count, with: &filter)
    return filter
  }

  /// The same for a filter that has seen others before.
  private static func see(_ deviation: Double, speed: Double = 0, reports: Range<Int>, with filter: inout NoiseFilter) {
    var random = SeededGenerator(seed: 11)
    for index in reports {
      let place = Point(x: 50 + speed * 0.008 * Double(index), y: 50) + normal(&random) * deviation
      var frame = TouchFrame([Touch(1, index == 0 ? .began : .moved, place.x, place.y)], at: Int64(index) * 8)
      filter.filter(&frame)
    }
  }

  @Test func `reports of another touch screen are no samples`() {
    let deviations = [false, true].map { isBeside in
      var (filter, random) = (NoiseFilter(), SeededGenerator(seed: 3))
      for index in 0..<400 as Range<Int64> {
        let place = Point(x: 50, y: 50) + Self.normal(&random) * 0.2
        var touch = Touch(1, index == 0 ? .began : .moved, place.x, place.y)
        var frame = TouchFrame([touch], at: index * 8)
        filter.filter(&frame)
        guard isBeside else { continue }
        var other = Touch(2, index == 0 ? .began : .moved, 90 + 0.1 * Double(index), 50)
        other.device = DeviceID(rawValue: 1)
        touch.phase = .stationary
        frame = TouchFrame([touch, other], at: index * 8 + 4)
        filter.filter(&frame)
      }
      return filter.deviation(of: DeviceID(rawValue: 0))
    }
    #expect(deviations[0] > 0.1 && deviations[0] == deviations[1])
  }

  private static func floor(_ filter: NoiseFilter) -> Double {
    var filter = filter
    var frame = TouchFrame([Touch(9, .began, 0, 0)])
    filter.filter(&frame)
    return frame.noiseFloor
  }

  @Test(arguments: [0.05, 0.1, 0.15, 0.3])
  func `the deviation of a still finger is found within a tenth`(deviation: Double) {
    for speed in [0.0, 20] {
      let found = Self.seen(deviation, speed: speed, count: 1500).deviation(of: DeviceID(rawValue: 0))
      #expect(abs(found / deviation - 1) < 0.1, "\(found) at \(speed) mm/s")
    }
  }

  @Test func `noise that is over is forgotten within a quarter of a minute`() {
    var filter = Self.seen(0.3, count: 3000)
    #expect(filter.deviation(of: DeviceID(rawValue: 0)) > 0.25)
    Self.see(0.03, reports: 3000..<4500, with: &filter)
    #expect(filter.deviation(of: DeviceID(rawValue: 0)) < 0.05)
  }

  @Test func `fingers in motion are no witnesses`() {
    #expect(Self.seen(0.1, speed: 400).deviation(of: DeviceID(rawValue: 0)) == 0)
  }

  @Test func `fewer than fifty samples say nothing`() {
    #expect(Self.seen(0.1, count: 50).deviation(of: DeviceID(rawValue: 0)) == 0)
    #expect(Self.seen(0.1, count: 60).deviation(of: DeviceID(rawValue: 0)) > 0)
  }

  @Test func `noise is four deviations, or two steps of the device`() {
    #expect(abs(Self.floor(Self.seen(0.3, count: 1500)) - 1.2) < 0.12)
    #expect(Self.floor(Self.seen(0, quantum: 0.4)) == 0.8)
    #expect(Self.floor(Self.seen(0)) == 0)
  }

  @Test func `devices do not learn from each other`() {
    #expect(Self.seen(0.3).deviation(of: DeviceID(rawValue: 7)) == 0)
  }

  @Test func `slops are no less than the noise, and no more than three times what they were`() {
    let pan = Pipeline { PanGestureRecognizer() }
    for (noise, motion, begins) in [
      (0.0, 1.7, true), (2.0, 1.9, false), (2.0, 2.1, true), (20.0, 4.7, false), (20.0, 4.9, true),
    ] {
      var filtered = pan.filtered { Floor(noise: noise) }
      for (index, x) in [50, 50 + motion].enumerated() {
        filtered.process(TouchFrame([Touch(1, index == 0 ? .began : .moved, x)], at: Int64(index) * 8))
      }
      #expect(filtered.events.isEmpty != begins, "\(motion) mm with \(noise) mm of noise")
    }
  }

  @Test func `a swipe may go back by as much as is noise`() {
    let swipe = Pipeline { SwipeGestureRecognizer(directions: .right) }
    for (noise, back, happens) in [(0.0, 1.4, true), (0.0, 1.7, false), (2.0, 1.9, true), (2.0, 2.2, false)] {
      var filtered = swipe.filtered { Floor(noise: noise) }
      var answers = 0
      for (index, x) in [50, 56, 56 - back, 62, 64].enumerated() {
        filtered.process(TouchFrame([Touch(1, index == 0 ? .began : .moved, x)], at: Int64(index) * 40))
        answers += filtered.events.count
      }
      #expect((answers == 1) == happens, "\(back) mm back with \(noise) mm of noise")
    }
  }

  @Test func `on a noisy panel people can tap and press once it is known`() {
    var random = SeededGenerator(seed: 3)
    var steps: [Step] = []
    for (start, end) in [(0.0, 400.0), (1000, 1400), (2000, 2160), (3000, 3700)] {
      steps.append(down(1, 50, 50, at: start))
      for time in stride(from: start + 8, to: end, by: 8) {
        let place = Point(x: 50, y: 50) + Self.normal(&random) * 0.9
        steps.append(move(1, to: place.x, place.y, at: time))
      }
      steps.append(up(1, at: end))
    }
    func answers(_ pipeline: some GesturePipeline) -> [String] {
      var player = Player(pipeline)
      player.play(Script(steps: steps))
      return player.transitions.filter { !$0.hasSuffix("changed") }
    }
    let standard = StandardPipeline()
    #expect(answers(standard).contains("pan began"))
    let adapted = answers(
      standard.filtered {
        NoiseFilter()
        JitterFilter()
      })
    #expect(adapted.suffix(3) == ["tap recognized", "long-press began", "long-press ended"])
  }

  /// A filter that knows the noise.
  private struct Floor: TouchFilter {
    var noise: Double
    mutating func filter(_ frame: inout TouchFrame) { frame.noiseFloor = noise }
    mutating func reset() {}
  }
}

@Suite struct JitterFilterTests {
  private func filtered(_ places: [Double], radius: Double = 0.2, noise: Double = 0) -> [(
    x: Double, phase: Touch.Phase
  )] {
    var filter = JitterFilter(radius: radius)
    return places.enumerated().map { index, x in
      var frame = TouchFrame([Touch(1, index == 0 ? .began : .moved, x, 0)], at: Int64(index) * 8)
      frame.noiseFloor = noise
      filter.filter(&frame)
      return (frame[0].position.x, frame[0].phase)
    }
  }

  @Test func `a finger that trembles stands still`() {
    let seen = filtered([50, 50.1, 49.9, 50.2, 49.85])
    #expect(seen.allSatisfy { $0.x == 50 })
    #expect(seen.map(\.phase) == [.began, .stationary, .stationary, .stationary, .stationary])
  }

  @Test func `a finger that goes lags by the radius and is as fast as it is`() {
    let seen = filtered([50, 51, 52, 53])
    #expect(seen.map(\.phase) == [.began, .moved, .moved, .moved])
    for (place, due) in zip(seen.map(\.x), [50, 50.8, 51.8, 52.8]) { #expect(abs(place - due) < 1e-12) }
  }

  @Test func `a finger that turns back is heard of after twice the radius`() {
    let seen = filtered([50, 51, 50.65, 50.5])
    #expect(seen[2].phase == .stationary)
    #expect(abs(seen[3].x - 50.7) < 1e-12)
  }

  @Test func `what a noise filter calls noise is the least radius`() {
    #expect(filtered([50, 50.5, 49.6], noise: 0.6).allSatisfy { $0.x == 50 })
  }

  @Test func `a new touch in the same slot starts where it lands`() {
    var filter = JitterFilter()
    for (id, x) in [(UInt64(1), 50.0), (2, 50.1)] {
      var frame = TouchFrame([Touch(id, .began, x, 0)])
      filter.filter(&frame)
      #expect(frame[0].position.x == x)
    }
  }

  @Test func `a long press on a trembling panel needs it`() {
    let trembling = Script(
      steps: [down(1, 50, 50, at: 0)] + (1..<80).map { move(1, to: $0 % 2 == 0 ? 43 : 57, 50, at: Double($0) * 8) })
    func answers(_ pipeline: some GesturePipeline) -> [String] {
      var player = Player(pipeline)
      player.play(trembling)
      return player.transitions
    }
    let pipeline = Pipeline { LongPressGestureRecognizer() }
    #expect(answers(pipeline).isEmpty)
    #expect(answers(pipeline.filtered { JitterFilter(radius: 7.5) }).first == "long-press began")
  }
}
