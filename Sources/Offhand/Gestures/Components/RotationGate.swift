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
    _ fingers: borrowing FingerGroup, in contacts: borrowing ContactTable, threshold: Double, arc: Double,
    dominance: Double, slopPolicy: SlopPolicy
  ) -> Bool {
    let turn = fingers.path.rotation - origin.rotation
    let size = abs(turn)
    let slop = slop(threshold, arc: arc)
    guard size >= slop, leadsAround(fingers.span(in: contacts), by: size, dominance) else {
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
  mutating func forget(_ fingers: borrowing FingerGroup, in contacts: borrowing ContactTable, after travel: Double) {
    let way = fingers.path.translation - origin.translation
    if way.lengthSquared > travel * travel { restart(at: fingers.path, span: fingers.span(in: contacts)) }
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
