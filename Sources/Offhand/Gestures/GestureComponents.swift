/// Which parts of a motion a gesture answers for; another one on the same fingers raises its thresholds for the rest.
public struct GestureComponents: OptionSet, Sendable, Hashable {
  /// One bit a component.
  public let rawValue: UInt8

  /// The components whose bits are set.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The fingers move together.
  public static let translation = GestureComponents(rawValue: 1)
  /// They spread or close.
  public static let scale = GestureComponents(rawValue: 2)
  /// They turn.
  public static let rotation = GestureComponents(rawValue: 4)
  /// They may be about to lift without having moved: a tap.
  public static let tap = GestureComponents(rawValue: 8)
  /// The recognizer says itself whose hand it is, instead of the pipeline.
  public static let hand = GestureComponents(rawValue: 16)
}
