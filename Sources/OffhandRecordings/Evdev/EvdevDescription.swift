import Offhand

/// What a recording of kernel events says about its device: name, numbers, axes.
struct EvdevDescription {
  var name = ""
  /// Bus, vendor, product, version.
  var ids: [Int] = []
  var absoluteAxes: [UInt16: RecordedAxis] = [:]
  var keys: Set<UInt16> = []
  var properties: Set<Int> = []

  /// Whether it reports contacts at all: a keyboard or a mouse does not.
  var isTouchDevice: Bool {
    hasPositions || (absoluteAxes[EvdevCode.x] != nil && absoluteAxes[EvdevCode.y] != nil && hasTouchButton)
  }

  /// How it reports contacts.
  var reporting: MultitouchSlots.Reporting {
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
    if let width = x?.millimetres, let height = y?.millimetres, SurfaceGeometry.isPlausible(width),
      SurfaceGeometry.isPlausible(height)
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
