import ArgumentParser
import Offhand
import OffhandBenchmarks
import OffhandCommandLine
import OffhandPlatform

/// `offhand bench peers`: compares other libraries with this one on the same workloads. `scripts/bench-peers` builds the drivers.
struct BenchPeersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "peers",
    abstract: "Measure other libraries on the same workloads, alternating with this package.",
    discussion: """
      A driver is a program that is called with a workload file and a number of passes and prints nanoseconds per frame of its \
      best pass. scripts/bench-peers builds drivers for the libraries that are installed and calls this. This package \
      against itself is measured as well: the noise floor. Control-C ends it and prints what it has.
      """)

  @Option(
    name: .customLong("driver"), parsing: .singleValue,
    help: ArgumentHelp("A library, the part of it that is measured, and the driver.", valueName: "library:what=path"))
  var drivers: [Peer] = []

  @Option(
    name: .customLong("missing"), parsing: .singleValue,
    help: ArgumentHelp("A library that is not measured, and why.", valueName: "library=reason"))
  var missing: [Peer] = []

  @OptionGroup var starting: StartOptions

  @OptionGroup var output: ReportOptions

  /// Passes of each start.
  private static let passes = 50

  func validate() throws {
    guard drivers.allSatisfy({ !$0.what.isEmpty }) else {
      throw ValidationError("'--driver' takes LIBRARY:WHAT=PATH, such as 'SDL2 2.30:pinch and rotation=./sdl2'.")
    }
  }

  func run() throws {
    let scratch = try TemporaryFolder()
    let files = try Workload.all(rate: 120).map { workload in
      (workload.name, try scratch.write(workload.fileText, to: workload.name))
    }
    let places = ([nil] + drivers).flatMap { driver in files.map { (driver: driver, workload: $0.0, path: $0.1) } }
    let turns = places.map { driver, workload, path in
      let own = {
        try MeasuredProcess.nanoseconds([Environment.own, "pass", "--passes", "\(Self.passes)", workload])
      }
      return PairedTurn(
        name: driver.map { "\($0.library), \($0.what)" } ?? "this package against itself", workload: workload,
        first: own,
        second: driver.map { driver in
          { try MeasuredProcess.nanoseconds([driver.value, path, "\(Self.passes)"]) }
        } ?? own)
    }
    try output.write { interruption in
      var report = PeerReport()
      for peer in missing { report.missing[peer.library] = peer.value }
      let pairs = try PairedStarts.rounds(starting.starts, of: turns, until: interruption) { turn, fault in
        report.missing[turn.name] = fault.description
      }
      for ((driver, workload, _), pair) in zip(places, pairs) {
        guard let own = Quantiles(pair.first), let others = Quantiles(pair.second) else { continue }
        let peer = driver?.library ?? "this package"
        report.rows.append(
          PeerReport.Row(
            peer: peer, what: driver?.what ?? "itself", workload: workload, nanoseconds: others.median,
            ownNanoseconds: own.median,
            ratio: RatioInterval(subject: "offhand", baseline: peer, workload: workload, pair.first, pair.second)))
      }
      return report
    }
  }
}

/// This package beside other libraries.
private struct PeerReport: BenchmarkReport {
  static let name = "peers"
  static let version = 2

  struct Row: Encodable {
    var peer: String
    var what: String
    var workload: String
    /// Medians of a frame, of the peer and of this package.
    var nanoseconds: Double
    var ownNanoseconds: Double
    /// Of this package's time to the peer's.
    var ratio: RatioInterval
  }

  var machine = MachineDescription()
  var rows: [Row] = []
  /// What was not measured, and why.
  var missing: [String: String] = [:]
}

/// A library, the part of it that is measured and the program that does it; or a library that is not measured and the reason.
struct Peer: ExpressibleByArgument {
  /// With its version.
  var library: String
  var what: String
  /// The program, or the reason.
  var value: String

  /// Reads `LIBRARY:WHAT=VALUE` or `LIBRARY=VALUE`.
  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
    let names = parts.first?.split(separator: ":", maxSplits: 1).map(String.init) ?? []
    guard parts.count == 2, !names.isEmpty else { return nil }
    (library, what, value) = (names[0], names.count > 1 ? names[1] : "", parts[1])
  }
}

/// `offhand bench pass WORKLOAD`: prints nanoseconds per frame of the standard pipeline on one workload, for `bench peers`.
struct BenchPassCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pass", abstract: "Print nanoseconds per frame: the best pass.", shouldDisplay: false)

  @Option var passes = 100
  @Argument var name: String

  func run() throws {
    guard let workload = Workload.all(rate: 120).first(where: { $0.name == name }) else {
      throw ValidationError("There is no workload '\(name)'.")
    }
    print(TextTable.number(best(BenchmarkSubject.standard.make(RecognizerBenchmark.bounds), workload), 3))
  }

  private func best(_ pipeline: some GesturePipeline, _ workload: Workload) -> Double {
    var benchmark = ComputeBenchmark(pipeline, on: workload, delivery: .delivered)
    let cost = BenchmarkClock.cost()
    _ = benchmark.hot(passes: passes / 10 + 1, clockCost: cost)
    return benchmark.hot(passes: max(1, passes), clockCost: cost).min() ?? 0
  }
}
