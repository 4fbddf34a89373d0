/// What a program does when the compositor is gone.
public enum CompositorLoss: Sendable, Hashable {
  /// It ends with an error.
  case ends
  /// It keeps what it shows and connects again when a compositor is there; a protocol error still ends it.
  case reconnects
}
