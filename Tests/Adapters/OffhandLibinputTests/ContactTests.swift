import DesignCases
import CPlatform
import CompositorRig
import FakeEvdev
import Logging
import Offhand
import Testing

@testable import OffhandClient
@testable import OffhandLibinput

/// What libinput does to contacts (Design/Recognizing.md LI5–LI13, A1–A12), through the real libinput.
struct ContactTests {
  private let seat = "seat-\(UInt64.random(in: 0 ... .max))"

  @Test(.recognition("LI13"), arguments: SourceKind.allCases)
  func `shapes come once the device has earned trust, and are then whole`(kind: SourceKind) throws {
    let (screen, listener) = try FakeTouchScreen(seat: seat, major: .init(maximum: 1000)).heard(by: kind)
    try screen.tap(listener)
    for step in 0..<100 {
      let time = Double(step) * 8
      if step == 0 { screen.down(0, 2000, 1000, at: time) } else { screen.move(0, 2000 + Int32(step), 1000, at: time) }
      // 8 to 12 mm, in the units of the position because the axis has no resolution of its own.
      screen.absolute(ABS_MT_TOUCH_MAJOR, 160 + Int32(step % 5) * 20, at: time)
      screen.report(at: time)
      try listener.turn()
    }
    #expect(listener.frames.count == 100)
    #expect(listener.frames[62][0].shape == nil)
    #expect(listener.frames[99][0].shape?.major == 12)
    #expect(listener.frames[97][0].shape?.major == 10)
    screen.move(0, 2100, 1000, at: 800)
    screen.absolute(ABS_MT_TOUCH_MAJOR, 0, at: 800)
    screen.report(at: 800)
    try listener.turn()
    #expect(listener.frames.last?[0].shape?.major == 12, "a size of nothing is none")
    screen.unplug()
    try listener.turn()
    #expect(listener.opener.openDescriptors.isEmpty)
  }

  @Test(.recognition("LI13"), arguments: SourceKind.allCases) func `a device that sends a constant has no shapes`(
    kind: SourceKind
  ) throws {
    let (screen, listener) = try FakeTouchScreen(seat: seat, major: .init(maximum: 1000)).heard(by: kind)
    try screen.tap(listener)
    screen.down(0, 2000, 1000, at: 0)
    for step in 1..<200 {
      screen.absolute(ABS_MT_TOUCH_MAJOR, 180, at: Double(step) * 8)
      screen.move(0, 2000 + Int32(step), 1000, at: Double(step) * 8, report: true)
      try listener.turn()
    }
    #expect(listener.frames.allSatisfy { $0[0].shape == nil })
  }

  @Test func `a device without shapes says how hard a finger presses where it moves`() throws {
    let screen = FakeTouchScreen(seat: seat)
    fake_device_axis(screen.node, UInt16(ABS_MT_PRESSURE), 0, 255, 0, 0)
    let (_, listener) = try screen.heard(by: .evdev)
    for (step, pressure) in [Int32(200), 90, 80].enumerated() {
      let time = Double(step) * 8
      if step == 0 { screen.down(0, 2000, 1000, at: time) }
      if step == 1 { screen.move(0, 2100, 1000, at: time) }
      screen.absolute(ABS_MT_PRESSURE, pressure, at: time)
      screen.report(at: time)
    }
    try listener.turn()
    #expect(listener.frames.count == 2)
    #expect(listener.frames.last?[0].shape == ContactShape(major: 0, minor: 0, pressure: 90))
  }

  @Test(.recognition("LI5")) func `a resting finger on a device with fuzz reports nothing`() throws {
    let (screen, listener) = try FakeTouchScreen(
      seat: seat, x: .init(maximum: 6000, fuzz: 16, resolution: 20), y: .init(maximum: 4000, fuzz: 16, resolution: 20)
    ).heard(by: .libinput)
    screen.down(0, 2000, 1000, at: 0, report: true)
    for step in 1...10 {
      screen.move(0, 2000 + Int32(step % 2) * 6, 1000, at: Double(step) * 8, report: true)
    }
    try listener.turn()
    #expect(listener.frames.count == 1)
  }

