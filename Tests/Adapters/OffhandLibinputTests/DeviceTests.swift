import DesignCases
import CPlatform
import CompositorRig
import FakeEvdev
import Glibc
import Offhand
import OffhandPlatform
import Testing

@testable import OffhandLibinput

/// Devices that come, go, or may not be read.
struct DeviceTests {
  private let seat = "seat-\(UInt64.random(in: 0 ... .max))"

  @Test(arguments: SourceKind.allCases) func `a seat without a touch screen is an error that counts what else is there`(
    kind: SourceKind
  ) {
    let keyboard = FakeTouchScreen("Keyboard", seat: seat, kind: .keyboard)
    let mouse = FakeTouchScreen("Mouse", seat: seat, kind: .mouse)
    keyboard.plug()
    mouse.plug()
    let error = #expect(throws: TouchDeviceError.self) { _ = try Listener(kind, .seat(seat)) }
    #expect(error == .noTouchScreen(seat: seat, otherDevices: 2))
  }

  @Test(arguments: [(SourceKind.libinput, Int32(0)), (.libinput, 1), (.evdev, 0), (.evdev, 1), (.evdev, 2)])
  func `a seat of which udev tells nothing is an error that says so, and nothing is kept`(
    kind: SourceKind, contexts: Int32
  ) {
    FakeTouchScreen(seat: seat).plug()
    let before = fake_udev_objects()
    fake_udev_limit(contexts)
    defer { fake_udev_limit(-1) }
    let error = #expect(throws: TouchDeviceError.self) { _ = try kind.source(.seat(seat), opener: FakeOpener()) }
    guard case .unavailable(let reason) = error, reason.contains("udev") else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(fake_udev_objects() == before)
  }

  @Test(arguments: SourceKind.allCases) func `keyboards, tablets and touchpads are never opened`(kind: SourceKind)
    throws
  {
    let kinds: [FakeTouchScreen.Kind] = [.keyboard, .tablet, .touchpad, .mouse]
    for kind in kinds { FakeTouchScreen(kind.rawValue, seat: seat, kind: kind).plug() }
    // A touch screen with a keyboard in the same device is one.
    FakeTouchScreen(seat: seat, properties: ["ID_INPUT_KEYBOARD": "1"]).plug()
    let screen = FakeTouchScreen(seat: seat).plug()
    var lines: [LibinputLogLine] = []
    let listener = try Listener(kind, .seat(seat)) { lines.append($0) }
    #expect(listener.opener.opened == [screen.path])
    #expect(!lines.contains { $0.message.contains("failed") }, "what was refused on purpose is no news")
  }

  /// The function keys are those of Goodix's panels.
  @Test(arguments: SourceKind.allCases, [KEY_1, KEY_CAPSLOCK, KEY_F1, KEY_F10, KEY_NUMLOCK, KEY_KPDOT, KEY_POWER])
  func `a device with keys that type, and only such a one, is closed at once, although udev calls it a touch screen`(
    kind: SourceKind, key: Int32
  ) throws {
    let types = ![KEY_F1, KEY_F10, KEY_POWER].contains(key)
    let screen = FakeTouchScreen("Panel with a PIN pad", seat: seat)
    fake_device_key(screen.node, UInt16(key))
    screen.plug()
    var lines: [LibinputLogLine] = []
    let listener = try Listener(kind, .seat(seat), absence: .isAwaited) { lines.append($0) }
    #expect(listener.source.devices.isEmpty == types)
    #expect((fake_device_readers(screen.node) == 0) == types)
    if let source = listener.source as? EvdevTouchSource {
      #expect(source.obstacles.map(\.path) == (types ? [screen.path] : []))
      #expect((source.refusalCount > 0) == types)
      #expect(source.obstacles.allSatisfy { "\($0.reason)".contains("has keys that type") })
    } else {
      #expect(lines.contains { $0.message.contains("\(screen.path): it is no touch screen, or has keys") } == types)
    }
  }

  /// The keys of a device with `BTN_TOUCH` as sysfs shows them to programs of this width.
  private static func capabilities(_ keys: some Sequence<Int32>, bits: Int) -> String {
    var words = [UInt64](repeating: 0, count: Int((Array(keys) + [BTN_TOUCH]).max()!) / bits + 1)
    for key in keys + [BTN_TOUCH] { words[Int(key) / bits] |= 1 << UInt64(Int(key) % bits) }
    return words.reversed().map { String($0, radix: 16) }.joined(separator: " ")
  }

