import Offhand
import OffhandRecordings
import Testing

@Suite(.enabled(if: Corpus.isPresent, "no corpus: set OFFHAND_CORPUS"))
struct CorpusReadingTests {
  @Test(arguments: Corpus.files)
  func `every recording of the corpus is read, and every contact lies where a finger can be`(file: String) throws {
    var recordings = 0
    try Corpus.forEachRecording(in: file) { recording in
      recordings += 1
      let scale = RecordingScale(recording)
      #expect(!recording.frames.isEmpty, "\(recording.trace)")
      for frame in recording.frames {
        for touch in frame.touches where !scale.position(of: touch).isFinite {
          Issue.record("\(recording.trace) at \(frame.time): \(touch)")
        }
      }
    }
    #expect(recordings > 0)
  }
}
