import CPlatform
import FakeEvdev
import Glibc
import Offhand
import OffhandLibinput
import OffhandPlatform

/// A touch screen that a test makes up, as the kernel would show it.
final class FakeTouchScreen {
  /// One axis: range, fuzz and units a millimetre.
  struct Axis {
    var minimum: Int32 = 0
    var maximum: Int32
    var fuzz: Int32 = 0
    var resolution: Int32 = 0
  }

  /// What udev calls it.
  enum Kind: String {
    case touchScreen = "ID_INPUT_TOUCHSCREEN"
    case touchpad = "ID_INPUT_TOUCHPAD"
    case tablet = "ID_INPUT_TABLET"
    case keyboard = "ID_INPUT_KEYBOARD"
    case mouse = "ID_INPUT_MOUSE"
  }

  let node: Int32
  private let seat: String
  private var nextTrackingID: Int32 = 1
  /// Microseconds of the monotonic clock at which the device was made; times of events are counted from here.
  let epoch: Int64

  var path: String { "/dev/input/event\(node)" }

  /// 300 by 200 mm at 20 units a millimetre, unless told otherwise.
  init(
    _ name: String = "Fake Touch Screen", seat: String, kind: Kind = .touchScreen,
    x: Axis = Axis(maximum: 6000, resolution: 20), y: Axis = Axis(maximum: 4000, resolution: 20), slots: Int32 = 10,
    major: Axis? = nil, properties: [String: String] = [:], bus: UInt16 = UInt16(BUS_USB)
  ) {
    self.seat = seat
    node = fake_device_make(name, seat, bus, 0x1234, 0x5678)
    epoch = MonotonicClock.now().nanoseconds / 1000
    fake_device_udev_property(node, kind.rawValue, "1")
    for (key, value) in properties { fake_device_udev_property(node, key, value) }
    if kind == .keyboard {
      for key in KEY_ESC...KEY_Z { fake_device_key(node, UInt16(key)) }
      return
    }
    fake_device_key(node, UInt16(BTN_TOUCH))
    fake_device_input_property(node, UInt16(INPUT_PROP_DIRECT))
    for (code, axis) in [(ABS_X, x), (ABS_Y, y), (ABS_MT_POSITION_X, x), (ABS_MT_POSITION_Y, y)] {
      fake_device_axis(node, UInt16(code), axis.minimum, axis.maximum, axis.fuzz, axis.resolution)
    }
    fake_device_axis(node, UInt16(ABS_MT_SLOT), 0, slots - 1, 0, 0)
    fake_device_axis(node, UInt16(ABS_MT_TRACKING_ID), 0, 65535, 0, 0)
    fake_device_axis(node, UInt16(ABS_MT_TOOL_TYPE), 0, 2, 0, 0)
    if let major {
      fake_device_axis(node, UInt16(ABS_MT_TOUCH_MAJOR), major.minimum, major.maximum, 0, major.resolution)
    }
  }

  @discardableResult func plug() -> FakeTouchScreen {
    fake_device_plug(node)
    return self
  }

  /// This screen, plugged in, and a source of its seat that has had its first turn.
  func heard(by kind: SourceKind) throws -> (FakeTouchScreen, Listener) {
    plug()
    return (self, try Listener(kind, .seat(seat)))
  }

  func unplug() { fake_device_unplug(node) }

  /// A touch, after which libinput's source follows shapes; `listener` forgets it.
  func tap(_ listener: Listener) throws {
    down(0, 2000, 1000, at: -16, report: true)
    try listener.turn()
    up(0, at: -8, report: true)
    try listener.turn()
    listener.clear()
  }

  func absolute(_ code: Int32, _ value: Int32, at milliseconds: Double) {
    event(EV_ABS, code, value, at: milliseconds)
  }

  /// A finger lands; with that the report is complete if `report` says so. Likewise below.
  func down(_ slot: Int32, _ x: Int32, _ y: Int32, at milliseconds: Double, report isWhole: Bool = false) {
    absolute(ABS_MT_SLOT, slot, at: milliseconds)
    absolute(ABS_MT_TRACKING_ID, nextTrackingID, at: milliseconds)
    nextTrackingID += 1
    place(x, y, at: milliseconds)
    if isWhole { report(at: milliseconds) }
  }

  func move(_ slot: Int32, _ x: Int32, _ y: Int32, at milliseconds: Double, report isWhole: Bool = false) {
    absolute(ABS_MT_SLOT, slot, at: milliseconds)
    place(x, y, at: milliseconds)
    if isWhole { report(at: milliseconds) }
  }

