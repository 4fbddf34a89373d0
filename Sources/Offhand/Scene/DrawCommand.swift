/// A drawing command. Lengths are in millimetres; ranges are indices into the list's storage.
package enum DrawCommand: Sendable, Hashable {
  /// A filled rectangle with rounded corners.
  case fill(Rect, cornerRadius: Double, Color)
  /// A stroke along the inside of a rectangle's edge.
  case stroke(Rect, cornerRadius: Double, width: Double, Color)
  /// The drop shadow of a rounded rectangle that the similarity maps.
  case shadow(Rect, cornerRadius: Double, DropShadow, Similarity)
  /// A picture of a size, mapped by the similarity.
  case picture(ImageID, size: Size, Similarity, FilterQuality)
  /// A line of text.
  case text(Range<Int>, in: Rect, TextStyle)
  /// A convex polygon.
  case polygon(Range<Int>, Color)
  /// The convex hull of two discs: centre and radius of each.
  case capsule(Point, Double, Point, Double, Color)
  /// The beginning of a layer, up to the matching `endLayer`: clipped and faded as a whole.
  case beginLayer(Rect, cornerRadius: Double, opacity: Double)
  /// The end of the innermost layer.
  case endLayer

  /// The command in the coordinates that `map`, which does not turn, leads to; the points of a polygon are mapped where they are stored.
  func mapped(by map: Similarity) -> DrawCommand {
    let scale = map.scale
    switch self {
    case .fill(let rect, let radius, let color): return .fill(map.bounds(of: rect), cornerRadius: radius * scale, color)
    case .stroke(let rect, let radius, let width, let color):
      return .stroke(map.bounds(of: rect), cornerRadius: radius * scale, width: width * scale, color)
    case .shadow(let rect, let radius, var shadow, let transform):
      shadow.offset = shadow.offset * scale
      shadow.blur *= scale
      return .shadow(rect, cornerRadius: radius, shadow, transform.followed(by: map))
    case .picture(let image, let size, let transform, let quality):
      return .picture(image, size: size, transform.followed(by: map), quality)
    case .text(let range, let rect, var style):
      style.size *= scale
      return .text(range, in: map.bounds(of: rect), style)
    case .polygon, .endLayer: return self
    case .capsule(let start, let startRadius, let end, let endRadius, let color):
      return .capsule(map.apply(start), startRadius * scale, map.apply(end), endRadius * scale, color)
    case .beginLayer(let rect, let radius, let opacity):
      return .beginLayer(map.bounds(of: rect), cornerRadius: radius * scale, opacity: opacity)
    }
  }
}

/// A colour in sRGB with straight alpha; every component from 0 to 1.
public struct Color: Sendable, Hashable {
  /// Red, 0 to 1.
  public var red: Float
  /// Green, 0 to 1.
  public var green: Float
  /// Blue, 0 to 1.
  public var blue: Float
  /// Opacity, from 0 (transparent) to 1 (opaque).
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
  public init(white: Float, alpha: Float = 1) { self.init(red: white, green: white, blue: white, alpha: alpha) }

  /// An opaque colour, written `0xRRGGBB`.
  @inlinable
  public init(rgb: UInt32) {
    self.init(red: Float(rgb >> 16 & 0xFF) / 255, green: Float(rgb >> 8 & 0xFF) / 255, blue: Float(rgb & 0xFF) / 255)
  }

  /// Opaque black.
  public static let black = Color(white: 0)
  /// Opaque white.
  public static let white = Color(white: 1)

  /// Returns the colour with its opacity multiplied by `alpha`.
  @inlinable
  public func faded(_ alpha: Float) -> Color { Color(red: red, green: green, blue: blue, alpha: self.alpha * alpha) }
}

/// The drop shadow of a rounded rectangle.
public struct DropShadow: Sendable, Hashable {
  /// The colour where the shadow is darkest.
  public var color: Color
  /// The displacement of the shadow from what casts it, in millimetres.
  public var offset: Vector
  /// The distance in mm over which the edge is blurred, to either side; 0 for a hard edge.
  public var blur: Double

  /// A drop shadow; `offset` and `blur` in millimetres.
  public init(color: Color = Color(white: 0, alpha: 0.35), offset: Vector = Vector(dx: 0, dy: 0.8), blur: Double = 2) {
    self.color = color
    self.offset = offset
    self.blur = blur
  }
}

/// The identity of a picture that a renderer holds.
///
/// New content needs a new identity: the damage between two display lists is found by comparing commands, not pixels.
public struct ImageID: Sendable, Hashable {
  /// The number.
  public var rawValue: UInt32

  /// The picture with this number.
  @inlinable
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// How a picture is sampled when it is scaled or rotated.
public enum FilterQuality: UInt8, Sendable {
  /// A mean of neighbours where the picture has at least half of the pixels that are shown: for pictures that are being moved.
  case fast
  /// A mean of neighbours where it has at least as many pixels as are shown: for pictures at rest.
  case smooth
}

/// The style of a line of text.
public struct TextStyle: Sendable, Hashable {
  /// The weight of the font.
  public enum Weight: UInt8, Sendable {
    /// For text that is read.
    case regular
    /// For text that is read at a glance.
    case bold
  }

  /// The alignment of a line in its rectangle.
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
  /// The weight of the font.
  public var weight: Weight
  /// The colour.
  public var color: Color
  /// The alignment of a line in its rectangle.
  public var alignment: Alignment

  /// A style; `size` in millimetres.
  public init(size: Double, weight: Weight = .regular, color: Color = .black, alignment: Alignment = .left) {
    self.size = size
    self.weight = weight
    self.color = color
    self.alignment = alignment
  }
}
