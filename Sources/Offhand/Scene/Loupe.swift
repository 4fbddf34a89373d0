/// An enlarged view of the place that a finger hides.
public struct Loupe: Sendable, Hashable {
  /// One picture below the loupe.
  public struct Layer: Sendable, Hashable {
    /// The picture.
    public var image: ImageID
    /// Its size in millimetres before the transform.
    public var size: Size
    /// Where it is on the plane.
    public var transform: Similarity

    /// A picture as the scene draws it.
    public init(image: ImageID, size: Size, transform: Similarity) {
      self.image = image
      self.size = size
      self.transform = transform
    }
  }

  /// The pictures below the loupe, back to front.
  public var layers: [Layer]
  /// The place that is enlarged: where the finger is.
  public var focus: Point
  /// How much it is enlarged; 2 shows everything twice as large.
  public var magnification: Double
  /// What is seen where there is no picture.
  public var background: Color

  /// A loupe.
  public init(layers: [Layer], focus: Point, magnification: Double = 2, background: Color = .black) {
    self.layers = layers
    self.focus = focus
    self.magnification = magnification
    self.background = background
  }
}
