import OffhandTesting
import Testing

@testable import Offhand

/// The laws of every predictor of the library. A new predictor is one more line of `predictors`.
@Suite struct PredictionLawTests {
  static let predictors: [any MotionPredictor] = [
    SteadyMotionPredictor(), SteadyMotionPredictor(panel: Rect(x: -1000, y: -1000, width: 3000, height: 3000)),
    ResamplingPredictor(), NoPrediction(), ChosenPredictor(.steady), ChosenPredictor(.resample), ChosenPredictor(.none),
  ]

  @Test(arguments: PredictionLaw.allCases) func `every predictor keeps the law`(_ law: PredictionLaw) {
    for predictor in Self.predictors {
      for seed in UInt64(0)..<4 {
        if let violation = law.violation(of: predictor, seed: 400 + seed) {
          Issue.record("\(type(of: predictor)): \(violation)")
        }
      }
    }
  }
}

/// One finger on a path that is a function of time, reported at some rate.
struct ReportedFinger {
  var rate: Double
  /// The standard deviation of positions in mm.
  var noise = 0.0
  /// Whether times are in whole milliseconds.
  var isCoarse = false
  /// The standard deviation of times in ms.
  var jitter = 0.0
  var start = 1.0
  var path: (Double) -> Point

  /// The frames of `seconds`.
  func frames(for seconds: Double, seed: UInt64 = 1) -> [TouchFrame] {
    var random = SeededGenerator(seed: seed)
    var last = Int64.min
    return (0...Int(seconds * rate)).map { number in
      let time = start + Double(number) / rate
      var stamp = Int64(((time + jitter * 1e-3 * random.normal()) * 1e9).rounded())
      if isCoarse { stamp = Int64((time * 1000).rounded()) * 1_000_000 }
      stamp = max(stamp, last &+ 1)
      last = stamp
      let offset = Vector(dx: noise * random.normal(), dy: noise * random.normal())
      let moment = isCoarse || jitter > 0 ? time : Timestamp(nanoseconds: stamp).seconds
      var touch = Touch(id: Touch.ID(rawValue: 7), position: path(moment) + offset)
      touch.phase = number == 0 ? .began : .moved
      var frame = TouchFrame(timestamp: Timestamp(nanoseconds: stamp))
      frame.append(touch)
      return frame
    }
  }

  /// The errors in mm of `predictor`, `horizon` seconds after each frame from the time `since` on.
  func errors(
    of predictor: some MotionPredictor, horizon: Double, for seconds: Double, since: Double = 0, seed: UInt64 = 1
  ) -> [Double] {
    var predictor = predictor
    return frames(for: seconds, seed: seed).enumerated().compactMap { number, frame in
      predictor.record(frame)
      guard Double(number) / rate >= since else { return nil }
      let due = path(frame.timestamp.seconds + horizon)
      let target = frame.timestamp + .nanoseconds(Int64((horizon * 1e9).rounded()))
      return predictor.position(of: frame[0].id, at: target, asOf: frame.timestamp)?.position.distance(to: due)
    }
  }
}

@Suite struct SteadyMotionPredictorTests {
  private let id = Touch.ID(rawValue: 7)

  @Test func `a finger that trembles within 0.3 mm is predicted at its newest sample`() {
    var random = SeededGenerator(seed: 5)
    for rate in [30.0, 60, 125, 1000] {
      var tremble: [Double: Point] = [:]
      let finger = ReportedFinger(rate: rate) { time in
        let angle = Angle(radians: random.number(-3...3))
        let place = Point(x: 50, y: 50) + Vector(angle: angle) * random.number(0...0.149)
        tremble[time] = place
        return place
      }
      var predictor = SteadyMotionPredictor()
      for frame in finger.frames(for: 0.5) {
        predictor.record(frame)
        for horizon in [1, 8, 25, 40] {
          let expected = predictor.position(of: id, at: frame.timestamp + .milliseconds(horizon), asOf: frame.timestamp)
          #expect(expected?.position == frame[0].position)
        }
      }
    }
  }

