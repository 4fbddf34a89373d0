import CPlatform
import FakeEvdev
import Glibc
import Offhand
import Testing

@testable import OffhandLibinput

/// What a touch screen says of itself, what is lost and found again, and what stays open; on both sources where both can.
struct ScreenDetailTests {
  private let seat = "seat-\(UInt64.random(in: 0 ... .max))"

  // MARK: Axes

  @Test(arguments: SourceKind.allCases) func `positions count from the smallest value of their axis`(kind: SourceKind)
    throws
  {
    let (screen, listener) = try FakeTouchScreen(
      seat: seat, x: .init(minimum: 1000, maximum: 7000, resolution: 20),
      y: .init(minimum: -2000, maximum: 2000, resolution: 20)
    ).heard(by: kind)
    screen.down(0, 3000, -1000, at: 0, report: true)
    try listener.turn()
    #expect(listener.summary == ["0 began 100.0,50.0"])
    #expect(listener.source.devices.first?.surface.size == Size(width: 300, height: 200))
  }

  @Test(arguments: SourceKind.allCases, [Int32(0), 1])
  func `a panel without a resolution, or with a unit for each millimetre, has no size`(kind: SourceKind, units: Int32)
    throws
  {
    let axes = [800, 480].map { FakeTouchScreen.Axis(maximum: $0, resolution: units) }
    FakeTouchScreen(seat: seat, x: axes[0], y: axes[1]).plug()
    #expect(try Listener(kind, .seat(seat)).source.devices.first?.surface.provenance == .assumed)
  }

  @Test func `without any resolution contacts have no size either`() throws {
    let screen = FakeTouchScreen(
      seat: seat, x: .init(maximum: 2000), y: .init(maximum: 1200), major: .init(maximum: 255))
    screen.plug()
    let descriptor = fake_device_open(screen.node)
    defer { fake_device_close(descriptor) }
    #expect(EvdevEllipseScale(try #require(EvdevSnapshot(descriptor))) == nil)
  }

  /// The last shape of a contact of 100 reports, of which the long axis is `major` and up to four more, so that it earns trust.
  private func shape(
    _ kind: SourceKind, major: Int32, resolution: Int32 = 0, minor: Int32? = nil,
    orientation: (value: Int32, range: ClosedRange<Int32>)? = nil,
    properties: [String: String] = [:]
  ) throws -> ContactShape {
    let screen = FakeTouchScreen(
      seat: seat, major: .init(maximum: 1000, resolution: resolution), properties: properties)
    if minor != nil { fake_device_axis(screen.node, UInt16(ABS_MT_TOUCH_MINOR), 0, 1000, 0, resolution) }
    if let orientation {
      let range = orientation.range
      fake_device_axis(screen.node, UInt16(ABS_MT_ORIENTATION), range.lowerBound, range.upperBound, 0, 0)
    }
    screen.plug()
    let listener = try Listener(kind, .seat(seat))
    try screen.tap(listener)
    for step in 0..<100 {
      let time = Double(step) * 8
      if step == 0 { screen.down(0, 2000, 1000, at: time) } else { screen.move(0, 2000 + Int32(step), 1000, at: time) }
      screen.absolute(ABS_MT_TOUCH_MAJOR, major + Int32((99 - step) % 5) * major / 20, at: time)
      if let minor { screen.absolute(ABS_MT_TOUCH_MINOR, minor, at: time) }
      if let orientation { screen.absolute(ABS_MT_ORIENTATION, orientation.value, at: time) }
      screen.report(at: time)
      try listener.turn()
    }
    return try #require(listener.frames.last?[0].shape)
  }

  @Test(arguments: SourceKind.allCases)
  func `contacts have the unit of their own axis, and a short side if there is one`(kind: SourceKind) throws {
    let own = try shape(kind, major: 100, resolution: 10, minor: 70)
    #expect(own.major == 10 && own.minor == 7)
    let round = try shape(kind, major: 200)
    #expect(round.major == 10 && round.minor == 10)
  }

