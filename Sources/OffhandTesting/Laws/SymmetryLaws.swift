public import Offhand

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

extension GestureEvent {
  /// How the answer differs from `other`, moved along with the glass; `nil` where it does not.
  func difference(from other: GestureEvent, under map: PlaneMap, comparing parts: LawComparison) -> String? {
    let said = "\(name) \(state) at \(milliseconds) ms"
    if name != other.name || state != other.state || timestamp != other.timestamp {
      return "\(said) where \(other.name) \(other.state) at \(other.milliseconds) ms was due"
    }
    let (mine, theirs) = (gesture, other.gesture)
    if mine.fingers != theirs.fingers || mine.taps != theirs.taps || mine.components != theirs.components {
      return "\(said) with other counts"
    }
    if mine.direction != theirs.direction.map(map.apply) || mine.edge != theirs.edge.map(map.apply) {
      return "\(said) the other way"
    }
    if parts.hand, mine.hand.side != (map.isMirrored ? theirs.hand.side.mirrored : theirs.hand.side) {
      return "\(said) by another hand"
    }
    let sense: Double = map.isMirrored ? -1 : 1
    var distances = [
      mine.location.distance(to: map.apply(theirs.location)),
      (mine.translation - map.apply(theirs.translation)).length,
      abs(mine.scale / theirs.scale - 1), (mine.rotation - theirs.rotation * sense).radians,
    ]
    if parts.velocity {
      distances += [
        (mine.velocity - map.apply(theirs.velocity)).length / (1 + theirs.velocity.length),
        (mine.scaleVelocity - theirs.scaleVelocity) / (1 + abs(theirs.scaleVelocity)),
        (mine.rotationVelocity - theirs.rotationVelocity * sense) / (1 + abs(theirs.rotationVelocity)),
      ]
    }
    guard let worst = distances.map(abs).max(), worst > LawComparison.tolerance else { return nil }
    return "\(said) with values that differ by \(worst)"
  }
}

/// What is compared beside recognizers, states, times, counts and places.
struct LawComparison: Sendable {
  /// How far numbers may differ: rounding, magnified by a narrow span.
  static let tolerance = 1e-6

  /// Whether speeds are. They are held back along each axis by itself (recognizers.md §3.0.9), which a slanting turn notices.
  var velocity = true
  /// Whether hands are. The rule of the original and the forearm know above from below, which every turn notices.
  var hand = true
}

/// A motion of the whole glass that keeps all distances: what it does to touches, it does to answers.
public struct PlaneMap: Sendable, Hashable {
  /// What the unit vector to the right becomes.
  public var right: Vector
  /// What the unit vector down becomes.
  public var down: Vector
  /// What is added last.
  public var offset: Vector

  /// Everything stays.
  public static let identity = PlaneMap(right: Vector(dx: 1, dy: 0), down: Vector(dx: 0, dy: 1), offset: .zero)
  /// Left and right change places.
  public static let mirror = PlaneMap(right: Vector(dx: -1, dy: 0), down: Vector(dx: 0, dy: 1), offset: .zero)
  /// A quarter turn clockwise about the top left corner.
  public static let quarterTurn = PlaneMap(right: Vector(dx: 0, dy: 1), down: Vector(dx: -1, dy: 0), offset: .zero)

  /// A turn about the top left corner.
  public static func turn(by angle: Angle) -> PlaneMap {
    let right = Vector(angle: angle)
    return PlaneMap(right: right, down: right.turnedClockwise, offset: .zero)
  }

  /// A displacement.
  public static func shift(by offset: Vector) -> PlaneMap {
    var map = identity
    map.offset = offset
    return map
  }

  /// Whether clockwise becomes counterclockwise.
  public var isMirrored: Bool { right.cross(down) < 0 }

  /// What becomes of a displacement.
  public func apply(_ vector: Vector) -> Vector { right * vector.dx + down * vector.dy }

  /// What becomes of a place.
  public func apply(_ point: Point) -> Point { .origin + apply(point - .origin) + offset }

  /// What becomes of a direction.
  func apply(_ direction: SwipeDirection) -> SwipeDirection {
    let way = apply(direction.vector)
    return SwipeDirection.allCases.max { $0.vector.dot(way) < $1.vector.dot(way) } ?? direction
  }

  /// What becomes of an edge.
  func apply(_ edge: ScreenEdge) -> ScreenEdge {
    let way = apply(edge.inward)
    return ScreenEdge.allCases.max { $0.inward.dot(way) < $1.inward.dot(way) } ?? edge
  }

  /// What becomes of bounds; for turns that are no quarter turns the upright rectangle around them.
  public func apply(_ bounds: Rect) -> Rect {
    let corner = apply(bounds.origin)
    let opposite = apply(Point(x: bounds.maxX, y: bounds.maxY))
    return Rect(
      x: min(corner.x, opposite.x), y: min(corner.y, opposite.y), width: abs(opposite.x - corner.x),
      height: abs(opposite.y - corner.y))
  }
}
