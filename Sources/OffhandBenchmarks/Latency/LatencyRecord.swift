/// The raw times of one run, written by the process that made it. All are nanoseconds of the monotonic clock.
package struct LatencyRecord: Codable, Sendable {
  /// A frame of touches.
  package struct Input: Codable, Sendable, Hashable {
    /// The time it was due, from which all latencies count.
    package var scheduled: Int64
    /// The time the generator sent it.
    package var sent: Int64
    /// The time the event loop woke for it.
    package var woken: Int64
    /// The time its frame was complete.
    package var assembled: Int64
    /// The time the recognizers had processed it.
    package var decided: Int64
    /// Whether a gesture began or was recognized.
    package var isVerdict = false
    /// The number of the first commit drawn with it; `nil` if there is none.
    package var commit: Int?

    /// A frame of touches.
    package init(
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

  /// A frame sent to the compositor.
  package struct Commit: Codable, Sendable, Hashable {
    /// Its number, from 1.
    package var number: Int
    /// The time the program began to send it; the compositor cannot have had it earlier.
    package var begun: Int64
    /// The time it was sent.
    package var time: Int64
    /// The time the compositor asked for the next frame; `nil` if another commit came first.
    package var answered: Int64?

    /// A commit.
    package init(number: Int, begun: Int64, time: Int64, answered: Int64? = nil) {
      self.number = number
      self.begun = begun
      self.time = time
      self.answered = answered
    }
  }

  /// A presentation that the compositor reported.
  package struct Presentation: Codable, Sendable, Hashable {
    /// The commit that was presented, and with it the content of earlier, discarded ones.
    package var commit: Int
    /// The time of the presentation.
    package var time: Int64
    /// Uncertainty of `time` from the conversion of clocks, in ns.
    package var uncertainty: Int64

    /// `commit` was presented at `time`.
    package init(commit: Int, time: Int64, uncertainty: Int64 = 0) {
      self.commit = commit
      self.time = time
      self.uncertainty = uncertainty
    }
  }

  /// The number of a commit, read back from the screen.
  package struct Sighting: Codable, Sendable, Hashable {
    /// The commit whose colour was on the screen.
    package var commit: Int
    /// The time of the reading.
    package var time: Int64

    /// `commit` was on the screen at `time`.
    package init(commit: Int, time: Int64) {
      self.commit = commit
      self.time = time
    }
  }

  /// The frames of touches, ordered by time.
  package var inputs: [Input] = []
  /// The commits, ordered by number.
  package var commits: [Commit] = []
  /// The presentations, ordered by commit.
  package var presentations: [Presentation] = []
  /// The readings, ordered by time.
  package var sightings: [Sighting] = []
  /// The number of commits that the compositor reported as discarded.
  package var discarded = 0
  /// The number of buffers of the surface at the end.
  package var buffers = 0
  /// The number of times that nothing could be drawn because the compositor held all buffers.
  package var starvations = 0
  /// The kernel's number of the compositor's clock, 1 for the monotonic one; `nil` if unknown.
  package var clock: UInt32?
  /// The output's frame interval as it claims it, in ns; `nil` if it does not.
  package var claimedInterval: Int64?
  /// What was seen of a finger whose motion is known; `nil` for strokes.
  package var gap: Gap?

  /// An empty record.
  package init() {}
}