  @Test(arguments: [30.0, 60, 125, 1000], [10.5, 40, 300])
  func `a line at constant speed is predicted exactly from 64 ms after landing`(_ rate: Double, _ speed: Double) {
    let finger = ReportedFinger(rate: rate) { Point(x: 5 + 0.6 * speed * ($0 - 1), y: 90 - 0.8 * speed * ($0 - 1)) }
    var predictor = SteadyMotionPredictor()
    for frame in finger.frames(for: 0.3) {
      predictor.record(frame)
      guard frame.timestamp.seconds >= 1.0641 else { continue }
      for horizon in stride(from: 0, through: 40, by: 5) {
        let target = frame.timestamp + .milliseconds(horizon)
        let elapsed = frame.timestamp.seconds(since: Timestamp(seconds: 1)) + Double(horizon) / 1000
        let due = Point(x: 5 + 0.6 * speed * elapsed, y: 90 - 0.8 * speed * elapsed)
        let found = predictor.position(of: id, at: target, asOf: frame.timestamp)
        #expect((found?.position.distance(to: due) ?? 1) < 1e-9)
      }
    }
  }

  @Test func `no step is farther than 1.25 times the greatest speed of the last 64 ms promises`() {
    for seed in UInt64(0)..<20 {
      var predictor = SteadyMotionPredictor()
      var samples: [Touch.ID: [(time: Timestamp, position: Point)]] = [:]
      for frame in PredictionLaw.frames(seed: 900 + seed) {
        predictor.record(frame)
        for index in frame.indices where frame[index].isDown && frame.reports(frame[index]) {
          let touch = frame[index]
          if samples[touch.id]?.last?.time == frame.timestamp { samples[touch.id]?.removeLast() }
          samples[touch.id, default: []].append((frame.timestamp, touch.position))
          samples[touch.id]?.removeAll { frame.timestamp - $0.time > .milliseconds(1200) }
          let past = samples[touch.id] ?? []
          var fastest = 0.0
          for (from, to) in zip(past, past.dropFirst()) where frame.timestamp - to.time < .milliseconds(64) {
            // Across a pause the finger moves in the last 20 ms.
            let elapsed = min(to.time.seconds(since: from.time), to.time - from.time > .milliseconds(45) ? 0.02 : 1)
            if elapsed > 0 { fastest = max(fastest, from.position.distance(to: to.position) / elapsed) }
          }
          for horizon in [0.004, 0.016, 0.025, 0.04, 0.2] {
            let target = frame.timestamp + .nanoseconds(Int64(horizon * 1e9))
            let step = predictor.position(of: touch.id, at: target, asOf: frame.timestamp)?.displacement.length ?? 0
            #expect(step <= 1.25 * fastest * min(horizon, 0.04) + 0.3 + 1e-9)
          }
        }
      }
    }
  }

  @Test func `a finger that starts is not predicted much farther than it came`() throws {
    // At rest until 1.2 s, then 300 mm/s for two reports: 4.8 mm.
    let finger = ReportedFinger(rate: 125) { Point(x: 50 + 300 * max(0, $0 - 1.2), y: 50) }
    func step(_ settings: SteadyMotionPredictor.Settings) throws -> Double {
      var predictor = SteadyMotionPredictor(settings: settings)
      let frames = finger.frames(for: 0.2161)
      for frame in frames { predictor.record(frame) }
      let now = try #require(frames.last).timestamp
      return try #require(predictor.position(of: id, at: now + .milliseconds(40), asOf: now)).displacement.length
    }
    #expect(try step(.init()) <= 1.25 * 4.8 + 0.3 + 1e-9)
    var boundless = SteadyMotionPredictor.Settings()
    boundless.reach = 10
    #expect(try step(boundless) > 1.25 * 4.8 + 0.3 + 0.3)
  }

  @Test func `positions stay on the panel`() {
    let panel = Rect(x: 0, y: 0, width: 100, height: 60)
    let finger = ReportedFinger(rate: 125) { Point(x: 70 + 300 * ($0 - 1), y: 58 + 20 * ($0 - 1)) }
    var predictor = SteadyMotionPredictor(panel: panel)
    for frame in finger.frames(for: 0.1) {
      predictor.record(frame)
      let expected = predictor.position(of: id, at: frame.timestamp + .milliseconds(40), asOf: frame.timestamp)
      #expect(expected.map { panel.contains($0.position) } == true)
    }
  }

