/// What the recognizers of a pipeline decided, and because of which other one: for tools that explain it (``RecognizerHost/setJournal(_:)``).
///
/// An object, which a pipeline shares with its copies. Sound as `@unchecked Sendable`: a pipeline writes only while it is called.
public final class GestureJournal: @unchecked Sendable {
  /// A step in the life cycle of a recognizer.
  public struct Entry: Sendable {
    /// The time of the step.
    public var timestamp: Timestamp
    /// The recognizer's name.
    public var name: GestureName
    /// The state that it entered.
    public var state: LaneState
    /// The recognizer that caused it: for which it waits, or because of which it failed or was cancelled; `nil` if it did so by itself.
    public var other: GestureName?
    /// The touches of its attempt, also those that have lifted.
    public var touches: [Touch.ID]
  }

  /// The steps in their order; a reset, when the touches are gone, is none.
  public private(set) var entries: [Entry] = []

  /// An empty journal.
  public init() {}

  func append(_ entry: Entry) { entries.append(entry) }
}
