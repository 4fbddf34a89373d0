/// Which recognizer of a tray view's pipeline is which, in the order in which they stand there.
public struct TrayGestures: Sendable, Hashable {
  /// The one that drags.
  public var pan: Int
  /// The one that pulls the drawer out of the left edge.
  public var edgePan: Int
  /// The one that opens and shuts without dragging.
  public var tap: Int

  /// The positions of the recognizers.
  public init(pan: Int, edgePan: Int, tap: Int) {
    self.pan = pan
    self.edgePan = edgePan
    self.tap = tap
  }
}
