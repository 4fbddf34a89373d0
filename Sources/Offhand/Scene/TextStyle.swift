/// How text looks.
public struct TextStyle: Sendable, Hashable {
  /// How heavy the strokes are.
  public enum Weight: UInt8, Sendable {
    /// For text that is read.
    case regular
    /// For text that is glanced at.
    case bold
  }

  /// Where a line stands in its rectangle.
  public enum Alignment: UInt8, Sendable {
    /// At the left edge.
    case left
    /// In the middle.
    case center
    /// At the right edge.
    case right
  }

  /// The size of the font (its em) in millimetres.
  public var size: Double
  /// How heavy the strokes are.
  public var weight: Weight
  /// The colour.
  public var color: Color
  /// Where a line stands in its rectangle.
  public var alignment: Alignment

  /// A style; `size` in millimetres.
  public init(
    size: Double, weight: Weight = .regular, color: Color = .black, alignment: Alignment = .left
  ) {
    self.size = size
    self.weight = weight
    self.color = color
    self.alignment = alignment
  }
}
