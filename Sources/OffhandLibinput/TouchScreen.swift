import CPlatform
import Offhand

/// One touch screen of a context, from its appearance until it is gone.
///
/// A class, so that following a contact in an array of screens copies nothing; what changes is not checked for exclusive
/// access, which would cost as much as the mapping itself, 120 instructions a contact.
final class TouchScreen {
  /// How it is named in events.
  let id: DeviceID
  /// libinput's device; we hold a reference.
  let device: OpaquePointer
  /// What the kernel calls it.
  let name: String
  /// Its device node.
  let path: String
  /// Where it lies.
  @exclusivity(unchecked) var place: ScreenPlace
  /// Slots with a finger on the glass.
  @exclusivity(unchecked) var down = SlotSet()
  /// Slots whose finger was cancelled by us and is still on the glass: nothing of it is passed on until it lifts.
  @exclusivity(unchecked) var muted = SlotSet()

  /// Reads the shapes of its contacts; `nil` where it announces none.
  @exclusivity(unchecked) var shapes: ShapeReader?

  /// The device as the domain sees it.
  var description: TouchDevice {
    TouchDevice(id: id, name: name, path: path, surface: place.mapping.surface, output: place.output)
  }

  /// Reads what libinput and udev know of `device`, and takes a reference to it.
  init(_ device: OpaquePointer, id: DeviceID) {
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
    place = ScreenPlace(
      names: names,
      panel: TouchPanel(
        sensorSize: TouchScreen.sensorSize(of: device), calibration: TouchScreen.calibration(of: device),
        udevOutput: libinput_device_get_output_name(device).map { String(cString: $0) }, connection: connection))
  }

  deinit { libinput_device_unref(device) }

  /// The size by libinput's account; `nil` where the device has no resolution (`libinput_device_get_size`).
  private static func sensorSize(of device: OpaquePointer) -> Size? {
    var width = 0.0
    var height = 0.0
    guard libinput_device_get_size(device, &width, &height) == 0 else { return nil }
    return Size(width: width, height: height)
  }

  /// The matrix in use (`libinput_device_config_calibration_get_matrix`).
  private static func calibration(of device: OpaquePointer) -> CalibrationMatrix {
    var rows: (Float, Float, Float, Float, Float, Float) = (1, 0, 0, 0, 1, 0)
    guard libinput_device_config_calibration_has_matrix(device) != 0 else { return .identity }
    withUnsafeMutablePointer(to: &rows) { pointer in
      pointer.withMemoryRebound(to: Float.self, capacity: 6) { floats in
        _ = libinput_device_config_calibration_get_matrix(device, floats)
      }
    }
    return CalibrationMatrix(
      Double(rows.0), Double(rows.1), Double(rows.2), Double(rows.3), Double(rows.4), Double(rows.5))
  }
}

/// When a touch event happened; libinput has microseconds of the monotonic clock.
func touchTime(_ event: OpaquePointer) -> Timestamp {
  Timestamp(nanoseconds: Int64(bitPattern: libinput_event_touch_get_time_usec(event)) &* 1000)
}

extension TouchScreen {
  /// Passes on what one contact did, in millimetres.
  func report(_ event: OpaquePointer, _ type: libinput_event_type, _ body: (TouchSourceEvent) -> Void) {
    let slot = libinput_event_touch_get_slot(event)
    let kind: TouchEvent.Kind
    switch type {
    case LIBINPUT_EVENT_TOUCH_MOTION:
      if muted.contains(slot) { return }
      kind = .motion(position(of: event))
    case LIBINPUT_EVENT_TOUCH_DOWN:
      muted.remove(slot)
      down.insert(slot)
      kind = .down(position(of: event))
    default:
      let wasMuted = muted.contains(slot)
      muted.remove(slot)
      down.remove(slot)
      if wasMuted { return }
      kind = type == LIBINPUT_EVENT_TOUCH_UP ? .up : .cancel
    }
    let time = touchTime(event)
    body(.touch(TouchEvent(device: id, slot: slot, timestamp: time, kind: kind)))
    if let shapes, down.contains(slot), let shape = shapes.takeShape(of: slot) {
      body(.touch(TouchEvent(device: id, slot: slot, timestamp: time, kind: .shape(place.mapping.shape(shape)))))
    }
  }

  /// The place in millimetres on the output plane. A width of 1 makes libinput answer coordinates in 0...1.
  private func position(of event: OpaquePointer) -> Point {
    place.mapping.point(
      x: libinput_event_touch_get_x_transformed(event, 1), y: libinput_event_touch_get_y_transformed(event, 1))
  }
}

/// Where a touch screen lies, and how its coordinates lead there.
struct ScreenPlace {
  /// All names by which the user may speak of it.
  let names: [String]
  /// What its place depends on.
  let panel: TouchPanel
  /// Which output it lies on.
  private(set) var output: OutputAssignment?
  /// How its coordinates lead to millimetres.
  private(set) var mapping: OutputMapping

  init(names: [String], panel: TouchPanel) {
    self.names = names
    self.panel = panel
    mapping = OutputMapping(panel: panel, output: nil)
  }

  /// Finds the place anew; answers whether anything changed.
  mutating func find(on outputs: [OutputDescription], by preferences: MappingPreferences) -> Bool {
    let previous = (output, mapping)
    output = OutputAssignment.assign(panel, to: outputs, configured: preferences.output(for: names))
    mapping = OutputMapping(
      panel: panel, output: outputs.first { $0.name == output?.name }, configured: preferences.size(for: names))
    return previous != (output, mapping)
  }
}

/// A set of slots of one device. The kernel's protocol knows up to 60 or so; a slot beyond 63 is not remembered.
struct SlotSet: Equatable {
  private var bits: UInt64 = 0

  /// Whether no slot is in it.
  var isEmpty: Bool { bits == 0 }

  /// Whether the slot is in it.
  @inline(__always)
  func contains(_ slot: Int32) -> Bool { bits & SlotSet.bit(slot) != 0 }

  /// Puts the slot in.
  mutating func insert(_ slot: Int32) { bits |= SlotSet.bit(slot) }

  /// Takes the slot out.
  mutating func remove(_ slot: Int32) { bits &= ~SlotSet.bit(slot) }

  /// Puts all slots of `other` in.
  mutating func formUnion(_ other: SlotSet) { bits |= other.bits }

  @inline(__always)
  private static func bit(_ slot: Int32) -> UInt64 { slot >= 0 && slot < 64 ? 1 << UInt64(slot) : 0 }
}