  @Test(arguments: SourceKind.allCases)
  func `an angle is one of many values, and lies as the contact does on the glass`(kind: SourceKind) throws {
    let plain = try shape(kind, major: 200, orientation: (30, -90...90))
    #expect(abs((plain.orientationRadians ?? 0) - .pi / 6) < 1e-3)
    #expect(try shape(kind, major: 200, orientation: (1, 0...1)).orientationRadians == nil)
    let turned = try shape(
      kind, major: 200, orientation: (30, -90...90), properties: ["LIBINPUT_CALIBRATION_MATRIX": "0 -1 1 1 0 0"])
    #expect(abs((turned.orientationRadians ?? 0) - (.pi / 6 - .pi / 2)) < 1e-3)
  }

  @Test(arguments: SourceKind.allCases)
  func `a range from 0 to 180 is half a turn in degrees, and not a quarter to one side`(kind: SourceKind) throws {
    for (value, degrees) in [(Int32(30), Float(30)), (135, -45)] {
      let angle = try #require(try shape(kind, major: 200, orientation: (value, 0...180)).orientationRadians)
      #expect(abs(angle - degrees * .pi / 180) < 1e-3)
    }
  }

  @Test(arguments: SourceKind.allCases) func `times are of the monotonic clock`(kind: SourceKind) throws {
    let (screen, listener) = try FakeTouchScreen(seat: seat).heard(by: kind)
    #expect(fake_device_clock(screen.node) == CLOCK_MONOTONIC)
    withExtendedLifetime(listener) {}
  }

  // MARK: Reports

  @Test func `a report that is about no touch is no frame`() throws {
    let (screen, listener) = try FakeTouchScreen(seat: seat).heard(by: .evdev)
    listener.clear()
    screen.absolute(ABS_X, 5, at: 0)
    screen.report(at: 0)
    try listener.turn()
    #expect(listener.events.isEmpty)
    screen.down(0, 2000, 1000, at: 8, report: true)
    try listener.turn()
    listener.clear()
    screen.absolute(ABS_X, 6, at: 16)
    screen.report(at: 16)
    try listener.turn()
    #expect(listener.events.isEmpty)
  }

  @Test func `all that waits is read at once`() throws {
    let (screen, listener) = try FakeTouchScreen(seat: seat).heard(by: .evdev)
    screen.down(0, 2000, 1000, at: 0, report: true)
    for step in 1..<50 {
      screen.move(0, 2000 + Int32(step), 1000, at: Double(step), report: true)
    }
    try listener.source.dispatch(at: .zero) { listener.take($0) }
    #expect(listener.frames.count == 50)
  }

  @Test(arguments: SourceKind.allCases)
  func `the loop is woken by a touch, and by a screen that comes or goes`(kind: SourceKind) throws {
    let (screen, listener) = try FakeTouchScreen(seat: seat).heard(by: kind)
    let other = FakeTouchScreen(seat: seat)
    let descriptor = try #require(listener.source.descriptor)
    func isWoken(by body: () -> Void) throws -> Bool {
      body()
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let isReady = poll(&request, 1, 0) > 0
      try listener.turn()
      return isReady
    }
    #expect(try isWoken { screen.down(0, 2000, 1000, at: 0, report: true) })
    #expect(try isWoken { other.plug() } && isWoken { other.down(0, 2000, 1000, at: 8, report: true) })
    #expect(try isWoken { screen.unplug() })
    #expect(try isWoken { other.up(0, at: 16, report: true) })
    #expect(listener.frames.map(\.downCount) == [1, 2, 1, 0])
  }

  @Test func `every report is told with its events alone, around what is made of it`() throws {
    let screen = FakeTouchScreen(seat: seat).plug()
    let source = try EvdevTouchSource(.seat(seat), opener: FakeOpener())
    var (told, order) = ([[Int32]](), "")
    source.onReport = { _, events, decode in
      told.append(events.map(\.value))
      order += "a"
      decode()
      order += "r"
    }
    screen.down(0, 2000, 1000, at: 0, report: true)
    screen.move(0, 2100, 1100, at: 8)
    // No end of a report.
    fake_device_event(screen.node, screen.epoch + 8000, UInt16(EV_SYN), UInt16(SYN_CONFIG), 0)
    screen.report(at: 8)
    try source.dispatch(at: .zero) { if case .frame = $0 { order += "f" } }
    #expect(order == "afrafr")
    #expect(told.count == 2 && told[0].contains(2000) && told[1].contains(2100) && told[1].contains(1100))
    #expect(told.count == 2 && !told[1].contains(2000))
  }

