/// One thing to draw. Lengths are millimetres; ranges point into the list's own storage.
public enum DrawCommand: Sendable, Hashable {
  /// A filled rectangle with round corners.
  case fill(Rect, cornerRadius: Double, Color)
  /// The line just inside a rectangle's edge.
  case stroke(Rect, cornerRadius: Double, width: Double, Color)
  /// The shadow of a rounded rectangle, taken where the similarity leads.
  case shadow(Rect, cornerRadius: Double, Shadow, Similarity)
  /// A picture of a size, taken where the similarity leads.
  case picture(ImageID, size: Size, Similarity, FilterQuality)
  /// A line of text.
  case text(Range<Int>, in: Rect, TextStyle)
  /// A convex polygon.
  case polygon(Range<Int>, Color)
  /// The convex hull of two discs: centre and radius of each.
  case capsule(Point, Double, Point, Double, Color)
  /// From here to the matching `endLayer`: one sheet, cut and faded as a whole.
  case beginLayer(Rect, cornerRadius: Double, opacity: Double)
  /// The end of the innermost layer.
  case endLayer
}

/// A colour in sRGB with straight alpha; every component from 0 to 1.
public struct Color: Sendable, Hashable {
  /// Red, 0 to 1.
  public var red: Float
  /// Green, 0 to 1.
  public var green: Float
  /// Blue, 0 to 1.
  public var blue: Float
  /// Opacity, from 0 (nothing is seen) to 1 (nothing shows through).
  public var alpha: Float

  /// A colour of four components, each from 0 to 1.
  @inlinable
  public init(red: Float, green: Float, blue: Float, alpha: Float = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// A grey, from 0 (black) to 1 (white).
  @inlinable
  public init(white: Float, alpha: Float = 1) {
    self.init(red: white, green: white, blue: white, alpha: alpha)
  }

  /// An opaque colour as designers write it: `0xRRGGBB`.
  @inlinable
  public init(rgb: UInt32) {
    self.init(
      red: Float(rgb >> 16 & 0xFF) / 255, green: Float(rgb >> 8 & 0xFF) / 255, blue: Float(rgb & 0xFF) / 255)
  }

  /// Opaque black.
  public static let black = Color(white: 0)
  /// Opaque white.
  public static let white = Color(white: 1)
  /// Nothing.
  public static let clear = Color(white: 0, alpha: 0)

  /// The same colour, `alpha` times as opaque.
  @inlinable
  public func faded(_ alpha: Float) -> Color {
    Color(red: red, green: green, blue: blue, alpha: self.alpha * alpha)
  }
}

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

/// A picture that a renderer holds, by name.
///
/// New content gets a new name: the damage between two display lists is found by comparing commands, not pixels.
public struct ImageID: Sendable, Hashable {
  /// The number.
  public var rawValue: UInt32

  /// The picture with this number.
  @inlinable
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// How a picture is sampled when it is scaled or turned.
public enum FilterQuality: UInt8, Sendable {
  /// The nearest pixel: for pictures that fingers move right now.
  case fast
  /// A mean of neighbours, of the fitting mip level: for pictures at rest.
  case smooth
}

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