  @Test func `all lengths scale with the settings`() {
    var predictor = SteadyMotionPredictor()
    var settings = SteadyMotionPredictor.Settings()
    for length in [
      \SteadyMotionPredictor.Settings.tolerance, \.trustedSpeed, \.slowSpeed, \.reachAllowance, \.restRadius,
      \.restMargin,
      \.noise, \.drift,
    ] {
      settings[keyPath: length] *= 3
    }
    var large = SteadyMotionPredictor(settings: settings)
    for frame in PredictionLaw.frames(seed: 31) {
      predictor.record(frame)
      large.record(frame.mapped { Point(x: 3 * $0.x, y: 3 * $0.y) })
      for index in frame.indices where frame[index].isDown {
        let time = frame.timestamp + .milliseconds(25)
        let due = predictor.position(of: frame[index].id, at: time, asOf: frame.timestamp)
        let found = large.position(of: frame[index].id, at: time, asOf: frame.timestamp)
        guard let due, let found else {
          Issue.record("a touch is unknown")
          continue
        }
        #expect((due.displacement * 3 - found.displacement).length < 1e-9)
        #expect(abs(due.uncertainty * 3 - found.uncertainty) < 1e-9)
      }
    }
  }

  @Test(arguments: [30.0, 60, 90, 240, 500, 1000])
  func `a panel of any report rate is predicted as well as one of 125 Hz`(_ rate: Double) {
    func errors(_ rate: Double) -> [Double] {
      let finger = ReportedFinger(rate: rate, noise: 0.05, isCoarse: true) { time in
        let (once, twice) = (Angle(radians: 2 * time), Angle(radians: 2.7 * time + 1))
        return Point(x: 100 + 60 * once.sine, y: 80 + 50 * twice.sine)
      }
      return finger.errors(of: .steady, horizon: 0.025, for: 40, since: 0.1).sorted()
    }
    let (due, found) = (errors(125), errors(rate))
    for quantile in [0.5, 0.95] {
      let ratio = found[Int(Double(found.count) * quantile)] / due[Int(Double(due.count) * quantile)]
      #expect(abs(ratio - 1) <= 0.15, "\(quantile): \(ratio) times the error")
    }
  }

  @Test(arguments: [60.0, 125, 240]) func `steps from frame to frame are even on a line`(_ rate: Double) {
    let speed = 100.0
    let finger = ReportedFinger(rate: rate, noise: 0.05, jitter: 0.5) { Point(x: 10 + speed * ($0 - 1), y: 50) }
    var predictor = SteadyMotionPredictor()
    var frames = finger.frames(for: 20, seed: 3)[...]
    var places: [Point] = []
    for number in 0..<1100 {
      let now = Timestamp(seconds: 1.2 + Double(number) / 60)
      while let frame = frames.first, frame.timestamp <= now {
        predictor.record(frame)
        frames.removeFirst()
      }
      if let place = predictor.position(of: id, at: now + .milliseconds(20), asOf: now) {
        places.append(place.position)
      }
    }
    let steps = zip(places, places.dropFirst()).map { $1.x - $0.x }
    let mean = steps.reduce(0, +) / Double(steps.count)
    let deviation = (steps.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(steps.count)).squareRoot()
    #expect(deviation <= 0.2 * mean, "\(deviation / mean)")
  }

  @Test func `nothing is predicted after three report intervals of silence`() {
    for rate in [60.0, 125, 240, 1000] {
      let finger = ReportedFinger(rate: rate) { Point(x: 10 + 200 * ($0 - 1), y: 50) }
      var predictor = SteadyMotionPredictor()
      for frame in finger.frames(for: 0.2) { predictor.record(frame) }
      let newest = Timestamp(seconds: 1 + (0.2 * rate).rounded(.down) / rate)
      let interval = max(1 / rate, 0.004)
      func step(_ silence: Double) -> Double {
        predictor.position(of: id, at: newest + .milliseconds(25), asOf: newest + .seconds(silence))?.displacement
          .length
          ?? -1
      }
      #expect(abs(step(1.4 * interval) - 5) < 0.01)
      #expect(step(2.25 * interval + 0.002) < 0.51 * 5)
      #expect(step(3 * interval + 0.002_01) == 0)
    }
  }

