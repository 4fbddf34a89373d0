import OffhandCommandLine
import ArgumentParser
import Offhand
import OffhandBenchmarks
import OffhandPlatform

/// `offhand bench latency`: latency from the time a touch is due to its pixels, under compositors that it starts.
struct BenchLatencyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "latency",
    abstract: "Measure the time from when a touch is due to when its pixels are seen.",
    discussion: """
      It starts headless compositors, and under each, for every commit policy, a program that receives touches open-loop: \
      they follow a fixed schedule, whatever happens to earlier ones, and latency counts from the moment a touch was due. \
      The touches of a commit that is replaced count with the next one that is seen. Each run is a new process with a new \
      compositor. On sway the frame's number is also read back from the screen, as an independent check. Control-C ends it and \
      reports what is done. What each figure means: Offhand.docc/Benchmarks.md.
      """)

  @Option(
    name: .customLong("compositor"), parsing: .singleValue,
    help: ArgumentHelp(
      "weston, sway, sway-HZ such as sway-1000, or nested (sway in weston); may be given several times. Without it: weston, sway and sway-1000.",
      valueName: "name"))
  var compositors: [CompositorKind] = []

  @Option(
    name: .customLong("commit"), parsing: .singleValue,
    help: "When frames are committed; may be given several times. Without it: all but automatic.")
  var policies: [CommitArgument] = []

  @Option(help: ArgumentHelp("Runs of each, every one a new process.", valueName: "number"))
  var runs = 5

  @Option(help: ArgumentHelp("Touch frames of a run that count; the first second comes on top.", valueName: "number"))
  var inputs = 1000

  @Option(help: ArgumentHelp("Touch frames per second.", valueName: "Hz"))
  var rate = 120.0

  @Option(help: ArgumentHelp("The pipeline that runs meanwhile.", valueName: "name"))
  var pipeline = "standard"

  @Option(help: "Whether the screen is read back where the compositor allows it; it costs the compositor a little.")
  var photodiode = PhotodiodeArgument.on

  @Option(
    name: .customLong("path"), parsing: .singleValue,
    help: ArgumentHelp(
      "A motion of one finger, to measure how far from it the dot is when it is seen; may be given several times.",
      valueName: "line|arc|reach|zigzag"))
  var paths: [FingerMotion] = []

  @Option(
    name: .customLong("predict"), parsing: .singleValue,
    help: ArgumentHelp(
      "How dots are predicted; may be given several times. Without it: none, and with '--path' steady as well.",
      valueName: "rule"))
  var rules: [PredictionRule] = []

  @OptionGroup var output: ReportOptions

  func validate() throws {
    guard BenchmarkSubject.named(pipeline) != nil else {
      throw ValidationError("There is no pipeline '\(pipeline)'; 'offhand pipelines' lists them.")
    }
    guard (1...100).contains(runs) else { throw ValidationError("'--runs' takes 1 to 100.") }
    // Every input may be a commit, and each needs a number that the photodiode can distinguish.
    guard (10...FrameMarker.highest / 2).contains(inputs) else {
      throw ValidationError("'--inputs' takes 10 to \(FrameMarker.highest / 2).")
    }
    guard (10...1000).contains(rate) else { throw ValidationError("'--rate' takes 10 to 1000 Hz.") }
  }

  var chosenCompositors: [CompositorKind] { compositors.isEmpty ? [.weston, .sway60, .sway1000] : compositors }

  var chosenRules: [PredictionRule] { rules.isEmpty ? (paths.isEmpty ? [.none] : [.none, .steady]) : rules }

  func run() throws {
    for compositor in chosenCompositors { try compositor.check() }
    // Results so far are reported even if a later run fails.
    var outcome = Result<Void, any Error>.success(())
    try output.write { interruption in
      let runner = LatencyRunner(self, interruption: interruption)
      outcome = Result { try runner.run() }
      return runner.report
    }
    try outcome.get()
  }
}

/// Whether the screen is read back during the measurement.
enum PhotodiodeArgument: String, CaseIterable, ExpressibleByArgument {
  case on
  case off
}
