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

  /// Device pixels of the pictures of photos.
  static let sizes: [(width: Int32, height: Int32)] = [(1920, 1080), (3840, 2160)]

  @Flag(
    help: "Draw the board as well: hands turn two of 20 photos, with each policy, at 1080p and 4K; takes three minutes."
  )
  var board = false

  @OptionGroup var output: ReportOptions

  func run() throws {
    try output.write { interruption in
      var report = DrawingReport()
      let compositor = CompositorKind.sway1000
      let server = try compositor.start()
      StandardError.write("offhand: drawing into memory\n")
      report.memory = try DotDrawing.rows(frames: Self.frames.dots)
      for (width, height) in Self.sizes where !interruption.isAsked {
        report.memory += try PhotoDrawing.rows(frames: Self.frames.photos, width: width, height: height)
      }
      report.compositor = "\(compositor.name) \(compositor.version)"
      report.surface = try SurfaceDrawing.rows(
        socket: server.socketPath, frames: Self.frames.surface, until: interruption)
      if board { report.board = try BoardDrawing().rows(until: interruption) }
      return report
    }
  }
}

/// The times of the frames of a scene.
struct FrameTimes {
  private var microseconds: [Double] = []
  private var rectangles = 0

  /// Adds a frame that took from `start` to `end`, in ns.
  mutating func add(from start: Int64, to end: Int64, rectangles: Int) {
    microseconds.append(Double(end - start) / 1000)
    self.rectangles = max(self.rectangles, rectangles)
  }

  var count: Int { microseconds.count }

  func row(_ scene: String, _ width: Int32, _ height: Int32, threads: Int = 1) throws -> DrawingReport.Row {
    guard let spread = Quantiles(microseconds) else { throw BenchFault("nothing was timed") }
    return DrawingReport.Row(
      scene: scene, width: Int(width), height: Int(height), threads: threads, microseconds: spread,
      rectangles: rectangles)
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
