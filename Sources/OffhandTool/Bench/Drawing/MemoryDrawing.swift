import Offhand
import OffhandBenchmarks
import OffhandPixman

/// Times drawing alone: a moving dot into memory, over and over.
struct MemoryDrawing {
  /// Frames that are timed, after a tenth as many that are not.
  var frames: Int

  /// Rows for an opaque and a translucent dot, at 1080p and at 4K.
  func rows() throws -> [DrawingReport.Row] {
    var rows: [DrawingReport.Row] = []
    for (name, alpha) in [("dot, opaque", Float(1)), ("dot, translucent", 0.6)] {
      for (width, height) in [(Int32(1920), Int32(1080)), (3840, 2160)] {
        let color = Color(rgb: 0x4CD38A).faded(alpha)
        rows.append(try row(name, DotScene(dots: 1, color: color, width: width, height: height)))
      }
    }
    return rows
  }

  private func row(_ name: String, _ scene: DotScene) throws -> DrawingReport.Row {
    var scene = scene
    let renderer = Renderer(fonts: try FontBook())
    let bitmap = Bitmap(width: Int(scene.grid.width), height: Int(scene.grid.height))
    var times: [Double] = []
    var rectangles = 0
    for frame in 0..<(frames + frames / 10 + 1) {
      let start = MonotonicClock.now()
      let damage = scene.advance()
      renderer.draw(scene.current, on: scene.grid, damage: damage, into: bitmap)
      let end = MonotonicClock.now()
      guard frame > frames / 10 else { continue }
      times.append(Double(end - start) / 1000)
      rectangles = max(rectangles, damage.indices.count)
    }
    guard let spread = Quantiles(times) else { throw BenchFault("'--frames' leaves nothing to time") }
    return DrawingReport.Row(
      scene: name, width: Int(scene.grid.width), height: Int(scene.grid.height), microseconds: spread,
      rectangles: rectangles)
  }
}
