import Offhand

/// Builds the frames of a recording from kernel events.
struct EvdevFrames {
  /// The frames so far.
  private(set) var frames: [RecordedFrame] = []

  private var slots: MultitouchDecoder
  private var contacts: [(slot: Int, touch: RecordedTouch)] = []
  /// The time of the first report; `nil` before it.
  private(set) var first: Timestamp?
  private var nextID = 0
  private var samples = 0
  private let axes: [UInt16: RecordedAxis]
  private let isPen: Bool
  private let hasPressure: Bool
  private let limits: RecordingLimits

  /// Frames of the described device. Throws if it is not a touch device.
  init(_ description: EvdevDescription, limits: RecordingLimits) throws(EvdevFault) {
    guard description.isTouchDevice else {
      let words = description.lookalike.map { " but \($0.text); \($0.remedy)" } ?? ""
      throw EvdevFault(reason: "\"\(description.name)\" is not a touch device\(words)")
    }
    slots = MultitouchDecoder(description.reporting)
    (axes, isPen) = (description.absoluteAxes, description.isPen)
    let pressure = description.reporting == .singleTouch ? EvdevCode.pressure : EvdevCode.contactPressure
    hasPressure = description.absoluteAxes[pressure] != nil
    self.limits = limits
  }

  /// Adds one event. Throws if the events cannot be those of a device.
  mutating func add(_ event: EvdevEvent) throws(EvdevFault) {
    var changes: [MultitouchChange] = []
    let isComplete = slots.add(event) { changes.append($0) }
    guard isComplete, !changes.isEmpty else { return }
    let start = first ?? event.timestamp
    first = start
    let time = Timestamp(nanoseconds: event.timestamp.nanoseconds &- start.nanoseconds)
    if let last = frames.last, time < last.time {
      throw EvdevFault(reason: "the report is older than the one before it; the events are out of order")
    }
    var cancelled: [Int] = []
    for change in changes { apply(change, &cancelled) }
    samples += contacts.count
    guard samples <= limits.samples else {
      throw EvdevFault(reason: "the recording has more than \(limits.samples) positions, the most that is read")
    }
    frames.append(RecordedFrame(time: time, touches: contacts.map(\.touch), cancelled: cancelled))
  }

  private mutating func apply(_ change: MultitouchChange, _ cancelled: inout [Int]) {
    let index = contacts.firstIndex { $0.slot == change.slot }
    switch change.kind {
    case .down:
      contacts.append((change.slot, touch(nextID, change.contact)))
      nextID += 1
    case .motion, .shape:
      if let index { contacts[index].touch = touch(contacts[index].touch.id, change.contact) }
    case .up, .cancel:
      guard let index else { return }
      if change.kind == .cancel { cancelled.append(contacts[index].touch.id) }
      contacts.remove(at: index)
    }
  }

  private func touch(_ id: Int, _ slot: MultitouchSlot) -> RecordedTouch {
    var touch = RecordedTouch(id: id, x: Double(slot.x), y: Double(slot.y))
    touch.isPen = isPen
    if axes[EvdevCode.touchMajor] != nil { touch.major = Float(slot.major) }
    if axes[EvdevCode.touchMinor] != nil { touch.minor = Float(slot.minor) }
    if hasPressure { touch.pressure = Float(slot.pressure) }
    if let axis = axes[EvdevCode.orientation] {
      touch.extras["orient_raw"] = .number(Double(slot.orientation))
      touch.orientationDegrees = OrientationScale(axis.minimum, axis.maximum)?.degrees(slot.orientation)
    }
    return touch
  }
}

/// The device of a recording of kernel events: name, identity, axes.
struct EvdevDescription {
  var name = ""
  /// Bus, vendor, product, version.
  var ids: [Int] = []
  var absoluteAxes: [UInt16: RecordedAxis] = [:]
  var keys: Set<UInt16> = []
  var properties: Set<Int> = []

  /// Whether it is a touch device: a keyboard or a mouse is not.
  var isTouchDevice: Bool {
    hasPositions || (absoluteAxes[EvdevCode.x] != nil && absoluteAxes[EvdevCode.y] != nil && hasTouchButton)
  }

  /// What it is, if it only resembles a touch screen.
  var lookalike: TouchLookalike? {
    TouchLookalike(keys: keys, axes: Set(absoluteAxes.keys), properties: properties)
  }

  /// Whether it reports the tip of a pen.
  var isPen: Bool { keys.contains(EvdevCode.toolPen) && !hasPositions }

  /// How it reports contacts.
  var reporting: MultitouchDecoder.Reporting {
    guard hasPositions else { return .singleTouch }
    return absoluteAxes[EvdevCode.slot] == nil ? .contacts : .slots
  }

  /// The device as recordings describe it.
  var device: RecordedDevice {
    var device = RecordedDevice(name: name.isEmpty ? "unnamed" : name, kind: kind)
    for (name, value) in zip(["bus", "vendor", "product", "version"], ids) {
      let digits = String(value, radix: 16)
      device.ids[name] = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
    for (code, axis) in absoluteAxes {
      if let name = EvdevDescription.axisNames[code] { device.axes[name] = axis }
    }
    if let slots = absoluteAxes[EvdevCode.slot], slots.maximum >= 0 { device.maximumContacts = slots.maximum + 1 }
    let x = device.axes["x"] ?? device.axes["abs_x"]
    let y = device.axes["y"] ?? device.axes["abs_y"]
    if let width = x?.millimetres, let height = y?.millimetres, Size.isPlausible(width),
      Size.isPlausible(height)
    {
      device.width = width
      device.height = height
      device.basis = .absinfo
    }
    return device
  }

  /// The names that recordings give to the axes.
  static let axisNames: [UInt16: String] = [
    EvdevCode.x: "abs_x", EvdevCode.y: "abs_y", EvdevCode.slot: "slot", EvdevCode.positionX: "x",
    EvdevCode.positionY: "y", EvdevCode.touchMajor: "major", EvdevCode.touchMinor: "minor",
    EvdevCode.orientation: "orientation", EvdevCode.contactPressure: "pressure",
  ]

  private var hasPositions: Bool {
    absoluteAxes[EvdevCode.positionX] != nil && absoluteAxes[EvdevCode.positionY] != nil
  }

  private var hasTouchButton: Bool { keys.isEmpty || keys.contains(EvdevCode.touch) }

  private var kind: String {
    if properties.contains(EvdevCode.propertyDirect) { return "touchscreen" }
    if keys.contains(EvdevCode.toolPen) { return "tablet" }
    return keys.contains(EvdevCode.toolFinger) ? "touchpad" : "touchscreen"
  }
}

/// The reason why kernel events are not a recording.
struct EvdevFault: Error, Hashable {
  /// The fault.
  var reason: String
}