  @Test(.recognition("LI6", "A1")) func `nothing is lost where libinput leaves a frame's end out`() throws {
    let (screen, listener) = try FakeTouchScreen(
      seat: seat, x: .init(maximum: 6000, fuzz: 16, resolution: 20), y: .init(maximum: 4000, fuzz: 16, resolution: 20)
    ).heard(by: .libinput)
    screen.down(0, 2000, 1000, at: 0)
    screen.down(1, 4000, 1000, at: 0, report: true)
    // The last changed slot is filtered as noise; the lift of the first was told before it.
    screen.up(0, at: 8)
    screen.move(1, 4002, 1000, at: 8, report: true)
    try listener.turn()
    let hadFrameEvent = listener.events.contains {
      if case .frame(_, let time) = $0 { time.nanoseconds / 1000 - screen.epoch == 8000 } else { false }
    }
    #expect(listener.summary.last == "0 ended 100.0,50.0 | 1 stationary 200.0,50.0")
    #expect(listener.assembler.diagnostics.impliedFrames == (hadFrameEvent ? 0 : 1))
  }

  @Test(.recognition("LI7", "A4"), arguments: SourceKind.allCases)
  func `a contact replaced without a lift is a new contact`(kind: SourceKind) throws {
    let (screen, listener) = try FakeTouchScreen(seat: seat).heard(by: kind)
    screen.down(0, 200, 200, at: 0, report: true)
    screen.down(0, 2400, 1600, at: 8, report: true)
    screen.move(0, 2420, 1600, at: 16, report: true)
    try listener.turn()
    let ids = Set(listener.frames.flatMap { frame in frame.indices.map { frame[$0].id } })
    #expect(ids.count == 2)
    let last = try #require(listener.frames.last)
    #expect(abs(last[last.count - 1].position.x - 121) < 0.1)
    let began = listener.frames.flatMap { frame in frame.indices.map { frame[$0].phase } }.filter { $0 == .began }
    #expect(began.count == 2)
    let phases = listener.frames.flatMap { frame in frame.indices.map { frame[$0].phase } }
    #expect(phases.filter { $0 == .ended || $0 == .cancelled } == [.cancelled], "it did not lift")
  }