  @Test func `the rule grants panels with keys for home and power, and none with a key that types`() throws {
    let patterns = try #require(NodePermission.rule.firstMatch(of: /ATTRS\{capabilities\/key\}=="(.*?)"/)?.1)
    let exception = try #require(NodePermission.rule.firstMatch(of: /ATTRS\{capabilities\/key\}!="(.*?)"/)?.1)
    func isGranted(_ keys: [Int32], bits: Int) -> Bool {
      let shown = DeviceTests.capabilities(keys, bits: bits)
      return patterns.split(separator: "|").contains { fnmatch(String($0), shown, 0) == 0 }
        && fnmatch(String(exception), shown, 0) != 0
    }
    for keys in [[KEY_LEFTMETA], [KEY_POWER], [KEY_HOME], [KEY_VOLUMEUP, KEY_POWER], [KEY_BACK, KEY_HOMEPAGE]] {
      #expect(isGranted(keys, bits: 64), "\(keys)")
    }
    #expect(!isGranted([KEY_POWER, KEY_NUMERIC_5], bits: 64))
    let typing = Array(KEY_ESC...KEY_F1 - 1) + Array(KEY_KP7...KEY_KPDOT)
    for bits in [32, 64] {
      for key in typing {
        for others in [[], [KEY_POWER], [KEY_LEFTMETA, KEY_F1], Array(KEY_HOME...KEY_COMPOSE)] {
          #expect(!isGranted([key] + others, bits: bits), "\(key) \(others) \(bits)")
        }
      }
      #expect(!isGranted(typing, bits: bits) && !isGranted(Array(KEY_KP7...KEY_KPDOT), bits: bits))
    }
  }

  @Test func `the rules of the packages, and of the page, grant what the rule of an error does`() throws {
    for file in ["scripts/debian/70-offhand.rules", "scripts/debian/74-offhand-bridge.rules", "SECURITY.md"] {
      let text = String(decoding: try Files.contents(of: RepositoryFile.path(file)), as: UTF8.self)
      for rule in NodePermission.rule.split(separator: "\n") {
        #expect(rule.split(separator: ", ").allSatisfy { $0.hasPrefix("TAG") || text.contains($0) }, "\(file): \(rule)")
      }
    }
  }

  @Test func `a second descriptor that turns out to be a keyboard's is closed at once`() throws {
    let screen = FakeTouchScreen(seat: seat, major: .init(maximum: 1000)).plug()
    let opener = FakeOpener()
    opener.onOpening = { if opener.opened.count == 2 { fake_device_key(screen.node, UInt16(KEY_1)) } }
    let listener = try Listener(.libinput, .seat(seat), opener: opener)
    try screen.tap(listener)
    #expect(opener.opened.count == 2 && opener.openDescriptors.count == 1)
    withExtendedLifetime(listener) {}
  }

  @Test func `a screen that announces shapes is opened once before its first touch, and once more at it`() throws {
    let (screen, listener) = try FakeTouchScreen(seat: seat, major: .init(maximum: 1000)).heard(by: .libinput)
    #expect(listener.opener.opened == [screen.path])
    for _ in 0..<2 { try screen.tap(listener) }
    #expect(listener.opener.opened == [screen.path, screen.path])
  }

  @Test func `a screen at a place that is left out is closed, and that is no fault`() throws {
    let screen = FakeTouchScreen(seat: seat)
    fake_device_place(screen.node, "twin")
    screen.plug()
    let opener = FakeOpener()
    let source = try EvdevTouchSource(.seat(seat), absence: .isAwaited, opener: opener, excluding: "twin")
    #expect(source.devices.isEmpty && source.obstacles.isEmpty)
    #expect(opener.opened == [screen.path] && opener.openDescriptors.isEmpty)
  }

  @Test func `a device without slots is closed, with what may read it, and libinput does`() throws {
    let screen = FakeTouchScreen(seat: seat, slots: 0).plug()
    let error = #expect(throws: TouchDeviceError.self) { try Listener(.evdev, .nodes([screen.path])) }
    #expect(error.map { "\($0)".contains("libinput may read it") } == true)
    #expect(fake_device_readers(screen.node) == 0)
  }

  @Test(arguments: SourceKind.allCases) func `a node that may not be read is named with its owner and the rule`(
    kind: SourceKind
  ) {
    let screen = FakeTouchScreen("ELAN Touchscreen", seat: seat).plug()
    let opener = FakeOpener()
    opener.refusal = EACCES
    let error = #expect(throws: TouchDeviceError.self) { _ = try Listener(kind, .seat(seat), opener: opener) }
    guard case .permissionDenied(let permission, device: "ELAN Touchscreen") = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(permission.path == screen.path)
    let text = error?.description ?? ""
    #expect(text.contains("root:root with mode 0660"))
    #expect(NodePermission.rule.split(separator: "\n").allSatisfy { text.contains($0) })
    #expect(text.contains(NodePermission.rulePath))
    #expect(!text.contains("\n"))
  }

