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