  @Test func `a late frame moves the finger and says nothing about its speed`() throws {
    let finger = ReportedFinger(rate: 125) { Point(x: 10 + 200 * ($0 - 1), y: 50) }
    var predictor = SteadyMotionPredictor()
    var newest = TouchFrame()
    for frame in finger.frames(for: 0.2) {
      predictor.record(frame)
      newest = frame
    }
    let target = newest.timestamp + .milliseconds(20)
    let before = try #require(predictor.position(of: id, at: target, asOf: newest.timestamp))
    newest.isLate = true
    newest[0].position = Point(x: 12, y: 80)
    predictor.record(newest)
    let after = try #require(predictor.position(of: id, at: target, asOf: newest.timestamp))
    #expect(after.measured == Point(x: 12, y: 80))
    #expect((after.displacement - before.displacement).length < 1e-12)
  }

  @Test func `a pause, a panel slower than 22 Hz, time backwards and a pen leave the measured position`() {
    func steps(_ frames: [TouchFrame]) -> [Double] {
      var predictor = SteadyMotionPredictor()
      return frames.map { frame in
        predictor.record(frame)
        return predictor.position(of: id, at: frame.timestamp + .milliseconds(25), asOf: frame.timestamp)?
          .displacement.length ?? -1
      }
    }
    let slow = ReportedFinger(rate: 20) { Point(x: 10 + 200 * ($0 - 1), y: 50) }
    #expect(steps(slow.frames(for: 1)).allSatisfy { $0 == 0 })
    let quick = ReportedFinger(rate: 125) { Point(x: 10 + 200 * ($0 - 1), y: 50) }.frames(for: 0.1)
    var later = quick
    for index in later.indices { later[index].timestamp = later[index].timestamp + .milliseconds(160) }
    #expect(steps(quick + later)[quick.count] == 0)
    #expect(steps(quick + later)[quick.count + 5] > 4)
    #expect(steps(quick + quick)[quick.count] == 0)
    var pen = quick
    for index in pen.indices { pen[index][0].tool = .pen }
    #expect(steps(pen).allSatisfy { $0 == 0 })
  }

  @Test func `one wrong sample does not throw the picture`() {
    let finger = ReportedFinger(rate: 125) { Point(x: 10 + 50 * ($0 - 1), y: 50) }
    var predictor = SteadyMotionPredictor()
    var farthest = 0.0
    for (number, frame) in finger.frames(for: 0.3).enumerated() {
      var frame = frame
      if number == 30 { frame[0].position.y += 8 }
      predictor.record(frame)
      let expected = predictor.position(of: id, at: frame.timestamp + .milliseconds(40), asOf: frame.timestamp)
      farthest = max(farthest, abs((expected?.displacement.dy ?? 99)))
    }
    // The line through the last two samples would throw it by 40 mm.
    #expect(farthest < 12)
  }
}

@Suite struct ResamplingPredictorTests {
  @Test func `it predicts half of a report interval ahead, and 8 ms at most`() throws {
    for (interval, due) in [(8, 4.0), (12, 6), (20, 8), (30, 0), (1, 0)] {
      var predictor = ResamplingPredictor()
      var frame = TouchFrame(timestamp: Timestamp(seconds: 1))
      frame.append(Touch(id: Touch.ID(rawValue: 1), position: Point(x: 10, y: 10)))
      predictor.record(frame)
      frame.settle()
      frame.timestamp = frame.timestamp + .milliseconds(interval)
      frame[0].phase = .moved
      frame[0].position.x += Double(interval)
      predictor.record(frame)
      let expected = predictor.position(of: frame[0].id, at: frame.timestamp + .milliseconds(50), asOf: frame.timestamp)
      #expect(abs(try #require(expected).displacement.dx - due) < 1e-12)
    }
  }
}
