import CPlatform
import Offhand

/// One touch screen of a context, from its appearance until it is gone.
///
/// A class, so that following a touch in an array of screens copies nothing; what changes is not checked for exclusive
/// access, which would cost as much as the mapping itself, 120 instructions a touch: its source is bound to one thread, and reads
/// one screen at a time.
final class LibinputScreen: DeviceScreen {
  /// Slots of the device; kernels know up to 60.
  private typealias Slots = BitSet<LibinputScreen>

  /// Its identity in events.
  let id: DeviceID
  /// libinput's device, which the screen holds a reference to.
  let device: OpaquePointer
  /// The kernel's name for it.
  let name: String
  /// Its device node.
  let path: String
  /// Its output and mapping.
  @exclusivity(unchecked) var place: ScreenPlace
  /// Slots with a touch that was reported and is down.
  @exclusivity(unchecked) private var down = Slots.none
  /// Slots whose touch was cancelled by `mute` and is still down: not reported until it lifts.
  @exclusivity(unchecked) private var muted = Slots.none

  /// Whether it announces shapes of contacts, and had no touch yet.
  @exclusivity(unchecked) var awaitsShapes = false
  /// Reads the shapes of its contacts; `nil` without any.
  @exclusivity(unchecked) var shapes: ShapeReader?

  var isTouched: Bool { !down.isEmpty }

  func mute() -> Bool {
    defer {
      muted |= down
      down = .none
    }
    return isTouched
  }

  /// Reads the properties of `device` from libinput and udev, and takes a reference to it.
  init(_ device: OpaquePointer, id: DeviceID, preferences: MappingPreferences) {
    self.id = id
    self.device = libinput_device_ref(device)
    name = libinput_device_get_name(device).map { String(cString: $0) } ?? ""
    let names: [String]
    var connection = TouchPanel.Connection.external
    if let udev = UdevDevice(of: device) {
      path = udev.node ?? ""
      names = udev.places + [path, name]
      connection = udev.connection
    } else {
      path = ""
      names = [name]
    }
    let present = LibinputScreen.calibration(of: device)
    var calibration = preferences.calibration(for: names, after: present)
    if calibration != present, !LibinputScreen.calibrate(device, calibration) { calibration = present }
    place = ScreenPlace(
      names: names,
      panel: TouchPanel(
        sensorSize: LibinputScreen.sensorSize(of: device), calibration: calibration,
        udevOutput: libinput_device_get_output_name(device).map { String(cString: $0) }, connection: connection))
  }

  deinit { libinput_device_unref(device) }

  /// Reports the change of one touch, in millimetres.
  func report(_ event: OpaquePointer, _ type: libinput_event_type, _ body: (TouchSourceEvent) -> Void) {
    let slot = libinput_event_touch_get_slot(event)
    let kind: TouchEvent.Kind
    switch type {
    case LIBINPUT_EVENT_TOUCH_MOTION:
      if muted.contains(Int(slot)) { return }
      kind = .motion(position(of: event))
    case LIBINPUT_EVENT_TOUCH_DOWN:
      muted.remove(Int(slot))
      down.insert(Int(slot))
      kind = .down(position(of: event))
    default:
      let wasMuted = muted.contains(Int(slot))
      muted.remove(Int(slot))
      down.remove(Int(slot))
      if wasMuted { return }
      kind = type == LIBINPUT_EVENT_TOUCH_UP ? .up : .cancel
    }
    let time = touchTime(event)
    body(.touch(TouchEvent(device: id, slot: slot, timestamp: time, kind: kind)))
    if let shapes, down.contains(Int(slot)), let shape = shapes.takeShape(of: slot) {
      body(.touch(TouchEvent(device: id, slot: slot, timestamp: time, kind: .shape(place.mapping.shape(shape)))))
    }
  }

  /// The position in millimetres on the output plane. A width of 1 makes libinput give coordinates in 0...1.
  private func position(of event: OpaquePointer) -> Point {
    let x = libinput_event_touch_get_x_transformed(event, 1)
    let y = libinput_event_touch_get_y_transformed(event, 1)
    place.ranges?.note(x: x, y: y)
    return place.mapping.point(x: x, y: y)
  }

