/// What a pipeline took on one workload.
public struct ComputeResult: Sendable {
  /// The pipeline's name.
  public var subject: String
  /// The workload's name.
  public var workload: String
  /// Frames a second; zero where they come as they come.
  public var rate: Double
  /// The highest number of fingers.
  public var touches: Int
  /// What was done with the answers.
  public var delivery: EventDelivery
  /// Frames in one pass.
  public var frames: Int
  /// Answers a frame.
  public var answersPerFrame: Double
  /// Nanoseconds a frame, one value a pass; nothing is taken off but the clock.
  public var hot: Quantiles
  /// Nanoseconds of single frames with a pause before each; `nil` where that was not asked for.
  public var paced: Quantiles?
}
