/// What a recognizer answers to a frame. The lane turns answers into the one life cycle; the arbiter may refuse a beginning.
///
/// `began`, `recognized` and `beganAndEnded` are proposals: the gesture begins when the arbiter grants it, which may be
/// in a later frame, or never.
public enum Recognition: UInt8, Sendable {
  /// Nothing new.
  case unchanged
  /// These fingers do not make this gesture, and will not.
  case failed
  /// A discrete gesture happened.
  case recognized
  /// A continuous gesture begins.
  case began
  /// A continuous gesture begins and is over in one frame: a flick between two reports.
  case beganAndEnded
  /// A continuous gesture went on.
  case changed
  /// A continuous gesture is over.
  case ended
  /// A continuous gesture is broken off.
  case cancelled
}
