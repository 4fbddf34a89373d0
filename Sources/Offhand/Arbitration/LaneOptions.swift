/// How a recognizer stands in its pipeline: its name, its rank, and its relations to others, by their names.
public struct LaneOptions: Sendable {
  /// The name; `nil` for the recognizer's own.
  public var name: GestureName?
  /// Of beginnings in one frame the higher priority comes first.
  public var priority = 0
  /// Whether it takes part at all.
  public var isEnabled = true
  /// It begins only when these have failed on the fingers it shares with them.
  public var requirements: [GestureName] = []
  /// It and these may be on at the same time on the same fingers.
  public var simultaneous: [GestureName] = []
  /// Whether it may be on at the same time as any other.
  public var isSimultaneousWithAll = false
  /// It does not keep these from beginning.
  public var notPreventing: [GestureName] = []
  /// These do not keep it from beginning.
  public var notPreventedBy: [GestureName] = []
  /// Where one of these is on, it is cancelled and this one begins, instead of failing.
  public var overridden: [GestureName] = []
  /// Whether layers below see its fingers cancelled once it is recognized.
  public var cancelsTouches = true
  /// Whether layers below see its fingers land only when it has failed.
  public var delaysTouchesBegan = false
  /// Whether layers below see its fingers lift only when it has failed.
  public var delaysTouchesEnded = true
  /// Whether a discrete gesture says `unconfirmed` while it waits for others to fail.
  public var announcesUnconfirmed = false
  /// Whether a failed attempt waits for all its fingers to lift before the next; otherwise the next finger starts one.
  public var isExclusive = true

  /// A recognizer under its own name, without relations.
  public init() {}
}
