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
