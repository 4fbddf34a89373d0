package import Offhand

/// The touches of one device, frame by frame, with what is known about the device and about the intended gestures.
package struct Recording: Sendable, Hashable {
  /// The set it belongs to.
  package var source: String
  /// Its name within the set.
  package var trace: String
  /// The licence for its use; empty if not stated.
  package var licence: String
  /// The device it was made with.
  package var device: RecordedDevice
  /// The unit of the positions.
  package var unit: LengthUnit
  /// The frames in the order of time.
  package var frames: [RecordedFrame]
  /// The intended gestures, in the words of the set; empty if unknown.
  package var truth: [String: JSONValue]

  /// A recording without frames.
  package init(source: String, trace: String, device: RecordedDevice, unit: LengthUnit = .millimetres) {
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
package enum LengthUnit: String, Sendable, Hashable, CaseIterable {
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
package struct RecordedFrame: Sendable, Hashable {
  /// The time since the start of the recording.
  package var time: Timestamp
  /// The touches that are down, in the order in which they were recorded.
  package var touches: [RecordedTouch]
  /// The touches of the frame before that were cancelled, not lifted: palm, pen, lost device.
  package var cancelled: [Int]

  /// The touches at `time`.
  package init(time: Timestamp, touches: [RecordedTouch], cancelled: [Int] = []) {
    self.time = time
    self.touches = touches
    self.cancelled = cancelled
  }
}

/// One touch in one recorded frame.
package struct RecordedTouch: Sendable, Hashable {
  /// The identity within the recording, from landing to lifting.
  package var id: Int
  /// The distance from the left edge in the recording's unit.
  package var x: Double
  /// The distance from the top edge in the recording's unit.
  package var y: Double
  /// The long axis of the contact in the device's units, if recorded.
  package var major: Float?
  /// The short axis of the contact in the device's units, if recorded.
  package var minor: Float?
  /// The long axis in millimetres, if recorded.
  package var majorMillimetres: Float?
  /// The short axis in millimetres, if recorded.
  package var minorMillimetres: Float?
  /// The long axis in degrees clockwise from straight up, if recorded.
  package var orientationDegrees: Float?
  /// Whether it is the tip of a pen.
  package var isPen = false
  /// The pressure in the device's units, if recorded.
  package var pressure: Float?
  /// Further values of the touch; kept so that nothing is lost when the recording is written again.
  package var extras: [String: JSONValue]

  /// A touch at (x, y).
  package init(id: Int, x: Double, y: Double) {
    self.id = id
    self.x = x
    self.y = y
    extras = [:]
  }
}

/// The device that a recording was made with.
package struct RecordedDevice: Sendable, Hashable {
  /// The kernel's or the recorder's name for it.
  package var name: String
  /// The kind: `touchscreen`, `touchpad`, `tablet`.
  package var kind: String
  /// Bus, vendor, product and version, hexadecimal as evemu writes them, if the recording says.
  package var ids: [String: String]
  /// The axes by the names of the recordings: `x`, `y`, `major`, `minor`, `orientation`, `pressure`, `slot`.
  package var axes: [String: RecordedAxis]
  /// The width of the glass in millimetres, if known.
  package var width: Double?
  /// The height of the glass in millimetres, if known.
  package var height: Double?
  /// The source of the millimetres.
  package var basis: MillimetreBasis
  /// Logical pixels per millimetre, if the recording says.
  package var pixelsPerMillimetre: Double?
  /// The most touches that the device reports at once, if the recording says.
  package var maximumContacts: Int?
  /// Further values of the device.
  package var extras: [String: JSONValue]

  /// A device of which only name and kind are known.
  package init(name: String = "unnamed", kind: String = "touchscreen") {
    self.name = name
    self.kind = kind
    ids = [:]
    axes = [:]
    basis = .none
    extras = [:]
  }
}

/// One axis of a device, as the kernel describes it (`struct input_absinfo`).
package struct RecordedAxis: Sendable, Hashable {
  /// The smallest value, in the device's units.
  package var minimum: Int
  /// The largest value, in the device's units.
  package var maximum: Int
  /// Changes up to this size are noise that the kernel filters out, in the device's units.
  package var fuzz: Int
  /// Values this close to zero count as zero, in the device's units.
  package var flat: Int
  /// Units per millimetre; units per radian for an orientation; 0 if unknown.
  package var resolution: Int

  /// An axis from `minimum` to `maximum`.
  package init(minimum: Int, maximum: Int, fuzz: Int = 0, flat: Int = 0, resolution: Int = 0) {
    self.minimum = minimum
    self.maximum = maximum
    self.fuzz = fuzz
    self.flat = flat
    self.resolution = resolution
  }

  /// The length of the axis in units; never negative.
  package var extent: Double { max(0, Double(maximum) - Double(minimum)) }

  /// The length in millimetres; `nil` if unknown, or with a unit for each, which no touch screen has
  /// (Design/Platform.md "Habits of touch drivers").
  package var millimetres: Double? { resolution > 1 && extent > 0 ? extent / Double(resolution) : nil }
}

/// The source of a recording's millimetres.
package enum MillimetreBasis: String, Sendable, Hashable, CaseIterable {
  /// The kernel's description of the axes.
  case absinfo
  /// The device's HID descriptor.
  case hid
  /// Inferred from the model of the device.
  case inferred
  /// None: positions are in pixels or in the device's units.
  case none
}