  @Test(.recognition("LI8", "A7"), arguments: SourceKind.allCases) func `a palm takes the contact away and is no lift`(
    kind: SourceKind
  ) throws {
    let (screen, listener) = try FakeTouchScreen(seat: seat).heard(by: kind)
    screen.down(0, 2000, 1000, at: 0)
    screen.down(1, 4000, 1000, at: 0, report: true)
    screen.absolute(ABS_MT_SLOT, 1, at: 8)
    screen.absolute(ABS_MT_TOOL_TYPE, MT_TOOL_PALM, at: 8)
    screen.report(at: 8)
    screen.move(1, 4100, 1000, at: 16)
    screen.move(0, 2020, 1000, at: 16, report: true)
    screen.up(1, at: 24, report: true)
    try listener.turn()
    #expect(
      listener.summary == [
        "0 began 100.0,50.0 | 1 began 200.0,50.0",
        "0 stationary 100.0,50.0 | 1 cancelled 200.0,50.0",
        "0 moved 101.0,50.0",
      ])
  }

  @Test(.recognition("LI10", "A20"), arguments: SourceKind.allCases)
  func `dropped events are counted, and the position is correct afterwards`(kind: SourceKind) throws {
    let screen = FakeTouchScreen("Slow Reader", seat: seat).plug()
    var lines: [LibinputLogLine] = []
    let listener = try Listener(kind, .seat(seat)) { lines.append($0) }
    screen.down(0, 2000, 1000, at: 0)
    screen.down(1, 4000, 1000, at: 0, report: true)
    try listener.turn()
    for step in 1...30 {
      screen.move(0, 2000 + Int32(step) * 10, 1000, at: Double(step) * 8, report: true)
    }
    screen.up(1, at: 248)
    screen.overflow(at: 250)
    try listener.turn()
    #expect(listener.source.drops == 1)
    if kind == .libinput {
      #expect(lines.contains { $0.message.contains("Slow Reader") && $0.message.contains("SYN_DROPPED") })
    }
    // libevdev tells of lost lifts in a report of their own, before it tells of lost motions.
    let expected =
      kind == .libinput
      ? ["0 stationary 100.0,50.0 | 1 ended 200.0,50.0", "0 moved 115.0,50.0"]
      : ["0 moved 115.0,50.0 | 1 ended 200.0,50.0"]
    #expect(Array(listener.summary.dropFirst()) == expected)
  }

  @Test(.recognition("LI10")) func `libinput tells of a backlog`() throws {
    let screen = FakeTouchScreen(seat: seat).plug()
    var lines: [LibinputLogLine] = []
    let listener = try Listener(.libinput, .seat(seat)) { lines.append($0) }
    // libinput looks at every tenth turn only.
    for step in 0..<20 {
      if step % 2 == 0 { screen.down(0, 2000, 1000, at: -500) } else { screen.up(0, at: -500) }
      screen.report(at: -500)
      try listener.turn()
    }
    #expect(lines.contains { $0.message.contains("lagging behind") })
  }

  @Test func `a program warns of what libinput finds once it runs`() throws {
    let screen = FakeTouchScreen(seat: seat).plug()
    let (receiver, lines) = (MapListener(), LogLines())
    lines.logLevel = .warning
    let opened = try TouchInput(.libinput(.seat(seat))).open(
      for: receiver, opener: FakeOpener(), logger: Logger(label: "test") { _ in lines })
    guard case .screens(let feed) = opened else { throw RigError("no touch screen") }
    for step in 0..<20 {
      if step % 2 == 0 { screen.down(0, 2000, 1000, at: -500) } else { screen.up(0, at: -500) }
      screen.report(at: -500)
      try feed.dispatch(at: .zero)
    }
    #expect(lines.texts.contains { $0.contains("lagging behind") })
  }

  @Test(.recognition("LI11", "A12"), arguments: SourceKind.allCases) func `a finger beyond 32 leaves the others alone`(
    kind: SourceKind
  ) throws {
    let (screen, listener) = try FakeTouchScreen(seat: seat, slots: 40).heard(by: kind)
    for slot in 0..<34 { screen.down(Int32(slot), 100 + Int32(slot) * 100, 1000, at: 0) }
    screen.report(at: 0)
    screen.move(5, 620, 1000, at: 8)
    screen.move(33, 100, 100, at: 8, report: true)
    for slot in 0..<34 { screen.up(Int32(slot), at: 16) }
    screen.report(at: 16)
    try listener.turn()
    #expect(listener.frames.map { $0.count } == [32, 32, 32])
    #expect(listener.frames[1][5].phase == .moved)
    #expect(listener.frames[2].downCount == 0)
  }

  @Test(.recognition("LI12", "A11"), arguments: SourceKind.allCases) func `slot 0 of two screens is two contacts`(
    kind: SourceKind
  ) throws {
    let screens = [FakeTouchScreen("Left", seat: seat), FakeTouchScreen("Right", seat: seat)]
    for screen in screens { screen.plug() }
    let listener = try Listener(kind, .seat(seat))
    #expect(Set(listener.source.devices.map { $0.name }) == ["Left", "Right"])
    for (index, screen) in screens.enumerated() {
      screen.down(0, 200 + Int32(index) * 3800, 200, at: Double(index), report: true)
      try listener.turn()
    }
    let frame = try #require(listener.frames.last)
    #expect(frame.count == 2)
    #expect(frame[0].device != frame[1].device)
    #expect(frame[0].id != frame[1].id)
    screens[0].unplug()
    try listener.turn()
    #expect(listener.summary.last == "0 cancelled 10.0,10.0 | 0 stationary 200.0,10.0")
  }

  @Test(.recognition("A9", "A17", "A22"), arguments: SourceKind.allCases)
  func `one batch of two seconds gives the frames of real time`(kind: SourceKind) throws {
    func play(_ screen: FakeTouchScreen, _ listener: Listener, turning: Bool) throws {
      for step in 0..<120 {
        let time = Double(step) * 8
        if step == 0 {
          screen.down(0, 1000, 1000, at: time)
        } else {
          screen.move(0, 1000 + Int32(step) * 20, 1000, at: time)
        }
        screen.report(at: time)
        if turning { try listener.turn() }
      }
      try listener.turn()
    }
    let screens = [FakeTouchScreen(seat: seat), FakeTouchScreen(seat: seat + "b")]
    for screen in screens { screen.plug() }
    let live = try Listener(kind, .seat(seat))
    let stalled = try Listener(kind, .seat(seat + "b"))
    try play(screens[0], live, turning: true)
    try play(screens[1], stalled, turning: false)
    #expect(live.frames.count == 120)
    #expect(live.summary == stalled.summary)
    #expect(
      live.frames.map { $0.timestamp.nanoseconds - screens[0].epoch * 1000 }
        == stalled.frames.map { $0.timestamp.nanoseconds - screens[1].epoch * 1000 })
  }
}
