/// What counts of all that one source of evidence says in a gesture.
public enum EvidenceHold: Sendable, Hashable {
  /// The strongest word, smoothed over 80 ms: the source looks at one moment.
  case strongest
  /// The last word: the source looks at the whole gesture so far.
  case latest
}
