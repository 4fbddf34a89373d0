/// How much of a file may be in memory at once, so that a huge or broken one ends in an error and not in swapping.
public struct RecordingLimits: Sendable, Hashable {
  /// Bytes of one line; the longest of the public corpora has one million.
  public var lineLength = 64 << 20
  /// Positions of one recording: ten fingers at 1,000 Hz for almost seven minutes. One takes about 80 bytes.
  public var samples = 4_000_000

  /// The limits that hold where nobody says otherwise.
  public init() {}
}
