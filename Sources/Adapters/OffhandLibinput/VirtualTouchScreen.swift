import CPlatform
package import Offhand
package import OffhandPlatform

/// A virtual touch screen: every program on this machine sees its touches as those of a real one.
///
/// Created through `/dev/uinput`, which requires write access; the only code in Offhand that writes to the kernel's input.
/// The device exists as long as this object.
package final class VirtualTouchScreen {
  /// The properties of the device.
  package struct Description: Sendable {
    /// One absolute axis.
    package struct Axis: Sendable {
      /// The axis code, an `ABS_…`.
      package var code: UInt16
      /// The smallest value.
      package var minimum: Int
      /// The largest value.
      package var maximum: Int
      /// Changes up to this size are noise.
      package var fuzz: Int
      /// Units per millimetre; zero if unknown.
      package var resolution: Int

      /// An axis.
      package init(code: UInt16, minimum: Int, maximum: Int, fuzz: Int = 0, resolution: Int = 0) {
        (self.code, self.minimum, self.maximum) = (code, minimum, maximum)
        (self.fuzz, self.resolution) = (fuzz, resolution)
      }
    }

    /// The name.
    package var name: String
    /// Bus, vendor, product and version.
    package var identity: [Int]
    /// Its axes.
    package var axes: [Axis]

    /// Its keys and buttons.
    package var keys = [EvdevCode.touch]
    /// Its wheels (`REL_…`); a device that has any is a pointer, and lies on no screen.
    package var wheels: [UInt16] = []
    /// Where it is plugged in (`phys`), by which programs tell it from others; empty for nowhere.
    package var place = ""
    /// Whether it stamps its reports itself (`MSC_TIMESTAMP`).
    package var hasTimestamps = false

    /// A touch screen called `name`.
    package init(name: String, identity: [Int], axes: [Axis]) {
      (self.name, self.identity, self.axes) = (name, identity, axes)
    }
  }

  /// The device node of uinput.
  package static let path = "/dev/uinput"

  /// A descriptor of `/dev/uinput`, which makes one device after the other.
  package final class Maker {
    /// The descriptor, to which the device's events are written.
    package let descriptor: Descriptor

    /// Throws if `/dev/uinput` cannot be opened.
    package init(opening path: String = VirtualTouchScreen.path) throws(VirtualTouchScreenError) {
      do {
        descriptor = try Descriptor(opening: path, .readingAndWriting)
      } catch {
        throw .cannotOpen(error)
      }
    }

    /// One with a descriptor that is open.
    package init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }
  }

  private let raw: OpaquePointer
  private let maker: Maker

  /// Makes the device (`libevdev_uinput_create_from_device`); `maker` must not have another one. Throws if the kernel refuses.
  package init(_ description: Description, by maker: Maker? = nil) throws(VirtualTouchScreenError) {
    self.maker = if let maker { maker } else { try Maker() }
    let number = self.maker.descriptor.number
    if !description.place.isEmpty { _ = offhand_uinput_place(number, description.place) }
    var made: OpaquePointer?
    let model = VirtualTouchScreen.model(description)
    let code = libevdev_uinput_create_from_device(model, number, &made)
    libevdev_free(model)
    guard code == 0, let made else { throw .refused(name: description.name, code: -code) }
    raw = made
  }

  deinit { libevdev_uinput_destroy(raw) }

  /// Its device node; empty if unknown (`libevdev_uinput_get_devnode`).
  package var node: String { libevdev_uinput_get_devnode(raw).map { String(cString: $0) } ?? "" }

  /// Sends `event` as the device; the kernel stamps it with the current time (`libevdev_uinput_write_event`).
  package func send(_ event: EvdevEvent) throws(VirtualTouchScreenError) {
    let code = libevdev_uinput_write_event(raw, UInt32(event.type), UInt32(event.code), event.value)
    if code != 0 { throw .cannotWrite(code: -code) }
  }

  /// The device as libevdev describes it. The caller frees it.
  static func model(_ description: Description) -> OpaquePointer? {
    let model = libevdev_new()
    libevdev_set_name(model, description.name)
    let setters = [libevdev_set_id_bustype, libevdev_set_id_vendor, libevdev_set_id_product, libevdev_set_id_version]
    for (set, number) in zip(setters, description.identity) { set(model, Int32(clamping: number)) }
    if description.wheels.isEmpty { libevdev_enable_property(model, UInt32(INPUT_PROP_DIRECT)) }
    for key in description.keys { libevdev_enable_event_code(model, UInt32(EV_KEY), UInt32(key), nil) }
    for wheel in description.wheels { libevdev_enable_event_code(model, UInt32(EV_REL), UInt32(wheel), nil) }
    if description.hasTimestamps { libevdev_enable_event_code(model, UInt32(EV_MSC), UInt32(MSC_TIMESTAMP), nil) }
    for axis in description.axes {
      var information = input_absinfo()
      information.minimum = Int32(clamping: axis.minimum)
      information.maximum = Int32(clamping: axis.maximum)
      information.fuzz = Int32(clamping: axis.fuzz)
      information.resolution = Int32(clamping: axis.resolution)
      libevdev_enable_event_code(model, UInt32(EV_ABS), UInt32(axis.code), &information)
    }
    return model
  }
}

