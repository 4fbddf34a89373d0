/// The measurements of one process of one pipeline on one workload.
///
/// The layout of a process's memory, its core and its neighbours change all of its figures together, by up to a third. So one
/// process is one value, and a figure needs several.
struct ComputeStart: Sendable, Codable {
  /// The cost per frame of repeated passes.
  struct Hot: Sendable, Codable {
    /// What was done with the events.
    var delivery: EventDelivery
    /// Events per frame.
    var eventsPerFrame: Double
    /// Nanoseconds per frame of the fastest pass.
    var best: Double
    /// Nanoseconds per frame of the median pass.
    var median: Double
  }

  /// One frame that was timed by itself.
  struct Frame: Sendable, Codable {
    /// Its time in nanoseconds.
    var time: Double
    /// The number of touches down.
    var touches: Int
  }

  /// Repeated passes, for each `EventDelivery`.
  var hot: [Hot] = []
  /// Frames with a pause before each; empty if not measured.
  var paced: [Frame] = []
  /// The same with the caches full of other data.
  var cold: [Frame] = []
  /// Time relative to the baseline, pass by pass; empty without a baseline.
  var ratios: [Double] = []
}

/// The cost of one pipeline on one workload.
package struct ComputeResult: Sendable, Encodable {
  /// The pipeline's name.
  package var pipeline: String
  /// The workload's name.
  package var workload: String
  /// Frame rate in Hz; 0 if irregular.
  package var rateHz: Double
  /// The highest number of touches down at once.
  package var touches: Int
  /// What was done with the events.
  package var delivery: EventDelivery
  /// Frames in one pass.
  package var frames: Int
  /// Events per frame.
  package var eventsPerFrame: Double
  /// The number of processes that measured it.
  package var starts: Int
  /// Nanoseconds per frame of each process's fastest pass, less the cost of the clock.
  package var hotNs: AcrossRuns
  /// The same of each process's median pass.
  package var hotMedianNs: AcrossRuns
  /// Nanoseconds of single frames with a pause before each, of all processes; `nil` if not measured.
  package var pacedNs: Quantiles?
  /// The same by the number of touches down.
  package var pacedNsByTouches: [Int: Quantiles]?
  /// Nanoseconds of single frames with a pause before each, in which other data fills the caches.
  package var coldNs: Quantiles?

  /// Combines the measurements of `starts`; `nil` if they contain none of this delivery.
  init?(pipeline: String, workload: Workload, delivery: EventDelivery, _ starts: [ComputeStart]) {
    let hot = starts.flatMap { $0.hot.filter { $0.delivery == delivery } }
    guard let first = hot.first, let best = AcrossRuns(hot.map(\.best)), let median = AcrossRuns(hot.map(\.median))
    else { return nil }
    self.pipeline = pipeline
    self.workload = workload.name
    rateHz = workload.rate
    touches = workload.touchCount
    self.delivery = delivery
    frames = workload.frames.count
    eventsPerFrame = first.eventsPerFrame
    self.starts = starts.count
    hotNs = best
    hotMedianNs = median
    guard delivery == .delivered else { return }
    let paced = starts.flatMap(\.paced)
    pacedNs = Quantiles(paced.map(\.time))
    pacedNsByTouches =
      paced.isEmpty
      ? nil
      : Dictionary(grouping: paced, by: \.touches).compactMapValues { frames in Quantiles(frames.map(\.time)) }
    coldNs = Quantiles(starts.flatMap(\.cold).map(\.time))
  }
}
