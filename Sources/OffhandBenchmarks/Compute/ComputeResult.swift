/// The measurements of one process of one pipeline on one workload.
///
/// The layout of a process's memory, its core and its neighbours change all of its figures together, by up to a third. So one
/// process is one value, and a figure needs several.
struct ComputeStart: Sendable, Codable {
  /// Repeated passes: nanoseconds per frame of the fastest and of the median one.
  struct Hot: Sendable, Codable {
    var delivery: EventDelivery
    var eventsPerFrame: Double
    var best: Double
    var median: Double
  }

  /// One frame that was timed by itself, in nanoseconds, with the number of touches down.
  struct Frame: Sendable, Codable {
    var time: Double
    var touches: Int
  }

  /// Repeated passes, for each `EventDelivery`.
  var hot: [Hot] = []
  /// Frames with a pause before each; empty if not measured.
  var paced: [Frame] = []
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
  /// Of each process's fastest pass and median one, less the cost of the clock.
  var hotNs: AcrossRuns
  var hotMedianNs: AcrossRuns
  /// Of all processes; `nil` if not measured.
  var pacedNs: Quantiles?
  var pacedNsByTouches: [Int: Quantiles]?

  /// Combines the measurements of `starts`; `nil` if they contain none of this delivery.
  init?(pipeline: String, workload: Workload, delivery: EventDelivery, _ starts: [ComputeStart]) {
    let hot = starts.flatMap { $0.hot.filter { $0.delivery == delivery } }
    guard let first = hot.first, let best = AcrossRuns(hot.map(\.best)), let median = AcrossRuns(hot.map(\.median))
    else { return nil }
    (self.pipeline, self.workload, self.delivery, self.starts) = (pipeline, workload.name, delivery, starts.count)
    (rateHz, touches, frames) = (workload.rate, workload.touchCount, workload.frames.count)
    (eventsPerFrame, hotNs, hotMedianNs) = (first.eventsPerFrame, best, median)
    let paced = starts.flatMap(\.paced)
    guard delivery == .delivered, !paced.isEmpty else { return }
    pacedNs = Quantiles(paced.map(\.time))
    pacedNsByTouches = Dictionary(grouping: paced, by: \.touches).compactMapValues { Quantiles($0.map(\.time)) }
  }
}
