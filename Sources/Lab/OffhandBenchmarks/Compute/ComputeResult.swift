/// The measurements of one process of one pipeline on one workload.
///
/// The layout of a process's memory, its core and its neighbours change all of its figures together, by up to a third. So one
/// process is one value, and a figure needs several.
struct ComputeStart: Sendable, Codable {
  /// Repeated passes: nanoseconds per frame of the fastest.
  struct Hot: Sendable, Codable {
    var delivery: EventDelivery
    var eventsPerFrame: Double
    var best: Double
  }

  /// Repeated passes, for each `EventDelivery`.
  var hot: [Hot] = []
  /// Nanoseconds of single frames with a pause before each; empty if not measured.
  var paced: [Double] = []
  /// Time relative to the baseline, pass by pass; empty without a baseline.
  var ratios: [Double] = []
}

/// The cost of one pipeline on one workload, as Benchmarks.md "JSON" describes it.
package struct ComputeResult: Sendable, Encodable {
  /// The pipeline's name.
  package var pipeline: String
  /// The workload's name.
  package var workload: String
  /// 0 if irregular.
  var rateHz: Double
  /// The highest number of touches down at once.
  var touches: Int
  var delivery: EventDelivery
  /// Frames in one pass.
  var frames: Int
  var eventsPerFrame: Double
  /// The number of processes that measured it.
  var starts: Int
  /// Of each process's fastest pass, less the cost of the clock.
  var hotNs: AcrossRuns
  /// Of all processes; `nil` if not measured.
  var pacedNs: Quantiles?

  /// Combines the measurements of `starts`; `nil` if they contain none of this delivery.
  init?(pipeline: String, workload: Workload, delivery: EventDelivery, _ starts: [ComputeStart]) {
    let hot = starts.flatMap { $0.hot.filter { $0.delivery == delivery } }
    guard let first = hot.first, let best = AcrossRuns(hot.map(\.best)) else { return nil }
    (self.pipeline, self.workload, self.delivery, self.starts) = (pipeline, workload.name, delivery, starts.count)
    (rateHz, touches, frames) = (workload.rate, workload.touchCount, workload.frames.count)
    (eventsPerFrame, hotNs) = (first.eventsPerFrame, best)
    if delivery == .delivered { pacedNs = Quantiles(starts.flatMap(\.paced)) }
  }
}
