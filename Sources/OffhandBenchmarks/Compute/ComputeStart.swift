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
