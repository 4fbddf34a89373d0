import Offhand
import OffhandRecordings
import Testing

/// What a recording of kernel events says of its device.
struct EvdevDescriptionTests {
  private let landing = "E: 1.000000 0003 0039 1\nE: 1.000000 0003 0035 9\nE: 1.000000 0000 0000 0\n"
  private let axes = "A: 2f 0 9 0 0 0\nA: 35 0 3000 0 0 10\nA: 36 0 1800 0 0 10\n"

  private func read(_ text: String, limits: RecordingLimits = RecordingLimits()) throws -> Recording {
    var reader = RecordingReader(content: Array(text.utf8), name: "it", limits: limits)
    return try #require(try reader.next())
  }

  /// The lines of evemu for a mask: 64 bits each.
  private func mask(_ type: String, _ bits: Int..., lines: Int) -> String {
    (0..<lines).map { line in
      let bytes = (0..<8).map { byte in
        let value = bits.filter { $0 / 8 == line * 8 + byte }.reduce(0) { $0 | 1 << ($1 % 8) }
        return value < 16 ? "0\(String(value, radix: 16))" : String(value, radix: 16)
      }
      return "\(type) \(bytes.joined(separator: " "))\n"
    }.joined()
  }

  private let touchButton = 0x14A
  private let fingerTool = 0x145
  private let penTool = 0x140
  private let direct = 1

  @Test func `a device under the finger is a touch screen, whatever tools it has`() throws {
    let text =
      "N: a\n" + mask("P:", direct, lines: 1) + mask("B: 01", touchButton, fingerTool, penTool, lines: 6) + axes
    #expect(try read(text + landing).device.kind == "touchscreen")
  }

  @Test func `a device beside the screen is a touchpad if it has a finger as a tool, and a tablet if it has a pen`()
    throws
  {
    let properties = mask("P:", 0, lines: 1)
    let touchpad = "N: a\n" + properties + mask("B: 01", touchButton, fingerTool, lines: 6) + axes
    #expect(try read(touchpad + landing).device.kind == "touchpad")
    let tablet = "N: a\n" + properties + mask("B: 01", touchButton, fingerTool, penTool, lines: 6) + axes
    #expect(try read(tablet + landing).device.kind == "tablet")
  }

  @Test func `a bit in the second line of properties is not one of the first`() throws {
    let text = "N: a\n" + mask("P:", 64 + direct, lines: 2) + mask("B: 01", touchButton, fingerTool, lines: 6) + axes
    #expect(try read(text + landing).device.kind == "touchpad")
  }

  @Test func `a screen of one touch is read by its pointer and its button`() throws {
    let pointer = "A: 00 0 3000 0 0 10\nA: 01 0 1800 0 0 10\n"
    let drag =
      "E: 1.000000 0003 0000 100\nE: 1.000000 0003 0001 200\nE: 1.000000 0001 014a 1\nE: 1.000000 0000 0000 0\n"
      + "E: 1.010000 0003 0000 110\nE: 1.010000 0000 0000 0\nE: 1.020000 0001 014a 0\nE: 1.020000 0000 0000 0\n"
    let text = "N: a\n" + mask("B: 01", touchButton, lines: 6) + mask("B: 03", 0, 1, lines: 1) + pointer + drag
    let recording = try read(text)
    #expect(recording.frames.map { $0.touches.map(\.x) } == [[100], [110], []])
    #expect(recording.device.width == 300)
    // Without a list of keys the axes decide; a list of axes is none of keys.
    let unlisted = "N: a\n" + mask("B: 03", 0, 1, lines: 1) + pointer + drag
    #expect(try read(unlisted).frames.count == 3)
    let mouse = "N: a\n" + mask("B: 01", 0x110, lines: 6) + pointer + drag
    #expect(throws: RecordingError.self) { try read(mouse) }
  }

  @Test func `an orientation of two values says upright or across, one of many is an angle`() throws {
    func orientation(_ value: Int, of maximum: Int) throws -> RecordedTouch {
      let event = "E: 1.000000 0003 0034 \(value)\n"
      return try #require(
        read("N: a\n" + axes + "A: 34 0 \(maximum) 0 0 0\n" + event + landing).frames.first?.touches.first)
    }
    let across = try orientation(1, of: 1)
    #expect(across.orientationDegrees == nil)
    #expect(across.extras["orient_raw"] == .number(1))
    #expect(try orientation(32, of: 64).orientationDegrees == 45)
  }

  @Test(arguments: [(0, 0), (30, 30), (90, 90), (135, -45), (180, 0)])
  func `a range from 0 to 180 is half a turn in degrees, read and written`(value: Int, degrees: Float) throws {
    let text = "N: a\n" + axes + "A: 30 0 3000 0 0 10\nA: 34 0 180 0 0 0\n"
    let recording = try read(text + "E: 1.000000 0003 0034 \(value)\nE: 1.000000 0003 0035 9\n" + landing)
    #expect(recording.frames.first?.touches.first?.orientationDegrees == degrees)
    var bare = recording
    bare.frames[0].touches[0].extras = [:]
    var encoder = EvdevEncoder(bare)
    let events = encoder.report(bare.frames[0])
    #expect(events.last { $0.code == EvdevCode.orientation }?.value == Int32(value % 180))
  }

  @Test(arguments: [
    ("0 3000 0 0 10", "0 1800 0 0 10", 300.0), ("0 5 0 0 10", "0 1800 0 0 10", nil),
    ("0 3000 0 0 10", "0 9 0 0 10", nil),
    ("0 3000 0 0 0", "0 1800 0 0 10", nil), ("0 90000 0 0 10", "0 1800 0 0 10", nil),
  ])
  func `a size is believed if a panel can have it`(x: String, y: String, width: Double?) throws {
    let text = "N: a\nA: 2f 0 9 0 0 0\nA: 35 \(x)\nA: 36 \(y)\n" + landing
    let device = try read(text).device
    #expect(device.width == width)
    #expect(device.basis == (width == nil ? .none : .absinfo))
  }

  @Test func `a recording of more positions than the limit is refused`() throws {
    var limits = RecordingLimits()
    limits.samples = 3
    func drag(_ reports: Int) -> String {
      landing
        + (1..<reports).map { "E: 1.\(100_000 + $0) 0003 0035 \($0)\nE: 1.\(100_000 + $0) 0000 0000 0\n" }.joined()
    }
    #expect(try read("N: a\n" + axes + drag(3), limits: limits).frames.count == 3)
    let error = #expect(throws: RecordingError.self) { try read("N: a\n" + axes + drag(4), limits: limits) }
    #expect(error?.description.contains("the recording has more than 3 positions, the most that is read") == true)
  }

  @Test func `a description beside the events is read up to events of its own`() throws {
    let description = "N: panel\n" + axes + landing + "N: what follows the events\n"
    try withTemporaryFile(description, name: "panel.evemu") { path in
      let events = path.dropLast("evemu".count) + "two.events"
      try Array(landing.utf8).write(to: String(events))
      var reader = try RecordingReader(path: String(events))
      #expect(try reader.next()?.device.name == "panel")
    }
  }
}
