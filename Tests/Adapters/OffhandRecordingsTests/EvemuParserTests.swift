import Offhand
import OffhandRecordings
import Testing

struct EvemuParserTests {
  private let description = """
    # EVEMU 1.3
    # Input device name: "Panel #2"
    N: Panel #2
    I: 0018 04f3 0732 0100
    P: 02 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    A: 2f 0 9 0 0 0
    A: 35 0 3000 0 0 10
    A: 36 0 1800 0 0 10
    A: 39 0 65535 0 0 0

    """
  private let events = """
    E: 12.000001 0003 0039 0013\t# EV_ABS / ABS_MT_TRACKING_ID   13
    E: 12.000001 0003 0035 0100
    E: 12.000001 0003 0036 -200
    E: 12.000001 0000 0000 0000\t# ------------ SYN_REPORT (0) ----------
    E: 12.010001 0003 0035 0110
    E: 12.010001 0000 0000 0000
    E: 12.020001 0003 0039 -001
    E: 12.020001 0000 0000 0000

    """

  private func read(_ path: String) throws -> Recording {
    var reader = try RecordingReader(path: path)
    let recording = try #require(try reader.next())
    #expect(try reader.next() == nil)
    return recording
  }

  @Test func `a file with description and events is one recording`() throws {
    let recording = try withTemporaryFile(description + events, name: "a.evemu", read)
    #expect(recording.trace == "a.evemu")
    #expect(recording.device.name == "Panel #2")
    #expect(recording.device.kind == "touchscreen")
    #expect(recording.device.ids == ["bus": "0018", "vendor": "04f3", "product": "0732", "version": "0100"])
    #expect(recording.device.width == 300)
    #expect(recording.device.basis == .absinfo)
    #expect(recording.device.maximumContacts == 10)
    #expect(recording.frames.map(\.time.nanoseconds) == [0, 10_000_000, 20_000_000])
    #expect(recording.frames.map { $0.touches.map(\.x) } == [[100], [110], []])
    let scale = RecordingScale(recording)
    #expect(scale.position(of: recording.frames[0].touches[0]) == Point(x: 10, y: -20))
    #expect(scale.caveat == nil)
  }

  @Test func `the description may stand in a file beside the events`() throws {
    try withTemporaryFile(description, name: "Panel #2.desc") { path in
      let folder = path.dropLast("Panel #2.desc".count)
      let eventsPath = folder + "Panel #2.two-fingers.events"
      try Array(events.utf8).write(to: String(eventsPath))
      #expect(try read(String(eventsPath)).device.name == "Panel #2")
    }
  }

  @Test func `contacts of a device without slots are told apart by their positions`() throws {
    func report(_ time: String, _ places: [(Int, Int)]) -> String {
      let contacts = places.map { x, y in
        "E: \(time) 0003 0035 \(x)\nE: \(time) 0003 0036 \(y)\nE: \(time) 0000 0002 0\n"
      }
      return contacts.joined() + (places.isEmpty ? "E: \(time) 0000 0002 0\n" : "") + "E: \(time) 0000 0000 0\n"
    }
    let text =
      "N: old panel\nA: 35 0 3000 0 0 10\nA: 36 0 1800 0 0 10\n" + report("1.000000", [(100, 100), (900, 100)])
      // The driver lists them the other way round, and then only the second.
      + report("1.010000", [(910, 110), (110, 110)]) + report("1.020000", [(920, 120)]) + report("1.030000", [])
    let recording = try withTemporaryFile(text, name: "a.evemu", read)
    #expect(recording.frames.map { $0.touches.map(\.id) } == [[0, 1], [0, 1], [1], []])
    #expect(recording.frames.map { $0.touches.map(\.x) } == [[100, 900], [110, 910], [920], []])
    #expect(recording.frames.allSatisfy { $0.cancelled.isEmpty })
  }

  @Test(arguments: [
    ("E: 1.000001 0003 0039 1\n", ":1: the events come without a description of the device"),
    ("N: x\nE: 1.0 0003 0039 1\n", #":2: "1.0" is not a time in seconds with six decimals"#),
    ("N: x\nE: 1.000001 0003 0039\n", ":2: expected 4 values after the colon, found 3"),
    ("N: x\nA: 35 0 1 0\n", ":2: expected 5 values after the colon, found 4"),
    ("N: x\nA: 35 0 99999999999 0 0\n", #":2: "99999999999" is not a 32-bit number"#),
    ("N: x\nE: 1.000001 0003 zz 1\n", #":2: "0003 zz" is not a type and a code"#),
    ("N: keyboard\nE: 1.000001 0001 001e 1\n", #":2: "keyboard" is not a touch device"#),
    ("N: x\n", ":1: the file describes a device and holds no events"),
    ("N: x\n\u{0}\u{1}\u{2}\n", ":2: expected a line of evemu"),
  ])
  func `a broken file says where and why`(text: String, reason: String) throws {
    let error = #expect(throws: RecordingError.self) { try withTemporaryFile(text, name: "lonely", read) }
    #expect(error?.description.contains(reason) == true)
  }

  @Test func `reports out of order are an error`() throws {
    let reordered = description + events + "E: 11.000000 0003 0039 1\nE: 11.000000 0000 0000 0\n"
    let error = #expect(throws: RecordingError.self) { try withTemporaryFile(reordered, read) }
    #expect(error?.description.contains("the report is older than the one before it") == true)
  }
}
