import Offhand
import OffhandClient
import OffhandTesting

/// A surface of 200 by 120 millimetres, and scripts of touches on it.
enum ControlStage {
  static let surface = SurfaceGeometry(
    size: Size(width: 200, height: 120), pixelWidth: 1000, pixelHeight: 600, provenance: .device)

  static var environment: ViewEnvironment {
    ViewEnvironment(surface: surface, grid: PixelGrid(of: surface), measure: HalfWideMeasure())
  }

  /// Calls `body` with each frame of a script.
  static func play(@ScriptBuilder _ script: () -> [Step], _ body: (borrowing TouchFrame) -> Void) {
    var assembler = TouchFrameAssembler()
    Script(script).forEachFrame(assembler: &assembler, body)
  }

  static func at(_ milliseconds: Double) -> Timestamp { Timestamp(seconds: milliseconds / 1000) }
}

/// Text of which every character is half as wide as high.
struct HalfWideMeasure: TextMeasure {
  func width(of text: String, style: TextStyle) -> Double { Double(text.count) * style.size / 2 }
  func lineHeight(of style: TextStyle) -> Double { style.size * 1.2 }
}
