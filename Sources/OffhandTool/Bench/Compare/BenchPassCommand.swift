import ArgumentParser
import Offhand
import OffhandBenchmarks

/// `offhand bench pass FILE`: prints nanoseconds a frame of one pipeline on one workload, for comparisons in turns.
struct BenchPassCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pass", abstract: "Prints nanoseconds a frame: the best pass.", shouldDisplay: false)

  @Option var pipeline = "standard"
  @Option var passes = 100
  @Argument var file: String

  /// Starts `program`, this build or another, to measure a pipeline on the workload in `file`; answers nanoseconds a frame.
  static func start(
    _ program: String, _ pipeline: String = "standard", passes: Int, on file: String
  ) throws -> Double {
    try MeasuredProcess.nanoseconds([program, "bench", "pass", "--pipeline", pipeline, "--passes", "\(passes)", file])
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
    let cost = MonotonicClock.cost()
    _ = benchmark.hot(passes: passes / 10 + 1, clockCost: cost)
    return benchmark.hot(passes: max(1, passes), clockCost: cost).min() ?? 0
  }
}
