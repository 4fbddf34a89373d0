/// Knows how wide text is; the renderer's fonts conform, and tests bring a font of their own.
public protocol TextMeasure {
  /// The width of one line of `text` in millimetres.
  func width(of text: String, style: TextStyle) -> Double
  /// The distance from one line to the next in millimetres.
  func lineHeight(of style: TextStyle) -> Double
}
