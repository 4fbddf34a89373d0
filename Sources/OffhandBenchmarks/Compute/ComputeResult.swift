/// What one process found out about one pipeline on one workload.
///
/// Where a process got its memory, and which core it runs on beside which neighbour, makes all of its figures faster or slower
/// together, by up to a third. So one process is one value, however often it measured, and a figure needs several.
struct ComputeStart: Sendable, Codable {
  /// What a frame took hot, over and over.
  struct Hot: Sendable, Codable {
    /// What was done with the answers.
    var answers: EventDelivery
    /// Answers a frame.
    var answersPerFrame: Double
    /// Nanoseconds a frame of the fastest pass.
    var best: Double
    /// Nanoseconds a frame of the middle pass.
    var median: Double
  }

  /// A single frame.
  struct Frame: Sendable, Codable {
    /// Nanoseconds that it took.
    var time: Double
    /// How many fingers were down.
    var touches: Int
  }

  /// Hot, for each thing that is done with answers.
  var hot: [Hot] = []
  /// Frames with a pause before each; empty where they were not asked for.
  var paced: [Frame] = []
  /// The same in the same pauses, with the caches full of other data.
  var cold: [Frame] = []
  /// How many times as long it took as the baseline, pass by pass; empty without a baseline.
  var ratios: [Double] = []
}

/// What a pipeline took on one workload.
public struct ComputeResult: Sendable, Codable {
  /// The pipeline's name.
  public var pipeline: String
  /// The workload's name.
  public var workload: String
  /// Frames a second; zero where they come as they come.
  public var rateHz: Double
  /// The highest number of fingers.
  public var touches: Int
  /// What was done with the answers.
  public var answers: EventDelivery
  /// Frames in one pass.
  public var frames: Int
  /// Answers a frame.
  public var answersPerFrame: Double
  /// How many processes measured it.
  public var starts: Int
  /// Nanoseconds a frame of each process's fastest pass; nothing is taken off but the clock.
  public var hotNs: AcrossRuns
  /// The same of each process's middle pass.
  public var hotMedianNs: AcrossRuns
  /// Nanoseconds of single frames with a pause before each, of all processes; `nil` where that was not asked for.
  public var pacedNs: Quantiles?
  /// The same by the number of fingers that are down.
  public var pacedNsByTouches: [Int: Quantiles]?
  /// Nanoseconds of single frames with a pause before each in which other data has filled the caches.
  public var coldNs: Quantiles?

  /// What `starts` say of `pipeline` on `workload` with the answers counted or delivered; `nil` where they say nothing.
  init?(pipeline: String, workload: Workload, answers: EventDelivery, _ starts: [ComputeStart]) {
    let hot = starts.flatMap { $0.hot.filter { $0.answers == answers } }
    guard let first = hot.first, let best = AcrossRuns(hot.map(\.best)), let median = AcrossRuns(hot.map(\.median))
    else { return nil }
    self.pipeline = pipeline
    self.workload = workload.name
    rateHz = workload.rate
    touches = workload.touchCount
    self.answers = answers
    frames = workload.frames.count
    answersPerFrame = first.answersPerFrame
    self.starts = starts.count
    hotNs = best
    hotMedianNs = median
    guard answers == .delivered else { return }
    let paced = starts.flatMap(\.paced)
    pacedNs = Quantiles(paced.map(\.time))
    pacedNsByTouches =
      paced.isEmpty
      ? nil
      : Dictionary(grouping: paced, by: \.touches).compactMapValues { frames in Quantiles(frames.map(\.time)) }
    coldNs = Quantiles(starts.flatMap(\.cold).map(\.time))
  }
}
