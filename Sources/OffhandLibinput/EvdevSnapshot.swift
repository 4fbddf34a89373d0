import CPlatform
import Offhand

/// What the kernel tells about an evdev device when asked: its facts, and what its contacts are at this moment.
struct EvdevSnapshot {
  /// What the kernel calls it.
  let name: String
  /// Bus, vendor, product and version.
  let identity: [Int]
  /// The axes of contacts; `nil` where the device does not speak multitouch protocol B.
  let x: EvdevAxis
  let y: EvdevAxis
  /// The axis of the ellipse's long side, where there is one.
  let major: EvdevAxis?
  /// The axis of its short side, where there is one.
  let minor: EvdevAxis?
  /// The axis of its turn, where there is one.
  let orientation: EvdevAxis?
  /// Whether it reports pressure.
  let hasPressure: Bool
  let slots: [EvdevSlot]
  let currentSlot: Int

  /// Asks through an open descriptor, and has events stamped by the monotonic clock (`libevdev_new_from_fd`); `nil` where it
  /// is no device of multitouch protocol B.
  init?(_ descriptor: Int32) {
    var made: OpaquePointer?
    guard libevdev_new_from_fd(descriptor, &made) == 0, let device = made else { return nil }
    defer { libevdev_free(device) }
    _ = libevdev_set_clock_id(device, CLOCK_MONOTONIC)
    guard let x = EvdevSnapshot.axis(device, ABS_MT_POSITION_X), let y = EvdevSnapshot.axis(device, ABS_MT_POSITION_Y)
    else { return nil }
    let count = libevdev_get_num_slots(device)
    guard count > 0 else { return nil }
    name = libevdev_get_name(device).map { String(cString: $0) } ?? ""
    identity = [
      libevdev_get_id_bustype(device), libevdev_get_id_vendor(device), libevdev_get_id_product(device),
      libevdev_get_id_version(device),
    ].map { Int($0) }
    (self.x, self.y) = (x, y)
    major = EvdevSnapshot.axis(device, ABS_MT_TOUCH_MAJOR)
    minor = EvdevSnapshot.axis(device, ABS_MT_TOUCH_MINOR)
    orientation = EvdevSnapshot.axis(device, ABS_MT_ORIENTATION)
    hasPressure = EvdevSnapshot.axis(device, ABS_MT_PRESSURE) != nil
    currentSlot = Int(libevdev_get_current_slot(device))
    // A set of 64 bits says which slots changed; no screen has more.
    slots = (0..<UInt32(min(count, 64))).map { slot in
      func value(_ code: Int32) -> Int32 { libevdev_get_slot_value(device, slot, UInt32(code)) }
      return EvdevSlot(
        trackingID: value(ABS_MT_TRACKING_ID), x: value(ABS_MT_POSITION_X), y: value(ABS_MT_POSITION_Y),
        isPalm: value(ABS_MT_TOOL_TYPE) == MT_TOOL_PALM,
        ellipse: EvdevEllipse(
          major: value(ABS_MT_TOUCH_MAJOR), minor: value(ABS_MT_TOUCH_MINOR), orientation: value(ABS_MT_ORIENTATION),
          pressure: value(ABS_MT_PRESSURE)))
    }
  }

  /// The sensor in millimetres; `nil` where an axis has no resolution.
  var size: Size? {
    guard let width = x.length, let height = y.length else { return nil }
    return Size(width: width, height: height)
  }

  private static func axis(_ device: OpaquePointer, _ code: Int32) -> EvdevAxis? {
    libevdev_get_abs_info(device, UInt32(code)).map {
      EvdevAxis(minimum: $0.pointee.minimum, maximum: $0.pointee.maximum, resolution: $0.pointee.resolution)
    }
  }
}

/// An axis of an evdev device: its range, and its units a millimetre.
struct EvdevAxis: Equatable {
  var minimum: Int32
  var maximum: Int32
  /// Zero where the device does not say.
  var resolution: Int32

  /// The range; `nil` where the device turns it round.
  var range: ClosedRange<Int>? { minimum <= maximum ? Int(minimum)...Int(maximum) : nil }

  /// The coordinate in 0...1; libinput counts the last unit as a whole one, and so do we.
  func fraction(_ value: Int32) -> Double {
    (Double(value) - Double(minimum)) / max(Double(maximum) - Double(minimum) + 1, 1)
  }

  /// The length of the axis in millimetres; `nil` where the device does not say.
  var length: Double? {
    resolution > 0 ? (Double(maximum) - Double(minimum)) / Double(resolution) : nil
  }
}

/// Leads from a device's contact ellipses to millimetres.
struct EvdevEllipseScale {
  private let millimetresPerUnit: Float
  private let hasMinor: Bool
  private let radiansPerUnit: Float?
  private let hasPressure: Bool

  /// The scale of a device; `nil` where it has no ellipse, or one without a measure.
  ///
  /// The kernel's documentation wants the long axis in units of the surface, so where it has no resolution of its own the
  /// position's counts. Orientation runs from -maximum to maximum for a quarter turn to each side, clockwise.
  init?(_ snapshot: EvdevSnapshot) {
    guard let major = snapshot.major else { return nil }
    let resolution = major.resolution > 0 ? major.resolution : snapshot.x.resolution
    guard resolution > 0 else { return nil }
    millimetresPerUnit = 1 / Float(resolution)
    hasMinor = snapshot.minor != nil
    radiansPerUnit = snapshot.orientation.flatMap { $0.maximum > 1 ? Float.pi / 2 / Float($0.maximum) : nil }
    hasPressure = snapshot.hasPressure
  }

  /// The ellipse in millimetres; `nil` where the device reports none at this moment.
  func shape(_ ellipse: EvdevEllipse) -> ContactShape? {
    guard ellipse.major > 0 else { return nil }
    let major = Float(ellipse.major) * millimetresPerUnit
    return ContactShape(
      major: major, minor: hasMinor && ellipse.minor > 0 ? Float(ellipse.minor) * millimetresPerUnit : major,
      orientationRadians: radiansPerUnit.map { Float(ellipse.orientation) * $0 },
      pressure: hasPressure ? Float(ellipse.pressure) : nil)
  }
}
