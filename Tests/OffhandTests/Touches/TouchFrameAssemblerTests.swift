import DesignCases
import Offhand
import OffhandTesting
import Testing

/// Design/Recognizing.md "Frames, touches and devices", as far as frames and contacts go.
struct TouchFrameAssemblerTests {
  @Test(.recognition("A1")) func `a report without an end is complete when a later one begins`() {
    var assembly = Assembly()
    assembly.down(1, at: 0, 50, 50)
    assembly.frame(at: 0)
    assembly.down(0, at: 8, 10, 10)
    assembly.move(1, at: 8, 51, 50)
    assembly.down(2, at: 16, 90, 90)
    assembly.frame(at: 16)
    #expect(assembly.frames.count == 3)
    #expect(assembly.frames[1].timestamp == .milliseconds(8))
    #expect(assembly.frames[1].summary == "1 moved 51.0,50.0 | 0 began 10.0,10.0")
    #expect(assembly.frames[2].summary == "1 stationary 51.0,50.0 | 0 stationary 10.0,10.0 | 2 began 90.0,90.0")
    #expect(assembly.assembler.diagnostics.impliedFrames == 1)
  }

  @Test(.recognition("A1", "LI6")) func `a lift whose frame event never comes ends with the batch`() {
    var assembly = Assembly(.libinput)
    assembly.down(0, at: 0, 10, 10)
    assembly.frame(at: 0)
    assembly.up(0, at: 8)
    assembly.endBatch()
    #expect(assembly.frames.map { $0.summary } == ["0 began 10.0,10.0", "0 ended 10.0,10.0"])
  }

  @Test(.recognition("A2")) func `a second motion of one contact begins a frame of its own`() {
    let assembly = Assembly(playing: [down(0, 10, 10, at: 0), move(0, to: 11, 10, at: 8), move(0, to: 12, 10, at: 8)])
    #expect(assembly.frames.dropFirst().map { $0.summary } == ["0 moved 11.0,10.0", "0 moved 12.0,10.0"])
  }

  @Test(.recognition("A3")) func `lift and landing in one slot and frame are two contacts`() throws {
    let assembly = Assembly(playing: [down(0, 10, 10, at: 0), up(0, at: 8), down(0, 40, 40, at: 8)])
    let frame = try #require(assembly.frames.last)
    #expect(frame.summary == "0 ended 10.0,10.0 | 0 began 40.0,40.0")
    #expect(frame[0].id < frame[1].id)
    #expect(frame.downCount == 1)
  }

  @Test(.recognition("A4")) func `a jump that no finger makes is a lost contact and a new one`() throws {
    let assembly = Assembly(playing: [down(0, 10, 10, at: 0), move(0, to: 120, 80, at: 8)])
    let frame = try #require(assembly.frames.last)
    #expect(frame.summary == "0 cancelled 10.0,10.0 | 0 began 120.0,80.0")
    #expect(frame[1].landingTime == .milliseconds(8))
    #expect(assembly.assembler.diagnostics.teleports == 1)
  }

  @Test(.recognition("A5")) func `a fast flick is one contact`() {
    let assembly = Assembly(playing: [down(0, 10, 10, at: 0)] + drag(0, from: (10, 10), to: (74, 10), over: 0...64))
    #expect(Set(assembly.frames.map { $0[0].id }).count == 1)
    #expect(assembly.assembler.diagnostics.teleports == 0)
  }

  @Test(.recognition("A5")) func `two fingers that flick in the same reports are two contacts`() {
    let assembly = Assembly(
      playing: [down(0, 10, 0, at: 0), down(1, 10, 50, at: 0)]
        + together(
          drag(0, from: (10, 0), to: (90, 0), over: 0...32), drag(1, from: (10, 50), to: (90, 50), over: 0...32)))
    #expect(assembly.assembler.diagnostics.teleports == 0)
    #expect(assembly.frames.allSatisfy { $0.count == 2 })
  }

  @Test(.recognition("A5", "A17")) func `a flick whose report has an older time is one contact`() {
    let assembly = Assembly(playing: [down(0, 10, 10, at: 8), move(0, to: 30, 10, at: 4)])
    #expect(assembly.assembler.diagnostics.teleports == 0)
    #expect(assembly.frames.last?.summary == "0 moved 30.0,10.0")
  }

  @Test(.recognition("A5")) func `a flick is judged by its own device's pace`() {
    // The screen beside it reports in between, four times as often.
    let beside = (1...3).map { down(Int32($0), 10, 10, at: Double($0) * 4, device: 2) }
    let assembly = Assembly(playing: [down(0, 10, 10, at: 0)] + beside + [move(0, to: 90, 10, at: 16)])
    #expect(assembly.assembler.diagnostics.teleports == 0)
  }

