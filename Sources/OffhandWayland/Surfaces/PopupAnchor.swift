/// Where a popup goes: a rectangle of its parent, and the popup's own size, in logical pixels.
public struct PopupAnchor: Sendable, Hashable {
  /// Where the popup is wanted, relative to its parent.
  public var x: Int32
  /// Where the popup is wanted, relative to its parent.
  public var y: Int32
  /// How wide the popup is; at least 1.
  public var width: Int32
  /// How high the popup is; at least 1.
  public var height: Int32

  /// A popup of that size with its top left corner at (x, y).
  public init(x: Int32, y: Int32, width: Int32, height: Int32) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}