  /// The size reported by libinput; `nil` if the device has no resolution (`libinput_device_get_size`).
  private static func sensorSize(of device: OpaquePointer) -> Size? {
    var width = 0.0
    var height = 0.0
    guard libinput_device_get_size(device, &width, &height) == 0 else { return nil }
    return Size(width: width, height: height)
  }

  /// The matrix in use (`libinput_device_config_calibration_get_matrix`), which leaves `rows` as they are if there is none.
  private static func calibration(of device: OpaquePointer) -> CalibrationMatrix {
    var rows: (Float, Float, Float, Float, Float, Float) = (1, 0, 0, 0, 1, 0)
    withUnsafeMutablePointer(to: &rows) { pointer in
      pointer.withMemoryRebound(to: Float.self, capacity: 6) { floats in
        _ = libinput_device_config_calibration_get_matrix(device, floats)
      }
    }
    return CalibrationMatrix(
      Double(rows.0), Double(rows.1), Double(rows.2), Double(rows.3), Double(rows.4), Double(rows.5))
  }
}

extension LibinputScreen {
  func calibrate(_ matrix: CalibrationMatrix) -> Bool { LibinputScreen.calibrate(device, matrix) }

  /// Replaces the matrix in use (`libinput_device_config_calibration_set_matrix`), in this program alone. Returns
  /// whether it could.
  private static func calibrate(_ device: OpaquePointer, _ matrix: CalibrationMatrix) -> Bool {
    let rows = [matrix.xx, matrix.xy, matrix.x0, matrix.yx, matrix.yy, matrix.y0].map(Float.init)
    return libinput_device_config_calibration_set_matrix(device, rows) == LIBINPUT_CONFIG_STATUS_SUCCESS
  }
}

/// The time of a touch event; libinput counts microseconds of the monotonic clock.
func touchTime(_ event: OpaquePointer) -> Timestamp {
  Timestamp(nanoseconds: Int64(bitPattern: libinput_event_touch_get_time_usec(event)) &* 1000)
}

/// Reads the contact ellipses of a touch screen through a second descriptor, beside libinput, which has none
/// (Design/Recognizing.md LI13).
///
/// While the device is captured through the first descriptor the kernel sends nothing to this one, and touches keep the
/// shape that they had.
final class ShapeReader {
  private let scale: EvdevEllipseScale
  private var reader: EvdevReader
  private var trust = ContactShapeTrust()
  private var shapes: [ContactShape?]

  /// Creates a reader of an open device; `nil` if it announces no measurable ellipses. The caller closes the descriptor.
  init?(_ descriptor: Int32) {
    guard let snapshot = EvdevSnapshot(descriptor), let scale = EvdevEllipseScale(snapshot), scale.hasEllipses else {
      return nil
    }
    self.scale = scale
    reader = EvdevReader(descriptor, snapshot)
    shapes = Array(repeating: nil, count: snapshot.slots.count)
  }

  /// The descriptor that is read.
  var descriptor: Int32 { reader.descriptor }

  /// Processes everything that the device has reported. libinput reports device removal.
  func read() {
    _ = reader.read { change, _ in
      switch change.kind {
      case .up, .cancel: shapes[change.slot] = nil
      case .shape:
        guard let shape = scale.shape(of: change.contact) else { return }
        trust.note(major: shape.major)
        shapes[change.slot] = shape
      case .down, .motion: break
      }
    } end: { _ in
    }
  }

  /// Returns the last shape of the touch in `slot` if the device has earned trust; removes it, so that an unchanged shape is
  /// not reported twice.
  func takeShape(of slot: Int32) -> ContactShape? {
    guard trust.isEarned, shapes.indices.contains(Int(slot)), let shape = shapes[Int(slot)] else { return nil }
    shapes[Int(slot)] = nil
    return shape
  }
}
