/// What a recognizer does with a finger that lands.
public enum TouchAcceptance: Sendable, Hashable {
  /// The finger becomes part of the attempt.
  case track
  /// The finger is left to others.
  case ignore
  /// The finger ends the attempt without being part of it; it may start the next.
  case fail
}
