/// One contact in one recorded frame.
public struct RecordedTouch: Sendable, Hashable {
  /// Names the contact within its recording, from landing to lifting.
  public var id: Int
  /// How far from the left edge, in the recording's unit.
  public var x: Double
  /// How far from the top edge, in the recording's unit.
  public var y: Double
  /// The long axis of the contact in the device's units, where recorded.
  public var major: Float?
  /// The short axis of the contact in the device's units, where recorded.
  public var minor: Float?
  /// The long axis in millimetres, where recorded.
  public var majorMillimetres: Float?
  /// The short axis in millimetres, where recorded.
  public var minorMillimetres: Float?
  /// The long axis in degrees clockwise from straight up, where recorded.
  public var orientationDegrees: Float?
  /// The pressure in the device's units, where recorded.
  public var pressure: Float?
  /// Whatever else was recorded about the contact; kept so that nothing is lost when the recording is written again.
  public var extras: [String: JSONValue]

  /// A contact at (x, y).
  public init(id: Int, x: Double, y: Double) {
    self.id = id
    self.x = x
    self.y = y
    extras = [:]
  }
}
