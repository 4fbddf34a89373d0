package import Offhand

/// Ten fingers that spread, turn and move along a closed path for hours, of which some always touch the panel (Design/Recognizing.md M9).
package struct Soak: Sendable {
  /// Whether fingers are replaced.
  package enum Fingers: Sendable, Hashable {
    /// All ten stay down.
    case stay
    /// In every round one lifts, and lands elsewhere in the same report.
    case change
  }

  /// Reports of one round.
  package static let reportsPerRound = 60

  /// Returns what a transform measures after `rounds` rounds, when the fingers are where they began.
  package static func gesture(after rounds: Int, _ fingers: Fingers, hours: Double = 8) -> Gesture {
    var soak = Soak(pipeline: transform)
    let interval = hours * 3_600_000 / Double(rounds * reportsPerRound)
    // Milliseconds of 32 bits wrap in the middle of it.
    let start = Double(Timestamp.millisecondPeriod / 1_000_000) - hours * 1_800_000
    for report in 0...(rounds * reportsPerRound) {
      let phase = report % reportsPerRound
      let changing = fingers == .change && phase == 20 ? report / reportsPerRound % count : nil
      soak.play(phase, at: start + Double(report) * interval, lands: report == 0, changing: changing)
    }
    return soak.last
  }

  private static let count = 10
  private static let transform = Pipeline {
    TransformGestureRecognizer(
      pan: PanGestureRecognizer(slop: 0),
      pinch: PinchGestureRecognizer(slop: 0, lockedSlop: 0, lockedShare: 0, minimumSpan: 0),
      rotation: RotationGestureRecognizer(
        threshold: .zero, arc: 0, lockedThreshold: .zero, dominance: 0, lockedDominance: 0))
  }

  private var pipeline: Pipeline<ConfiguredRecognizer<TransformGestureRecognizer>>
  private var assembler = TouchFrameAssembler()
  private var angles = (0..<count).map { 2 * Double.pi * Double($0) / Double(count) }
  private var last = Gesture()

  private init(pipeline: Pipeline<ConfiguredRecognizer<TransformGestureRecognizer>>) { self.pipeline = pipeline }

  /// Plays one report of all fingers, the one at index `phase` of a round.
  private mutating func play(_ phase: Int, at milliseconds: Double, lands: Bool, changing: Int?) {
    let wave = Angle(radians: 2 * .pi * Double(phase) / Double(Soak.reportsPerRound))
    let offset = Vector(dx: 20 * wave.sine, dy: 15 * (1 - wave.cosine))
    var steps: [Step] = []
    for finger in 0..<Soak.count {
      if finger == changing {
        steps.append(up(Int32(finger), at: milliseconds))
        angles[finger] += 0.2
      }
      let arm = Vector(angle: Angle(radians: angles[finger] + 0.9 * wave.sine)) * (40 * (1 + 0.4 * wave.sine))
      let place = Point(x: 150, y: 95) + arm + offset
      steps.append(
        lands || finger == changing
          ? down(Int32(finger), place.x, place.y, at: milliseconds)
          : move(Int32(finger), to: place.x, place.y, at: milliseconds))
    }
    var assembler = self.assembler
    Script(steps: steps).forEachFrame(assembler: &assembler) { frame in
      pipeline.process(frame)
      for event in pipeline.events { last = event.gesture }
    }
    self.assembler = assembler
  }
}
