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
  /// Nanoseconds a frame, one value a pass; nothing is taken off but the clock.
  public var hotNs: Quantiles
  /// Nanoseconds of single frames with a pause before each; `nil` where that was not asked for.
  public var pacedNs: Quantiles?
  /// The same by the number of fingers that are down.
  public var pacedNsByTouches: [Int: Quantiles]?
  /// Nanoseconds of single frames with a pause before each in which other data has filled the caches.
  public var coldNs: Quantiles?
}
