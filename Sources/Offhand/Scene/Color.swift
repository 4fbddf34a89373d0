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
