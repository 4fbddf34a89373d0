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
