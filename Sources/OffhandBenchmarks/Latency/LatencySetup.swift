/// What a latency was measured with.
public struct LatencySetup: Sendable, Hashable, Codable {
  /// The compositor's name: `weston`, `sway`, or `nested` for sway in weston.
  public var compositor: String
  /// What it says its version is.
  public var version: String
  /// Frames a second that its output was asked for.
  public var outputHz: Double
  /// When frames were committed: `immediate`, `frame-callback` or `late-latch`.
  public var policy: String
  /// Which way inputs came: `descriptor`, as from the kernel, or `wl_touch`.
  public var input: String
  /// Frames of touches a second.
  public var inputHz: Double
  /// The pipeline that recognized gestures meanwhile.
  public var pipeline: String
  /// Which program was measured, where several are compared.
  public var program: String

  /// What a latency was measured with.
  public init(
    compositor: String, version: String, outputHz: Double, policy: String, input: String, inputHz: Double,
    pipeline: String, program: String = "this"
  ) {
    self.compositor = compositor
    self.version = version
    self.outputHz = outputHz
    self.policy = policy
    self.input = input
    self.inputHz = inputHz
    self.pipeline = pipeline
    self.program = program
  }
}
