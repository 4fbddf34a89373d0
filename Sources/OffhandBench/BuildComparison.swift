import ArgumentParser
import Offhand
import OffhandBenchmarks
import OffhandPlatform

/// Compares two builds of this program, whose processes alternate.
struct BuildComparison {
  /// The path of this build.
  var own: String
  /// The path of the other build.
  var other: String
  /// The number of processes of each build.
  var starts: Int
  /// The number of passes of each process.
  var passes: Int

  /// One pipeline on one workload: this build compared with `program`.
  private struct Turn {
    var program: String
    var baseline: String
    var pipeline: String
    var workload: String
    var file: String
  }

  /// Throws if the other build cannot measure one of `pipelines`, before anything else is measured.
  func check(_ pipelines: [String]) throws {
    let scratch = try TemporaryFolder()
    let file = try scratch.write(WorkloadFile.text(.taps(rate: 120)), to: "check.csv")
    for pipeline in pipelines {
      guard (try? BenchPassCommand.start(other, pipeline, passes: 1, on: file)) != nil else {
        throw BenchFault("'--program': \(other) is no build of offhand that can measure '\(pipeline)'")
      }
    }
  }

  /// Returns the ratios of this build's times to the other's, of each of `pipelines` on each of `workloads`; before them those of this
  /// build to itself, which are the noise floor. `progress` is called before each step and decides whether to continue.
  func ratios(
    of pipelines: [String], on workloads: [Workload], progress: (String) -> RecognizerBenchmark.Progress
  ) throws -> [RatioInterval] {
    let scratch = try TemporaryFolder()
    let files = try workloads.enumerated().map { index, workload in
      try scratch.write(WorkloadFile.text(workload), to: "\(index).csv")
    }
    let turns = [(own, "this build"), (other, other)].flatMap { program, name in
      pipelines.flatMap { pipeline in
        zip(workloads, files).map { workload, file in
          Turn(
            program: program, baseline: "\(pipeline) of \(name)", pipeline: pipeline, workload: workload.name,
            file: file)
        }
      }
    }
    let pairs = try PairedStarts.rounds(starts, of: turns) { start, turn in
      progress(
        "start \(start) of \(starts): \(turn.pipeline), \(turn.workload): in turns with \(turn.program)") == .goOn
    } _: { turn, pairs in
      try pairs.takeTurn {
        try BenchPassCommand.start(own, turn.pipeline, passes: passes, on: turn.file)
      } _: {
        try BenchPassCommand.start(turn.program, turn.pipeline, passes: passes, on: turn.file)
      }
    }
    return zip(turns, pairs).filter { !$1.first.isEmpty }.map { turn, pairs in
      RatioInterval(
        subject: turn.pipeline, baseline: turn.baseline, workload: turn.workload, pairs.first, pairs.second)
    }
  }
}

/// `offhand bench pass FILE`: prints nanoseconds per frame of one pipeline on one workload, for alternating comparisons.
struct BenchPassCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pass", abstract: "Print nanoseconds a frame: the best pass.", shouldDisplay: false)

  @Option var pipeline = "standard"
  @Option var passes = 100
  @Argument var file: String

  /// Starts `program`, this build or another, to measure a pipeline on the workload in `file`, and returns nanoseconds per frame.
  static func start(
    _ program: String, _ pipeline: String = "standard", passes: Int, on file: String
  ) throws -> Double {
    try MeasuredProcess.nanoseconds(
      BenchEnvironment.benchCommand(of: program)
        + ["pass", "--pipeline", pipeline, "--passes", "\(passes)", file])
  }

  func run() throws {
    guard let subject = BenchmarkSubject.named(pipeline) else {
      throw ValidationError("There is no pipeline '\(pipeline)'.")
    }
    let workload = try WorkloadFile.workload(path: file, name: file, rate: 0)
    print(TextTable.number(best(subject.make(RecognizerBenchmark.bounds), workload), 3))
  }

  private func best(_ pipeline: some GesturePipeline, _ workload: Workload) -> Double {
    var benchmark = ComputeBenchmark(pipeline, on: workload, delivery: .delivered)
    let cost = BenchmarkClock.cost()
    _ = benchmark.hot(passes: passes / 10 + 1, clockCost: cost)
    return benchmark.hot(passes: max(1, passes), clockCost: cost).min() ?? 0
  }
}
