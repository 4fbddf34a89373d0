/// Opens for a common motion of the fingers once it exceeds jitter, and removes the slop from it.
struct TranslationGate: Sendable {
  /// The position on the path from which the motion is measured.
  private(set) var origin = Vector.zero
  private(set) var isOpen = false
  private var previous = 0.0

  mutating func restart(at path: MotionPath) {
    origin = path.translation
    previous = 0
    isOpen = false
  }

  func motion(_ path: MotionPath) -> Vector { path.translation - origin }

  /// Whether the gate opens: the fingers are more than `slop` millimetres from the origin, in a straight line. The slop is removed along
  /// the motion, or the distance held back in earlier frames if that is larger, so that the first value never jumps.
  mutating func opens(_ path: MotionPath, slop: Double, slopPolicy: SlopPolicy) -> Bool {
    let motion = motion(path)
    let distance = motion.length
    guard distance > slop + Tolerance.length else {
      previous = distance
      return false
    }
    if slopPolicy == .excluded { origin += motion * (min(max(slop, previous), distance) / distance) }
    isOpen = true
    return true
  }

  /// Records motion that something other than the slop held back.
  mutating func holdBack(_ path: MotionPath) { previous = motion(path).length }

  mutating func set(_ value: Vector, at path: MotionPath) {
    guard value.isFinite else { return }
    origin = path.translation - value
  }
}

/// Opens for a component of motion that takes two or more fingers, once it exceeds jitter.
protocol PairGate: Sendable {
  init()
  var isOpen: Bool { get }
  /// Starts measuring from here.
  mutating func restart(at path: MotionPath, span: Double)
  /// Continues measuring from `value`.
  mutating func set(_ value: Double, at path: MotionPath)
}

/// Opens for the spread of the fingers once it exceeds jitter, and removes the slop from it.
struct ScaleGate: PairGate {
  /// The path's scale that is reported as 1.
  private(set) var base = 1.0
  private(set) var isOpen = false
  /// The span from which the spread is measured, in millimetres.
  private(set) var originSpan = 0.0
  private var origin = MotionPath.start
  private var previous = 0.0

  mutating func restart(at path: MotionPath, span: Double) {
    base = path.scale
    origin = path
    originSpan = span
    previous = 0
    isOpen = false
  }

  /// Whether the gate opens: the span changed by `slop` millimetres or more, net, and was or is at least `minimumSpan`.
  /// The slop is removed, or the change held back in earlier frames if that is larger.
  mutating func opens(
    _ path: MotionPath, span: Double, slop: Double, minimumSpan: Double, slopPolicy: SlopPolicy
  ) -> Bool {
    let change = span - originSpan
    guard abs(change) >= slop - Tolerance.length, max(span, originSpan) >= minimumSpan else {
      previous = abs(change)
      return false
    }
    if slopPolicy == .excluded {
      let removed = min(max(slop, previous), abs(change))
      let threshold = originSpan + (change < 0 ? -removed : removed)
      if threshold > 0, originSpan > 0 { base = origin.scale * threshold / originSpan }
    }
    isOpen = true
    return true
  }

  /// Restarts once the fingers have moved more than `travel` millimetres together, along or around each other: span changes during
  /// such motion are not spreading, but for what is beyond the share of it that comes by itself.
  mutating func forget(_ path: MotionPath, span: Double, after travel: Double) {
    let around = abs(path.rotation - origin.rotation) * originSpan / 2
    let moved = (path.translation - origin.translation).length + around
    guard moved > travel else { return }
    let kept = excess(of: span - originSpan, beyond: moved * incidentalShare)
    restart(at: path, span: span)
    guard kept != 0, span > 0 else { return }
    originSpan -= kept
    origin.scale *= originSpan / span
    base = origin.scale
    previous = abs(kept)
  }

  func scale(_ path: MotionPath) -> Double { path.scale / base }

  mutating func set(_ value: Double, at path: MotionPath) {
    guard value > 0, value.isFinite else { return }
    base = path.scale / value
  }
}

/// Opens for the rotation of the fingers once it exceeds jitter and the rotation that accompanies a pinch, and removes the slop from it.
struct RotationGate: PairGate {
  /// The path's rotation that is reported as 0, in radians.
  private(set) var base = 0.0
  private(set) var isOpen = false
  private var origin = MotionPath.start
  private var originSpan = 0.0
  private var previous = 0.0