  // MARK: Lost events

  @Test func `after lost events motion is that of the slot which the kernel is at`() throws {
    let (screen, listener) = try FakeTouchScreen(seat: seat).heard(by: .evdev)
    screen.down(0, 2000, 1000, at: 0)
    screen.down(1, 4000, 1000, at: 0, report: true)
    try listener.turn()
    // That the kernel went to slot 0 is lost.
    screen.move(0, 2020, 1000, at: 8)
    screen.overflow(at: 8)
    try listener.turn()
    screen.absolute(ABS_MT_POSITION_X, 2100, at: 16)
    screen.report(at: 16)
    try listener.turn()
    #expect(listener.summary.last == "0 moved 105.0,50.0 | 1 stationary 200.0,50.0")
  }

  @Test func `what follows lost events, up to the end of its report, is a fragment that moves no finger`() throws {
    let (screen, listener) = try FakeTouchScreen(seat: seat).heard(by: .evdev)
    screen.down(0, 2000, 1000, at: 0)
    screen.down(1, 4000, 1000, at: 0, report: true)
    screen.absolute(ABS_MT_SLOT, 1, at: 8)
    fake_device_event(screen.node, screen.epoch + 8000, UInt16(EV_SYN), UInt16(SYN_DROPPED), 0)
    screen.absolute(ABS_MT_POSITION_X, 4100, at: 8)
    screen.absolute(ABS_MT_SLOT, 0, at: 8)
    screen.report(at: 8)
    try listener.turn()
    #expect(listener.summary.last == "0 stationary 100.0,50.0 | 1 moved 205.0,50.0")
  }

  @Test func `what waits behind lost events is older than what is found, and is not played over it`() throws {
    let (screen, listener) = try FakeTouchScreen(seat: seat).heard(by: .evdev)
    screen.down(0, 2000, 1000, at: 0, report: true)
    try listener.turn()
    listener.clear()
    screen.overflow(at: 8)
    // More than one read takes.
    for step in 1...30 { screen.move(0, 2600 + Int32(step), 1000, at: 12, report: true) }
    screen.up(0, at: 16, report: true)
    screen.down(0, 4000, 1000, at: 24, report: true)
    try listener.turn()
    #expect(listener.summary == ["0 cancelled 100.0,50.0 | 0 began 200.0,50.0"])
    screen.move(0, 4200, 1000, at: 32, report: true)
    try listener.turn()
    #expect(listener.summary.last == "0 moved 210.0,50.0")
  }

  @Test func `what is found after lost events is a whole frame at once`() throws {
    let (screen, listener) = try FakeTouchScreen(seat: seat).heard(by: .evdev)
    screen.down(0, 2000, 1000, at: 0, report: true)
    try listener.turn()
    listener.clear()
    screen.move(0, 2200, 1000, at: 8)
    screen.overflow(at: 8)
    try listener.turn()
    #expect(listener.summary == ["0 moved 110.0,50.0"])
    guard case .frame = listener.events.last else {
      Issue.record("no end of the report: \(listener.events)")
      return
    }
  }

  @Test func `a contact that became a palm while events were lost is taken away, and its size is found`() throws {
    let (screen, listener) = try FakeTouchScreen(seat: seat, major: .init(maximum: 1000)).heard(by: .evdev)
    for step in 0..<100 {
      let time = Double(step) * 8
      if step == 0 { screen.down(0, 2000, 1000, at: time) } else { screen.move(0, 2000 + Int32(step), 1000, at: time) }
      screen.absolute(ABS_MT_TOUCH_MAJOR, 160 + Int32(step % 5) * 20, at: time)
      screen.report(at: time)
      try listener.turn()
    }
    screen.absolute(ABS_MT_TOUCH_MAJOR, 400, at: 900)
    screen.overflow(at: 900)
    try listener.turn()
    #expect(listener.frames.last?[0].shape?.major == 20)
    screen.absolute(ABS_MT_TOOL_TYPE, MT_TOOL_PALM, at: 1000)
    screen.overflow(at: 1000)
    try listener.turn()
    #expect(listener.frames.last?[0].phase == .cancelled)
  }

