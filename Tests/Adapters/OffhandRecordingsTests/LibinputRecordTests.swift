import Offhand
import OffhandRecordings
import Testing

struct LibinputRecordParserTests {
  private let head = """
    # libinput record
    version: 1
    ndevices: 2
    libinput:
      version: "1.22.1"
    system:
      os: "debian:12"
    devices:

    """
  private let keyboard = """
    - node: /dev/input/event1
      evdev:
        name: "Keyboard"
        id: [3, 1, 2, 3]
        codes:
          1: [30, 31]
        properties: []
      events:
      - evdev:
        - [  0,      0,   1,  30,     1] # EV_KEY / KEY_A   1
        - [  0,      0,   0,   0,     0] # SYN_REPORT

    """
  private let panel = """
    - node: /dev/input/event9
      evdev:
        # Name: Panel
        name: "Panel: \\"one\\""
        id: [24, 1267, 1842, 256]
        codes:
          0: [0, 1, 2]
          1: [330] # EV_KEY
          3: [0, 1, 47, 53, 54, 57] # EV_ABS
        absinfo:
          47: [0, 9, 0, 0, 0]
          53: [0, 3000, 1, 2, 10]
          54: [0, 1800, 0, 0, 10]
          57: [0, 65535, 0, 0, 0]
        properties: [1]
        unheard-of: {a: [1, 2]}
      hid: [ 0x05, 0x0d ]
      udev:
        properties:
        - ID_INPUT=1
      quirks:
      events:
      # Current time is 10:14:39
      - evdev:
        - [  0,      0,   3,  57,   420] # EV_ABS / ABS_MT_TRACKING_ID
        - [  0,      0,   3,  53,   100]
        - [  0,      0,   3,  54,   200]
        - [  0,      0,   0,   0,     0] # ------------ SYN_REPORT (0) ------- +0ms
      - libinput:
        - {type: TOUCH_DOWN, slot: 0}
      - hid:
          time: [ 0, 1 ]
          hidraw0: [1, 2]
      - evdev:
        - [  1, 500000,   3,  57,    -1]
        - [  1, 500000,   0,   0,     0]

    """

  private func readAll(_ path: String) throws -> [Recording] {
    var reader = try RecordingReader(path: path)
    var recordings: [Recording] = []
    while let recording = try reader.next() { recordings.append(recording) }
    return recordings
  }

  @Test func `devices that feel fingers are read, others and unknown keys passed over`() throws {
    let text = head + keyboard + panel + keyboard + panel
    let recordings = try withTemporaryFile(text, name: "two.yml", readAll)
    #expect(recordings.map(\.trace) == ["two.yml", "two.yml#2"])
    let recording = recordings[1]
    #expect(recording.device.name == "Panel: \"one\"")
    #expect(recording.device.ids["product"] == "0732")
    #expect(recording.device.axes["x"] == RecordedAxis(minimum: 0, maximum: 3000, fuzz: 1, flat: 2, resolution: 10))
    #expect(recording.device.kind == "touchscreen")
    #expect(recording.frames.map(\.time.seconds) == [0, 1.5])
    #expect(recording.frames.map { $0.touches.map(\.y) } == [[200], []])
  }

  @Test func `a pen is in the recording of its touch screen, in order and on the same glass`() throws {
    let pen = """
      - node: /dev/input/event9
        evdev:
          name: "Pen"
          codes:
            1: [320, 330]
          absinfo:
            0: [0, 20000, 0, 0, 0]
            1: [0, 12000, 0, 0, 0]
        events:
        - evdev:
          - [  0, 500000,   3,   0, 10000]
          - [  0, 500000,   3,   1, 6000]
          - [  0, 500000,   1, 330,     1]
          - [  0, 500000,   0,   0,     0]
        - evdev:
          - [  0, 700000,   1, 330,     0]
          - [  0, 700000,   0,   0,     0]

      """
    for text in [head + pen + panel, head + panel + pen] {
      let recordings = try withTemporaryFile(text, name: "both.yml", readAll)
      #expect(recordings.map(\.trace) == ["both.yml"])
      let touches = recordings[0].frames.map { $0.touches.map(\.isPen) }
      #expect(touches == [[false], [false, true], [false], []])
      #expect(recordings[0].frames.map(\.time) == recordings[0].frames.map(\.time).sorted())
      let tip = try #require(recordings[0].frames.lazy.flatMap(\.touches).first { $0.isPen })
      #expect(tip.x == 1500)
    }
    #expect(
      try withTemporaryFile(head + panel + panel + pen, readAll).count == 3, "it is not known which glass is the pen's")
  }

  @Test(arguments: [
    ("version: 2\n", ":1: expected version 1"),
    ("# libinput record\n", ":3: expected version 1"),
    ("version: 1\ndevices:\n- node: a\n", ":3: the file ends before the events of a device; it was cut off"),
  ])
  func `a broken head says where and why`(text: String, reason: String) throws {
    let whole = text.contains("devices:") ? text : text + "devices:\n" + panel
    let error = #expect(throws: RecordingError.self) { try withTemporaryFile(whole, readAll) }
    #expect(error?.description.contains(reason) == true)
  }

  @Test func `a file without fingers says so`() throws {
    let error = #expect(throws: RecordingError.self) { try withTemporaryFile(head + keyboard, readAll) }
    #expect(error?.description.contains("no device in it reports touches") == true)
  }

  @Test(arguments: [2, 12, 30, 60, 900])
  func `a file that was cut off says so, wherever it was cut`(dropped: Int) throws {
    let text = String((head + panel).dropLast(dropped))
    #expect {
      try withTemporaryFile(text, readAll)
    } throws: {
      let reason = "\($0)"
      return reason.contains("cut off") || reason.contains("not valid YAML") || reason.contains("expected an event")
    }
  }

  @Test func `a last report without its end says that the file was cut off`() throws {
    let end = "    - [  1, 500000,   0,   0,     0]\n"
    let error = #expect(throws: RecordingError.self) {
      try withTemporaryFile(String((head + panel).dropLast(end.count)), readAll)
    }
    #expect(error?.description.contains("the last report is incomplete; the recording was cut off") == true)
  }

  @Test(arguments: [
    ("    - [  0,      0,   3,  57,   420]", "    - [  0,      0,   3,  57]", "expected an event as"),
    ("    - [  0,      0,   3,  57,   420]", "    - [  0,      -1,   3,  57,   420]", "expected an event as"),
    ("    - [  0,      0,   3,  57,   420]", "    - [  0,      0,   3,  57,   5000000000]", "expected an event as"),
    ("    - [  0,      0,   3,  57,   420]", "    - @", "not valid YAML"),
    (
      "    - [  0,      0,   3,  57,   420]", "    - [  0,      0,   3,  57,   123456789012345678901234567890]",
      "expected an event as"
    ),
    ("      53: [0, 3000, 1, 2, 10]", "      53: [0, 3000]", "expected an axis as"),
    ("      53: [0, 3000, 1, 2, 10]", "      53: [0, 3000, 1, 2, 10, wide]", "expected an axis as"),
    ("  - libinput:", "   - libinput:", "not valid YAML"),
    ("    - [  1, 500000,   0,   0,     0]", "    - [" + String(repeating: "[", count: 99), "nest deeper"),
  ])
  func `a broken line says where and why`(line: String, broken: String, reason: String) throws {
    let text = (head + panel).split(separator: "\n").map { $0.hasPrefix(line) ? broken : String($0) }
    let number = try #require(text.firstIndex(of: broken)) + 1
    let error = #expect(throws: RecordingError.self) { try withTemporaryFile(text.joined(separator: "\n"), readAll) }
    #expect(error?.description.contains(":\(number): ") == true && error?.description.contains(reason) == true)
  }
}