  mutating func restart(at path: MotionPath, span: Double) {
    base = path.rotation
    origin = path
    originSpan = span
    previous = 0
    isOpen = false
  }

  /// Whether the gate opens: the rotation is `threshold` or more, over an arc of `arc` millimetres or more for each
  /// finger, and the motion around is at least `dominance` times the motion outwards.
  mutating func opens(
    _ group: borrowing TouchGroup, in table: borrowing TouchTable, threshold: Double, arc: Double,
    dominance: Double, slopPolicy: SlopPolicy
  ) -> Bool {
    let turn = group.path.rotation - origin.rotation
    let size = abs(turn)
    let slop = slop(threshold, arc: arc)
    guard size >= slop, leadsAround(group.span(in: table), by: size, dominance) else {
      previous = size
      return false
    }
    if slopPolicy == .excluded {
      let removed = min(max(slop, previous), size)
      base = origin.rotation + (turn < 0 ? -removed : removed)
    }
    isOpen = true
    return true
  }

  /// The rotation that is missing until the gate may open, in radians.
  func rest(_ path: MotionPath, threshold: Double, arc: Double) -> Double {
    slop(threshold, arc: arc) - abs(path.rotation - origin.rotation)
  }

  private func slop(_ threshold: Double, arc: Double) -> Double {
    max(threshold, originSpan > 0 ? 2 * arc / originSpan : .infinity)
  }

  /// Restarts once the fingers have moved more than `travel` millimetres together: rotation that accumulated during such motion does
  /// not count, but for what is beyond the share of it that comes by itself.
  mutating func forget(_ group: borrowing TouchGroup, in table: borrowing TouchTable, after travel: Double) {
    let displacement = group.path.translation - origin.translation
    guard displacement.lengthSquared > travel * travel else { return }
    let incidental = displacement.length * incidentalShare
    let kept =
      originSpan > 0 ? excess(of: group.path.rotation - origin.rotation, beyond: 2 * incidental / originSpan) : 0
    let span = originSpan
    restart(at: group.path, span: group.span(in: table))
    guard kept != 0 else { return }
    // What the fingers spread belongs to what they turned.
    originSpan = span
    origin.rotation -= kept
    base = origin.rotation
    previous = abs(kept)
  }

  /// Whether a rotation by `size`, to a span of `span` millimetres, moves the fingers around at least `dominance` times
  /// as far as outwards.
  private func leadsAround(_ span: Double, by size: Double, _ dominance: Double) -> Bool {
    let around = size * (originSpan + span) / 4
    let outwards = abs(span - originSpan) / 2
    return around >= dominance * outwards
  }

  /// The rotation since the gate opened, in radians.
  func rotation(_ path: MotionPath) -> Double { path.rotation - base }

  /// Continues measuring from `value`, in radians.
  mutating func set(_ value: Double, at path: MotionPath) {
    guard value.isFinite else { return }
    base = path.rotation - value
  }
}

/// The share of a common motion by which fingers spread or turn without being meant to: scrolls reach a seventh.
private let incidentalShare = 0.2

private func excess(of value: Double, beyond limit: Double) -> Double {
  value > 0 ? max(value - limit, 0) : min(value + limit, 0)
}

/// Whether the motion needed to begin is part of the gesture.
public enum SlopPolicy: Sendable, Hashable {
  /// It is removed, so that content does not jump when the gesture begins.
  case excluded
  /// It is kept, so that content stays under the finger.
  case included
}

/// Whether fingers may still become a tap: other gestures then use a higher threshold.
///
/// Drift during this time is tap tolerance, not motion. The larger slop therefore also applies in the frame after the tap's end, and drift
/// that has not exceeded it by then is discarded. Resting too long for a tap must not by itself begin another gesture.
struct TapContest: Sendable {
  /// Whether the fingers may still become a tap.
  private(set) var isActive = false
  private var wasOpen = false

  /// Records whether the fingers may still become a tap in this frame.
  mutating func update(_ others: GestureComponents) {
    wasOpen = isActive
    isActive = others.contains(.tap)
  }

  var counts: Bool { isActive || wasOpen }

  /// Whether the tap has become impossible since the previous frame.
  var isOver: Bool { wasOpen && !isActive }
}
