public import Offhand

/// How wide text is in a renderer's fonts on one output's pixels.
public struct FontMeasure: TextMeasure {
  let book: FontBook
  let pixelsPerMillimetre: Double

  /// The width of one line of `text` in millimetres.
  public func width(of text: String, style: TextStyle) -> Double {
    guard pixelsPerMillimetre > 0 else { return 0 }
    let bytes = Array(text.utf8)
    guard let run = book.run(bytes[...], size: style.size * pixelsPerMillimetre, weight: style.weight) else { return 0 }
    return Double(run.width) / pixelsPerMillimetre
  }

  /// The distance from one line to the next in millimetres.
  public func lineHeight(of style: TextStyle) -> Double {
    guard pixelsPerMillimetre > 0 else { return 0 }
    let font = book.font(size: style.size * pixelsPerMillimetre, weight: style.weight)
    return Double(font?.lineHeight ?? 0) / pixelsPerMillimetre
  }
}