  func up(_ slot: Int32, at milliseconds: Double, report isWhole: Bool = false) {
    absolute(ABS_MT_SLOT, slot, at: milliseconds)
    absolute(ABS_MT_TRACKING_ID, -1, at: milliseconds)
    if isWhole { report(at: milliseconds) }
  }

  func report(at milliseconds: Double) { event(EV_SYN, SYN_REPORT, 0, at: milliseconds) }

  func overflow(at milliseconds: Double) { fake_device_overflow(node, microseconds(milliseconds)) }

  private func place(_ x: Int32, _ y: Int32, at milliseconds: Double) {
    absolute(ABS_MT_POSITION_X, x, at: milliseconds)
    absolute(ABS_MT_POSITION_Y, y, at: milliseconds)
  }

  private func event(_ type: Int32, _ code: Int32, _ value: Int32, at milliseconds: Double) {
    fake_device_event(node, microseconds(milliseconds), UInt16(type), UInt16(code), value)
  }

  private func microseconds(_ milliseconds: Double) -> Int64 { epoch + Int64(milliseconds * 1000) }
}

/// Opens fake devices, and refuses what a test wants refused.
final class FakeOpener: InputDeviceOpener {
  private(set) var opened: [String] = []
  private(set) var openDescriptors: Set<Int32> = []
  /// The error number of every opening; `nil` to allow it.
  var refusal: Int32?
  /// Called before a node is opened.
  var onOpening: () -> Void = {}

  func open(_ path: String) -> Int32 {
    opened.append(path)
    onOpening()
    if let refusal { return -refusal }
    let descriptor = fake_device_open(Int32(path.drop { !$0.isNumber }) ?? -1)
    guard descriptor >= 0 else { return -errno }
    openDescriptors.insert(descriptor)
    return descriptor
  }

  func close(_ descriptor: Int32) {
    openDescriptors.remove(descriptor)
    fake_device_close(descriptor)
  }
}

/// The sources that keep one contract; the suites run on each.
enum SourceKind: CaseIterable {
  case libinput
  case evdev

  func source(
    _ selection: DeviceSelection, absence: Absence = .isAnError, preferences: MappingPreferences = MappingPreferences(),
    opener: FakeOpener, log: @escaping (LibinputLogLine) -> Void = { _ in }
  ) throws(TouchDeviceError) -> any DeviceTouchSource {
    switch self {
    case .libinput:
      try LibinputTouchSource(selection, absence: absence, preferences: preferences, opener: opener, log: log)
    case .evdev: try EvdevTouchSource(selection, absence: absence, preferences: preferences, opener: opener)
    }
  }
}

/// A source under test with a frame assembler behind it: everything that it said, and the frames that came of it.
final class Listener {
  let source: any DeviceTouchSource
  let opener: FakeOpener
  private(set) var events: [TouchSourceEvent] = []
  private(set) var frames: [TouchFrame] = []
  private(set) var assembler = TouchFrameAssembler(habits: .libinput)
  var now = Timestamp.zero

  init(_ source: any DeviceTouchSource, _ opener: FakeOpener) {
    self.source = source
    self.opener = opener
  }

  /// A source of a seat's touch screens, or of single ones, that has had its first turn.
  convenience init(
    _ kind: SourceKind, _ selection: DeviceSelection, absence: Absence = .isAnError,
    preferences: MappingPreferences = MappingPreferences(), opener: FakeOpener = FakeOpener(),
    log: @escaping (LibinputLogLine) -> Void = { _ in }
  ) throws {
    self.init(try kind.source(selection, absence: absence, preferences: preferences, opener: opener, log: log), opener)
    try turn()
  }

  /// Gives the source turns, as the event loop would, for as long as its descriptor is readable: libinput takes in one
  /// message of udev a turn, and tests beside this one make udev speak.
  func turn() throws {
    for _ in 0..<10_000 {
      try source.dispatch(at: now) { take($0) }
      assembler.endBatch { frames.append(copy $0) }
      var request = pollfd(fd: source.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
      if poll(&request, 1, 0) <= 0 { return }
    }
  }

  func take(_ event: TouchSourceEvent) {
    events.append(event)
    assembler.add(event) { frames.append(copy $0) }
  }

  /// Forgets what was said so far.
  func clear() {
    events = []
    frames = []
  }

  /// The frames in short: slots, phases, millimetres to a tenth.
  var summary: [String] {
    frames.map { frame in
      frame.indices.map { index in
        let touch = frame[index]
        let x = (touch.position.x * 10).rounded() / 10
        let y = (touch.position.y * 10).rounded() / 10
        return "\(touch.slot) \(touch.phase) \(x),\(y)"
      }.joined(separator: " | ")
    }
  }
}