  @Test func `the reason for which a device is not used is its own`() {
    let host = TouchDeviceHost(opener: FakeOpener()) { _ in }
    for (message, priority) in [("it is broken", LibinputLogLine.Priority.error), ("it is odd", .info)] {
      let screen = FakeTouchScreen(seat: seat).plug()
      let descriptor = host.open(screen.path)
      host.take(LibinputLogLine(priority: priority, message: message))
      host.close(descriptor)
      #expect(host.reasonForRefusing(screen.path) == .unusable(path: screen.path, reason: message))
    }
  }

  @Test(arguments: SourceKind.allCases) func `a named device is read alone`(kind: SourceKind) throws {
    let screens = [FakeTouchScreen("A", seat: seat), FakeTouchScreen("B", seat: seat)]
    for screen in screens { screen.plug() }
    let opener = FakeOpener()
    let source = try kind.source(.nodes([screens[1].path]), opener: opener)
    #expect(source.devices.map { $0.name } == ["B"])
    #expect(opener.opened == [screens[1].path])
  }

  @Test(arguments: SourceKind.allCases) func `a path that is no device is refused with the reason`(kind: SourceKind)
    throws
  {
    let keyboard = FakeTouchScreen(seat: seat, kind: .keyboard).plug()
    let wrong = #expect(throws: TouchDeviceError.self) {
      _ = try kind.source(.nodes([keyboard.path]), opener: FakeOpener())
    }
    #expect(wrong == .notATouchScreen(path: keyboard.path, kind: .keyboard))
    let missing = #expect(throws: TouchDeviceError.self) {
      _ = try kind.source(.nodes(["/dev/input/event-none"]), opener: FakeOpener())
    }
    #expect(missing == .noSuchDevice(path: "/dev/input/event-none"))
    let file = #expect(throws: TouchDeviceError.self) {
      _ = try kind.source(.nodes(["/etc/passwd"]), opener: FakeOpener())
    }
    #expect(file == .notATouchScreen(path: "/etc/passwd", kind: .other))
  }

  @Test(arguments: SourceKind.allCases) func `touch screens come and go as they are plugged`(kind: SourceKind) throws {
    let listener = try Listener(kind, .seat(seat), absence: .isAwaited)
    #expect(listener.source.devices.isEmpty)
    let screen = FakeTouchScreen(seat: seat)
    for cycle in 0..<200 {
      screen.plug()
      try listener.turn()
      #expect(listener.source.devices.count == 1)
      screen.down(0, 2000, 1000, at: Double(cycle) * 10, report: true)
      try listener.turn()
      screen.up(0, at: Double(cycle) * 10 + 5, report: true)
      screen.unplug()
      try listener.turn()
      #expect(listener.source.devices.isEmpty)
      screen.absolute(ABS_MT_SLOT, 0, at: 0)
      screen.absolute(ABS_MT_TRACKING_ID, -1, at: 0)
    }
    #expect(listener.frames.last?.downCount == 0)
    #expect(listener.frames.count == 400)
    #expect(listener.opener.openDescriptors.isEmpty)
    #expect((listener.source as? EvdevTouchSource)?.obstacles.isEmpty != false)
    let ids = listener.events.compactMap { if case .deviceAdded(let device) = $0 { device.id } else { nil } }
    #expect(Set(ids).count == 200)
  }

  @Test func `a touch screen that may be read only later is opened when udev tells of its change, and once`() throws {
    let screen = FakeTouchScreen(seat: seat).plug()
    let opener = FakeOpener()
    opener.refusal = EACCES
    let listener = try Listener(.evdev, .seat(seat), absence: .isAwaited, opener: opener)
    #expect(listener.source.devices.isEmpty)
    opener.refusal = nil
    for _ in 0..<2 {
      fake_device_change(screen.node)
      try listener.turn()
      #expect(listener.source.devices.count == 1 && opener.openDescriptors.count == 1)
    }
  }

  @Test func `where a touch screen is, udev tells without opening it`() throws {
    let screen = FakeTouchScreen(
      seat: seat, properties: ["WL_OUTPUT": "DP-2", "ID_PATH": "pci-1", "DEVLINKS": "/dev/input/by-path/pci-1-event"]
    ).plug()
    let size = Size(width: 300, height: 200)
    let known = try #require(TouchPanel.known(at: screen.path, size: size))
    #expect(known.panel == TouchPanel(sensorSize: size, udevOutput: "DP-2", connection: .builtIn))
    #expect(known.places == ["pci-1", "/dev/input/by-path/pci-1-event"])
    #expect(fake_device_readers(screen.node) == 0)
    #expect(TouchPanel.known(at: "/dev/input/event-none", size: size) == nil)
  }

  /// Named alone, as the only one of its seat, or as one of two.
  @Test(arguments: SourceKind.allCases, [0, 1, 2]) func `a revoked device cancels its contacts and is gone`(
    kind: SourceKind, ofSeat count: Int
  ) throws {
    let screen = FakeTouchScreen(seat: seat).plug()
    if count > 1 { FakeTouchScreen("Other", seat: seat).plug() }
    let listener = try Listener(kind, count > 0 ? .seat(seat) : .nodes([screen.path]))
    // A session manager keeps open what it has opened.
    let copies = listener.opener.openDescriptors.map { dup($0) }
    defer { for copy in copies { close(copy) } }
    screen.down(0, 2000, 1000, at: 0, report: true)
    try listener.turn()
    #expect(listener.frames.last?.downCount == 1)
    fake_device_revoke(screen.node)
    try listener.turn()
    #expect(listener.frames.last?[0].phase == .cancelled)
    #expect(listener.source.devices.count == max(0, count - 1))
    var request = pollfd(fd: listener.source.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
    // With a seat udev may speak of the screens of other tests.
    #expect(count > 0 || poll(&request, 1, 0) == 0, "it would wake the loop without end")
    // udev's own word comes later, and is old news.
    let count = listener.events.count
    screen.unplug()
    try listener.turn()
    #expect(listener.events.count == count)
  }

  @Test(arguments: SourceKind.allCases, [true, false]) func `suspended with a finger down, resumed with it still there`(
    kind: SourceKind, ofSeat: Bool
  ) throws {
    let screen = FakeTouchScreen(seat: seat).plug()
    let listener = try Listener(kind, ofSeat ? .seat(seat) : .nodes([screen.path]))
    screen.down(0, 2000, 1000, at: 0, report: true)
    try listener.turn()
    listener.source.suspend(at: .zero) { listener.take($0) }
    #expect(listener.frames.last?[0].phase == .cancelled)
    #expect(listener.opener.openDescriptors.isEmpty)
    listener.clear()
    let other = FakeTouchScreen("Other", seat: seat).plug()
    try listener.turn()
    #expect(listener.opener.openDescriptors.isEmpty, "one that is plugged in meanwhile stays closed")
    if !ofSeat { other.unplug() }
    try listener.source.resume(at: .zero) { listener.take($0) }
    #expect(listener.source.devices.count == (ofSeat ? 2 : 1))
    screen.move(0, 2100, 1000, at: 1000, report: true)
    screen.up(0, at: 1010, report: true)
    try listener.turn()
    #expect(listener.frames.isEmpty, "\(listener.summary)")
    screen.down(0, 2000, 1000, at: 1100, report: true)
    try listener.turn()
    #expect(listener.summary == ["0 began 100.0,50.0"])
  }

  @Test(arguments: SourceKind.allCases)
  func `a touch screen whose output changes under a finger cancels it and stays silent until it lifts`(kind: SourceKind)
    throws
  {
    let (screen, listener) = try FakeTouchScreen(seat: seat).heard(by: kind)
    screen.down(0, 2000, 1000, at: 0, report: true)
    try listener.turn()
    listener.clear()
    let turned = OutputDescription(
      name: "X", physicalSize: .zero, modeWidth: 1200, modeHeight: 800, transform: .rotated180)
    for outputs in [[turned], [], [turned]] { listener.source.place(on: outputs, at: .zero) { listener.take($0) } }
    #expect(listener.events.count { if case .cancelled = $0 { true } else { false } } == 1)
    screen.move(0, 2100, 1000, at: 8, report: true)
    screen.up(0, at: 16, report: true)
    screen.down(0, 6000, 4000, at: 24, report: true)
    try listener.turn()
    #expect(listener.summary == ["0 cancelled 100.0,50.0", "0 began 0.0,0.0"])
    #expect(listener.assembler.diagnostics.unknownContacts == 0)
    listener.source.place(on: [turned], at: .zero) { listener.take($0) }
    #expect(listener.frames.count == 2, "nothing changed, so nothing is cancelled")
  }

  @Test(arguments: SourceKind.allCases) func `devices present at the start are reported in the first turn`(
    kind: SourceKind
  ) throws {
    FakeTouchScreen(seat: seat).plug()
    let source = try kind.source(.seat(seat), opener: FakeOpener())
    #expect(source.deadline == .zero)
    var events: [TouchSourceEvent] = []
    try source.dispatch(at: .zero) { events.append($0) }
    #expect(events == [.deviceAdded(source.devices[0])])
    #expect(source.deadline == nil)
  }
}
