import OffhandCommandLine
import ArgumentParser
import HeadlessCompositors
import OffhandBenchmarks

/// `offhand bench drawing`: the cost of a frame for the program, in memory and under a compositor.
struct BenchDrawingCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drawing",
    abstract: "Measure what drawing and committing a frame cost the program.",
    discussion: """
      A dot of 96 pixels that moves, and 20 photos of which two turn, drawn into memory at 1080p and at 4K, the photos with \
      one thread and with all; and, under a headless compositor that is \
      started for it, frames with ten such dots from composing to the last request, and the requests of a commit alone until \
      they are ready to be sent. \
      The compositor's own work is not in these figures; 'bench latency' has it.
      """)

  /// Frames of each kind: drawn into memory, dots and photos, and under the compositor.
  private static let frames = (dots: 20_000, photos: 500, surface: 2000)

  @Option(help: ArgumentHelp("weston, sway or sway-HZ.", valueName: "name"))
  var compositor = CompositorKind.sway1000

  @Flag(
    help: "Draw the board as well: hands turn two of 20 photos, with each policy, at 1080p and 4K; takes three minutes."
  )
  var board = false

  @OptionGroup var output: ReportOptions

  private func boardRows(until interruption: Interruption) throws -> [DrawingReport.Row] {
    let drawing = try BoardDrawing()
    var rows: [DrawingReport.Row] = []
    for (width, height) in [(1920, 1080), (3840, 2160)] {
      let server = try CompositorKind.sway60.start(width: width, height: height)
      for policy in CommitArgument.fixed where !interruption.isAsked {
        StandardError.write("offhand: board, \(policy.rawValue), \(width)x\(height)\n")
        rows += try drawing.rows(policy, on: server, size: (width, height), until: interruption)
      }
    }
    return rows
  }

  func run() throws {
    try output.write { interruption in
      var report = DrawingReport()
      let server = try compositor.start()
      StandardError.write("offhand: drawing into memory\n")
      report.memory = try MemoryDrawing(frames: Self.frames.dots).rows()
      for (width, height) in [(Int32(1920), Int32(1080)), (3840, 2160)] where !interruption.isAsked {
        report.memory += try PhotoDrawing(frames: Self.frames.photos).rows(width: width, height: height)
      }
      report.compositor = "\(compositor.name) \(compositor.version)"
      let drawing = try SurfaceDrawing(socket: server.socketPath, frames: Self.frames.surface)
      for scene in SurfaceDrawing.Scene.allCases where !interruption.isAsked {
        StandardError.write("offhand: \(scene.rawValue), under \(compositor.name)\n")
        report.surface.append(try drawing.row(scene))
      }
      if board { report.board = try boardRows(until: interruption) }
      return report
    }
  }
}

/// The time of a frame of each scene.
struct DrawingReport: BenchmarkReport {
  static let name = "drawing"
  static let version = 3

  struct Row: Encodable {
    var scene: String
    var width: Int
    var height: Int
    var threads: Int
    var microseconds: Quantiles
    /// The most rectangles of damage in a frame; 0 if not counted.
    var rectangles: Int
  }

  var machine = MachineDescription()
  /// Drawn into memory, drawn under the compositor, and the board, if it was asked for.
  var memory: [Row] = []
  var surface: [Row] = []
  var board: [Row]?
  var compositor: String?
}
