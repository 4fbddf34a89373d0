public import Offhand
public import OffhandRecordings

/// Frames to run a pipeline on, and the gestures that they are meant as.
public struct Workload: Sendable {
  /// The name in reports.
  public var name: String
  /// Frame rate in Hz; 0 if irregular, as in a recording.
  public var rate: Double
  /// The frames, ordered by time.
  public var frames: [TouchFrame]
  /// The intended gestures, ordered by time; empty if unknown.
  public var truths: [GroundTruth]

  /// A workload of `frames`.
  public init(name: String, rate: Double, frames: [TouchFrame], truths: [GroundTruth] = []) {
    self.name = name
    self.rate = rate
    self.frames = frames
    self.truths = truths
  }

  /// Time from the first frame to one second after the last: the offset at which the workload can be repeated.
  public var period: Duration {
    guard let first = frames.first, let last = frames.last else { return .seconds(1) }
    return last.timestamp - first.timestamp + .seconds(1)
  }

  /// The largest number of touches down at once.
  public var touchCount: Int { frames.map(\.downCount).max() ?? 0 }

  /// Moves every frame `period` later and gives every touch a new identity, so that the workload can run again.
  public mutating func shift() {
    let period = period
    let identities = (frames.flatMap { frame in frame.indices.map { frame[$0].id.rawValue } }.max() ?? 0) + 1
    shift(by: period, identities: identities)
  }

  /// Moves every frame `period` later and adds `identities` to the identity of every touch.
  mutating func shift(by period: Duration, identities: UInt64) {
    for frame in frames.indices {
      frames[frame].timestamp = frames[frame].timestamp + period
      for index in frames[frame].indices {
        frames[frame][index].id.rawValue += identities
        frames[frame][index].landingTime = frames[frame][index].landingTime + period
      }
    }
  }
}

/// What fingers did on purpose in one stretch of a workload, and when that could be known.
public struct GroundTruth: Sendable, Hashable {
  /// What they did, for people: `tap`, `pinch out`.
  public var kind: String
  /// The recognizer that should say so, as its pipeline names it.
  public var expected: String
  /// How many times it should.
  public var count: Int
  /// The moment from which a perfect recognizer knows: the frame in which a finger without noise has done it.
  public var decidable: Timestamp
  /// The stretch begins here and lasts until the next one begins.
  public var start: Timestamp
  /// What may be recognized as well without being wrong.
  public var tolerated: Set<String>

  /// Fingers that did `kind` on purpose.
  public init(
    kind: String, expected: String, count: Int = 1, decidable: Timestamp, start: Timestamp, tolerated: Set<String> = []
  ) {
    self.kind = kind
    self.expected = expected
    self.count = count
    self.decidable = decidable
    self.start = start
    self.tolerated = tolerated
  }
}

extension Workload {
  /// The frames of a recording, as a touch source would make them.
  public init(_ recording: Recording, scale: RecordingScale) {
    var playback = RecordingPlayback(recording, scale: scale)
    var assembler = TouchFrameAssembler()
    var frames: [TouchFrame] = []
    while playback.advance({ event in assembler.add(event) { frames.append(copy $0) } }) {}
    self.init(name: recording.trace, rate: 0, frames: frames)
  }
}