extension VirtualTouchScreen.Description {
  /// The properties of the open device behind `descriptor`; `nil` if it is none. Changes that count as noise were left out by its driver
  /// already: done twice, that would change positions.
  init?(of descriptor: Int32) {
    var made: OpaquePointer?
    guard libevdev_new_from_fd(descriptor, &made) == 0, let device = made else { return nil }
    defer { libevdev_free(device) }
    axes = (0...UInt16(ABS_MAX)).compactMap { code in
      guard let axis = libevdev_get_abs_info(device, UInt32(code)) else { return nil }
      return Axis(
        code: code, minimum: Int(axis.pointee.minimum), maximum: Int(axis.pointee.maximum),
        resolution: Int(axis.pointee.resolution))
    }
    name = libevdev_get_name(device).map { String(cString: $0) } ?? ""
    place = libevdev_get_phys(device).map { String(cString: $0) } ?? ""
    identity = [libevdev_get_id_bustype, libevdev_get_id_vendor, libevdev_get_id_product, libevdev_get_id_version]
      .map { Int($0(device)) }
    keys += EvdevCode.frameKeys.filter { libevdev_has_event_code(device, UInt32(EV_KEY), UInt32($0)) != 0 }
    hasTimestamps = libevdev_has_event_code(device, UInt32(EV_MSC), UInt32(MSC_TIMESTAMP)) != 0
  }
}

/// Writes reports to a virtual touch screen, each in one call.
package struct VirtualTouches: ~Copyable {
  private let descriptor: Descriptor
  private var buffer: [input_event] = []

  /// Writes to the device that the owner of the same open file of `/dev/uinput` made.
  package init(to descriptor: consuming Descriptor) {
    self.descriptor = descriptor
    buffer.reserveCapacity(256)
  }

  /// Writes `events`, which the kernel stamps with the current time.
  package mutating func write(_ events: ArraySlice<EvdevEvent>) throws(VirtualTouchScreenError) {
    buffer.removeAll(keepingCapacity: true)
    for event in events {
      buffer.append(input_event(time: timeval(), type: event.type, code: event.code, value: event.value))
    }
    let failure = buffer.withUnsafeBytes { bytes -> KernelError? in
      do throws(KernelError) { try descriptor.write(bytes) } catch { return error }
      return nil
    }
    if let failure { throw .cannotWrite(code: failure.code) }
  }
}

/// The reason why a touch screen cannot be created. Every description is one line: the fault, the device, and the remedy.
package enum VirtualTouchScreenError: Error, Sendable, Hashable, CustomStringConvertible {
  /// `/dev/uinput` cannot be opened.
  case cannotOpen(KernelError)
  /// The kernel refused to create the device.
  case refused(name: String, code: Int32)
  /// The kernel refused an event.
  case cannotWrite(code: Int32)

  /// One plain line.
  package var description: String {
    switch self {
    case .cannotOpen(let error):
      "cannot open \(VirtualTouchScreen.path): \(error.reason); load the module with 'sudo modprobe uinput', and run this as root"
    case .refused(let name, let code): "the kernel makes no device '\(name)': \(KernelError.reason(code))"
    case .cannotWrite(let code):
      "the kernel takes no events on \(VirtualTouchScreen.path): \(KernelError.reason(code))"
    }
  }
}
