import CPlatform
import Glibc
public import Offhand

/// A touch screen that the kernel believes in: every program on this machine sees its touches as those of a real one.
///
/// Made through `/dev/uinput`, which needs the right to write there; the only place in Offhand that writes to the kernel's
/// input. It is there for as long as this object.
public final class VirtualTouchScreen {
  /// What the kernel is told of the device.
  public struct Description: Sendable {
    /// One absolute axis.
    public struct Axis: Sendable {
      /// Which one, an `ABS_…`.
      public var code: UInt16
      /// The smallest value.
      public var minimum: Int
      /// The largest value.
      public var maximum: Int
      /// Changes up to this size are noise.
      public var fuzz: Int
      /// Units a millimetre; zero where the device does not say.
      public var resolution: Int

      /// An axis.
      public init(code: UInt16, minimum: Int, maximum: Int, fuzz: Int = 0, resolution: Int = 0) {
        (self.code, self.minimum, self.maximum) = (code, minimum, maximum)
        (self.fuzz, self.resolution) = (fuzz, resolution)
      }
    }

    /// What it is called.
    public var name: String
    /// Bus, vendor, product and version.
    public var identity: [Int]
    /// Its axes.
    public var axes: [Axis]

    /// A touch screen called `name`.
    public init(name: String, identity: [Int], axes: [Axis]) {
      (self.name, self.identity, self.axes) = (name, identity, axes)
    }
  }

  /// The door to the kernel.
  public static let path = "/dev/uinput"

  private let raw: OpaquePointer
  private let descriptor: Int32

  /// Makes the device (`libevdev_uinput_create_from_device`). Throws where the kernel does not let us.
  public init(_ description: Description) throws(VirtualTouchScreenError) {
    let descriptor = Glibc.open(VirtualTouchScreen.path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw .cannotOpen(SystemErrorCode(rawValue: errno)) }
    var made: OpaquePointer?
    let model = VirtualTouchScreen.model(description)
    let code = libevdev_uinput_create_from_device(model, descriptor, &made)
    libevdev_free(model)
    guard code == 0, let made else {
      close(descriptor)
      throw .refused(name: description.name, SystemErrorCode(rawValue: -code))
    }
    raw = made
    self.descriptor = descriptor
  }

  deinit {
    libevdev_uinput_destroy(raw)
    close(descriptor)
  }

  /// Its device node; empty where the kernel does not tell (`libevdev_uinput_get_devnode`).
  public var node: String { libevdev_uinput_get_devnode(raw).map { String(cString: $0) } ?? "" }

  /// Has the device say `event`; the kernel stamps it with the present moment (`libevdev_uinput_write_event`).
  public func send(_ event: EvdevEvent) throws(VirtualTouchScreenError) {
    let code = libevdev_uinput_write_event(raw, UInt32(event.type), UInt32(event.code), event.value)
    if code != 0 { throw .cannotWrite(SystemErrorCode(rawValue: -code)) }
  }

  private static func model(_ description: Description) -> OpaquePointer? {
    let model = libevdev_new()
    libevdev_set_name(model, description.name)
    let setters = [libevdev_set_id_bustype, libevdev_set_id_vendor, libevdev_set_id_product, libevdev_set_id_version]
    for (set, number) in zip(setters, description.identity) { set(model, Int32(clamping: number)) }
    libevdev_enable_property(model, UInt32(INPUT_PROP_DIRECT))
    libevdev_enable_event_code(model, UInt32(EV_KEY), UInt32(BTN_TOUCH), nil)
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

/// Why a touch screen cannot be made. Every description is one line: what, where, and what to do.
public enum VirtualTouchScreenError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The door to the kernel cannot be opened.
  case cannotOpen(SystemErrorCode)
  /// The kernel does not make the device.
  case refused(name: String, SystemErrorCode)
  /// The kernel does not take an event.
  case cannotWrite(SystemErrorCode)

  /// One plain line.
  public var description: String {
    switch self {
    case .cannotOpen(let code):
      "cannot open \(VirtualTouchScreen.path): \(code); load the module with 'sudo modprobe uinput', and run this as root"
    case .refused(let name, let code): "the kernel makes no touch screen '\(name)': \(code)"
    case .cannotWrite(let code): "the kernel takes no touches on \(VirtualTouchScreen.path): \(code)"
    }
  }
}
