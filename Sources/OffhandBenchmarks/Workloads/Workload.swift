public import Offhand
public import OffhandRecordings

/// Frames to run a pipeline on, and what the fingers meant by them.
public struct Workload: Sendable {
  /// Its name in reports.
  public var name: String
  /// Frames a second; zero where they come as they come, such as in a recording.
  public var rate: Double
  /// The frames, in the order of time.
  public var frames: [TouchFrame]
  /// What the fingers did on purpose, in the order of time; empty where nobody knows.
  public var truths: [GroundTruth]

  /// A workload of `frames`.
  public init(name: String, rate: Double, frames: [TouchFrame], truths: [GroundTruth] = []) {
    self.name = name
    self.rate = rate
    self.frames = frames
    self.truths = truths
  }

  /// From the first frame to one second behind the last: how much later the workload may begin again.
  public var period: Duration {
    guard let first = frames.first, let last = frames.last else { return .seconds(1) }
    return last.timestamp - first.timestamp + .seconds(1)
  }

  /// The highest number of fingers that are down at once.
  public var touchCount: Int { frames.map(\.downCount).max() ?? 0 }

  /// Moves every frame `period` later and gives every contact a new identity, so that the workload can run once more.
  public mutating func shift() {
    let period = period
    let identities = (frames.flatMap { frame in frame.indices.map { frame[$0].id.rawValue } }.max() ?? 0) + 1
    shift(by: period, identities: identities)
  }

  /// Moves every frame `period` later and adds `identities` to the number of every contact.
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
  /// The frames of a recording, as a touch source would have made them.
  public init(_ recording: Recording, scale: RecordingScale) {
    var playback = RecordingPlayback(recording, scale: scale)
    var assembler = TouchFrameAssembler()
    var frames: [TouchFrame] = []
    while playback.advance({ event in assembler.add(event) { frames.append(copy $0) } }) {}
    self.init(name: recording.trace, rate: 0, frames: frames)
  }
}
