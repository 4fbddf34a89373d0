public import Offhand

/// Laws of every predictor, whatever its rule, on random touches. They are on the page `Prediction` of the catalog.
public enum PredictionLaw: String, CaseIterable, Sendable {
  /// A finger whose samples are all equal is predicted to be there.
  case rest
  /// At the newest sample the position is that sample, shortly after it is near, and before it leads through every sample.
  case continuity
  /// Touches that are turned, mirrored, moved, or later, give positions that are.
  case symmetry
  /// Other touches, other questions and a copy change nothing, nor does a time at which the panel is not yet silent.
  case independence
  /// Only touches that are down have a position, a new one has no past, and all positions are finite.
  case life
  /// The longer the panel is silent, the smaller is the displacement.
  case fading

  /// The horizons in ms at which the laws are tried.
  private static let horizons = [0.0, 1, 8, 16.7, 25, 40, 100]
  /// The rounding error in mm of positions that should be equal.
  private static let tolerance = 1e-9

  /// Tries the law on `predictor`, which knows no touch, with the touches of `seed`. Returns what breaks it; `nil` if nothing does.
  public func violation(of predictor: some MotionPredictor, seed: UInt64) -> String? {
    let violation =
      switch self {
      case .rest: rest(predictor, seed)
      case .continuity: continuity(predictor, seed)
      case .symmetry: symmetry(predictor, seed)
      case .independence: independence(predictor, seed)
      case .life: life(predictor, seed)
      case .fading: fading(predictor, seed)
      }
    return violation.map { "\(rawValue), seed \(seed): \($0)" }
  }

  /// The frames of random touches.
  package static func frames(seed: UInt64, discipline: RandomTouches.Discipline = .valid, reports: Int = 300)
    -> [TouchFrame]
  {
    var touches = RandomTouches(seed: seed, discipline: discipline)
    var assembler = TouchFrameAssembler()
    var frames: [TouchFrame] = []
    Script(steps: touches.sequence(reports: reports)).forEachFrame(assembler: &assembler) { frames.append(copy $0) }
    return frames
  }

  /// Every position that `predictor` predicts after each of `frames`.
  private func positions(_ predictor: some MotionPredictor, _ frames: [TouchFrame]) -> [PredictedPosition?] {
    var predictor = predictor
    var positions: [PredictedPosition?] = []
    for frame in frames {
      predictor.record(frame)
      for index in frame.indices {
        for horizon in PredictionLaw.horizons {
          positions.append(
            predictor.position(of: frame[index].id, at: frame.timestamp.later(horizon), asOf: frame.timestamp))
        }
      }
    }
    return positions
  }

  private func rest(_ predictor: some MotionPredictor, _ seed: UInt64) -> String? {
    var random = SeededGenerator(seed: seed)
    var predictor = predictor
    let place = Point(x: random.number(0...300), y: random.number(0...200))
    var frame = TouchFrame(timestamp: Timestamp(seconds: 1))
    frame.append(Touch(id: Touch.ID(rawValue: seed + 1), position: place))
    for _ in 0..<60 {
      predictor.record(frame)
      for horizon in PredictionLaw.horizons {
        let expected = predictor.position(
          of: frame[0].id, at: frame.timestamp.later(horizon), asOf: frame.timestamp)
        if expected?.position != place { return "\(horizon) ms after equal samples: \(String(describing: expected))" }
      }
      frame.settle()
      frame.timestamp = frame.timestamp.later(random.number(1...40))
    }
    return nil
  }

  private func continuity(_ predictor: some MotionPredictor, _ seed: UInt64) -> String? {
    var predictor = predictor
    var samples: [Touch.ID: [(time: Timestamp, position: Point)]] = [:]
    for frame in PredictionLaw.frames(seed: seed) {
      predictor.record(frame)
      let now = frame.timestamp
      for index in frame.indices where frame[index].isDown && frame.reports(frame[index]) {
        let touch = frame[index]
        var past = samples[touch.id] ?? []
        if past.last?.time == now { past.removeLast() }
        past.append((now, touch.position))
        past.removeAll { now - $0.time > .milliseconds(60) }
        samples[touch.id] = past
        guard predictor.position(of: touch.id, at: now, asOf: now)?.position == touch.position else {
          return "the position at \(now) is not the newest sample"
        }
        let soon = predictor.position(of: touch.id, at: now + .microseconds(1), asOf: now)
        guard let soon, soon.displacement.length <= 0.02 else { return "a jump after \(now)" }
        for (time, position) in past.dropFirst(max(0, past.count - 3)) {
          let there = predictor.position(of: touch.id, at: time, asOf: now)
          guard let there, there.position.distance(to: position) <= PredictionLaw.tolerance else {
            return "the past of \(touch.id) does not lead through the sample at \(time)"
          }
        }
      }
    }
    return nil
  }

