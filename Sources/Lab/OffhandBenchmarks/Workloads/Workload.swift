package import Offhand
public import OffhandRecordings

/// Frames to run a pipeline on, and the gestures that they represent.
public struct Workload: Sendable {
  /// The name in reports.
  public var name: String
  /// Frame rate in Hz; 0 if irregular, as in a recording.
  package var rate: Double
  /// The frames, ordered by time.
  package var frames: [TouchFrame]
  /// The intended gestures, ordered by time; empty if unknown.
  package var truths: [GroundTruth]

  /// A workload of `frames`.
  package init(name: String, rate: Double, frames: [TouchFrame], truths: [GroundTruth] = []) {
    self.name = name
    self.rate = rate
    self.frames = frames
    self.truths = truths
  }

  /// Time from the first frame to one second after the last: the offset at which the workload can be repeated.
  package var period: Duration {
    guard let first = frames.first, let last = frames.last else { return .seconds(1) }
    return last.timestamp - first.timestamp + .seconds(1)
  }

  /// The largest number of touches down at once.
  package var touchCount: Int { frames.map(\.downCount).max() ?? 0 }

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

/// The deliberate gesture in one interval of a workload, and the time from which it is decidable.
package struct GroundTruth: Sendable, Hashable {
  /// The kind of gesture, for display: `tap`, `pinch out`.
  package var kind: String
  /// The recognizer that should recognize it, by its name in the pipeline.
  package var expected: String
  /// The earliest time of a correct decision: the frame in which fingers without noise meet the conditions.
  package var decidable: Timestamp
  /// The start of the interval, which lasts until the next one starts.
  package var start: Timestamp
  /// Recognizers whose verdicts are not misfires.
  package var tolerated: Set<String> = []
}

extension Workload {
  /// The frames of each recording in the file at `path`, as a touch source would make them; those without touches are left out. Throws
  /// an error with the line if one cannot be read.
  public static func recorded(at path: String) throws(RecordingError) -> [Workload] {
    var reader = try RecordingReader(path: path)
    var workloads: [Workload] = []
    while let recording = try reader.next() {
      let workload = Workload(recording, scale: RecordingScale(recording))
      if !workload.frames.isEmpty { workloads.append(workload) }
    }
    return workloads
  }

  /// The frames of `recording`.
  package init(_ recording: Recording, scale: RecordingScale) {
    var playback = RecordingPlayback(recording, scale: scale)
    var assembler = TouchFrameAssembler()
    var frames: [TouchFrame] = []
    while playback.advance({ event in assembler.add(event) { frames.append(copy $0) } }) {}
    self.init(name: recording.trace, rate: 0, frames: frames)
  }

  /// The text of a file for drivers of other libraries, with times from 0: lines of `frame,t_us,type,id,x,y`, with `d`, `m` and `u` for
  /// down, motion and up, and positions in pixels, of which there are 12 per millimetre.
  package var fileText: String {
    let start = frames.first?.timestamp ?? .zero
    var lines = ["frame,t_us,type,id,x,y"]
    for (number, frame) in frames.enumerated() {
      let time = (frame.timestamp - start).wholeNanoseconds / 1000
      for index in frame.indices {
        let touch = frame[index]
        let type = touch.phase == .began ? "d" : touch.phase.rawValue >= Touch.Phase.ended.rawValue ? "u" : "m"
        let (x, y) = (touch.position.x * 12, touch.position.y * 12)
        let place = [x, y].map { DecimalText.rounded($0, digits: 3, trimmed: true) }.joined(separator: ",")
        lines.append("\(number),\(time),\(type),\(touch.id.rawValue),\(place)")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
