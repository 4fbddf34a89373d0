import Offhand
import OffhandClient
import OffhandTesting

/// A surface of 200 by 120 millimetres, and scripts of touches on it.
enum ControlStage {
  static let surface = SurfaceGeometry(
    size: Size(width: 200, height: 120), pixelWidth: 1000, pixelHeight: 600, provenance: .device)

  static var environment: ViewEnvironment { environment() }

  /// The environment of the surface, or of one of another size, in which touches are predicted by `prediction`.
  static func environment(_ surface: SurfaceGeometry = surface, prediction: PredictionRule = .none) -> ViewEnvironment {
    ViewEnvironment(surface: surface, grid: PixelGrid(of: surface), measure: HalfWideMeasure(), prediction: prediction)
  }

  /// Calls `body` with each frame of a script.
  static func play(@ScriptBuilder _ script: () -> [Step], _ body: (borrowing TouchFrame) -> Void) {
    var assembler = TouchFrameAssembler()
    Script(script).forEachFrame(assembler: &assembler, body)
  }

  /// Lets `pan` take the touches of a script.
  static func play(on pan: inout ScrollPan, @ScriptBuilder _ script: () -> [Step]) { play(script) { pan.process($0) } }

  static func at(_ milliseconds: Double) -> Timestamp { Timestamp(seconds: milliseconds / 1000) }
}

/// Text of which every character is half as wide as high.
struct HalfWideMeasure: TextMeasure {
  func width(of text: String, style: TextStyle) -> Double { Double(text.count) * style.size / 2 }
  func lineHeight(of style: TextStyle) -> Double { style.size * 1.2 }
}
