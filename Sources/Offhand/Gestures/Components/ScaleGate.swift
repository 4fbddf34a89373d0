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
