public import Offhand

/// What fingers did on one device, frame by frame, with what is known about the device and about the truth.
public struct Recording: Sendable, Hashable {
  /// The set it belongs to.
  public var source: String
  /// Its name within the set.
  public var trace: String
  /// Under what licence it may be used; empty where nobody said.
  public var licence: String
  /// The device it was made with.
  public var device: RecordedDevice
  /// What the positions count.
  public var unit: LengthUnit
  /// What happened, in the order of time.
  public var frames: [RecordedFrame]
  /// What the fingers were meant to do, in the words of the set; empty where nobody knows.
  public var truth: [String: JSONValue]

  /// A recording in which nothing has happened yet.
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

/// What the numbers of a recorded position count.
public enum LengthUnit: String, Sendable, Hashable, CaseIterable {
  /// Millimetres from the top left corner of the glass.
  case millimetres = "mm"
  /// Logical pixels from the top left corner of the screen.
  case pixels = "px"
  /// The device's own units, as its axes describe them.
  case device = "u"
}

/// Every contact that was down after one report of the device.
///
/// A contact that the frame before has and this one has not was lifted, unless `cancelled` names it.
public struct RecordedFrame: Sendable, Hashable {
  /// When, counted from the start of the recording.
  public var time: Timestamp
  /// The contacts that are down, in the order in which they were recorded.
  public var touches: [RecordedTouch]
  /// The contacts of the frame before that were taken away: palm, pen, lost device. Not lifted.
  public var cancelled: [Int]

  /// What was down at `time`.
  public init(time: Timestamp, touches: [RecordedTouch], cancelled: [Int] = []) {
    self.time = time
    self.touches = touches
    self.cancelled = cancelled
  }
}

/// One contact in one recorded frame.
public struct RecordedTouch: Sendable, Hashable {
  /// Names the contact within its recording, from landing to lifting.
  public var id: Int
  /// How far from the left edge, in the recording's unit.
  public var x: Double
  /// How far from the top edge, in the recording's unit.
  public var y: Double
  /// The long axis of the contact in the device's units, where recorded.
  public var major: Float?
  /// The short axis of the contact in the device's units, where recorded.
  public var minor: Float?
  /// The long axis in millimetres, where recorded.
  public var majorMillimetres: Float?
  /// The short axis in millimetres, where recorded.
  public var minorMillimetres: Float?
  /// The long axis in degrees clockwise from straight up, where recorded.
  public var orientationDegrees: Float?
  /// The pressure in the device's units, where recorded.
  public var pressure: Float?
  /// Whatever else was recorded about the contact; kept so that nothing is lost when the recording is written again.
  public var extras: [String: JSONValue]

  /// A contact at (x, y).
  public init(id: Int, x: Double, y: Double) {
    self.id = id
    self.x = x
    self.y = y
    extras = [:]
  }
}

/// The device a recording was made with, as far as the recording says.
public struct RecordedDevice: Sendable, Hashable {
  /// The kernel's or the recorder's name for it.
  public var name: String
  /// What it is: `touchscreen`, `touchpad`, `tablet`.
  public var kind: String
  /// Bus, vendor, product and version, hexadecimal as evemu writes them, where the recording says.
  public var ids: [String: String]
  /// The axes by the names of the recordings: `x`, `y`, `major`, `minor`, `orientation`, `pressure`, `slot`.
  public var axes: [String: RecordedAxis]
  /// The width of the glass in millimetres, where it is known.
  public var width: Double?
  /// The height of the glass in millimetres, where it is known.
  public var height: Double?
  /// Where the millimetres come from.
  public var basis: MillimetreBasis
  /// Logical pixels a millimetre, where the recording says.
  public var pixelsPerMillimetre: Double?
  /// How many fingers the device can tell apart, where the recording says.
  public var maximumContacts: Int?
  /// Whatever else the recording says about the device.
  public var extras: [String: JSONValue]

  /// A device of which little is known.
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
  /// Units a millimetre; units a radian for an orientation; 0 where the device does not say.
  public var resolution: Int

  /// An axis from `minimum` to `maximum`.
  public init(minimum: Int, maximum: Int, fuzz: Int = 0, flat: Int = 0, resolution: Int = 0) {
    self.minimum = minimum
    self.maximum = maximum
    self.fuzz = fuzz
    self.flat = flat
    self.resolution = resolution
  }

  /// How many units the axis is long; never negative.
  public var extent: Double { max(0, Double(maximum) - Double(minimum)) }

  /// The length in millimetres; `nil` where the device does not say.
  public var millimetres: Double? { resolution > 0 && extent > 0 ? extent / Double(resolution) : nil }
}

/// Where a recording's millimetres come from.
public enum MillimetreBasis: String, Sendable, Hashable, CaseIterable {
  /// The kernel's description of the axes.
  case absinfo
  /// The device's HID descriptor.
  case hid
  /// Somebody worked it out from what the device is.
  case inferred
  /// Nowhere: positions are in pixels or in the device's units.
  case none
}
