/// What a frame assembler had to leave out or mend, counted so that a source can be judged.
public struct TouchDiagnostics: Sendable, Hashable {
  /// Motions, lifts or cancels of a contact that never landed.
  public var unknownContacts = 0
  /// A second landing of a contact that is down; taken as a motion.
  public var duplicateDowns = 0
  /// Coordinates that are no numbers; the sample was dropped.
  public var invalidPositions = 0
  /// Stamps older than an earlier one; the position was kept.
  public var lateTimestamps = 0
  /// Jumps that no finger makes; taken as a lost contact and a new one.
  public var teleports = 0
  /// Contacts beyond what a frame holds.
  public var overflows = 0
  /// Frames that were complete without the source saying so.
  public var impliedFrames = 0

  /// Nothing left out.
  public init() {}
}