  @Test func `all that a slot holds is told after lost events`() throws {
    let screen = FakeTouchScreen(seat: seat, major: .init(maximum: 1000))
    let codes = [
      ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_TOUCH_MAJOR, ABS_MT_TOUCH_MINOR, ABS_MT_ORIENTATION, ABS_MT_PRESSURE,
    ]
    for code in codes[3...] { fake_device_axis(screen.node, UInt16(code), 0, 1000, 0, 0) }
    screen.plug()
    let source = try EvdevTouchSource(.seat(seat), opener: FakeOpener())
    var told: [EvdevEvent] = []
    source.onReport = { _, events, decode in
      told = events
      decode()
    }
    for (index, code) in ([ABS_MT_SLOT, ABS_MT_TRACKING_ID] + codes).enumerated() {
      screen.absolute(code, Int32(index + 3), at: 0)
    }
    screen.overflow(at: 8)
    try source.dispatch(at: .zero) { _ in }
    let slot = try #require(told.firstIndex { $0.code == UInt16(ABS_MT_SLOT) && $0.value == 3 })
    #expect(told[(slot + 1)...].prefix(7).map(\.value) == [4, 5, 6, 7, 8, 9, 10])
    #expect(told.last?.value == 3, "the slot that the next event is about")
  }

  @Test(arguments: SourceKind.allCases) func `lost events of a screen that is gone stay counted`(kind: SourceKind)
    throws
  {
    let (screen, listener) = try FakeTouchScreen(seat: seat).heard(by: kind)
    screen.down(0, 2000, 1000, at: 0, report: true)
    try listener.turn()
    screen.overflow(at: 8)
    try listener.turn()
    screen.unplug()
    try listener.turn()
    #expect(listener.source.drops == 1)
  }

  // MARK: What is open

  @Test(arguments: SourceKind.allCases)
  func `in the background every screen is closed, and nothing is open after the source`(kind: SourceKind) throws {
    let screens = [
      FakeTouchScreen("A", seat: seat, major: .init(maximum: 1000)),
      FakeTouchScreen("B", seat: seat, major: .init(maximum: 1000)),
    ]
    for screen in screens { screen.plug() }
    let opener = FakeOpener()
    var listener: Listener? = try Listener(kind, .seat(seat), opener: opener)
    listener?.source.suspend(at: .zero) { _ in }
    #expect(listener?.source.devices.isEmpty == true)
    #expect(opener.openDescriptors.isEmpty)
    try listener?.source.resume(at: .zero) { _ in }
    #expect(listener?.source.devices.count == 2 && !opener.openDescriptors.isEmpty)
    listener = nil
    #expect(opener.openDescriptors.isEmpty)
  }

  @Test(arguments: SourceKind.allCases) func `nothing of udev is kept when a source ends`(kind: SourceKind) throws {
    let before = fake_udev_objects()
    let screen = FakeTouchScreen(seat: seat).plug()
    do {
      let listener = try Listener(kind, .seat(seat))
      screen.down(0, 2000, 1000, at: 0, report: true)
      try listener.turn()
      screen.unplug()
      try listener.turn()
    }
    #expect(fake_udev_objects() == before)
  }

  @Test(arguments: SourceKind.allCases)
  func `a screen is added before anything else is said of it`(kind: SourceKind) throws {
    let output = OutputDescription(name: "X", physicalSize: .zero, modeWidth: 1920, modeHeight: 1216)
    for isSuspended in [false, true] {
      let screen = FakeTouchScreen(seat: seat).plug()
      let listener = Listener(try kind.source(.seat(seat), opener: FakeOpener()), FakeOpener())
      if isSuspended {
        listener.source.suspend(at: .zero) { listener.take($0) }
      } else {
        listener.source.place(on: [output], at: .zero) { listener.take($0) }
      }
      try listener.turn()
      #expect(listener.events.count == 2)
      guard case .deviceAdded = listener.events.first else {
        Issue.record("\(listener.events)")
        return
      }
      screen.unplug()
    }
  }