  /// `count` fingers that land at once, 20 mm apart.
  private static func landings(_ count: Int32) -> [Step] {
    (0..<count).map { down($0, Double($0) * 20, 10, at: 0) }
  }

  @Test(.recognition("A8")) func `cancelling everything names each contact once and forgets it`() throws {
    var assembly = Assembly(playing: Self.landings(3))
    let ids = assembly.frames[0].indices.map { assembly.frames[0][$0].id }
    assembly.add(.cancelled(nil, .milliseconds(8)))
    #expect(assembly.frames.count == 2)
    #expect(assembly.frames[1].indices.map { assembly.frames[1][$0].phase } == [.cancelled, .cancelled, .cancelled])
    assembly.down(0, at: 16, 0, 10)
    assembly.frame(at: 16)
    let frame = try #require(assembly.frames.last)
    #expect(frame.count == 1)
    #expect(!ids.contains(frame[0].id))
  }

  @Test(.recognition("A9")) func `motion and lift of an unknown contact make no phantom`() {
    var assembly = Assembly()
    assembly.move(3, at: 0, 10, 10)
    assembly.up(4, at: 0)
    assembly.touch(5, 0, .shape(ContactShape(major: 9, minor: 7)))
    assembly.frame(at: 0)
    #expect(assembly.frames.isEmpty)
    #expect(assembly.assembler.diagnostics.unknownContacts == 3)
  }

  @Test(.recognition("A10")) func `a device that goes takes its contacts only`() {
    var assembly = Assembly(playing: [down(0, 10, 10, at: 0), down(0, 200, 200, at: 1, device: 2)])
    assembly.add(.deviceRemoved(DeviceID(rawValue: 0), .milliseconds(8)))
    #expect(assembly.frames.last?.summary == "0 cancelled 10.0,10.0 | 0 stationary 200.0,200.0")
  }

  @Test(.recognition("A11")) func `slot 0 of two devices is two contacts in two frames`() {
    let assembly = Assembly(playing: [down(0, 10, 10, at: 0), down(0, 200, 200, at: 0, device: 2)])
    #expect(assembly.frames.map { $0.count } == [1, 2])
    #expect(assembly.frames[1][0].id != assembly.frames[1][1].id)
    #expect(assembly.frames[1][0].device != assembly.frames[1][1].device)
  }

  @Test(.recognition("A12")) func `the 33rd contact is counted and leaves the others alone`() throws {
    let assembly = Assembly(playing: Self.landings(33) + [move(32, to: 0, 0, at: 8), move(31, to: 621, 10, at: 8)])
    let frame = try #require(assembly.frames.last)
    #expect(frame.count == 32)
    #expect(frame[31].phase == .moved)
    #expect(assembly.assembler.diagnostics.overflows == 1)
    #expect(assembly.assembler.diagnostics.unknownContacts == 1)
  }

  @Test(.recognition("A12")) func `a full frame has room for a touch that replaces another`() throws {
    let assembly = Assembly(playing: Self.landings(32) + [up(5, at: 8), down(5, 100, 60, at: 8)])
    #expect(assembly.assembler.diagnostics.overflows == 0)
    #expect(try #require(assembly.frames.last)[31].phase == .began)
  }

  @Test(.recognition("A17")) func `a timestamp that runs backwards keeps the position and marks the frame`() {
    let assembly = Assembly(playing: [
      down(0, 10, 10, at: 0), down(1, 50, 10, at: 0), move(0, to: 12, 10, at: 16), move(0, to: 14, 10, at: 13),
      move(1, to: 52, 10, at: 13), move(0, to: 16, 10, at: 24),
    ])
    #expect(assembly.frames.map { $0.isLate } == [false, false, true, false])
    #expect(assembly.frames[2].timestamp == .milliseconds(16))
    #expect(assembly.frames[2].summary == "0 moved 14.0,10.0 | 1 moved 52.0,10.0")
    #expect(assembly.assembler.diagnostics.lateTimestamps == 1)
  }

  @Test(.recognition("A18")) func `two reports with one stamp are two frames with one stamp`() {
    var steps = [down(0, 10, 10, at: 0), move(0, to: 11, 10, at: 8), move(0, to: 13, 10, at: 8)]
    steps[1].closesFrame = true
    let assembly = Assembly(playing: steps)
    #expect(assembly.frames.map { $0.timestamp.nanoseconds } == [0, 8_000_000, 8_000_000])
    #expect(assembly.frames.map { $0.isLate } == [false, false, false])
  }

