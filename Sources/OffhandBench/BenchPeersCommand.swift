import OffhandCommandLine
import ArgumentParser
import OffhandBenchmarks
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
  var drivers: [PeerDriver] = []

  @Option(
    name: .customLong("missing"), parsing: .singleValue,
    help: ArgumentHelp("A library that is not measured, and why.", valueName: "library=reason"))
  var missing: [MissingPeer] = []

  @Option(help: ArgumentHelp("Passes of each start.", valueName: "number"))
  var passes = 50

  @OptionGroup var workloads: WorkloadOptions

  @OptionGroup var starting: StartOptions

  @OptionGroup var output: ReportOptions

  func validate() throws {
    guard (1...1_000_000).contains(passes) else { throw ValidationError("'--passes' takes 1 to 1000000.") }
  }

  func run() throws {
    let scratch = try TemporaryFolder()
    let files = try Workload.all(rate: workloads.rate).map { workload in
      (workload.name, try scratch.write(WorkloadFile.text(workload), to: workload.name))
    }
    let places = ([nil] + drivers).flatMap { driver in files.map { (driver: driver, workload: $0.0, path: $0.1) } }
    let turns = places.map { driver, workload, path in
      let own = { try BenchPassCommand.start(passes: passes, on: path) }
      return PairedTurn(
        name: driver.map { "\($0.library), \($0.what)" } ?? "this package against itself", workload: workload,
        first: own,
        second: driver.map { driver in { try MeasuredProcess.nanoseconds([driver.path, path, "\(passes)"]) } } ?? own)
    }
    try output.write { interruption in
      var report = PeerReport()
      for peer in missing { report.missing[peer.library] = peer.reason }
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

/// A program that measures another library, given as `LIBRARY:WHAT=PATH`.
struct PeerDriver: ExpressibleByArgument, Hashable {
  /// The library, with its version.
  var library: String
  /// The part of it that is measured.
  var what: String
  /// The program.
  var path: String

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
    let names = parts.first?.split(separator: ":", maxSplits: 1).map(String.init) ?? []
    guard parts.count == 2, names.count == 2 else { return nil }
    (library, what, path) = (names[0], names[1], parts[1])
  }
}

/// A library that cannot be measured here, given as `LIBRARY=REASON`.
struct MissingPeer: ExpressibleByArgument {
  /// The library.
  var library: String
  /// The reason.
  var reason: String

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return nil }
    (library, reason) = (parts[0], parts[1])
  }
}
