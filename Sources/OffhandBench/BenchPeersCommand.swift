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

  /// One driver on one workload.
  private struct Turn {
    /// `nil` for this package itself.
    var driver: PeerDriver?
    var workload: String
  }

  func validate() throws {
    guard (1...1_000_000).contains(passes) else { throw ValidationError("'--passes' takes 1 to 1000000.") }
  }

  func run() throws {
    try output.check()
    var report = PeerReport()
    for peer in missing { report.missing[peer.library] = peer.reason }
    let turns = ([nil] + drivers).flatMap { driver in
      Workload.all(rate: workloads.rate).map { Turn(driver: driver, workload: $0.name) }
    }
    let interruption = try Interruption()
    let pairs = try measure(turns, until: interruption, &report)
    for (turn, pair) in zip(turns, pairs) {
      guard let own = Quantiles(pair.first), let others = Quantiles(pair.second) else { continue }
      let peer = turn.driver?.library ?? "this package"
      report.rows.append(
        PeerReport.Row(
          peer: peer, what: turn.driver?.what ?? "itself", workload: turn.workload, nanoseconds: others.median,
          ownNanoseconds: own.median,
          ratio: RatioInterval(
            subject: "offhand", baseline: peer, workload: turn.workload, pair.first, pair.second)))
    }
    try output.write(report)
    try interruption.end()
  }

  /// Starts every pair as often as requested, alternately. A driver that fails is not started again and is reported as missing.
  private func measure(
    _ turns: [Turn], until interruption: Interruption, _ report: inout PeerReport
  ) throws -> [PairedStarts] {
    let scratch = try TemporaryFolder()
    for workload in Workload.all(rate: workloads.rate) {
      _ = try scratch.write(WorkloadFile.text(workload), to: workload.name)
    }
    var failed: Set<PeerDriver> = []
    var pairs = try PairedStarts.rounds(starting.starts, of: turns) { start, turn in
      guard !interruption.isAsked else { return false }
      let name = turn.driver.map { "\($0.library), \($0.what)" } ?? "this package against itself"
      StandardError.write("offhand: start \(start) of \(starting.starts): \(name): \(turn.workload)\n")
      return true
    } _: { turn, pairs in
      let file = scratch.file(turn.workload)
      let own = { try BenchPassCommand.start(passes: passes, on: file) }
      guard let driver = turn.driver else { return try pairs.takeTurn(own, own) }
      if failed.contains(driver) { return }
      do {
        try pairs.takeTurn(own) { try MeasuredProcess.nanoseconds([driver.path, file, "\(passes)"]) }
      } catch let fault as BenchFault {
        failed.insert(driver)
        report.missing["\(driver.library), \(driver.what)"] = fault.description
      }
    }
    for (index, turn) in turns.enumerated() where turn.driver.map(failed.contains) == true {
      pairs[index] = PairedStarts()
    }
    return pairs
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
