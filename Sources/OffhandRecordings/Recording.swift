/// What fingers did on one device, frame by frame, with what is known about the device and about the truth.
public struct Recording: Sendable, Hashable {
  /// The set it belongs to.
  public var source: String
  /// Its name within the set.
  public var trace: String
  /// Under what licence it may be used; empty where nobody said.
  public var licence: String
  /// The device it was made with.
  public var device: RecordedDevice
  /// What the positions count.
  public var unit: LengthUnit
  /// What happened, in the order of time.
  public var frames: [RecordedFrame]
  /// What the fingers were meant to do, in the words of the set; empty where nobody knows.
  public var truth: [String: JSONValue]

  /// A recording in which nothing has happened yet.
  public init(source: String, trace: String, device: RecordedDevice, unit: LengthUnit = .millimetres) {
    self.source = source
    self.trace = trace
    self.device = device
    self.unit = unit
    licence = ""
    frames = []
    truth = [:]
  }
}
