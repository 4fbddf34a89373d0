import Offhand
import OffhandClient

/// A font of which every character is half as wide as it is high.
struct FixedMeasure: TextMeasure {
  func width(of text: String, style: TextStyle) -> Double { Double(text.count) * style.size / 2 }
  func lineHeight(of style: TextStyle) -> Double { style.size * 1.2 }
}

extension ViewEnvironment {
  /// A surface of 200 by 100 millimetres at five pixels a millimetre.
  static var tablet: ViewEnvironment {
    let surface = SurfaceGeometry(
      size: Size(width: 200, height: 100), pixelWidth: 1000, pixelHeight: 500, provenance: .device)
    return ViewEnvironment(surface: surface, grid: PixelGrid(of: surface), measure: FixedMeasure())
  }
}
