import CPlatform
import FakeEvdev
import Glibc

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
    node = fake_device_make(name, seat, bus, 0x1234, 0x5678)
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    epoch = Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
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

  func plug() { fake_device_plug(node) }

  func unplug() { fake_device_unplug(node) }

  func absolute(_ code: Int32, _ value: Int32, at milliseconds: Double) {
    event(EV_ABS, code, value, at: milliseconds)
  }

  func down(_ slot: Int32, _ x: Int32, _ y: Int32, at milliseconds: Double) {
    absolute(ABS_MT_SLOT, slot, at: milliseconds)
    absolute(ABS_MT_TRACKING_ID, nextTrackingID, at: milliseconds)
    nextTrackingID += 1
    place(x, y, at: milliseconds)
  }

  func move(_ slot: Int32, _ x: Int32, _ y: Int32, at milliseconds: Double) {
    absolute(ABS_MT_SLOT, slot, at: milliseconds)
    place(x, y, at: milliseconds)
  }

  func up(_ slot: Int32, at milliseconds: Double) {
    absolute(ABS_MT_SLOT, slot, at: milliseconds)
    absolute(ABS_MT_TRACKING_ID, -1, at: milliseconds)
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
