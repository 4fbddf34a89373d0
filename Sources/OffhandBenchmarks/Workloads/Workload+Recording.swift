import Offhand
public import OffhandRecordings

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
