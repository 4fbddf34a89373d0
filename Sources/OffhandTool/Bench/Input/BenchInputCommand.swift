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

  @Flag(help: "Count instructions with callgrind as well; needs valgrind and strip.")
  var count = false

  @OptionGroup var workloads: WorkloadOptions

  @OptionGroup var starting: StartOptions

  @OptionGroup var output: ReportOptions

  private static let stages = ["drain", "libinput", "gestures", "evdev"]
  private static let turns = 20

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
    try output.check(InputReport.self)
    var report = InputReport()
    let interruption = try Interruption()
    let scratch = try ScratchDirectory()
    let all = Workload.all(rate: workloads.rate)
    for workload in all { _ = try scratch.write(WorkloadFile.text(workload), to: "\(workload.name).csv") }
    var pairs: [String: PairedStarts] = [:]
    measuring: for start in 1...starting.starts {
      for workload in all {
        for stage in BenchInputCommand.stages {
          guard !interruption.isAsked else { break measuring }
          StandardError.write("offhand: start \(start) of \(starting.starts): \(workload.name), \(stage)\n")
          let measure = { stage in
            try MeasuredProcess.nanoseconds(
              [bench, stage, scratch.file("\(workload.name).csv"), "\(BenchInputCommand.turns)"])
          }
          try pairs["\(workload.name) \(stage)", default: PairedStarts()].takeTurn {
            try measure(stage)
          } _: {
            try measure("drain")
          }
        }
      }
    }
    for workload in all {
      for stage in BenchInputCommand.stages {
        guard let pair = pairs["\(workload.name) \(stage)"], let spread = Quantiles(pair.first) else { continue }
        var row = InputReport.Row(stage: stage, workload: workload.name, nanoseconds: spread)
        row.ratio = RatioInterval(
          subject: stage, baseline: "drain", workload: workload.name, pair.first, pair.second)
        if count && !interruption.isAsked {
          StandardError.write("offhand: \(workload.name), \(stage): instructions\n")
          let instructions = try instructions(bench, stage, scratch.file("\(workload.name).csv"), scratch)
          row.instructions = Double(instructions) / Double(workload.frames.count)
        }
        report.rows.append(row)
      }
    }
    try output.write(report)
    try interruption.end()
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