  @Test(.recognition("A22")) func `a batch after a stall gives the frames of real time`() {
    var live = Assembly(.libinput)
    var stalled = Assembly(.libinput)
    for step in 0..<120 {
      let time = Double(step) * 8
      for isLive in [true, false] {
        var assembly = isLive ? live : stalled
        if step == 0 { assembly.down(0, at: 0, 0, 10) } else { assembly.move(0, at: time, Double(step), 10) }
        if step % 7 != 0 { assembly.frame(at: time) }
        if isLive { assembly.endBatch() }
        if isLive { live = assembly } else { stalled = assembly }
      }
    }
    stalled.endBatch()
    #expect(live.frames.count == 120)
    #expect(stalled.frames.map { $0.summary } == live.frames.map { $0.summary })
    #expect(stalled.frames.map { $0.timestamp } == live.frames.map { $0.timestamp })
  }

  @Test(.recognition("B7")) func `landing and lift in one report are two frames`() {
    let assembly = Assembly(playing: [down(0, 10, 10, at: 0), up(0, at: 0)])
    #expect(assembly.frames.map { $0.summary } == ["0 began 10.0,10.0", "0 ended 10.0,10.0"])
  }

  @Test(.recognition("M1")) func `coordinates that are no numbers, or beyond 100 km, are dropped`() {
    let assembly = Assembly(playing: [
      down(0, .nan, 10, at: 0), down(2, 10, -1.1e8, at: 0), down(1, 10, 10, at: 0), move(1, to: .infinity, 10, at: 8),
      move(1, to: 1e200, 10, at: 8),
    ])
    #expect(assembly.frames.map { $0.summary } == ["1 began 10.0,10.0"])
    #expect(assembly.assembler.diagnostics.invalidPositions == 4)
  }

  @Test func `a contact's shape comes with its frame and stays`() {
    var assembly = Assembly()
    assembly.down(0, at: 0, 10, 10)
    assembly.touch(0, 0, .shape(ContactShape(major: 9, minor: 7)))
    assembly.frame(at: 0)
    assembly.move(0, at: 8, 11, 10)
    assembly.frame(at: 8)
    #expect(assembly.frames.map { $0[0].shape?.major } == [9, 9])
  }
}

/// What compositors do to frames (Design/Platform.md "Touch events of compositors"), and how the habits mend it.
struct TouchFrameAssemblerHabitsTests {
  @Test func `weston leaves the last frame out`() {
    var assembly = Assembly(
      .init(omitsLastFrame: true), playing: [down(0, 10, 10, at: 0), down(1, 50, 10, at: 0), up(1, at: 8)])
    assembly.up(0, at: 16)
    #expect(assembly.frames.count == 3)
    #expect(assembly.frames[2].summary == "0 ended 10.0,10.0")
  }

  @Test func `the last frame of a touch screen is left out also while the button of a mouse is down`() {
    var assembly = Assembly(.init(omitsLastFrame: true))
    assembly.device = DeviceID(rawValue: 2)
    assembly.down(0, at: 0, 90, 90)
    assembly.frame(at: 0)
    assembly.device = DeviceID(rawValue: 1)
    assembly.down(1, at: 8, 10, 10)
    assembly.frame(at: 8)
    assembly.up(1, at: 16)
    assembly.endBatch()
    #expect(assembly.frames.last?.summary.contains("ended 10.0,10.0") == true)
  }

  @Test func `cage never sends a frame`() {
    var assembly = Assembly(.init(omitsLastFrame: true))
    assembly.down(0, at: 0, 10, 10)
    assembly.endBatch()
    #expect(assembly.frames.count == 1)
    assembly.move(0, at: 8, 11, 10)
    assembly.endBatch()
    #expect(assembly.frames.count == 2)
    assembly.up(0, at: 16)
    assembly.endBatch()
    #expect(assembly.frames.map { $0.summary } == ["0 began 10.0,10.0", "0 moved 11.0,10.0", "0 ended 11.0,10.0"])
  }

  @Test func `a source that sends frames may be interrupted inside one`() {
    var assembly = Assembly()
    assembly.down(0, at: 0, 10, 10)
    assembly.frame(at: 0)
    assembly.move(0, at: 8, 11, 10)
    assembly.endBatch()
    #expect(assembly.frames.count == 1)
    assembly.frame(at: 8)
    #expect(assembly.frames.count == 2)
  }

