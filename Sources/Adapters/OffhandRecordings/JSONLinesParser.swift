import Offhand

/// Parses one line of JSON as a recording.
struct JSONLinesParser {
  /// How many positions a recording may have.
  var sampleLimit: Int

  private var unit: LengthUnit?
  private var samples = 0

  init(sampleLimit: Int) { self.sampleLimit = sampleLimit }

  /// The recording that `line` holds.
  static func recording(in line: [UInt8], limits: RecordingLimits) throws(JSONFault) -> Recording {
    var parser = JSONLinesParser(sampleLimit: limits.samples)
    return try JSONScanner.read(line) { (scanner) throws(JSONFault) in try parser.recording(&scanner) }
  }

  private mutating func recording(_ scanner: inout JSONScanner) throws(JSONFault) -> Recording {
    var recording = Recording(source: "", trace: "", device: RecordedDevice())
    var frames: [RecordedFrame]?
    try scanner.object { (scanner, key) throws(JSONFault) in
      switch key {
      case "source": recording.source = try scanner.string()
      case "trace": recording.trace = try scanner.string()
      case "licence": recording.licence = try scanner.string()
      case "device": recording.device = try JSONLinesParser.device(&scanner)
      case "frames": frames = try self.frames(&scanner)
      case "truth": recording.truth = try scanner.value().object ?? [:]
      default: try scanner.skip()
      }
    }
    guard let frames else { throw scanner.fault("the recording has no \"frames\"") }
    recording.frames = frames
    recording.unit = unit ?? (recording.device.basis == .none ? .device : .millimetres)
    return recording
  }

  private static func device(_ scanner: inout JSONScanner) throws(JSONFault) -> RecordedDevice {
    var device = RecordedDevice()
    try scanner.object { (scanner, key) throws(JSONFault) in
      if scanner.null() {
        if !JSONLinesParser.knownDeviceKeys.contains(key) { device.extras[key] = .null }
        return
      }
      switch key {
      case "name": device.name = try scanner.string()
      case "kind": device.kind = try scanner.string()
      case "ids":
        try scanner.object { (scanner, key) throws(JSONFault) in device.ids[key] = try scanner.string() }
      case "axes":
        try scanner.object { (scanner, key) throws(JSONFault) in device.axes[key] = try axis(&scanner) }
      case "width_mm": device.width = try side(&scanner)
      case "height_mm": device.height = try side(&scanner)
      case "mm_basis":
        let word = try scanner.string()
        guard let basis = MillimetreBasis(rawValue: word) else {
          throw scanner.fault("mm_basis is \"\(word)\"; known are absinfo, hid, inferred and none")
        }
        device.basis = basis
      case "px_per_mm": device.pixelsPerMillimetre = try pixelsPerMillimetre(&scanner)
      case "max_contacts": device.maximumContacts = try JSONLinesParser.integer(&scanner)
      default: device.extras[key] = try scanner.value()
      }
    }
    return device
  }

  private static let knownDeviceKeys: Set<String> = [
    "name", "kind", "ids", "axes", "width_mm", "height_mm", "mm_basis", "px_per_mm", "max_contacts",
  ]

  private static func axis(_ scanner: inout JSONScanner) throws(JSONFault) -> RecordedAxis {
    var axis = RecordedAxis(minimum: 0, maximum: 0)
    try scanner.object { (scanner, key) throws(JSONFault) in
      switch key {
      case "min": axis.minimum = try JSONLinesParser.kernelInteger(&scanner)
      case "max": axis.maximum = try JSONLinesParser.kernelInteger(&scanner)
      case "fuzz": axis.fuzz = try JSONLinesParser.kernelInteger(&scanner)
      case "flat": axis.flat = try JSONLinesParser.kernelInteger(&scanner)
      case "res": axis.resolution = try JSONLinesParser.kernelInteger(&scanner)
      default: try scanner.skip()
      }
    }
    return axis
  }

  private static func side(_ scanner: inout JSONScanner) throws(JSONFault) -> Double {
    let side = try scanner.number()
    guard Size.isPlausible(side) else {
      throw scanner.fault("a side of the glass must be from 20 to 3000 mm; leave out one that is not known")
    }
    return side
  }

  private static func pixelsPerMillimetre(_ scanner: inout JSONScanner) throws(JSONFault) -> Double {
    let scale = try scanner.number()
    guard scale >= 0.1, scale <= 1000 else { throw scanner.fault("px_per_mm must be from 0.1 to 1000") }
    return scale
  }

  /// A whole number that a `Double` holds exactly: 53 bits.
  private static func integer(_ scanner: inout JSONScanner) throws(JSONFault) -> Int {
    let value = try scanner.integer()
    guard value.magnitude <= 1 << 53 else { throw scanner.fault("must be a whole number of at most 53 bits") }
    return value
  }

  /// A value of the kernel's `input_absinfo`.
  private static func kernelInteger(_ scanner: inout JSONScanner) throws(JSONFault) -> Int {
    let value = try scanner.integer()
    guard Int32(exactly: value) != nil else { throw scanner.fault("must be a whole number of at most 32 bits") }
    return value
  }

  private mutating func frames(_ scanner: inout JSONScanner) throws(JSONFault) -> [RecordedFrame] {
    var frames: [RecordedFrame] = []
    try scanner.array { (scanner) throws(JSONFault) in
      let frame = try self.frame(&scanner)
      if let last = frames.last, frame.time < last.time {
        throw scanner.fault(
          "frame \(frames.count + 1) at \(DecimalText.exactSeconds(nanoseconds: frame.time.nanoseconds)) s is older than the one before it at \(DecimalText.exactSeconds(nanoseconds: last.time.nanoseconds)) s"
        )
      }
      frames.append(frame)
    }
    return frames
  }

