public import Offhand

/// The touches of one device, frame by frame, with what is known about the device and about the intended gestures.
public struct Recording: Sendable, Hashable {
  /// The set it belongs to.
  public var source: String
  /// Its name within the set.
  public var trace: String
  /// The licence for its use; empty if not stated.
  public var licence: String
  /// The device it was made with.
  public var device: RecordedDevice
  /// The unit of the positions.
  public var unit: LengthUnit
  /// The frames in the order of time.
  public var frames: [RecordedFrame]
  /// The intended gestures, in the words of the set; empty if unknown.
  public var truth: [String: JSONValue]

  /// A recording without frames.
  public init(source: String, trace: String, device: RecordedDevice, unit: LengthUnit = .millimetres) {
    self.source = source
    self.trace = trace
    self.device = device
    self.unit = unit
    licence = ""
    frames = []
    truth = [:]
  }
}

/// The unit of recorded positions.
public enum LengthUnit: String, Sendable, Hashable, CaseIterable {
  /// Millimetres from the top left corner of the glass.
  case millimetres = "mm"
  /// Logical pixels from the top left corner of the screen.
  case pixels = "px"
  /// The device's own units, as its axes describe them.
  case device = "u"
}

/// The touches that are down after one report of the device.
///
/// A touch that is in the previous frame but not in this one was lifted, unless `cancelled` lists it.
public struct RecordedFrame: Sendable, Hashable {
  /// The time since the start of the recording.
  public var time: Timestamp
  /// The touches that are down, in the order in which they were recorded.
  public var touches: [RecordedTouch]
  /// The touches of the frame before that were cancelled, not lifted: palm, pen, lost device.
  public var cancelled: [Int]

  /// The touches at `time`.
  public init(time: Timestamp, touches: [RecordedTouch], cancelled: [Int] = []) {
    self.time = time
    self.touches = touches
    self.cancelled = cancelled
  }
}

/// One touch in one recorded frame.
public struct RecordedTouch: Sendable, Hashable {
  /// The identity within the recording, from landing to lifting.
  public var id: Int
  /// The distance from the left edge in the recording's unit.
  public var x: Double
  /// The distance from the top edge in the recording's unit.
  public var y: Double
  /// The long axis of the contact in the device's units, if recorded.
  public var major: Float?
  /// The short axis of the contact in the device's units, if recorded.
  public var minor: Float?
  /// The long axis in millimetres, if recorded.
  public var majorMillimetres: Float?
  /// The short axis in millimetres, if recorded.
  public var minorMillimetres: Float?
  /// The long axis in degrees clockwise from straight up, if recorded.
  public var orientationDegrees: Float?
  /// The pressure in the device's units, if recorded.
  public var pressure: Float?
  /// Further values of the touch; kept so that nothing is lost when the recording is written again.
  public var extras: [String: JSONValue]

  /// A touch at (x, y).
  public init(id: Int, x: Double, y: Double) {
    self.id = id
    self.x = x
    self.y = y
    extras = [:]
  }
}

/// The device that a recording was made with.
public struct RecordedDevice: Sendable, Hashable {
  /// The kernel's or the recorder's name for it.
  public var name: String
  /// The kind: `touchscreen`, `touchpad`, `tablet`.
  public var kind: String
  /// Bus, vendor, product and version, hexadecimal as evemu writes them, if the recording says.
  public var ids: [String: String]
  /// The axes by the names of the recordings: `x`, `y`, `major`, `minor`, `orientation`, `pressure`, `slot`.
  public var axes: [String: RecordedAxis]
  /// The width of the glass in millimetres, if known.
  public var width: Double?
  /// The height of the glass in millimetres, if known.
  public var height: Double?
  /// The source of the millimetres.
  public var basis: MillimetreBasis
  /// Logical pixels per millimetre, if the recording says.
  public var pixelsPerMillimetre: Double?
  /// The most touches that the device reports at once, if the recording says.
  public var maximumContacts: Int?
  /// Further values of the device.
  public var extras: [String: JSONValue]

  /// A device of which only name and kind are known.
  public init(name: String = "unnamed", kind: String = "touchscreen") {
    self.name = name
    self.kind = kind
    ids = [:]
    axes = [:]
    basis = .none
    extras = [:]
  }
}

/// One axis of a device, as the kernel describes it (`struct input_absinfo`).
public struct RecordedAxis: Sendable, Hashable {
  /// The smallest value, in the device's units.
  public var minimum: Int
  /// The largest value, in the device's units.
  public var maximum: Int
  /// Changes up to this size are noise that the kernel filters out, in the device's units.
  public var fuzz: Int
  /// Values this close to zero count as zero, in the device's units.
  public var flat: Int
  /// Units per millimetre; units per radian for an orientation; 0 if unknown.
  public var resolution: Int

  /// An axis from `minimum` to `maximum`.
  public init(minimum: Int, maximum: Int, fuzz: Int = 0, flat: Int = 0, resolution: Int = 0) {
    self.minimum = minimum
    self.maximum = maximum
    self.fuzz = fuzz
    self.flat = flat
    self.resolution = resolution
  }

  /// The length of the axis in units; never negative.
  public var extent: Double { max(0, Double(maximum) - Double(minimum)) }

  /// The length in millimetres; `nil` if unknown.
  public var millimetres: Double? { resolution > 0 && extent > 0 ? extent / Double(resolution) : nil }
}

/// The source of a recording's millimetres.
public enum MillimetreBasis: String, Sendable, Hashable, CaseIterable {
  /// The kernel's description of the axes.
  case absinfo
  /// The device's HID descriptor.
  case hid
  /// Inferred from the model of the device.
  case inferred
  /// None: positions are in pixels or in the device's units.
  case none
}
