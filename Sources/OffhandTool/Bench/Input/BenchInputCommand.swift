import ArgumentParser
import Foundation
import OffhandBenchmarks

/// `offhand bench input`: what taking touches in costs, against a plain drain of libinput in C.
struct BenchInputCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "input",
    abstract: "Measures what taking touches in costs, against a plain drain of libinput in C.",
    discussion: """
      libinput, unmodified, reads a touch screen that is made in the process itself, so no device is needed. That takes a \
      program that stands in for the kernel and udev: InputBench, which is built beside this one by: swift build -c \
      release --product InputBench. Processes of all stages take turns.
      """)

  @Option(
    name: .customLong("bench"),
    help: ArgumentHelp("InputBench; without it the one beside this program.", valueName: "path"))
  var path: String?

  @Option(help: ArgumentHelp("Frames of touches a second.", valueName: "Hz"))
  var rate = 120.0

  @Option(help: ArgumentHelp("Processes of each stage.", valueName: "number"))
  var rounds = 7

  @Flag(help: "Count instructions with callgrind as well; needs valgrind and strip.")
  var count = false

  @OptionGroup var output: ReportOptions

  private static let stages = ["drain", "libinput", "gestures", "evdev"]
  private static let turns = 20

  func validate() throws {
    guard (1...1000).contains(rounds) else { throw ValidationError("'--rounds' wants 1 to 1000.") }
    guard (10...4000).contains(rate) else { throw ValidationError("'--rate' wants 10 to 4000 Hz.") }
  }

  func run() throws {
    let own = URL(fileURLWithPath: BenchEnvironment.ownPath).deletingLastPathComponent()
    let bench = path ?? own.appendingPathComponent("InputBench").path
    guard FileManager.default.isExecutableFile(atPath: bench) else {
      throw BenchFault("there is no \(bench); build it with: swift build -c release --product InputBench")
    }
    if count {
      for program in ["valgrind", "strip"] where !BenchEnvironment.isInstalled(program) {
        throw BenchFault("'--count' needs \(program), which is not installed")
      }
    }
    var report = InputReport()
    let interruption = try Interruption()
    let scratch = try ScratchDirectory()
    for workload in Workload.all(rate: rate) where !interruption.isAsked {
      StandardError.write("offhand: \(workload.name)\n")
      let file = try scratch.write(WorkloadFile.text(workload), to: "\(workload.name).csv")
      report.rows += try rows(bench, workload, file, scratch)
    }
    try output.write(report)
  }

  private func rows(
    _ bench: String, _ workload: Workload, _ file: String, _ scratch: ScratchDirectory
  ) throws -> [InputReport.Row] {
    var times: [String: [Double]] = [:]
    for _ in 0..<rounds {
      for stage in BenchInputCommand.stages {
        times[stage, default: []].append(
          try MeasuredProcess.nanoseconds([bench, stage, file, "\(BenchInputCommand.turns)"]))
      }
    }
    let drain = times["drain"] ?? []
    return try BenchInputCommand.stages.compactMap { stage -> InputReport.Row? in
      guard let own = times[stage], let spread = Quantiles(own) else { return nil }
      var row = InputReport.Row(stage: stage, workload: workload.name, nanoseconds: spread)
      if stage != "drain" {
        row.ratio = RatioInterval(subject: stage, baseline: "drain", workload: workload.name, own, drain)
      }
      if count {
        let instructions = try instructions(bench, stage, file, scratch)
        row.instructions = Double(instructions) / Double(workload.frames.count)
      }
      return row
    }
  }

  /// Instructions of one round over the workload: those of two rounds less those of one, so that the first turns, which
  /// build what is kept, do not count.
  private func instructions(
    _ bench: String, _ stage: String, _ file: String, _ scratch: ScratchDirectory
  ) throws -> Int {
    let stripped = scratch.file("bench")
    if !FileManager.default.fileExists(atPath: stripped) {
      // valgrind cannot read the compiler's debug information.
      _ = try MeasuredProcess.run(["strip", "--strip-debug", "-o", stripped, bench])
    }
    func collected(_ rounds: Int) throws -> Int {
      let (_, errors) = try MeasuredProcess.run([
        "valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=*measuredTurn*", stripped,
        stage, file, "\(rounds)",
      ])
      guard let line = errors.split(separator: "\n").first(where: { $0.contains("Collected") }),
        let word = line.split(separator: " ").last, let value = Int(word)
      else { throw BenchFault("callgrind did not say what it counted: \(errors.suffix(300))") }
      return value
    }
    return try collected(2) - collected(1)
  }
}
