import Glibc
import Offhand
import OffhandRecordings

/// A recording, played as a source.
final class RecordingStage: ContractStage {
  private let path: String

  init(extension name: String) {
    path = "/tmp/offhand-contract-\(UInt64.random(in: 0 ... .max)).\(name)"
  }

  deinit { unlink(path) }

  func play(_ script: FingerScript, ending: ContractEnding) throws -> [ContractFrame] {
    var recording = Recording(source: "contract", trace: "script", device: RecordedDevice())
    (recording.device.width, recording.device.height) = (300, 200)
    recording.frames = script.reports.map { report in
      RecordedFrame(
        time: Timestamp(nanoseconds: Int64(report.milliseconds) * 1_000_000),
        touches: report.fingers.sorted { $0.key < $1.key }.map { slot, place in
          RecordedTouch(id: slot, x: place.x * 300, y: place.y * 200)
        })
    }
    let bytes = path.hasSuffix("jsonl") ? JSONLinesWriter.line(recording) : LibinputRecordWriter.file(recording)
    let file = fopen(path, "w")
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)

    let source = try RecordingTouchSource(path: path, start: Timestamp(seconds: 5))
    var assembler = TouchFrameAssembler()
    var frames: [TouchFrame] = []
    var size = Size.zero
    // A recording that is over is a touch screen that goes.
    while let time = source.deadline {
      let isOver = ending == .quiet && frames.count == script.reports.count
      if isOver { break }
      try source.dispatch(at: time) { event in
        if case .deviceAdded(let device) = event { size = device.surface.size }
        assembler.add(event) { frames.append(copy $0) }
      }
      assembler.endBatch { frames.append(copy $0) }
    }
    return ContractFrame.frames(frames, on: size)
  }
}
