/// How late and how rightly a pipeline decided.
public struct DecisionResult: Sendable {
  /// What came of one kind of gesture.
  public struct Kind: Sendable {
    /// The kind, such as `pinch out`.
    public var name: String
    /// The recognizer that should have said so.
    public var recognizer: String
    /// Whether the pipeline has that recognizer; without it there are no misses, but there may be misfires.
    public var isJudged = false
    /// How many episodes there were.
    public var episodes = 0
    /// Verdict less the moment from which it could be known, in milliseconds; negative where it came before.
    public var latencies: [Double] = []
    /// Episodes in which the recognizer did not say so.
    public var misses = 0
    /// Wrong verdicts, by the recognizer that gave them.
    public var misfires: [String: Int] = [:]

    init(name: String, recognizer: String) {
      self.name = name
      self.recognizer = recognizer
    }
  }

  /// Every kind, in the order of names.
  public var kinds: [Kind]
}
