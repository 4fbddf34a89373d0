import OffhandBenchmarks

/// Measures two builds of this program in turns, one process after the other.
struct BuildComparison {
  /// The path of this build.
  var own: String
  /// The path of the other one.
  var other: String
  /// Processes of each.
  var rounds = 15

  /// How many times as long this build takes as the other.
  func ratio(of pipeline: String, on workload: Workload) throws -> RatioInterval {
    let scratch = try ScratchDirectory()
    let file = try scratch.write(WorkloadFile.text(workload), to: "workload.csv")
    let arguments = ["bench", "pass", "--pipeline", pipeline, file]
    var times: [Double] = []
    var others: [Double] = []
    for _ in 0..<rounds {
      times.append(try MeasuredProcess.nanoseconds([own] + arguments))
      others.append(try MeasuredProcess.nanoseconds([other] + arguments))
    }
    return RatioInterval(
      subject: pipeline, baseline: "\(pipeline) of \(other)", workload: workload.name, times, others)
  }
}
