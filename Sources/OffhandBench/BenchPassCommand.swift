import ArgumentParser
import Offhand
import OffhandBenchmarks
import OffhandPlatform

/// `offhand bench pass FILE`: prints nanoseconds per frame of the standard pipeline on one workload, for `bench peers`.
struct BenchPassCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pass", abstract: "Print nanoseconds per frame: the best pass.", shouldDisplay: false)

  @Option var passes = 100
  @Argument var file: String

  /// Starts this program to measure the standard pipeline on the workload in `file`, and returns nanoseconds per frame.
  static func start(passes: Int, on file: String) throws -> Double {
    try MeasuredProcess.nanoseconds([Environment.own, "pass", "--passes", "\(passes)", file])
  }

  func run() throws {
    let workload = try WorkloadFile.workload(path: file, name: file, rate: 0)
    print(TextTable.number(best(BenchmarkSubject.standard.make(RecognizerBenchmark.bounds), workload), 3))
  }

  private func best(_ pipeline: some GesturePipeline, _ workload: Workload) -> Double {
    var benchmark = ComputeBenchmark(pipeline, on: workload, delivery: .delivered)
    let cost = BenchmarkClock.cost()
    _ = benchmark.hot(passes: passes / 10 + 1, clockCost: cost)
    return benchmark.hot(passes: max(1, passes), clockCost: cost).min() ?? 0
  }
}