  private mutating func frame(_ scanner: inout JSONScanner) throws(JSONFault) -> RecordedFrame {
    var time: Timestamp?
    var frame = RecordedFrame(time: .zero, touches: [])
    try scanner.object { (scanner, key) throws(JSONFault) in
      switch key {
      case "t": time = try self.time(&scanner)
      case "touches":
        try scanner.array { (scanner) throws(JSONFault) in
          let touch = try self.touch(&scanner)
          if frame.touches.contains(where: { $0.id == touch.id }) {
            throw scanner.fault("the frame names contact \(touch.id) twice")
          }
          guard frame.touches.count < MultitouchDecoder.capacity else { throw tooMany(scanner) }
          frame.touches.append(touch)
        }
      case "cancelled":
        try scanner.array { (scanner) throws(JSONFault) in
          guard frame.cancelled.count < MultitouchDecoder.capacity else { throw tooMany(scanner) }
          frame.cancelled.append(try JSONLinesParser.integer(&scanner))
        }
      default: try scanner.skip()
      }
    }
    guard let time else { throw scanner.fault("the frame has no \"t\"") }
    frame.time = time
    return frame
  }

  /// Comparing the touches of frames takes the square of their number.
  private func tooMany(_ scanner: JSONScanner) -> JSONFault {
    scanner.fault("the frame has more than \(MultitouchDecoder.capacity) contacts, the most that devices report")
  }

  /// Seconds, within 30 years of the start: more is a damaged file, and nanoseconds must fit 64 bits.
  private func time(_ scanner: inout JSONScanner) throws(JSONFault) -> Timestamp {
    let seconds = try scanner.seconds()
    guard abs(seconds.double) <= 1e9 else { throw scanner.fault("a time of \(seconds.double) s cannot be true") }
    return seconds.nanoseconds.map { Timestamp(nanoseconds: $0) } ?? Timestamp(seconds: seconds.double)
  }

  private mutating func touch(_ scanner: inout JSONScanner) throws(JSONFault) -> RecordedTouch {
    samples += 1
    guard samples <= sampleLimit else {
      throw scanner.fault("the recording has more than \(sampleLimit) positions, the most that is read")
    }
    var touch = RecordedTouch(id: 0, x: 0, y: 0)
    var id: Int?
    var positions = RecordedPositions()
    try scanner.object { (scanner, key) throws(JSONFault) in
      switch key {
      case "id": id = try JSONLinesParser.integer(&scanner)
      case "x_mm": positions.x.0 = try scanner.number()
      case "y_mm": positions.y.0 = try scanner.number()
      case "x_px": positions.x.1 = try scanner.number()
      case "y_px": positions.y.1 = try scanner.number()
      case "x_u", "x": positions.x.2 = try scanner.number()
      case "y_u", "y": positions.y.2 = try scanner.number()
      case "major": touch.major = try scanner.float()
      case "minor": touch.minor = try scanner.float()
      case "major_mm": touch.majorMillimetres = try scanner.float()
      case "minor_mm": touch.minorMillimetres = try scanner.float()
      case "orient_deg": touch.orientationDegrees = try scanner.float()
      case "pressure": touch.pressure = try scanner.float()
      default: touch.extras[key] = try scanner.value()
      }
    }
    guard let id else { throw scanner.fault("the contact has no \"id\"") }
    guard let found = positions.best(preferring: unit) else {
      let wanted = unit.map { "x_\($0.rawValue) and y_\($0.rawValue), as the contacts before it" }
      throw scanner.fault("contact \(id) has no \(wanted ?? "x_mm and y_mm, x_px and y_px, or x_u and y_u")")
    }
    unit = found.unit
    touch.id = id
    touch.x = found.x
    touch.y = found.y
    positions.keepOthers(than: found.unit, in: &touch)
    return touch
  }
}

/// The positions of one touch in each unit that is given: millimetres, pixels, device units.
struct RecordedPositions {
  var x: (Double?, Double?, Double?)
  var y: (Double?, Double?, Double?)

  /// The position in `unit`, or in the best unit there is if `unit` is `nil`.
  func best(preferring unit: LengthUnit?) -> (unit: LengthUnit, x: Double, y: Double)? {
    if let unit { return position(in: unit).map { (unit, $0.x, $0.y) } }
    for unit in LengthUnit.allCases {
      if let found = position(in: unit) { return (unit, found.x, found.y) }
    }
    return nil
  }

  /// Keeps the positions in the other units with the touch, so that they can be written again.
  func keepOthers(than unit: LengthUnit, in touch: inout RecordedTouch) {
    for other in LengthUnit.allCases where other != unit {
      let (x, y) = pair(in: other)
      if let x { touch.extras["x_\(other.rawValue)"] = .number(x) }
      if let y { touch.extras["y_\(other.rawValue)"] = .number(y) }
    }
  }

  private func position(in unit: LengthUnit) -> (x: Double, y: Double)? {
    guard case (let x?, let y?) = pair(in: unit) else { return nil }
    return (x, y)
  }

  private func pair(in unit: LengthUnit) -> (Double?, Double?) {
    switch unit {
    case .millimetres: (x.0, y.0)
    case .pixels: (x.1, y.1)
    case .device: (x.2, y.2)
    }
  }
}
