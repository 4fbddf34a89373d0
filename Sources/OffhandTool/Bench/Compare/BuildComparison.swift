import OffhandBenchmarks

/// Measures two builds of this program in turns, one process after the other.
struct BuildComparison {
  /// The path of this build.
  var own: String
  /// The path of the other one.
  var other: String
  /// Processes of each.
  var starts: Int
  /// Passes of each process.
  var passes: Int

  /// Whether the other build can be measured: starts it once with each of `pipelines`. Throws where it cannot, before anything
  /// else has been measured in vain.
  func check(_ pipelines: [String]) throws {
    let scratch = try ScratchDirectory()
    let file = try scratch.write(WorkloadFile.text(.taps(rate: 120)), to: "check.csv")
    for pipeline in pipelines {
      guard (try? BenchPassCommand.start(other, pipeline, passes: 1, on: file)) != nil else {
        throw BenchFault("'--program': \(other) is no build of offhand that can measure '\(pipeline)'")
      }
    }
  }

  /// How many times as long this build takes as the other with each of `pipelines` on each of `workloads`, and first this
  /// build against itself, which is the noise floor. `progress` is told what comes next and answers whether to go on.
  func ratios(
    of pipelines: [String], on workloads: [Workload], progress: (String) -> RecognizerBenchmark.Progress
  ) throws -> [RatioInterval] {
    let scratch = try ScratchDirectory()
    let files = try workloads.enumerated().map { index, workload in
      try scratch.write(WorkloadFile.text(workload), to: "\(index).csv")
    }
    let programs = [own, other]
    var pairs = programs.map { _ in pipelines.map { _ in workloads.map { _ in PairedStarts() } } }
    measuring: for start in 1...starts {
      for (build, program) in programs.enumerated() {
        for (place, pipeline) in pipelines.enumerated() {
          for (index, workload) in workloads.enumerated() {
            let step = "start \(start) of \(starts): \(pipeline), \(workload.name): in turns with \(program)"
            guard progress(step) == .goOn else { break measuring }
            try pairs[build][place][index].takeTurn {
              try BenchPassCommand.start(own, pipeline, passes: passes, on: files[index])
            } _: {
              try BenchPassCommand.start(program, pipeline, passes: passes, on: files[index])
            }
          }
        }
      }
    }
    return programs.indices.flatMap { build in
      pipelines.indices.flatMap { place in
        workloads.indices.compactMap { index -> RatioInterval? in
          let pair = pairs[build][place][index]
          guard !pair.first.isEmpty else { return nil }
          return RatioInterval(
            subject: pipelines[place], baseline: "\(pipelines[place]) of \(build == 0 ? "this build" : other)",
            workload: workloads[index].name, pair.first, pair.second)
        }
      }
    }
  }
}
