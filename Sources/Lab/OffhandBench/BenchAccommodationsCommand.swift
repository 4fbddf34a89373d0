import ArgumentParser
import Offhand
import OffhandBenchmarks
import OffhandCommandLine
import OffhandRecordings

/// `offhand bench accommodations`: how many taps of steady and of trembling hands reach the button that was meant.
struct BenchAccommodationsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accommodations",
    abstract:
      "Measure which buttons recorded taps reach, with a tremor laid over them, without and with accommodations.",
    discussion: "What each figure means: Offhand.docc/Benchmarks.md.")

  @Argument(help: ArgumentHelp("Recordings, in any format that 'offhand replay' reads.", valueName: "file"))
  var files: [String]

  @Option(help: ArgumentHelp("The seed of what is laid over them.", valueName: "number"))
  var seed: UInt64 = 1

  @OptionGroup var output: ReportOptions

  func run() throws {
    try output.write { interruption in
      var taps: [TremblingHand.Tap] = []
      for file in files where !interruption.isAsked {
        var reader = try RecordingReader(path: file)
        while !interruption.isAsked, let recording = try reader.next() {
          taps += TremblingHand.taps(in: Workload(recording, scale: RecordingScale(recording)).frames)
        }
      }
      guard !taps.isEmpty else { throw BenchFault("no recording holds a tap: alone, up to 0.4 s, with 4 mm of drift") }
      // From all recordings alike.
      let step = (taps.count + AccommodationsReport.mostTaps - 1) / AccommodationsReport.mostTaps
      return AccommodationsReport(stride(from: 0, to: taps.count, by: step).map { taps[$0] }, seed: seed)
    }
  }
}

/// The figures of `offhand bench accommodations`, described in Benchmarks.md.
struct AccommodationsReport: BenchmarkReport {
  static let name = "accommodations"
  static let version = 1
  static let mostTaps = 500

  /// The taps of one hand on buttons of one size.
  struct Row: Encodable {
    var (hand, accommodations): (String, String)
    var buttonMm: Double
    var (taps, wrong, lost): (Int, Int, Int)
    /// The longest time by which a tap was later than its lift.
    var delayMs: Double
  }

  var rows: [Row] = []

  private static let settings: [(name: String, change: @Sendable (inout Accommodations) -> Void)] = [
    ("none", { _ in }), ("tolerance 8", { $0.tolerance = 8 }),
    (
      "landing, tap, repeat",
      { ($0.tolerance, $0.tapsOnly, $0.repeatInterval) = (20, true, .milliseconds(300)) }
    ),
    (
      "stillest, repeat",
      { ($0.tolerance, $0.location, $0.repeatInterval) = (20, .stillest, .milliseconds(300)) }
    ),
  ]

  /// Plays `taps`, by a steady hand and by one that trembles as `seed` says.
  init(_ taps: [TremblingHand.Tap], seed: UInt64) {
    for trembles in [false, true] {
      for size in [9.0, 15, 20] {
        for (name, change) in AccommodationsReport.settings {
          var (hand, trial, accommodations) = (TremblingHand(seed: seed), ButtonTrial(), Accommodations())
          change(&accommodations)
          let center = Point(x: 100, y: 100)
          for tap in taps {
            let attempt = trembles ? hand.trembling(tap, at: center) : hand.steady(tap, at: center)
            trial.play(attempt, at: center, size: size, accommodations)
          }
          rows.append(
            Row(
              hand: trembles ? "trembling" : "steady", accommodations: name, buttonMm: size, taps: taps.count,
              wrong: trial.wrong, lost: trial.lost, delayMs: (trial.delay * 1000).fourPlaces))
        }
      }
    }
  }
}

extension TremblingHand {
  /// The taps of `frames`: touches that were alone, down for up to 0.4 s, and drifted by up to 4 mm.
  static func taps(in frames: [TouchFrame]) -> [Tap] {
    var (taps, tap, isAlone) = ([Tap](), Tap(), false)
    for frame in frames where frame.count > 0 {
      let touch = frame[0]
      if touch.phase == .began { (tap, isAlone) = ([], true) }
      isAlone = isAlone && frame.count == 1
      tap.append((frame.timestamp.seconds(since: touch.landingTime), touch.position - touch.landingPosition))
      guard touch.phase == .ended, isAlone, tap.count > 1 else { continue }
      if tap[tap.count - 1].time <= 0.4, tap.allSatisfy({ $0.offset.length <= 4 }) { taps.append(tap) }
    }
    return taps
  }
}
