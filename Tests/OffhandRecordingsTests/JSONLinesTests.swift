import Offhand
import OffhandRecordings
import Testing
@testable import OffhandRecordings

struct JSONLinesParserTests {
  private func recording(_ text: String) throws(JSONFault) -> Recording {
    try JSONLinesParser.recording(in: Array(text.utf8), limits: RecordingLimits())
  }

  private func frames(_ frames: String) -> String { #"{"source":"s","trace":"t","device":{},"frames":[\#(frames)]}"# }

  @Test func `everything a line says is kept`() throws {
    let recording = try recording(
      #"""
      {"source":"set","trace":"two","licence":"MIT","device":{"name":"pänel \"x\" \u00e9\ud83d\ude00","kind":"touchpad",
      "ids":{"bus":"0003"},"axes":{"x":{"min":-5,"max":95,"fuzz":1,"res":10}},"width_mm":10.5,"height_mm":null,
      "mm_basis":"absinfo","max_contacts":5,"note":"odd"},
      "frames":[{"t":0.070625,"touches":[{"id":3,"x_mm":1.5,"y_mm":-2e-1,"x_px":4,"y_px":5,"major_mm":13.79,"mass":7}]}],
      "truth":{"fingers":2,"speed":null,"ok":true}}
      """#)
    #expect(recording.source == "set")
    #expect(recording.trace == "two")
    #expect(recording.licence == "MIT")
    #expect(recording.device.name == "pänel \"x\" é😀")
    #expect(recording.device.axes["x"] == RecordedAxis(minimum: -5, maximum: 95, fuzz: 1, resolution: 10))
    #expect(recording.device.width == 10.5)
    #expect(recording.device.height == nil)
    #expect(recording.device.extras == ["note": .string("odd")])
    #expect(recording.unit == .millimetres)
    #expect(recording.frames.map(\.time) == [Timestamp(nanoseconds: 70_625_000)])
    let touch = try #require(recording.frames[0].touches.first)
    #expect(touch.id == 3)
    #expect(touch.x == 1.5)
    #expect(touch.y == -0.2)
    #expect(touch.majorMillimetres == 13.79)
    #expect(touch.extras == ["mass": .number(7), "x_px": .number(4), "y_px": .number(5)])
    #expect(recording.truth == ["fingers": .number(2), "speed": .null, "ok": .bool(true)])
  }

  @Test(arguments: [
    ("", "expected an object"),
    ("[]", "expected an object"),
    (#"{"frames":[]"#, "the line ends where '}' was expected"),
    (#"{"frames":[]} x"#, "something follows the end of the value"),
    (#"{"source":"a"}"#, #"the recording has no "frames""#),
    (#"{"frames":[{"touches":[]}]}"#, #"the frame has no "t""#),
    (#"{"frames":[{"t":1e10,"touches":[]}]}"#, "a time of 10000000000.0 s cannot be true"),
    (#"{"frames":[{"t":1e999,"touches":[]}]}"#, "the number is too large"),
    (#"{"frames":[{"t":NaN,"touches":[]}]}"#, "expected a number"),
    (#"{"frames":[{"t":01,"touches":[]}]}"#, "a number may not begin with 0"),
    (
      #"{"frames":[{"t":1,"touches":[]},{"t":0.5,"touches":[]}]}"#,
      "frame 2 at 0.5 s is older than the one before it at 1 s"
    ),
    (#"{"frames":[{"t":0,"touches":[{"x_mm":1,"y_mm":1}]}]}"#, #"the contact has no "id""#),
    (#"{"frames":[{"t":0,"touches":[{"id":1.5,"x_mm":1,"y_mm":1}]}]}"#, "expected a whole number"),
    (
      #"{"frames":[{"t":0,"touches":[{"id":1,"x_mm":1}]}]}"#,
      "contact 1 has no x_mm and y_mm, x_px and y_px, or x_u and y_u"
    ),
    (
      #"{"frames":[{"t":0,"touches":[{"id":1,"x_u":1,"y_u":1}]},{"t":0,"touches":[{"id":1,"x_mm":1,"y_mm":1}]}]}"#,
      "contact 1 has no x_u and y_u, as the contacts before it"
    ),
    (
      #"{"frames":[{"t":0,"touches":[{"id":1,"x_u":1,"y_u":1},{"id":1,"x_u":1,"y_u":1}]}]}"#,
      "the frame names contact 1 twice"
    ),
    (
      #"{"device":{"mm_basis":"guess"},"frames":[]}"#,
      "mm_basis is \"guess\"; known are absinfo, hid, inferred and none"
    ),
    (#"{"device":{"width_mm":-1},"frames":[]}"#, "a size must be positive; leave out one that is not known"),
    (#"{"source":"\q","frames":[]}"#, "unknown escape in a text"),
    (#"{"source":"\ud800","frames":[]}"#, "half a surrogate pair"),
    (#"{"source":"abc"#, "the text has no end"),
    ("{\"a\":" + String(repeating: "[", count: 100), "values nest deeper than 64"),
  ])
  func `a broken line says what is wrong`(text: String, reason: String) {
    #expect { try recording(text) } throws: { ($0 as? JSONFault)?.reason == reason }
  }

  @Test func `too many positions end in an error, not in swapping`() {
    var limits = RecordingLimits()
    limits.samples = 1
    let line = frames(#"{"t":0,"touches":[{"id":1,"x_mm":1,"y_mm":1},{"id":2,"x_mm":1,"y_mm":1}]}"#)
    #expect(throws: JSONFault.self) { try JSONLinesParser.recording(in: Array(line.utf8), limits: limits) }
  }

  @Test(arguments: [
    "0", "1", "-1", "0.1", "123456.789", "1e3", "1.5E-7", "12345678901234567890", "0.30000000000000004",
  ])
  func `numbers are read to the last bit`(text: String) throws {
    var scanner = JSONScanner(Array(text.utf8))
    #expect(try scanner.number() == Double(text))
    try scanner.end()
  }
}

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
