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

  @Test(arguments: [
    ("version: 2\n", ":1: expected version 1"),
    ("version: 1\ndevices:\n- node: a\n", ":3: the file ends before the events of a device; it was cut off"),
  ])
  func `a broken head says where and why`(text: String, reason: String) throws {
    let whole = text.contains("version: 2") ? text + "devices:\n" + panel : text
    #expect {
      try withTemporaryFile(whole, readAll)
    } throws: {
      "\($0)".contains(reason)
    }
  }

  @Test func `a file without fingers says so`() throws {
    #expect {
      try withTemporaryFile(head + keyboard, readAll)
    } throws: {
      "\($0)".contains("no device in it feels fingers")
    }
  }

  @Test(arguments: [2, 12, 30, 60, 900])
  func `a file that was cut off says so, wherever it was cut`(dropped: Int) throws {
    let text = String((head + panel).dropLast(dropped))
    #expect {
      try withTemporaryFile(text, readAll)
    } throws: {
      let reason = "\($0)"
      return reason.contains("cut off") || reason.contains("no YAML") || reason.contains("expected an event")
    }
  }

  @Test(arguments: [
    ("    - [  0,      0,   3,  57,   420]", "    - [  0,      0,   3,  57]", "expected an event as"),
    ("    - [  0,      0,   3,  57,   420]", "    - [  0,      -1,   3,  57,   420]", "expected an event as"),
    ("    - [  0,      0,   3,  57,   420]", "    - [  0,      0,   3,  57,   5000000000]", "expected an event as"),
    ("    - [  0,      0,   3,  57,   420]", "    - @", "no YAML"),
    ("      53: [0, 3000, 1, 2, 10]", "      53: [0, 3000]", "expected an axis as"),
    ("  - libinput:", "   - libinput:", "no YAML"),
    ("    - [  1, 500000,   0,   0,     0]", "    - [" + String(repeating: "[", count: 99), "nest deeper"),
  ])
  func `a broken line says where and why`(line: String, broken: String, reason: String) throws {
    let text = (head + panel).split(separator: "\n").map { $0.hasPrefix(line) ? broken : String($0) }
    let number = try #require(text.firstIndex(of: broken)) + 1
    #expect {
      try withTemporaryFile(text.joined(separator: "\n"), readAll)
    } throws: {
      "\($0)".contains(":\(number): ") && "\($0)".contains(reason)
    }
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
