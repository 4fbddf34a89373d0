/// Which recognizer of a zoom view's pipeline is which, in the order in which they stand there.
public struct ZoomGestures: Sendable, Hashable {
  /// The one that scales, turns and moves.
  public var transform: Int
  /// The one that resets.
  public var tap: Int

  /// The positions of the recognizers.
  public init(transform: Int, tap: Int) {
    self.transform = transform
    self.tap = tap
  }
}
