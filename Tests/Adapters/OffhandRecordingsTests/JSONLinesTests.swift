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
      "ids":{"bus":"0003"},"axes":{"x":{"min":-5,"max":95,"fuzz":1,"res":10}},"width_mm":100.5,"height_mm":null,
      "mm_basis":"absinfo","max_contacts":5,"note":"odd"},
      "frames":[{"t":0.070625,"touches":[{"id":3,"x_mm":1.5,"y_mm":-2e-1,"x_px":4,"y_px":5,"major_mm":13.79,"mass":7}]}],
      "truth":{"fingers":2,"speed":null,"ok":true}}
      """#)
    #expect(recording.source == "set")
    #expect(recording.trace == "two")
    #expect(recording.licence == "MIT")
    #expect(recording.device.name == "pänel \"x\" é😀")
    #expect(recording.device.axes["x"] == RecordedAxis(minimum: -5, maximum: 95, fuzz: 1, resolution: 10))
    #expect(recording.device.width == 100.5)
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
    (#"{"frames":[{"t":0,"touches":[{"id":1.5,"x_mm":1,"y_mm":1}]}]}"#, "must be a whole number of 64 bits"),
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
    (
      #"{"source":"s","device":{"axes":{"x":{"min":0,"max":2147483648}}},"frames":[]}"#,
      "must be a whole number of at most 32 bits"
    ),
    (
      #"{"device":{"width_mm":-1},"frames":[]}"#,
      "a side of the glass must be from 20 to 3000 mm; leave out one that is not known"
    ),
    (
      #"{"device":{"height_mm":1e308},"frames":[]}"#,
      "a side of the glass must be from 20 to 3000 mm; leave out one that is not known"
    ),
    (#"{"device":{"px_per_mm":1e-300},"frames":[]}"#, "px_per_mm must be from 0.1 to 1000"),
    (#"{"source":"\q","frames":[]}"#, "unknown escape in a text"),
    (#"{"source":"\ud800","frames":[]}"#, "half a surrogate pair"),
    (#"{"source":"abc"#, "the text has no end"),
    ("{\"a\":" + String(repeating: "[", count: 100), "values nest deeper than 64"),
  ])
  func `a broken line says what is wrong`(text: String, reason: String) {
    #expect { try recording(text) } throws: { ($0 as? JSONFault)?.reason == reason }
  }

  @Test(arguments: [
    (#""device":{"mm_basis":"absinfo"}"#, #""x_mm":1e18,"y_mm":0"#), (#""device":{}"#, #""x_px":0,"y_px":-1e9"#),
    (#""device":{"axes":{"x":{"min":0,"max":1},"y":{"min":0,"max":1}}}"#, #""x_u":1e6,"y_u":0"#),
  ])
  func `a position that no panel reaches is refused with its line`(device: String, position: String) {
    let line = #"{\#(device),"frames":[{"t":0.5,"touches":[{"id":3,\#(position)}]}]}"#
    var reader = RecordingReader(content: Array("\n\(line)\n".utf8), name: "far")
    let error = #expect(throws: RecordingError.self) { try reader.next() }
    #expect(error?.description == "far:2: contact 3 lies beyond 10000000 mm at 0.5 s")
  }

  @Test(arguments: ["touches", "cancelled"])
  func `more contacts in a frame than devices report are refused`(field: String) {
    let list = (0..<65).map { field == "touches" ? #"{"id":\#($0),"x_mm":1,"y_mm":1}"# : "\($0)" }
    let text = frames(#"{"t":0,"\#(field)":[\#(list.joined(separator: ","))]}"#)
    let error = #expect(throws: JSONFault.self) { try recording(text) }
    #expect(error?.reason == "the frame has more than 64 contacts, the most that devices report")
  }

  @Test(arguments: [("none", LengthUnit.device), ("absinfo", .millimetres), ("inferred", .millimetres)])
  func `a recording without touches has the unit of its device`(basis: String, unit: LengthUnit) throws {
    #expect(try recording(#"{"device":{"mm_basis":"\#(basis)"},"frames":[]}"#).unit == unit)
  }

  @Test(arguments: [
    ("0.070625", 70_625_000), ("-0.000000001", -1), ("4294967.296000001", 4_294_967_296_000_001),
    ("946684800.123456789", 946_684_800_123_456_789), ("12", 12_000_000_000), ("1e-3", 1_000_000),
    ("0.1234567891", 123_456_789),
  ])
  func `times are read to the nanosecond, also after years`(text: String, nanoseconds: Int64) throws {
    let recording = try recording(frames(#"{"t": \#(text),"touches":[]}"#))
    #expect(recording.frames.map(\.time) == [Timestamp(nanoseconds: nanoseconds)])
    let again = try self.recording(String(decoding: JSONLinesWriter.line(recording), as: UTF8.self))
    #expect(again.frames == recording.frames)
  }

  @Test func `shapes that are not finite are left out`() throws {
    let text = frames(
      #"{"t":0,"touches":[{"id":0,"x_mm":1,"y_mm":1,"major_mm":8,"minor_mm":1e300,"orient_deg":-1e99,"pressure":1e39}]}"#
    )
    let recording = try recording(text)
    let shape = try #require(RecordingScale(recording).shape(of: recording.frames[0].touches[0]))
    #expect(shape == ContactShape(major: 8, minor: 8))
    #expect(try self.recording(String(decoding: JSONLinesWriter.line(recording), as: UTF8.self)) == recording)
  }

  @Test func `shapes in the device's units are written as they were read`() throws {
    let text = frames(#"{"t":0,"touches":[{"id":0,"x_mm":1,"y_mm":1,"major":9,"minor":7.5,"pressure":30}]}"#)
    let recording = try recording(text)
    #expect(recording.frames[0].touches[0].major == 9 && recording.frames[0].touches[0].minor == 7.5)
    #expect(try self.recording(String(decoding: JSONLinesWriter.line(recording), as: UTF8.self)) == recording)
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
    #expect(
      try JSONScanner.read(Array(text.utf8)) { (scanner) throws(JSONFault) in try scanner.number() } == Double(text))
  }
}

struct JSONScannerTests {
  /// Reads `text` as `offhand place` reads its lines: fields of a known type, others passed over.
  private func read(_ text: String) throws(JSONFault) -> [Int] {
    try JSONScanner.read(Array(text.utf8)) { (scanner) throws(JSONFault) in
      var ids: [Int] = []
      try scanner.object { (scanner, key) throws(JSONFault) in
        guard key == "contacts" else { return try scanner.skip() }
        try scanner.array { (scanner) throws(JSONFault) in
          var id: Int?
          try scanner.object { (scanner, key) throws(JSONFault) in
            if key == "id" { id = try scanner.integer() } else { try scanner.skip() }
          }
          guard let id else { throw scanner.missing("id") }
          ids.append(id)
        }
      }
      return ids
    }
  }

  @Test func `whole numbers of 64 bits are exact`() throws {
    #expect(
      try read(#"{"contacts":[{"id":9223372036854775807},{"id":-9007199254740993},{"id":2e3},{"id":4.0}]}"#)
        == [.max, -9_007_199_254_740_993, 2000, 4])
  }

  @Test(arguments: [
    (#"{"contacts":[{"id":1},{"x":1}]}"#, JSONFault.Kind.missing, "contacts[1].id"),
    (#"{"a":[{"b":1}],"contacts":[{"x":{"y":2},"id":"one"}]}"#, .type, "contacts[0].id"),
    (#"{"contacts":[{"id":1},null]}"#, .null, "contacts[1]"),
    (#"{"contacts":[{"id":1.5}]}"#, .value, "contacts[0].id"),
    (#"{"contacts":[{"id":99999999999999999999}]}"#, .value, "contacts[0].id"),
    ("[]", .type, ""),
    (#"{"contacts":{},"a":}"#, .syntax, "a"),
    (#"{"a":[1,nil]}"#, .syntax, "a[1]"),
    (#"{"a":{"b":1,"b":2}}"#, .syntax, "a.b"),
    (#"{7:1}"#, .syntax, ""),
  ])
  func `a fault names its kind and the path to the value`(text: String, kind: JSONFault.Kind, path: String) {
    #expect {
      _ = try read(text)
    } throws: {
      let fault = $0 as? JSONFault
      return fault?.kind == kind && fault?.path == path
    }
  }

  @Test(arguments: [2, 16, 17, 5000]) func `a key that occurs twice is refused, however many there are`(count: Int) {
    let keys = (1..<count).map { #""k\#($0)":0"# } + [#""k1":0"#]
    #expect(throws: JSONFault.self) { try read("{\(keys.joined(separator: ","))}") }
    #expect(throws: Never.self) { try read("{\(keys.dropLast().joined(separator: ","))}") }
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
}
