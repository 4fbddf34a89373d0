import Offhand
import OffhandRecordings
import Testing

struct JSONLinesStreamTests {
  private func frame(_ index: Int, _ touches: RecordedTouch...) -> RecordedFrame {
    RecordedFrame(time: Timestamp(nanoseconds: Int64(index) * 8_000_000), touches: touches)
  }

  @Test func `behind every frame the file is whole, and at the end it is that of the writer`() throws {
    var recording = Recording(source: "s", trace: "t", device: RecordedDevice(name: "Panel"))
    recording.frames = [
      frame(0, RecordedTouch(id: 0, x: 1.5, y: 2)), frame(1, RecordedTouch(id: 0, x: 2, y: 2)), frame(2),
    ]
    var stream = JSONLinesStream(recording)
    var bytes = stream.head
    for count in 0...recording.frames.count {
      var reader = RecordingReader(content: bytes + stream.end, name: "cut")
      #expect(try reader.next()?.frames == Array(recording.frames.prefix(count)))
      if count < recording.frames.count { bytes += stream.report(recording.frames[count]) }
    }
    #expect(bytes + stream.end == JSONLinesWriter.line(recording))
  }

  @Test func `a frame that says nothing new is not written`() {
    var stream = JSONLinesStream(Recording(source: "s", trace: "t", device: RecordedDevice()))
    #expect(!stream.report(frame(0, RecordedTouch(id: 0, x: 1, y: 2))).isEmpty)
    #expect(stream.report(frame(1, RecordedTouch(id: 0, x: 1, y: 2))).isEmpty)
    #expect(!stream.report(frame(2)).isEmpty)
  }
}
