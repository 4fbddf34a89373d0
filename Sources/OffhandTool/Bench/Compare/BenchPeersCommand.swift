import ArgumentParser
import OffhandBenchmarks

/// `offhand bench peers`: other libraries on the same workloads, in turns with this one; `scripts/bench-peers` builds the
/// drivers.
struct BenchPeersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "peers",
    abstract: "Measures other libraries on the same workloads, in turns with this one.",
    discussion: """
      A driver is a program that is called with a workload file and a number of passes and prints nanoseconds a frame of its \
      best pass. scripts/bench-peers builds drivers for the libraries that are installed and calls this.
      """)

  @Option(
    name: .customLong("driver"), parsing: .singleValue,
    help: ArgumentHelp("A library, what of it is measured, and the driver.", valueName: "library:what=path"))
  var drivers: [String] = []

  @Option(
    name: .customLong("missing"), parsing: .singleValue,
    help: ArgumentHelp("A library that is not measured, and why.", valueName: "library=reason"))
  var missing: [String] = []

  @Option(help: ArgumentHelp("Frames of touches a second.", valueName: "Hz"))
  var rate = 120.0

  @Option(help: ArgumentHelp("Processes of each.", valueName: "number"))
  var rounds = 9

  @Option(help: ArgumentHelp("Passes of each process.", valueName: "number"))
  var passes = 50

  @OptionGroup var output: ReportOptions

  func run() throws {
    var report = PeerReport()
    let interruption = try Interruption()
    for text in missing {
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { throw ValidationError("'--missing' wants LIBRARY=REASON.") }
      report.missing[parts[0]] = parts[1]
    }
    let scratch = try ScratchDirectory()
    for text in drivers {
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      let names = parts.first?.split(separator: ":", maxSplits: 1).map(String.init) ?? []
      guard parts.count == 2, names.count == 2 else { throw ValidationError("'--driver' wants LIBRARY:WHAT=PATH.") }
      for workload in Workload.all(rate: rate) where !interruption.isAsked {
        StandardError.write("offhand: \(names[0]), \(names[1]): \(workload.name)\n")
        let file = try scratch.write(WorkloadFile.text(workload), to: "\(workload.name).csv")
        var times: [Double] = []
        var own: [Double] = []
        for _ in 0..<rounds {
          times.append(try MeasuredProcess.nanoseconds([parts[1], file, "\(passes)"]))
          own.append(
            try MeasuredProcess.nanoseconds([BenchEnvironment.ownPath, "bench", "pass", "--passes", "\(passes)", file]))
        }
        report.add(names[0], names[1], on: workload.name, nanoseconds: times, own: own)
      }
    }
    try output.write(report)
  }
}
