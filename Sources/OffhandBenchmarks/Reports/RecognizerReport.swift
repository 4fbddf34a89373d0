/// The results of a benchmark of recognizers.
public struct RecognizerReport: Sendable {
  package static let name = "recognizers"
  package static let version = 4

  /// The machine that measured it.
  package var machine = MachineDescription()
  /// The decisions of each pipeline at each rate.
  package var decisions: [Decisions] = []
  /// The cost of each pipeline on each workload.
  package var compute: [ComputeResult] = []
  /// Ratios of pipelines, or builds, measured alternately.
  package var ratios: [RatioInterval] = []

  /// An empty report.
  package init() {}

  /// The figures as text tables.
  public var table: String { TextTable.text(of: self) }

  /// The figures as one JSON object on one line, which the page Benchmarks describes.
  public func json() throws -> [UInt8] { try encoded() }

  /// Adds measurements, indexed by subject and by workload.
  mutating func add(
    _ starts: [[[ComputeStart]]], of subjects: [BenchmarkSubject], against baseline: BenchmarkSubject?,
    on workloads: [Workload]
  ) {
    for (subject, starts) in zip(subjects, starts) {
      for (workload, starts) in zip(workloads, starts) {
        compute += EventDelivery.allCases.compactMap { delivery in
          ComputeResult(pipeline: subject.name, workload: workload, delivery: delivery, starts)
        }
        let known = starts.filter { !$0.ratios.isEmpty }
        guard let baseline, let first = known.first else { continue }
        // Passes of one process are not independent, so a process is one pair, unless there is only one.
        let pairs = known.count == 1 ? first.ratios : known.map { RatioInterval.median($0.ratios.sorted()) }
        ratios.append(
          RatioInterval(subject: subject.name, baseline: baseline.name, workload: workload.name, ratios: pairs))
      }
    }
  }
}

extension RecognizerReport: BenchmarkReport {}
