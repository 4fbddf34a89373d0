import ArgumentParser
import HeadlessCompositors
import OffhandBenchmarks
import OffhandCommandLine
import OffhandPlatform

/// `offhand bench program`: start time, memory and wake-ups of a whole program.
struct BenchProgramCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "program",
    abstract: "Measure how 'offhand zoom' starts, what memory it takes, and how quiet it is.",
    discussion: """
      It starts 'offhand zoom' several times under a headless sway, and measures from the start of the process to its first \
      committed frame; then it leaves it alone and counts how often it wakes.
      """)

  @Option(help: ArgumentHelp("How often it is started.", valueName: "number"))
  var starts = 20

  @OptionGroup var output: ReportOptions

  /// Time limits: for the first frame, and for becoming idle after it.
  private static let (patience, settling) = (Duration.seconds(10), Duration.seconds(2))
  /// How long it is left alone, in seconds.
  private static let idle = 10.0

  func validate() throws {
    guard (1...1000).contains(starts) else { throw ValidationError("'--starts' takes 1 to 1000.") }
  }

  func run() throws {
    try output.write { interruption in
      let compositor = try CompositorKind.sway60.start()
      var times: [Double] = []
      for start in 1...starts where !interruption.isAsked {
        StandardError.write("offhand: start \(start) of \(starts)\n")
        times.append(try launch(under: compositor).milliseconds)
      }
      guard let spread = Quantiles(times) else { return nil }
      return ProgramReport(
        compositor: "sway \(CompositorKind.sway60.version)", command: "offhand zoom", startMs: spread,
        rest: interruption.isAsked ? nil : try rest(under: compositor, until: interruption))
    }
  }

  /// Observes an idle program; `nil` if interrupted.
  private func rest(
    under compositor: any HeadlessCompositor, until interruption: Interruption
  ) throws -> ProgramReport.Rest? {
    StandardError.write("offhand: idle for \(TextTable.number(Self.idle, 0)) s\n")
    let program = try launch(under: compositor).program
    guard interruption.sleep(for: Self.settling) else { return nil }
    let before = ProcessFigures(program.processID)
    guard interruption.sleep(for: .seconds(Self.idle)) else { return nil }
    guard let before, let after = ProcessFigures(program.processID) else {
      throw BenchFault("the program ended while it was watched")
    }
    return ProgramReport.Rest(
      ownMb: after.ownKilobytes / 1024, fileMb: after.fileKilobytes / 1024, buffersMb: after.sharedKilobytes / 1024,
      wakeups: Double(after.wakeups - before.wakeups) / Self.idle, seconds: Self.idle)
  }

  /// Starts the program and waits for its first frame, whose time the program logs.
  private func launch(
    under compositor: any HeadlessCompositor
  ) throws -> (milliseconds: Double, program: Program) {
    let start = BenchmarkClock.now()
    let program = try compositor.run(
      [MeasuredProcess.beside("offhand"), "zoom", "--source", "wayland", "--log", "info"])
    var time: Double?
    try Waiting.until("a frame of \(program.summary)", within: BenchProgramCommand.patience) {
      let line = program.standardError.split(separator: "\n").first { $0.contains("first frame") }
      time = line?.loggedNumber("nanoseconds")
      return time != nil || program.poll() != nil
    }
    guard let time else { throw BenchFault("'offhand zoom' showed no frame: \(program.standardError)") }
    return ((time - Double(start)) / 1e6, program)
  }
}

/// What a whole program needs.
private struct ProgramReport: BenchmarkReport {
  static let name = "program"
  static let version = 2

  var machine = MachineDescription()
  var compositor: String
  var command: String
  /// From the start of the process to its first committed frame.
  var startMs: Quantiles
  var rest: Rest?

  /// The program without touches: its own memory, pages of files that others share, buffers; wake-ups a second.
  struct Rest: Encodable {
    var ownMb: Double
    var fileMb: Double
    var buffersMb: Double
    var wakeups: Double
    var seconds: Double
  }
}
