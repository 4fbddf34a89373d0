import Offhand
import Testing

@testable import OffhandRecordings

@Suite(.enabled(if: Corpus.isPresent, "no corpus: set OFFHAND_CORPUS"))
struct CorpusWritingTests {
  @Test(arguments: Corpus.files)
  func `a recording written as JSON lines reads back the same`(file: String) throws {
    try Corpus.forEachRecording(in: file) { recording in
      let line = JSONLinesWriter.line(recording)
      let again = try JSONLinesParser.recording(in: line.dropLast() + [], limits: RecordingLimits())
      if again != recording { Issue.record("\(recording.trace) differs") }
    }
  }

  @Test(arguments: Corpus.files)
  func `a recording written as libinput record does keeps every position within one device unit`(file: String) throws {
    var count = 0
    try Corpus.forEachRecording(in: file) { recording in
      count += 1
      // The large sets repeat one shape thousands of times; every hundredth of theirs takes the long way through YAML.
      guard count <= 45 || count % 100 == 0 else { return }
      var reader = RecordingReader(content: LibinputRecordWriter.file(recording), name: recording.trace)
      let again = try reader.next()
      let copy = try #require(again)
      compare(recording, copy)
    }
  }

  /// Every moment of the recording has the same contacts in the copy; frames in which nothing changed may be missing.
  private func compare(_ recording: Recording, _ copy: Recording) {
    let scale = RecordingScale(recording)
    let copyScale = RecordingScale(copy)
    let unitX = copyScale.factorX * 1.001
    let unitY = copyScale.factorY * 1.001
    var next = 0
    for (index, frame) in recording.frames.enumerated() {
      let time = microseconds(frame)
      if index + 1 < recording.frames.count && microseconds(recording.frames[index + 1]) == time { continue }
      while next < copy.frames.count && microseconds(copy.frames[next]) <= time { next += 1 }
      let touches = next > 0 ? copy.frames[next - 1].touches : []
      let copied = touches.map(copyScale.position)
      let isSame =
        copied.count == frame.touches.count
        && frame.touches.map(scale.position).allSatisfy { position in
          copied.contains { abs($0.x - position.x) <= unitX && abs($0.y - position.y) <= unitY }
        }
      if !isSame {
        Issue.record(
          "\(recording.trace) at \(frame.time.seconds): \(frame.touches.map(scale.position)) became \(copied)")
        return
      }
    }
    if next != copy.frames.count { Issue.record("\(recording.trace): the copy goes on after the end") }
  }

  private func microseconds(_ frame: RecordedFrame) -> Int64 { (frame.time.nanoseconds + 500) / 1000 }
}