  @Test func `a node that is named twice is read once`() throws {
    let screen = FakeTouchScreen(seat: seat).plug()
    let opener = FakeOpener()
    let listener = try Listener(.evdev, .nodes([screen.path, screen.path]), opener: opener)
    #expect(listener.source.devices.count == 1)
    #expect(opener.openDescriptors.count == 1)
  }

  @Test(arguments: SourceKind.allCases) func `a named screen that cannot be opened again is an error`(kind: SourceKind)
    throws
  {
    let screen = FakeTouchScreen(seat: seat).plug()
    let opener = FakeOpener()
    let listener = try Listener(kind, .nodes([screen.path]), opener: opener)
    listener.source.suspend(at: .zero) { _ in }
    opener.refusal = EACCES
    #expect(throws: TouchDeviceError.self) { try listener.source.resume(at: .zero) { _ in } }
    opener.refusal = nil
    try listener.source.resume(at: .zero) { _ in }
    #expect(listener.source.devices.count == 1, "it may be read again")
    listener.source.suspend(at: .zero) { _ in }
    screen.unplug()
    #expect(throws: TouchDeviceError.noSuchDevice(path: screen.path)) {
      try listener.source.resume(at: .zero) { _ in }
    }
  }

  // MARK: Outputs

  @Test(arguments: SourceKind.allCases) func `a screen that comes later lies on the outputs of then`(kind: SourceKind)
    throws
  {
    func output(_ name: String) -> OutputDescription {
      OutputDescription(name: name, physicalSize: Size(width: 300, height: 190), modeWidth: 1920, modeHeight: 1216)
    }
    let listener = try Listener(kind, .seat(seat), absence: .isAwaited)
    for name in ["X", "Y"] {
      listener.source.place(on: [output(name)], at: .zero) { listener.take($0) }
      let screen = FakeTouchScreen(seat: seat).plug()
      try listener.turn()
      #expect(listener.source.devices.map(\.output?.name) == [name])
      screen.unplug()
      try listener.turn()
    }
  }

  // MARK: Capture

  @Test(arguments: SourceKind.allCases) func `a change of capture is reported with its screen`(kind: SourceKind) throws
  {
    FakeTouchScreen("Panel", seat: seat).plug()
    let listener = try Listener(kind, .seat(seat))
    var told: [String] = []
    listener.source.onCapture = { device, state in told.append("\(device.name) \(state)") }
    listener.source.capture(.exclusive)
    listener.source.capture(.shared)
    #expect(told.map { $0.prefix(17) } == ["Panel is captured", "Panel is shared: "])
  }

  @Test(arguments: SourceKind.allCases) func `a program that reads its touches keeps its screen`(kind: SourceKind)
    throws
  {
    let (screen, listener) = try FakeTouchScreen(seat: seat).heard(by: kind)
    listener.source.capture(.exclusive)
    // Longer than the watchdog's patience of 2 s, with something to read most of the time.
    for step in 0..<28 {
      if step % 2 == 0 { screen.down(0, 2000, 1000, at: Double(step)) } else { screen.up(0, at: Double(step)) }
      screen.report(at: Double(step))
      usleep(100_000)
      try listener.turn()
    }
    #expect(fake_device_is_grabbed(screen.node))
  }

  @Test func `a screen that was refused says nothing about the next one with its descriptor`() throws {
    let screen = FakeTouchScreen(seat: seat).plug()
    let descriptor = fake_device_open(screen.node)
    defer { fake_device_close(descriptor) }
    var capture = ExclusiveCapture()
    capture.want(.exclusive, watching: descriptor)
    fake_device_grab_elsewhere(screen.node, true)
    _ = capture.pursue([(descriptor, screen.path, false)])
    #expect(capture.state(of: descriptor) == .refused(.grabbedElsewhere(path: screen.path)))
    capture.forget(descriptor)
    fake_device_grab_elsewhere(screen.node, false)
    _ = capture.pursue([(descriptor, screen.path, false)])
    #expect(capture.state(of: descriptor) == .exclusive)
  }
}