/// What YAML can say and no recording needs; each of these trapped, hung or filled the memory once, or could.
struct HostileYAMLTests {
  private func fault(_ text: String) -> String? {
    var reader = RecordingReader(content: Array(text.utf8), name: "hostile")
    do {
      while try reader.next() != nil {}
      return nil
    } catch {
      return error.description
    }
  }

  private let device = "version: 1\ndevices:\n- evdev:\n    name: a\n"

  @Test func `a version to the base of 60 is no version`() {
    #expect(fault("version: 1:0:0:0:0:0:0:0:0:0:0:0") == "hostile:1: expected version 1 of libinput's recordings")
  }

  @Test func `an integer to the base of 60 is no integer of an event`() {
    let text =
      device + "    absinfo: {53: [0, 9, 0, 0, 0], 54: [0, 9, 0, 0, 0]}\n  events:\n"
      + "  - evdev:\n    - [1:30, 0, 0, 0, 0]\n"
    #expect(fault(text)?.hasPrefix("hostile:8: expected an event as") == true)
  }

  @Test func `aliases as keys cannot expand without end`() {
    var text = "version: 1\na0: &a0 [x, x, x, x, x, x, x, x, x]\n"
    for level in 1...12 {
      text += "a\(level): &a\(level) {" + (0..<9).map { _ in "? *a\(level - 1) : x" }.joined(separator: ", ") + "}\n"
    }
    #expect(fault(text) == "hostile:2: column 5: anchors are not supported in a recording")
  }

  @Test(arguments: [
    ("    id: *a\n", ":5: column 9: aliases are not supported"),
    ("    id: &a [1]\n", ":5: column 9: anchors are not supported"),
    ("    id: &a {}\n", ":5: column 9: anchors are not supported"),
    ("    id: !!seq [1]\n", ":5: column 9: tags are not supported"),
    ("    name: !a b\n", ":5: column 11: tags are not supported"),
    ("    ? [a]\n    : b\n", ":5: column 7: keys that are lists or mappings are not supported"),
    ("    hid: " + String(repeating: "[", count: 5000), ":5: values nest deeper than 32"),
    ("    hid: " + String(repeating: "- ", count: 5000), ":5: "),
    ("    hid: \u{1}\n", ":5: not valid YAML: control characters"),
  ])
  func `what no recording needs is refused with line and column`(part: String, reason: String) {
    #expect(fault(device + part)?.contains(reason) == true, "\(fault(device + part) ?? "read")")
  }

  @Test func `a value longer than the memory for it is refused`() {
    let text = device + "    hid: \"" + String(repeating: "x\n", count: 3 << 20)
    #expect(fault(text)?.hasSuffix("one value is longer than 4194304 bytes") == true)
  }

  @Test func `lines may end in carriage return and line feed, and names hold bytes that are no UTF-8`() throws {
    let text =
      device + "    absinfo: {47: [0, 9, 0, 0, 0], 53: [0, 9, 0, 0, 0], 54: [0, 9, 0, 0, 0]}\n  events:\n"
      + "  - evdev:\n    - [0, 5, 3, 57, 1]\n    - [0, 5, 3, 53, 4]\n    - [0, 5, 0, 0, 0]\n"
    var bytes = text.utf8.flatMap { $0 == UInt8(ascii: "\n") ? [UInt8(ascii: "\r"), $0] : [$0] }
    let name = try #require(bytes.firstRange(of: Array("name: a".utf8)))
    bytes[name.upperBound - 1] = 0xFF
    var reader = RecordingReader(content: bytes, name: "windows")
    let recording = try #require(try reader.next())
    #expect(recording.device.name == "\u{FFFD}")
    #expect(recording.frames.count == 1)
    #expect(try reader.next() == nil)
  }
}

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
