/// A soft shadow below a rounded rectangle.
public struct Shadow: Sendable, Hashable {
  /// The colour where the shadow is deepest.
  public var color: Color
  /// The displacement of the shadow from what casts it, in millimetres.
  public var offset: Vector
  /// How far the edge is smeared to either side, in millimetres; 0 is a hard edge.
  public var blur: Double

  /// A shadow; `offset` and `blur` in millimetres.
  public init(color: Color = Color(white: 0, alpha: 0.35), offset: Vector = Vector(dx: 0, dy: 0.8), blur: Double = 2) {
    self.color = color
    self.offset = offset
    self.blur = blur
  }
}
