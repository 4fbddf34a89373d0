import FoundationEssentials
import Glibc
import Offhand
import Synchronization

extension RecognizerBenchmark {
  /// What the program, started again, is to measure.
  private struct Errand: Codable {
    /// Which call of `run` asks, counted from the start of the program.
    var call: Int
    /// The place of the pipeline in `subjects`.
    var subject: Int
    /// The place of the workload among all.
    var workload: Int
    /// Whether single frames are measured as well.
    var isPaced: Bool
    /// Where the result goes.
    var file: String
  }

  /// The environment variable that holds the errand.
  private static let variable = "OFFHAND_BENCHMARK_START"
  /// How often a benchmark was run in this process: a program that runs several is asked about one of them.
  private static let calls = Mutex(0)

  /// Counts a call of `run`.
  static func nextCall() -> Int {
    calls.withLock { calls in
      calls += 1
      return calls
    }
  }

  /// Measures one thing and ends the process, if this is the process that was started for it; answers whether the process was
  /// started for something that another call is to measure.
  func runErrand(call: Int) throws -> Bool {
    guard let text = ProcessInfo.processInfo.environment[RecognizerBenchmark.variable] else { return false }
    let errand = try JSONDecoder().decode(Errand.self, from: Data(text.utf8))
    guard errand.call == call else { return true }
    let workloads = allWorkloads
    guard subjects.indices.contains(errand.subject), workloads.indices.contains(errand.workload) else {
      throw BenchFault("started again, the program has other pipelines or workloads than before")
    }
    let start = measure(
      subjects[errand.subject], on: workloads[errand.workload], pause: errand.isPaced ? pace : nil)
    try JSONEncoder().encode(start).write(to: URL(fileURLWithPath: errand.file))
    exit(0)
  }

  /// Starts the program again to measure one pipeline on one workload.
  func startAgain(call: Int, subject: Int, workload: Int, isPaced: Bool) throws -> ComputeStart {
    let scratch = try ScratchDirectory()
    let errand = Errand(
      call: call, subject: subject, workload: workload, isPaced: isPaced, file: scratch.file("start.json"))
    let text = String(decoding: try JSONEncoder().encode(errand), as: UTF8.self)
    _ = try MeasuredProcess.run(
      [BenchEnvironment.ownPath] + CommandLine.arguments.dropFirst(), environment: [RecognizerBenchmark.variable: text])
    guard let data = FileManager.default.contents(atPath: errand.file) else {
      throw BenchFault("the program, started again, ended without running its benchmark; measure with 'starts = 1'")
    }
    return try JSONDecoder().decode(ComputeStart.self, from: data)
  }
}
