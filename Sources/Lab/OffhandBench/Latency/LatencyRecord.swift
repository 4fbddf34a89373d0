/// The raw times of one run, written by the process that made it. All are nanoseconds of the monotonic clock.
struct LatencyRecord: Codable {
  /// A frame of touches.
  struct Input: Codable, Hashable {
    /// The time it was due, from which all latencies count.
    var scheduled: Int64
    /// When the generator sent it, the event loop woke for it, its frame was complete, the recognizers had processed it.
    var sent: Int64
    var woken: Int64
    var assembled: Int64
    var decided: Int64
    /// The number of the first commit drawn with it; `nil` if there is none.
    var commit: Int?
  }

  /// A frame sent to the compositor.
  struct Commit: Codable, Hashable {
    /// Its number, from 1.
    var number: Int
    /// The time the program began to send it; the compositor cannot have had it earlier.
    var begun: Int64
    /// The time it was sent.
    var time: Int64
    /// The time the compositor asked for the next frame; `nil` if another commit came first.
    var answered: Int64?
  }

  /// A commit on the screen, and with it the content of earlier, discarded ones: as the compositor reported it, or as it was read back.
  struct Sighting: Codable, Hashable {
    var commit: Int
    var time: Int64
    /// Uncertainty of `time` from the conversion of clocks, in ns.
    var uncertainty: Int64 = 0
  }

  /// What was seen of a finger whose motion is known.
  struct Gap: Codable, Hashable {
    /// The frames that were seen while a finger moved.
    var frames: [LatencyGap.Frame]
    /// Whether the times are those at which the screen was read back.
    var isReadBack: Bool
    /// The duration of what follows: frames drawn, wake-ups and processor time of the program's thread.
    var seconds: Double
    var draws: Int
    var wakeups: Int
    var processorSeconds: Double
  }

  /// Frames of touches and readings are ordered by time, commits and presentations by number.
  var inputs: [Input] = []
  var commits: [Commit] = []
  var presentations: [Sighting] = []
  var sightings: [Sighting] = []
  /// The number of commits that the compositor reported as discarded.
  var discarded = 0
  /// The number of buffers of the surface at the end.
  var buffers = 0
  /// The number of times that nothing could be drawn because the compositor held all buffers.
  var starvations = 0
  /// The kernel's number of the compositor's clock, 1 for the monotonic one; `nil` if unknown.
  var clock: UInt32?
  /// The output's frame interval as it claims it, in ns; `nil` if it does not.
  var claimedInterval: Int64?
  /// `nil` for strokes.
  var gap: Gap?
}
