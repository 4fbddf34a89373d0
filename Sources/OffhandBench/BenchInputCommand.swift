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

  @Option(
    name: .customLong("bench"),
    help: ArgumentHelp("InputBench; without it the one beside this program.", valueName: "path"))
  var path: String?

  @Flag(help: "Count instructions with callgrind as well; needs valgrind and strip.")
  var count = false

  @OptionGroup var workloads: WorkloadOptions

  @OptionGroup var starting: StartOptions

  @OptionGroup var output: ReportOptions

  /// One stage on one workload.
  private struct Turn {
    var workload: Workload
    var stage: String
  }

  private static let stages = ["drain", "libinput", "gestures", "evdev"]
  /// Rounds of a process over its workload, of which the fastest counts.
  private static let rounds = 20

  func run() throws {
    let bench = try path ?? BenchEnvironment.beside("InputBench")
    guard FileManager.default.isExecutableFile(atPath: bench) else {
      throw BenchFault("there is no \(bench); build it with: swift build -c release --product InputBench")
    }
    if count {
      for program in ["valgrind", "strip"] where !Environment.isInstalled(program) {
        throw BenchFault("'--count' needs \(program), which is not installed")
      }
    }
    try output.check()
    var report = InputReport()
    let interruption = try Interruption()
    let scratch = try TemporaryFolder()
    let all = Workload.all(rate: workloads.rate)
    for workload in all { _ = try scratch.write(WorkloadFile.text(workload), to: "\(workload.name).csv") }
    let turns = all.flatMap { workload in BenchInputCommand.stages.map { Turn(workload: workload, stage: $0) } }
    let pairs = try PairedStarts.rounds(starting.starts, of: turns) { start, turn in
      guard !interruption.isAsked else { return false }
      StandardError.write("offhand: start \(start) of \(starting.starts): \(turn.workload.name), \(turn.stage)\n")
      return true
    } _: { turn, pairs in
      let measure = { stage in
        try MeasuredProcess.nanoseconds(
          [bench, stage, scratch.file("\(turn.workload.name).csv"), "\(BenchInputCommand.rounds)"])
      }
      try pairs.takeTurn({ try measure(turn.stage) }, { try measure("drain") })
    }
    for (turn, pair) in zip(turns, pairs) {
      guard let spread = Quantiles(pair.first) else { continue }
      let ratio = RatioInterval(
        subject: turn.stage, baseline: "drain", workload: turn.workload.name, pair.first, pair.second)
      var row = InputReport.Row(
        stage: turn.stage, workload: turn.workload.name, nanoseconds: spread, ratio: ratio)
      if count && !interruption.isAsked {
        StandardError.write("offhand: \(turn.workload.name), \(turn.stage): instructions\n")
        let instructions = try instructions(bench, turn.stage, scratch.file("\(turn.workload.name).csv"), scratch)
        row.instructions = Double(instructions) / Double(turn.workload.frames.count)
      }
      report.rows.append(row)
    }
    try output.write(report)
    try interruption.end()
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
