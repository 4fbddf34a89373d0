/// A picture that a renderer holds, by name.
///
/// New content gets a new name: the damage between two display lists is found by comparing commands, not pixels.
public struct ImageID: Sendable, Hashable {
  /// The number.
  public var rawValue: UInt32

  /// The picture with this number.
  @inlinable
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}
