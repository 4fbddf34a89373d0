import Offhand
import OffhandBenchmarks
import OffhandClient
import OffhandCommandLine
import OffhandPixman
import OffhandWayland

/// Dots of 96 pixels that move by two pixels per frame over an opaque background.
struct DotScene {
  var dots: Int
  var color: Color
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
enum DotDrawing {
  /// Rows for an opaque and a translucent dot, at 1080p and at 4K, of `frames` after a tenth as many for warming up.
  static func rows(frames: Int) throws -> [DrawingReport.Row] {
    try [("dot, opaque", Float(1)), ("dot, translucent", 0.6)].flatMap { name, alpha in
      try BenchDrawingCommand.sizes.map { width, height in
        var scene = DotScene(dots: 1, color: Color(rgb: 0x4CD38A).faded(alpha), width: width, height: height)
        let renderer = Renderer(fonts: try FontBook())
        let bitmap = Bitmap(width: Int(width), height: Int(height))
        var times = FrameTimes()
        for frame in 0..<(frames + frames / 10 + 1) {
          let start = BenchmarkClock.now()
          let damage = scene.advance()
          renderer.draw(scene.current, on: scene.grid, damage: damage, into: bitmap)
          let end = BenchmarkClock.now()
          if frame > frames / 10 { times.add(from: start, to: end, rectangles: damage.indices.count) }
        }
        return try times.row(name, width, height)
      }
    }
  }
}

/// Times frames of a surface under a compositor, from composing to sending the last request.
enum SurfaceDrawing {
  /// The part that is timed.
  enum Scene: String, CaseIterable {
    /// Frames of ten moving dots, with their sending.
    case tenDots = "ten dots"
    /// The requests of a commit until they are ready to be sent, without drawing. Sending them takes another 1.4 µs if the compositor is
    /// awake, and 10 to 30 µs if the kernel of a virtual machine has to wake it.
    case commitAlone = "commit alone"
  }

  /// Times each scene under the compositor at `socket`, as far as it gets until `interruption`. Throws if the connection is lost.
  static func rows(socket: String, frames: Int, until interruption: Interruption) throws -> [DrawingReport.Row] {
    let connection = try Connection(to: .named(socket))
    let window = ToplevelSurface(
      connection, title: "offhand bench drawing", applicationID: "offhand", extent: .fullscreen(on: nil),
      policy: .frameCallback)
    let renderer = Renderer(fonts: try FontBook())
    return try Scene.allCases.compactMap { kind in
      guard !interruption.isAsked else { return nil }
      StandardError.write("offhand: \(kind.rawValue)\n")
      return try row(kind, connection, window.surface, renderer, frames)
    }
  }

  private static func row(
    _ kind: Scene, _ connection: Connection, _ surface: Surface, _ renderer: Renderer, _ frames: Int
  ) throws -> DrawingReport.Row {
    let loop = try EventLoop()
    loop.add(ConnectionSource(connection))
    var scene: DotScene?
    var times = FrameTimes()
    let warmUp = frames / 10 + 5
    var frame = 0
    try loop.run { now in
      guard let layout = surface.layout, surface.opportunity(at: now) == .now else { return }
      let grid = layout.grid
      if scene?.grid.width != grid.width || scene?.grid.height != grid.height {
        scene = DotScene(dots: 10, color: Color(rgb: 0x4CD38A), width: grid.width, height: grid.height)
      }
      let start = BenchmarkClock.now()
      var rectangles = 1
      let outcome = try surface.draw { buffer in
        guard kind == .tenDots else { return Damage(PixelRect(x: 0, y: 0, width: 96, height: 96)) }
        // In its place: a copy of the lists would be part of the time.
        let damage = scene?.advance() ?? Damage(grid.bounds)
        var region = buffer.missing ?? Damage(grid.bounds)
        region.add(damage)
        if let list = scene?.current {
          renderer.draw(list, on: grid, damage: region, into: buffer.memory, stride: buffer.stride)
        }
        rectangles = damage.indices.count
        return damage
      }
      let ready = BenchmarkClock.now()
      try connection.prepareToWait()
      let sent = BenchmarkClock.now()
      guard case .committed = outcome else { return }
      frame += 1
      if frame > warmUp { times.add(from: start, to: kind == .tenDots ? sent : ready, rectangles: rectangles) }
      if times.count >= frames { loop.stop() }
    }
    return try times.row(kind.rawValue, scene?.grid.width ?? 0, scene?.grid.height ?? 0)
  }
}
