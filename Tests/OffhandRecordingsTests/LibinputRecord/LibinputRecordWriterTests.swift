import Offhand
import OffhandRecordings
import Testing

struct LibinputRecordWriterTests {
  private func again(_ recording: Recording) throws -> Recording {
    var reader = RecordingReader(content: LibinputRecordWriter.file(recording), name: "again")
    return try #require(try reader.next())
  }

  @Test func `names keep every character`() throws {
    let name = "a \"b\" \\ \u{0}\u{7F}\u{85}\u{FFFE} é 😀" + String(repeating: "[{", count: 40)
    let recording = Recording(source: "s", trace: "t", device: RecordedDevice(name: name))
    #expect(try again(recording).device.name == name)
  }

  @Test func `a lift stays a lift, what was taken away was taken away, and the next finger is a finger`() throws {
    var recording = Recording(source: "s", trace: "t", device: RecordedDevice())
    let touch = RecordedTouch(id: 5, x: 10.1234, y: 20)
    let next = RecordedTouch(id: 6, x: 30, y: 20)
    recording.frames = [
      RecordedFrame(time: .zero, touches: [touch]),
      RecordedFrame(time: Timestamp(seconds: 0.01), touches: [], cancelled: [5]),
      RecordedFrame(time: Timestamp(seconds: 0.02), touches: [next]),
      RecordedFrame(time: Timestamp(seconds: 0.03), touches: []),
    ]
    let copy = try again(recording)
    #expect(copy.frames.map { $0.touches.count } == [1, 0, 1, 0])
    #expect(copy.frames.map(\.cancelled) == [[], [0], [], []])
    #expect(RecordingScale(copy).position(of: copy.frames[0].touches[0]) == Point(x: 10.123, y: 20))
  }

  @Test func `report by report gives the same file, and every piece of it is whole`() throws {
    var recording = Recording(source: "s", trace: "t", device: RecordedDevice())
    recording.frames = (0..<3).map { index in
      RecordedFrame(
        time: Timestamp(seconds: Double(index) / 100), touches: [RecordedTouch(id: 0, x: Double(index), y: 0)])
    }
    var writer = LibinputRecordWriter(recording)
    var bytes = writer.head
    for (index, frame) in recording.frames.enumerated() {
      bytes += writer.report(frame)
      var reader = RecordingReader(content: bytes, name: "cut")
      #expect(try reader.next()?.frames.count == index + 1)
    }
    #expect(bytes == LibinputRecordWriter.file(recording))
  }
}
