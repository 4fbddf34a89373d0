/// Lets a common motion of fingers through once it is more than jitter, and takes the slop out of it.
struct TranslationGate: Sendable {
  /// Where on the path the motion is counted from.
  private(set) var origin = Vector.zero
  /// Whether the motion is let through.
  private(set) var isOpen = false
  private var previous = 0.0

  /// Counts from here on.
  mutating func restart(at path: MotionPath) {
    origin = path.translation
    previous = 0
    isOpen = false
  }

  /// How far the fingers are from where the motion is counted from.
  func motion(_ path: MotionPath) -> Vector { path.translation - origin }

  /// Whether the motion counts: more than `slop` millimetres as the crow flies. The slop is taken out along the motion, or
  /// what was held back in frames before if that is more, so that the first value never jumps.
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

  /// Remembers motion that something else than the slop held back.
  mutating func holdBack(_ path: MotionPath) { previous = motion(path).length }

  /// Counts on from `value`.
  mutating func set(_ value: Vector, at path: MotionPath) {
    guard value.isFinite else { return }
    origin = path.translation - value
  }
}

/// Lets a component of motion through that takes two fingers or more, once it is more than jitter.
protocol PairGate: Sendable {
  /// A gate that is shut.
  init()
  /// Whether the component is let through.
  var isOpen: Bool { get }
  /// Counts from here on.
  mutating func restart(at path: MotionPath, span: Double)
  /// Counts on from `value`.
  mutating func set(_ value: Double, at path: MotionPath)
}

/// Lets the spreading of fingers through once it is more than jitter, and takes the slop out of it.
struct ScaleGate: PairGate {
  /// The path's scale that counts as one.
  private(set) var base = 1.0
  /// Whether the spreading is let through.
  private(set) var isOpen = false
  /// The span that the spreading is counted from, in millimetres.
  private(set) var originSpan = 0.0
  private var origin = MotionPath.start
  private var previous = 0.0

  /// Counts from here on.
  mutating func restart(at path: MotionPath, span: Double) {
    base = path.scale
    origin = path
    originSpan = span
    previous = 0
    isOpen = false
  }

  /// Whether the spreading counts: the span changed by `slop` millimetres or more, net. The slop is taken out, or what was
  /// held back in frames before if that is more.
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

  /// Counts anew once the fingers have gone more than `travel` millimetres together, along or around each other: what their
  /// span changed by the way is no spreading.
  mutating func forget(_ path: MotionPath, span: Double, after travel: Double) {
    let around = abs(path.rotation - origin.rotation) * originSpan / 2
    if (path.translation - origin.translation).length + around > travel { restart(at: path, span: span) }
  }

  /// The scale since the gate opened.
  func scale(_ path: MotionPath) -> Double { path.scale / base }

  /// Counts on from `value`.
  mutating func set(_ value: Double, at path: MotionPath) {
    guard value > 0, value.isFinite else { return }
    base = path.scale / value
  }
}

/// Lets the turning of fingers through once it is more than jitter and more than the turn that comes with a pinch, and
/// takes the slop out of it.
struct RotationGate: PairGate {
  /// The path's rotation that counts as zero, in radians.
  private(set) var base = 0.0
  /// Whether the turning is let through.
  private(set) var isOpen = false
  private var origin = MotionPath.start
  private var originSpan = 0.0
  private var previous = 0.0

  /// Counts from here on.
  mutating func restart(at path: MotionPath, span: Double) {
    base = path.rotation
    origin = path
    originSpan = span
    previous = 0
    isOpen = false
  }

  /// Whether the turning counts: by `threshold` or more, over an arc of `arc` millimetres or more a finger, and at least
  /// `dominance` times as far around as outwards.
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

  /// How much is missing until the turning may count, in radians.
  func rest(_ path: MotionPath, threshold: Double, arc: Double) -> Double {
    slop(threshold, arc: arc) - abs(path.rotation - origin.rotation)
  }

  private func slop(_ threshold: Double, arc: Double) -> Double {
    max(threshold, originSpan > 0 ? 2 * arc / originSpan : .infinity)
  }

  /// Counts anew once the fingers have gone more than `travel` millimetres together: what they turned by the way is no turn.
  mutating func forget(_ group: borrowing TouchGroup, in table: borrowing TouchTable, after travel: Double) {
    let displacement = group.path.translation - origin.translation
    if displacement.lengthSquared > travel * travel { restart(at: group.path, span: group.span(in: table)) }
  }

  /// Whether a turn by `size`, to a span of `span` millimetres, leads around more than outwards.
  private func leadsAround(_ span: Double, by size: Double, _ dominance: Double) -> Bool {
    let around = size * (originSpan + span) / 4
    let outwards = abs(span - originSpan) / 2
    return around >= dominance * outwards
  }

  /// The turn since the gate opened, in radians.
  func rotation(_ path: MotionPath) -> Double { path.rotation - base }

  /// Counts on from `value`, in radians.
  mutating func set(_ value: Double, at path: MotionPath) {
    guard value.isFinite else { return }
    base = path.rotation - value
  }
}

/// Whether the motion that it took to begin is part of the gesture.
public enum SlopPolicy: Sendable, Hashable {
  /// It is taken out, so that content does not jump when the gesture begins.
  case excluded
  /// It is kept, so that content stays under the finger.
  case included
}

/// Whether fingers may still become a tap: others then wait longer before they take them.
///
/// What the fingers drifted meanwhile is the tap's tolerance and no motion. So the longer slop counts in the frame after the
/// tap's end as well, and what did not pass it then is forgotten: fingers that lie too long for a tap begin nothing by lying.
struct TapContest: Sendable {
  /// Whether a tap may come of the fingers.
  private(set) var isActive = false
  private var wasOpen = false

  /// Takes in what may become of the fingers in this frame.
  mutating func update(_ others: GestureComponents) {
    wasOpen = isActive
    isActive = others.contains(.tap)
  }

  /// Whether the longer slop counts.
  var counts: Bool { isActive || wasOpen }

  /// Whether the tap has come to nothing since the frame before.
  var isOver: Bool { wasOpen && !isActive }
}
