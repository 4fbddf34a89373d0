public import Offhand

/// A picture that can lie on the table: by which name the renderer knows it, and how many pixels it has.
public struct BoardPicture: Sendable, Hashable {
  /// The renderer's name for it.
  public var image: ImageID
  /// How many pixels it is wide.
  public var width: Int
  /// How many pixels it is high.
  public var height: Int

  /// A picture of `width` by `height` pixels.
  public init(image: ImageID, width: Int, height: Int) {
    self.image = image
    self.width = width
    self.height = height
  }

  /// The size with the longer side `side` millimetres long.
  func size(longerSide side: Double) -> Size {
    let longer = Double(max(width, height, 1))
    return Size(width: Double(width) / longer * side, height: Double(height) / longer * side)
  }
}
