public import Offhand

/// The picture of a zoom view: by which name the renderer knows it, and how many pixels it has.
public struct ZoomImage: Sendable, Hashable {
  /// What is seen around the picture: dark and without a colour, so that the picture's own colours are judged by themselves.
  static let ground = Color(rgb: 0x16181D)

  /// The renderer's name for it.
  public var id: ImageID
  /// How many pixels it is wide.
  public var width: Int
  /// How many pixels it is high.
  public var height: Int

  /// A picture of `width` by `height` pixels.
  public init(id: ImageID, width: Int, height: Int) {
    self.id = id
    self.width = width
    self.height = height
  }
}
