/// What one contact did, as a source reports it before frames are made; positions in millimetres on the output plane.
public struct TouchEvent: Sendable, Hashable {
  /// What happened.
  public enum Kind: Sendable, Hashable {
    /// The finger landed.
    case down(Point)
    /// The finger moved.
    case motion(Point)
    /// The contact ellipse changed.
    case shape(ContactShape)
    /// The finger lifted.
    case up
    /// The contact was taken away; not a lift.
    case cancel
  }

  /// The device that felt it.
  public var device: DeviceID
  /// The device's own number for the contact; used again after it ended.
  public var slot: Int32
  /// When the hardware reported it.
  public var timestamp: Timestamp
  /// What happened.
  public var kind: Kind

  /// One report of one contact.
  public init(device: DeviceID, slot: Int32, timestamp: Timestamp, kind: Kind) {
    self.device = device
    self.slot = slot
    self.timestamp = timestamp
    self.kind = kind
  }
}
