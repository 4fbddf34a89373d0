import Offhand
import OffhandBenchmarks
import OffhandClient
import OffhandPixman
import OffhandWayland

/// Times frames of a surface under a compositor: from composing to the moment everything was sent.
final class SurfaceDrawing {
  /// What is timed.
  enum Scene: String, CaseIterable {
    /// Ten dots that move.
    case tenDots = "ten dots"
    /// Nothing is drawn: what the requests of a commit take until they are ready to be sent. Sending them is another 1.4 µs where
    /// the compositor is awake and 10 to 30 where the kernel of a virtual machine wakes it, whatever the requests are.
    case commitAlone = "commit alone"
    /// One empty request and its sending: what it takes to say anything at all, and to wake the compositor with it.
    case wordAlone = "a word alone"
  }

  /// Commits that went out before the one before was answered.
  private(set) var earlyCommits = 0

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

  /// Times `scene`. Throws where the compositor is lost.
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
      let isEarly = surface.pacing.awaitsCallback && !surface.needsFrame
      let start = MonotonicClock.now()
      if kind == .wordAlone {
        surface.commitNothing()
        try connection.prepareToWait()
      }
      let said = MonotonicClock.now()
      let (outcome, damage) = try draw(kind, &scene)
      let ready = MonotonicClock.now()
      try connection.prepareToWait()
      let sent = MonotonicClock.now()
      guard case .committed = outcome else { return }
      frame += 1
      if frame > warmUp {
        let time =
          switch kind {
          case .tenDots: sent - start
          case .commitAlone: ready - start
          case .wordAlone: said - start
          }
        times.append(Double(time) / 1000)
        rectangles = max(rectangles, damage)
        if isEarly { earlyCommits += 1 }
      }
      if times.count >= frames { loop.stop() }
    }
    guard let spread = Quantiles(times) else { throw BenchFault("'--frames' leaves nothing to time") }
    return DrawingReport.Row(
      scene: kind.rawValue, width: size.width, height: size.height, microseconds: spread, rectangles: rectangles)
  }

  /// Draws one frame; answers what came of it and how many rectangles it damaged.
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
      case .commitAlone, .wordAlone:
        count = 1
        return Damage(PixelRect(x: 0, y: 0, width: 96, height: 96))
      }
    }
    return (outcome, count)
  }
}
