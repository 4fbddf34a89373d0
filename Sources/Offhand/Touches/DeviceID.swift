/// Names one touch device for as long as the process runs; given out by the source, never used twice.
public struct DeviceID: Sendable, Hashable {
  /// The number behind the name.
  public var rawValue: UInt32

  /// The device numbered `rawValue`.
  @inlinable
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}
