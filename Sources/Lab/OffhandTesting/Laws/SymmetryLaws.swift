package import Offhand

/// Laws of symmetry: moving all touches moves all events in the same way and changes nothing else (Design/Recognizing.md M5, M6).
extension GestureLaw {
  /// Mirrored touches give mirrored events.
  package static let mirror = symmetry("M6 mirror") { _ in .mirror }

  /// Touches turned by a quarter turn give events turned by it.
  package static let quarterTurn = symmetry("M6 quarter turn", of: [.round, .square]) { _ in .quarterTurn }

  /// Touches turned by any angle give events turned by it.
  package static let anyTurn = symmetry("M6 any turn", of: [.round], LawComparison(velocity: false)) { random in
    .turn(by: Angle(degrees: random.number(0...360)))
  }

  /// Displaced touches give displaced events.
  package static let anyPlace = symmetry("M6 any place") { random in
    .shift(by: Vector(dx: random.number(-900...900), dy: random.number(-900...900)))
  }

  /// The law that touches moved by a map give events moved by it.
  private static func symmetry(
    _ name: String, of symmetries: Set<LawSubject.Symmetry> = [.round, .square, .upright],
    _ parts: LawComparison = LawComparison(), map: @escaping @Sendable (inout SeededGenerator) -> PlaneMap
  ) -> GestureLaw {
    GestureLaw(name: name, applies: { symmetries.contains($0.symmetry) }) { subject, steps, seed in
      var random = SeededGenerator(seed: seed)
      let map = map(&random)
      return compare(subject.played(steps, on: map), with: subject.played(steps), under: map, parts)
    }
  }

  /// The panel's unit and orientation do not change the events: thresholds are in millimetres, and only the output mapping knows
  /// another unit.
  package static let anyUnit = GestureLaw(name: "M5 any unit") { subject, steps, seed in
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
        let unit = transform.inverse.logical(x: place.x / bounds.width, y: place.y / bounds.height)
        return mapping.point(x: unit.x, y: unit.y)
      }
    }
    return compare(subject.played(reported), with: subject.played(steps))
  }

  /// The numbers of the slots and the order of simultaneous motions or lifts do not change the events. Landings keep their order,
  /// since it determines the first two of several fingers (K2).
  package static let anySlot = GestureLaw(name: "M6 any slot") { subject, steps, seed in
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

  /// The moment does not change the events, not even that at which stamps in milliseconds of 32 bits wrap.
  package static let anyTime = GestureLaw(name: "any time") { subject, steps, seed in
    var random = SeededGenerator(seed: seed)
    let steps = steps.map { step in
      var step = step
      step.time.nanoseconds -= step.time.nanoseconds % 1_000_000
      return step
    }
    let middle = steps.randomElement(using: &random)?.time ?? .zero
    let delay = Timestamp.millisecondPeriod - middle.nanoseconds
    var now = Timestamp(nanoseconds: delay)
    let late = steps.map { step in
      var step = step
      let stamp = UInt32(truncatingIfNeeded: (step.time.nanoseconds + delay) / 1_000_000)
      now = Timestamp(wrapped: stamp, near: now)
      step.time = now
      return step
    }
    return compare(subject.played(late).earlier(by: delay), with: subject.played(steps))
  }
}

extension Step {
  /// Whether both are motions, or both lifts, of one report, whose order has no meaning.
  fileprivate func isAlike(_ other: Step) -> Bool {
    guard time == other.time, device == other.device, finger != other.finger else { return false }
    return switch (kind, other.kind) {
    case (.motion, .motion), (.up, .up): true
    default: false
    }
  }
}

extension GestureEvent {
  /// Describes how the event differs from `other` moved by `map`; `nil` if it does not.
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

/// Parts of events that are compared besides recognizer, state, time, counts and positions.
struct LawComparison: Sendable {
  /// Difference that is allowed: rounding, magnified by a narrow span.
  static let tolerance = 1e-6

  /// Whether velocities are compared. They are limited along each axis (Design/Recognizing.md "Velocity"), so they are not invariant under any
  /// turn but quarter turns.
  var velocity = true
  /// Whether hands are compared. The original's rule and the forearm depend on the direction of the user, so they are not invariant
  /// under turns.
  var hand = true
}

/// An isometry of the panel: a turn or mirroring, then a displacement.
package struct PlaneMap: Sendable, Hashable {
  /// Image of the unit vector to the right.
  package var right: Vector
  /// Image of the unit vector down.
  package var down: Vector
  /// Displacement, applied last.
  package var offset: Vector

  /// The identity.
  package static let identity = PlaneMap(right: Vector(dx: 1, dy: 0), down: Vector(dx: 0, dy: 1), offset: .zero)
  /// Exchanges left and right.
  package static let mirror = PlaneMap(right: Vector(dx: -1, dy: 0), down: Vector(dx: 0, dy: 1), offset: .zero)
  /// A quarter turn clockwise about the top left corner.
  package static let quarterTurn = PlaneMap(right: Vector(dx: 0, dy: 1), down: Vector(dx: -1, dy: 0), offset: .zero)

  /// A turn about the top left corner.
  package static func turn(by angle: Angle) -> PlaneMap {
    let right = Vector(angle: angle)
    return PlaneMap(right: right, down: right.turnedClockwise, offset: .zero)
  }

  /// A translation.
  package static func shift(by offset: Vector) -> PlaneMap {
    var map = identity
    map.offset = offset
    return map
  }

  /// Whether the map reverses the sense of rotation.
  package var isMirrored: Bool { right.cross(down) < 0 }

  /// Returns the image of a displacement.
  package func apply(_ vector: Vector) -> Vector { right * vector.dx + down * vector.dy }

  /// Returns the image of a point.
  package func apply(_ point: Point) -> Point { .origin + apply(point - .origin) + offset }

  /// Returns the swipe direction nearest to the image.
  func apply(_ direction: SwipeDirection) -> SwipeDirection {
    let way = apply(direction.vector)
    return SwipeDirection.allCases.max { $0.vector.dot(way) < $1.vector.dot(way) } ?? direction
  }

  /// Returns the edge nearest to the image.
  func apply(_ edge: ScreenEdge) -> ScreenEdge {
    let way = apply(edge.inward)
    return ScreenEdge.allCases.max { $0.inward.dot(way) < $1.inward.dot(way) } ?? edge
  }

  /// Returns the image of bounds, given that the map takes axes to axes; else a rectangle through the images of two corners.
  package func apply(_ bounds: Rect) -> Rect {
    let corner = apply(bounds.origin)
    let opposite = apply(Point(x: bounds.maxX, y: bounds.maxY))
    return Rect(
      x: min(corner.x, opposite.x), y: min(corner.y, opposite.y), width: abs(opposite.x - corner.x),
      height: abs(opposite.y - corner.y))
  }
}
