/// What one process wrote down about one run: every moment, nothing computed. All times are nanoseconds of the monotonic
/// clock.
public struct LatencyRecord: Codable, Sendable {
  /// One frame of touches.
  public struct Input: Codable, Sendable, Hashable {
    /// When it was due; all latencies begin here.
    public var scheduled: Int64
    /// When the generator sent it.
    public var sent: Int64
    /// When the event loop woke for it.
    public var woken: Int64
    /// When its frame was whole.
    public var assembled: Int64
    /// When the recognizers had answered.
    public var decided: Int64
    /// Whether a recognizer gave a verdict: something began or was recognized.
    public var isVerdict = false
    /// The number of the first commit that was drawn with it; `nil` where none was.
    public var commit: Int?

    /// A frame that is in no commit yet.
    public init(
      scheduled: Int64, sent: Int64, woken: Int64, assembled: Int64, decided: Int64, isVerdict: Bool = false,
      commit: Int? = nil
    ) {
      self.scheduled = scheduled
      self.sent = sent
      self.woken = woken
      self.assembled = assembled
      self.decided = decided
      self.isVerdict = isVerdict
      self.commit = commit
    }
  }

  /// One frame that went to the compositor.
  public struct Commit: Codable, Sendable, Hashable {
    /// Its number, from 1.
    public var number: Int
    /// When the program began to send it: the compositor cannot have had it before.
    public var begun: Int64
    /// When it had been sent.
    public var time: Int64
    /// When the compositor asked for the next one; `nil` where another commit came before that.
    public var answered: Int64?

    /// A commit that was not answered yet.
    public init(number: Int, begun: Int64, time: Int64, answered: Int64? = nil) {
      self.number = number
      self.begun = begun
      self.time = time
      self.answered = answered
    }
  }

  /// The compositor's word that commits were seen, up to one.
  public struct Presentation: Codable, Sendable, Hashable {
    /// The commit that was seen; those before it that were not seen are in it.
    public var commit: Int
    /// When.
    public var time: Int64
    /// How far `time` may be off because clocks were converted.
    public var uncertainty: Int64

    /// The word that `commit` was seen at `time`.
    public init(commit: Int, time: Int64, uncertainty: Int64 = 0) {
      self.commit = commit
      self.time = time
      self.uncertainty = uncertainty
    }
  }

  /// The number of a commit, read back from the screen.
  public struct Sighting: Codable, Sendable, Hashable {
    /// The commit whose colour was on the screen.
    public var commit: Int
    /// When that was known.
    public var time: Int64

    /// `commit` was on the screen at `time`.
    public init(commit: Int, time: Int64) {
      self.commit = commit
      self.time = time
    }
  }

  /// The frames of touches, in the order of time.
  public var inputs: [Input] = []
  /// The commits, in the order of their numbers.
  public var commits: [Commit] = []
  /// What the compositor said, in the order of commits.
  public var presentations: [Presentation] = []
  /// What was read back, in the order of time.
  public var sightings: [Sighting] = []
  /// Commits of which the compositor said that they were replaced before they were seen.
  public var discarded = 0
  /// How many buffers the surface had in the end.
  public var buffers = 0
  /// How often nothing could be drawn because the compositor had all buffers.
  public var starvations = 0
  /// The kernel's number of the compositor's clock: 1 is the monotonic one; `nil` where it names none.
  public var clock: UInt32?
  /// The time between two frames that the output claims, in nanoseconds; `nil` where it does not say.
  public var claimedInterval: Int64?

  /// Nothing has happened yet.
  public init() {}
}