  private func symmetry(_ predictor: some MotionPredictor, _ seed: UInt64) -> String? {
    let frames = PredictionLaw.frames(seed: seed)
    let reference = positions(predictor, frames)
    let turn = Similarity(scale: 1, rotation: Angle(degrees: 37), translation: Vector(dx: 11, dy: -6))
    let maps: [(String, Double, (Point) -> Point)] = [
      ("turned", 0, { turn.apply($0) }), ("mirrored", 0, { Point(x: 300 - $0.x, y: $0.y) }),
      ("moved", 0, { $0 + Vector(dx: -40, dy: 90) }), ("later", 12_345.678, { $0 }),
    ]
    for (name, delay, map) in maps {
      let mapped = positions(predictor, frames.map { $0.mapped(map, later: delay) })
      for (due, found) in zip(reference, mapped) {
        guard let due, let found else {
          if due != nil || found != nil { return "\(name): a touch is known in one of the two only" }
          continue
        }
        guard map(due.position).distance(to: found.position) <= PredictionLaw.tolerance,
          abs(due.uncertainty - found.uncertainty) <= PredictionLaw.tolerance
        else { return "\(name): \(found) for \(due)" }
      }
    }
    return nil
  }

  private func independence(_ predictor: some MotionPredictor, _ seed: UInt64) -> String? {
    var predictor = predictor
    var alone: [Touch.ID: AnyPredictor] = [:]
    let fresh = AnyPredictor(predictor)
    for frame in PredictionLaw.frames(seed: seed) {
      predictor.record(frame)
      let now = frame.timestamp
      for index in frame.indices where frame[index].isDown && frame.reports(frame[index]) {
        let id = frame[index].id
        var single = alone[id] ?? fresh
        alone[id] = nil
        var own = frame
        for other in frame.indices.reversed() where frame[other].id != id { own.remove(at: other) }
        single.predictor.record(own)
        alone[id] = single
        let copy = predictor
        for horizon in PredictionLaw.horizons {
          let time = now.later(horizon)
          let first = predictor.position(of: id, at: time, asOf: now)
          guard first == single.predictor.position(of: id, at: time, asOf: now) else {
            return "another touch changes \(id) at \(now)"
          }
          // The shortest interval that is assumed is 4 ms.
          guard first == predictor.position(of: id, at: time, asOf: now.later(4)),
            first == copy.position(of: id, at: time, asOf: now)
          else { return "a second question has another result, at \(now)" }
        }
      }
    }
    return nil
  }

  private func life(_ predictor: some MotionPredictor, _ seed: UInt64) -> String? {
    var predictor = predictor
    var known: Set<Touch.ID> = []
    for frame in PredictionLaw.frames(seed: seed, discipline: .invalid) {
      predictor.record(frame)
      let now = frame.timestamp
      known.formUnion(frame.indices.map { frame[$0].id })
      for id in known {
        let touch = frame.touch(id)
        for horizon in PredictionLaw.horizons {
          let expected = predictor.position(of: id, at: now.later(horizon), asOf: now)
          guard let touch, touch.isDown else {
            if expected != nil { return "\(id) is up and has a position, at \(now)" }
            continue
          }
          guard let expected, expected.position.isFinite, expected.uncertainty.isFinite, expected.uncertainty >= 0
          else {
            return "\(id) is down and has no position, at \(now)"
          }
          if touch.phase == .began, expected.position != touch.position { return "\(id) begins with a past" }
        }
      }
    }
    predictor.reset()
    let time = Timestamp(seconds: 1)
    return known.allSatisfy { predictor.position(of: $0, at: time, asOf: time) == nil } ? nil : "reset forgets nothing"
  }

  private func fading(_ predictor: some MotionPredictor, _ seed: UInt64) -> String? {
    var predictor = predictor
    for frame in PredictionLaw.frames(seed: seed) {
      predictor.record(frame)
      for index in frame.indices where frame[index].isDown {
        let target = frame.timestamp.later(25)
        var last = Double.infinity
        for silence in stride(from: 0.0, through: 200, by: 2.5) {
          let now = frame.timestamp.later(silence)
          let length = predictor.position(of: frame[index].id, at: target, asOf: now)?.displacement.length ?? 0
          if length > last { return "the displacement grows in the silence after \(frame.timestamp)" }
          last = length
        }
      }
    }
    return nil
  }
}

/// A predictor of any kind, as an element of a collection.
private struct AnyPredictor {
  var predictor: any MotionPredictor
  init(_ predictor: any MotionPredictor) { self.predictor = predictor }
}

extension Timestamp {
  fileprivate func later(_ milliseconds: Double) -> Timestamp { self + .nanoseconds(Int64(milliseconds * 1e6)) }
}

extension TouchFrame {
  /// Whether the frame is a report of the device of `touch`.
  package func reports(_ touch: Touch) -> Bool {
    for index in indices where self[index].phase != .stationary { return self[index].device == touch.device }
    return true
  }

  /// The frame with its positions mapped by `map`, `delay` ms later.
  package func mapped(_ map: (Point) -> Point, later delay: Double = 0) -> TouchFrame {
    var frame = self
    frame.timestamp = timestamp.later(delay)
    for index in indices {
      frame[index].position = map(self[index].position)
      frame[index].previousPosition = map(self[index].previousPosition)
      frame[index].landingPosition = map(self[index].landingPosition)
    }
    return frame
  }
}
