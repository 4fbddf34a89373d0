import Offhand
import OffhandBenchmarks
import OffhandClient
import OffhandPixman
import OffhandWayland

/// Dots of 96 pixels that move by two pixels per frame over an opaque background.
struct DotScene {
  /// The number of dots.
  var dots: Int
  /// Their colour.
  var color: Color
  /// The pixels of the surface.
  let grid: PixelGrid

  private var list = DisplayList()
  private var before = DisplayList()
  private var step = 0

  /// Pixels per millimetre, as on a tablet.
  private static let pixelsPerMillimetre = 12.0
  private static let radius = 4.0

  init(dots: Int, color: Color, width: Int32, height: Int32) {
    self.dots = dots
    self.color = color
    grid = PixelGrid(
      width: width, height: height,
      size: Size(
        width: Double(width) / DotScene.pixelsPerMillimetre, height: Double(height) / DotScene.pixelsPerMillimetre))
  }

  /// The present frame.
  var current: DisplayList { list }

  /// Moves the dots, and returns the damage since the previous frame.
  mutating func advance() -> Damage {
    swap(&list, &before)
    list.removeAll()
    list.fill(Rect(origin: .origin, size: grid.size), Color(rgb: 0x14171C))
    step += 1
    let way = Double(step % 400) * 2 / DotScene.pixelsPerMillimetre
    for dot in 0..<dots {
      list.circle(
        center: Point(x: 10 + way, y: 6 + Double(dot) * (grid.size.height - 12) / 10), radius: DotScene.radius, color)
    }
    return step == 1 ? Damage(grid.bounds) : Damage(from: before, to: list, on: grid)
  }
}

/// Times drawing a moving dot into memory.
struct MemoryDrawing {
  /// Frames that are timed, after a tenth as many for warming up.
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
      let start = BenchmarkClock.now()
      let damage = scene.advance()
      renderer.draw(scene.current, on: scene.grid, damage: damage, into: bitmap)
      let end = BenchmarkClock.now()
      guard frame > frames / 10 else { continue }
      times.append(Double(end - start) / 1000)
      rectangles = max(rectangles, damage.indices.count)
    }
    guard let spread = Quantiles(times) else { throw BenchFault("nothing was timed") }
    return DrawingReport.Row(
      scene: name, width: Int(scene.grid.width), height: Int(scene.grid.height), threads: 1,
      microseconds: spread, rectangles: rectangles)
  }
}

/// Times frames of a surface under a compositor, from composing to sending the last request.
final class SurfaceDrawing {
  /// The part that is timed.
  enum Scene: String, CaseIterable {
    /// Frames of ten moving dots, with their sending.
    case tenDots = "ten dots"
    /// The requests of a commit until they are ready to be sent, without drawing. Sending them takes another 1.4 µs if the compositor is
    /// awake, and 10 to 30 µs if the kernel of a virtual machine has to wake it.
    case commitAlone = "commit alone"
  }

  private let connection: Connection
  private let window: ToplevelSurface
  private let renderer: Renderer
  private let frames: Int

  init(socket: String, frames: Int) throws {
    connection = try Connection(to: .named(socket))
    window = ToplevelSurface(
      connection, title: "offhand bench drawing", applicationID: "offhand", extent: .fullscreen(on: nil),
      policy: .frameCallback)
    renderer = Renderer(fonts: try FontBook())
    self.frames = frames
  }

  /// Times `scene`. Throws if the connection is lost.
  func row(_ kind: Scene) throws -> DrawingReport.Row {
    let loop = try EventLoop()
    loop.add(ConnectionSource(connection))
    var scene: DotScene?
    var times: [Double] = []
    var rectangles = 0
    var size = (width: 0, height: 0)
    let warmUp = frames / 10 + 5
    var frame = 0
    try loop.run { now in
      let surface = window.surface
      guard let layout = surface.layout, surface.opportunity(at: now) == .now else { return }
      let grid = layout.grid
      if scene?.grid.width != grid.width || scene?.grid.height != grid.height {
        scene = DotScene(dots: 10, color: Color(rgb: 0x4CD38A), width: grid.width, height: grid.height)
        size = (Int(grid.width), Int(grid.height))
      }
      let start = BenchmarkClock.now()
      let (outcome, damage) = try draw(kind, &scene)
      let ready = BenchmarkClock.now()
      try connection.prepareToWait()
      let sent = BenchmarkClock.now()
      guard case .committed = outcome else { return }
      frame += 1
      if frame > warmUp {
        times.append(Double((kind == .tenDots ? sent : ready) - start) / 1000)
        rectangles = max(rectangles, damage)
      }
      if times.count >= frames { loop.stop() }
    }
    guard let spread = Quantiles(times) else { throw BenchFault("nothing was timed") }
    return DrawingReport.Row(
      scene: kind.rawValue, width: size.width, height: size.height, threads: 1, microseconds: spread,
      rectangles: rectangles)
  }

  /// Draws one frame, and returns the outcome and the number of damage rectangles.
  private func draw(_ kind: Scene, _ scene: inout DotScene?) throws -> (DrawOutcome, Int) {
    guard var moving = scene else { return (.unconfigured, 0) }
    scene = nil
    defer { scene = moving }
    var count = 0
    let outcome = try window.surface.draw { buffer in
      switch kind {
      case .tenDots:
        let damage = moving.advance()
        var region = buffer.missing ?? Damage(moving.grid.bounds)
        region.add(damage)
        renderer.draw(moving.current, on: moving.grid, damage: region, into: buffer.memory, stride: buffer.stride)
        count = damage.indices.count
        return damage
      case .commitAlone:
        count = 1
        return Damage(PixelRect(x: 0, y: 0, width: 96, height: 96))
      }
    }
    return (outcome, count)
  }
}