  @Test func `Mir sends the landing of a finger that is down again`() {
    let assembly = Assembly(playing: [
      down(0, 10, 10, at: 0), move(0, to: 12, 10, at: 8), down(1, 50, 10, at: 8), down(0, 12, 10, at: 8),
    ])
    #expect(assembly.frames.count == 2)
    #expect(assembly.frames[1].summary == "0 moved 12.0,10.0 | 1 began 50.0,10.0")
    #expect(assembly.assembler.diagnostics.duplicateDowns == 1)
  }

  @Test func `a finger that lands on a slot whose lift was lost is another touch, and the old one is cancelled`() {
    let assembly = Assembly(playing: [down(0, 10, 10, at: 0), down(0, 14, 10, at: 8), move(0, to: 15, 10, at: 16)])
    #expect(
      assembly.frames.map { $0.summary } == [
        "0 began 10.0,10.0", "0 cancelled 10.0,10.0", "0 began 14.0,10.0", "0 moved 15.0,10.0",
      ])
  }

  @Test func `a flick goes on while another finger lands where a lift was lost`() {
    let assembly = Assembly(playing: [
      down(0, 10, 10, at: 0), down(1, 50, 10, at: 0), down(0, 14, 10, at: 8), move(1, to: 80, 10, at: 8),
    ])
    #expect(
      assembly.frames.map { $0.summary } == [
        "0 began 10.0,10.0 | 1 began 50.0,10.0", "0 cancelled 10.0,10.0 | 1 stationary 50.0,10.0",
        "1 moved 80.0,10.0 | 0 began 14.0,10.0",
      ])
  }

  @Test func `KWin loses the first landing`() {
    var assembly = Assembly(.init(losesFirstDown: true))
    assembly.move(0, at: 8, 12, 10)
    assembly.frame(at: 8)
    #expect(assembly.frames.map { $0.summary } == ["0 began 12.0,10.0"])
  }

  @Test func `KWin stamps each event of a frame when it sends it`() {
    var assembly = Assembly(.init(mixesTimestamps: true))
    assembly.down(0, at: 0, 10, 10)
    assembly.down(1, at: 1, 50, 10)
    assembly.frame(at: 1)
    assembly.move(0, at: 8, 11, 10)
    assembly.move(1, at: 9, 51, 10)
    assembly.frame(at: 9)
    // Before the first frame event nobody knows that there will be one, so the stamp decides.
    #expect(assembly.frames.map { $0.count } == [1, 2, 2])
    #expect(assembly.frames[2].summary == "0 moved 11.0,10.0 | 1 moved 51.0,10.0")
  }
}

/// A frame assembler with a short way to feed it, and the frames that it made.
struct Assembly {
  var assembler: TouchFrameAssembler
  var frames: [TouchFrame] = []
  var device = DeviceID(rawValue: 0)

  /// With `steps`, of which those of one time are a report.
  init(_ habits: TouchFrameAssembler.Habits = .init(), playing steps: [Step] = []) {
    assembler = TouchFrameAssembler(habits: habits)
    Script(steps: steps).forEachFrame(assembler: &assembler) { frames.append(copy $0) }
  }

  mutating func add(_ event: TouchSourceEvent) {
    assembler.add(event) { frames.append(copy $0) }
  }

  mutating func touch(_ slot: Int32, _ milliseconds: Double, _ kind: TouchEvent.Kind) {
    add(.touch(TouchEvent(device: device, slot: slot, timestamp: .milliseconds(milliseconds), kind: kind)))
  }

  mutating func down(_ slot: Int32, at milliseconds: Double, _ x: Double, _ y: Double) {
    touch(slot, milliseconds, .down(Point(x: x, y: y)))
  }

  mutating func move(_ slot: Int32, at milliseconds: Double, _ x: Double, _ y: Double) {
    touch(slot, milliseconds, .motion(Point(x: x, y: y)))
  }

  mutating func up(_ slot: Int32, at milliseconds: Double) { touch(slot, milliseconds, .up) }

  mutating func frame(at milliseconds: Double) { add(.frame(device, .milliseconds(milliseconds))) }

  mutating func endBatch() {
    assembler.endBatch { frames.append(copy $0) }
  }
}

extension Timestamp {
  static func milliseconds(_ milliseconds: Double) -> Timestamp { Timestamp(seconds: milliseconds / 1000) }
}

extension TouchFrame {
  /// What the frame says, in a line: slot, phase, place.
  var summary: String {
    indices.map { "\(self[$0].slot) \(self[$0].phase) \(self[$0].position.x),\(self[$0].position.y)" }
      .joined(separator: " | ")
  }
}
