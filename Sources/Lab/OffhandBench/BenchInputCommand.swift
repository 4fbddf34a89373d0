import OffhandCommandLine
import ArgumentParser
import Foundation
import OffhandBenchmarks
import OffhandPlatform

/// `offhand bench input`: the cost of reading touches, compared with a plain drain of libinput in C.
struct BenchInputCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "input",
    abstract: "Measure the cost of reading touches, against a plain drain of libinput in C.",
    discussion: """
      libinput, unmodified, reads a touch screen that is simulated in the process, so no device is needed. A program that \
      stands in for the kernel and udev does that, InputBench: swift build -c release --product InputBench. Processes of all \
      stages alternate.
      """)

  @Flag(help: "Count instructions with callgrind as well; needs valgrind and strip.")
  var count = false

  @OptionGroup var starting: StartOptions

  @OptionGroup var output: ReportOptions

  private static let stages = ["drain", "libinput", "gestures", "evdev", "tuio", "tuio-in"]
  /// Rounds of a process over its workload, of which the fastest counts.
  private static let rounds = 20

  func run() throws {
    let bench = try MeasuredProcess.beside("InputBench")
    if count {
      for program in ["valgrind", "strip"] where !Environment.isInstalled(program) {
        throw BenchFault("'--count' needs \(program), which is not installed")
      }
    }
    let scratch = try TemporaryFolder()
    var files: [(workload: Workload, stage: String, path: String)] = []
    for workload in Workload.all(rate: 120) {
      let path = try scratch.write(workload.fileText, to: "\(workload.name).csv")
      files += BenchInputCommand.stages.map { (workload, $0, path) }
    }
    let turns = files.map { workload, stage, path in
      func measure(_ stage: String) throws -> Double {
        try MeasuredProcess.nanoseconds([bench, stage, path, "\(BenchInputCommand.rounds)"])
      }
      return PairedTurn(
        name: stage, workload: workload.name, first: { try measure(stage) }, second: { try measure("drain") })
    }
    try output.write { interruption in
      var report = InputReport()
      let pairs = try PairedStarts.rounds(starting.starts, of: turns, until: interruption) { _, fault in throw fault }
      for ((workload, stage, path), pair) in zip(files, pairs) {
        guard let spread = Quantiles(pair.first) else { continue }
        let ratio = RatioInterval(subject: stage, baseline: "drain", workload: workload.name, pair.first, pair.second)
        var row = InputReport.Row(stage: stage, workload: workload.name, nanoseconds: spread, ratio: ratio)
        if count && !interruption.isAsked {
          StandardError.write("offhand: \(workload.name), \(stage): instructions\n")
          row.instructions = Double(try instructions(bench, stage, path, scratch)) / Double(workload.frames.count)
        }
        report.rows.append(row)
      }
      return report
    }
  }

  /// Instructions of one round over the workload: those of two rounds less those of one, so that initialisation does not count. Later
  /// rounds take the same number within 40.
  private func instructions(
    _ bench: String, _ stage: String, _ file: String, _ scratch: TemporaryFolder
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

/// The cost of a frame of touches of each stage.
private struct InputReport: BenchmarkReport {
  static let name = "input"
  static let version = 2

  struct Row: Encodable {
    var stage: String
    var workload: String
    /// Of a frame, over the processes.
    var nanoseconds: Quantiles
    var instructions: Double?
    /// To the drain.
    var ratio: RatioInterval
  }

  var machine = MachineDescription()
  var rows: [Row] = []
}
