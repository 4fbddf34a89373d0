/// What one report changed about one contact.
public struct MultitouchChange: Sendable, Hashable {
  /// What happened.
  public enum Kind: Sendable, Hashable {
    /// A finger landed.
    case down
    /// It moved.
    case motion
    /// Its contact ellipse or pressure changed, and it did not move.
    case shape
    /// It lifted.
    case up
    /// It was taken away: the device calls it a palm, or replaced it by another contact without lifting it.
    case cancel
  }

  /// The slot.
  public var slot: Int
  /// What happened.
  public var kind: Kind
  /// What the slot holds now; at an end what it held last.
  public var contact: MultitouchSlot
}
