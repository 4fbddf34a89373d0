import Offhand

/// The laws about the glass: what is done to all touches is done to all answers, and nothing else changes (recognizers.md M5, M6).
extension GestureLaw {
  /// The mirrored touches have the mirrored answers.
  public static let mirror = GestureLaw(name: "M6 mirror") { subject, steps, _ in
    compare(subject.played(steps, on: .mirror), with: subject.played(steps), under: .mirror)
  }

  /// Touches that are turned by a quarter have answers that are.
  public static let quarterTurn = GestureLaw(
    name: "M6 quarter turn", applies: { $0.symmetry != .upright }
  ) { subject, steps, _ in
    compare(subject.played(steps, on: .quarterTurn), with: subject.played(steps), under: .quarterTurn)
  }

  /// Touches that are turned by any angle have answers that are.
  public static let anyTurn = GestureLaw(
    name: "M6 any turn", applies: { $0.symmetry == .round }
  ) { subject, steps, seed in
    var random = SeededGenerator(seed: seed)
    let map = PlaneMap.turn(by: Angle(degrees: random.number(0...360)))
    return compare(
      subject.played(steps, on: map), with: subject.played(steps), under: map, LawComparison(velocity: false))
  }

  /// Touches elsewhere have answers there.
  public static let anyPlace = GestureLaw(name: "M6 any place") { subject, steps, seed in
    var random = SeededGenerator(seed: seed)
    let map = PlaneMap.shift(by: Vector(dx: random.number(-900...900), dy: random.number(-900...900)))
    return compare(subject.played(steps, on: map), with: subject.played(steps), under: map)
  }

  /// In whatever unit, and however turned, a panel reports the same touches, the answers are the same: thresholds are
  /// millimetres, and the door into the domain is the only place that knows anything else.
  public static let anyUnit = GestureLaw(name: "M5 any unit") { subject, steps, seed in
    var random = SeededGenerator(seed: seed)
    let transform = OutputTransform.allCases[random.number(0...7)]
    let pixels = bounds.width * [0.5, 1, 1.25, 1.5, 2, 4, 1000][random.number(0...6)]
    let panel = transform.logical(bounds.size)
    let mapping = OutputMapping(
      panel: TouchPanel(sensorSize: panel),
      output: OutputDescription(
        name: "", physicalSize: panel, modeWidth: pixels * panel.width / bounds.width,
        modeHeight: pixels * panel.height / bounds.width, transform: transform))
    let reported = steps.map { step in
      step.mapped { place in
        let unit = transform.undone.logical(x: place.x / bounds.width, y: place.y / bounds.height)
        return mapping.point(x: unit.x, y: unit.y)
      }
    }
    return compare(subject.played(reported), with: subject.played(steps))
  }

  /// Whatever slots a device gives to its fingers, and in whatever order it reports what they did together, the answers are
  /// the same. Landings keep their order: it tells the first two fingers of several (K2).
  public static let anySlot = GestureLaw(name: "M6 any slot") { subject, steps, seed in
    var random = SeededGenerator(seed: seed)
    let slots = (Int32(0)..<16).shuffled(using: &random)
    var renamed = steps
    for index in renamed.indices where (0..<16).contains(renamed[index].finger) {
      renamed[index].finger = slots[Int(renamed[index].finger)]
    }
    var start = 0
    while start < renamed.count {
      var end = start + 1
      while end < renamed.count, renamed[end].isAlike(renamed[start]) { end += 1 }
      renamed[start..<end].shuffle(using: &random)
      start = end
    }
    return compare(subject.played(renamed), with: subject.played(steps))
  }
}

extension Step {
  /// Whether both are motions, or both lifts, of one report: then their order means nothing.
  fileprivate func isAlike(_ other: Step) -> Bool {
    guard time == other.time, device == other.device, finger != other.finger else { return false }
    return switch (kind, other.kind) {
    case (.motion, .motion), (.up, .up): true
    default: false
    }
  }
}

extension OutputTransform {
  /// The transform that undoes this one.
  fileprivate var undone: OutputTransform {
    switch self {
    case .rotated90: .rotated270
    case .rotated270: .rotated90
    case .normal, .rotated180, .flipped, .flipped90, .flipped180, .flipped270: self
    }
  }
}
