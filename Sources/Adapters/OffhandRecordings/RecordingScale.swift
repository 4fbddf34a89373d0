package import Offhand

/// The scale from a recording's positions to millimetres, and where it comes from.
package struct RecordingScale: Sendable, Hashable {
  /// The source of the factors, best first.
  package enum Provenance: Sendable, Hashable {
    /// The recording is in millimetres.
    case recorded
    /// The caller gave the units per millimetre.
    case configured
    /// The device's resolution, or its size.
    case device
    /// The recording's pixels per millimetre.
    case pixels
    /// None: logical pixels of 96 to the inch are assumed.
    case assumedPixels
    /// None: a length of the device's long side is assumed.
    case assumedSize
  }

  /// The assumed long side of a touch screen of unknown size, in millimetres: the 10-inch class, the median of the
  /// screens whose size is known.
  package static let assumedScreenLength = 220.0
  /// The assumed long side of a touchpad of unknown size, in millimetres.
  package static let assumedTouchpadLength = 100.0

  /// Millimetres per unit across.
  package var factorX: Double
  /// Millimetres per unit down.
  package var factorY: Double
  /// The left edge in the recording's unit.
  package var originX: Double
  /// The top edge in the recording's unit.
  package var originY: Double
  /// The size of the surface; if unknown, the extent of the touches and 50 mm more.
  package var surface: SurfaceGeometry
  /// The source of the factors.
  package var provenance: Provenance
  /// Millimetres per unit of contact axes; `nil` if unknown.
  package var contactFactor: Double?
  /// What is wrong with the ranges that the device states; `nil` if its positions lie in them.
  private var rangeFault: RangeEvidence.Fault?

  /// The best scale for `recording`; `pixelsPerMillimetre` is used if the recording itself has no millimetres. For a
  /// recording in device units it means units per millimetre.
  package init(_ recording: Recording, pixelsPerMillimetre: Double? = nil) {
    var device = recording.device
    var axisX = device.axes["x"] ?? device.axes["abs_x"]
    var axisY = device.axes["y"] ?? device.axes["abs_y"]
    if recording.unit == .device, device.kind != "touchpad", let x = axisX, let y = axisY,
      let (fault, reach) = RecordingScale.fault(of: recording, x, y)
    {
      rangeFault = fault
      switch fault {
      case .transposed: (axisX, axisY, device.width, device.height) = (y, x, device.height, device.width)
      case .unfit:
        let range = RecordedAxis(minimum: 0, maximum: RecordingScale.range(to: reach))
        (axisX, axisY, device.width, device.height) = (range, range, nil, nil)
      }
    }
    originX = recording.unit == .device ? Double(axisX?.minimum ?? 0) : 0
    originY = recording.unit == .device ? Double(axisY?.minimum ?? 0) : 0
    factorX = 1
    factorY = 1
    provenance = .recorded
    switch recording.unit {
    case .millimetres: break
    case .pixels:
      let known = pixelsPerMillimetre ?? device.pixelsPerMillimetre
      factorX = known.map { 1 / $0 } ?? SurfaceGeometry.assumedMillimetresPerPixel
      factorY = factorX
      provenance = pixelsPerMillimetre != nil ? .configured : known != nil ? .pixels : .assumedPixels
    case .device:
      (factorX, factorY, provenance) = RecordingScale.deviceFactors(
        device, axisX, axisY, unitsPerMillimetre: pixelsPerMillimetre)
    }
    surface = SurfaceGeometry(size: Size(width: 0, height: 0), pixelWidth: 0, pixelHeight: 0, provenance: .assumed)
    if let major = device.axes["major"], major.resolution > 0 {
      contactFactor = 1 / Double(major.resolution)
    } else if recording.unit == .device && provenance != .assumedSize {
      contactFactor = (factorX + factorY) / 2
    }
    surface = size(of: recording, device, axisX, axisY)
  }

  /// What is wrong with the ranges that a device states, and how far its positions reach; `nil` if nothing is.
  private static func fault(
    of recording: Recording, _ x: RecordedAxis, _ y: RecordedAxis
  ) -> (fault: RangeEvidence.Fault, reach: Double)? {
    guard let across = x.range, let down = y.range else { return nil }
    var (evidence, reach) = (RangeEvidence(x: across, y: down), 0.0)
    for touch in recording.frames.lazy.flatMap(\.touches) {
      evidence.note(
        x: (touch.x - across.lowerBound) / (x.extent + 1), y: (touch.y - down.lowerBound) / (y.extent + 1))
      reach = max(reach, touch.x, touch.y)
    }
    // No converter has more than 16 bits.
    return reach < 65_536 ? evidence.fault.map { ($0, reach) } : nil
  }

  /// The largest value of a converter whose values reach `reach`: of 12 bits for 2100.
  private static func range(to reach: Double) -> Int {
    var range = 255
    while Double(range) < reach && range < Int(Int32.max) { range = range * 2 + 1 }
    return range
  }

  /// The position of `touch` on the glass.
  package func position(of touch: RecordedTouch) -> Point {
    Point(x: (touch.x - originX) * factorX, y: (touch.y - originY) * factorY)
  }

  /// The contact ellipse of `touch`, or its pressure alone where there are no sizes; `nil` if the recording has none whose size in
  /// millimetres is known.
  package func shape(of touch: RecordedTouch) -> ContactShape? {
    let scale = contactFactor.map(Float.init)
    func finite(_ value: Float?) -> Float? { value.flatMap { $0.isFinite ? $0 : nil } }
    if touch.major == nil, touch.majorMillimetres == nil {
      return finite(touch.pressure).map { ContactShape(major: 0, minor: 0, pressure: $0) }
    }
    guard let major = touch.majorMillimetres ?? scale.flatMap({ scale in touch.major.map { $0 * scale } }),
      major > 0, major.isFinite
    else { return nil }
    let minor = finite(touch.minorMillimetres ?? scale.flatMap { scale in touch.minor.map { $0 * scale } })
    return ContactShape(
      major: major, minor: minor ?? major,
      orientationRadians: finite(touch.orientationDegrees.map { $0 * .pi / 180 }), pressure: finite(touch.pressure))
  }

  /// The posture that the size of `device` suggests: `unknown` unless it is a touch screen of known size.
  package func posture(of device: RecordedDevice) -> Posture {
    guard device.kind == "touchscreen", surface.provenance != .assumed else { return .unknown }
    return Posture(of: surface.size)
  }

  /// How the touches of `device` are separated by hand: those of a touchpad are of one hand, and where millimetres are assumed,
  /// distances do not separate hands.
  package func separation(of device: RecordedDevice) -> HandSeparation {
    if device.kind == "touchpad" { return .none }
    switch provenance {
    case .recorded, .configured, .device, .pixels: return .automatic
    case .assumedPixels, .assumedSize: return .oneHand
    }
  }

  /// A remark on how the millimetres were obtained; `nil` if they are the recording's own.
  package var caveat: String? {
    let faults = [rangeFault?.description, scaleCaveat].compactMap { $0 }
    return faults.isEmpty ? nil : faults.joined(separator: "; ")
  }

  private var scaleCaveat: String? {
    switch provenance {
    case .recorded, .device, .pixels: nil
    case .configured: "millimetres by the given scale"
    case .assumedPixels: "no physical size: assuming 96 pixels to the inch; state the scale with --px-per-mm"
    case .assumedSize:
      "no physical size: assuming a long side of \(Int(max(surface.size.width, surface.size.height).rounded())) mm; "
        + "state the scale with --px-per-mm"
    }
  }

  private static func deviceFactors(
    _ device: RecordedDevice, _ axisX: RecordedAxis?, _ axisY: RecordedAxis?, unitsPerMillimetre: Double?
  ) -> (Double, Double, Provenance) {
    let extentX = axisX?.extent ?? 0
    let extentY = axisY?.extent ?? 0
    if let axisX, let axisY, let width = axisX.millimetres, let height = axisY.millimetres,
      Size.isPlausible(width), Size.isPlausible(height)
    {
      return (1 / Double(axisX.resolution), 1 / Double(axisY.resolution), .device)
    }
    if let width = device.width, let height = device.height, extentX > 0, extentY > 0 {
      return (width / extentX, height / extentY, .device)
    }
    if let unitsPerMillimetre { return (1 / unitsPerMillimetre, 1 / unitsPerMillimetre, .configured) }
    guard extentX > 0, extentY > 0 else {
      let factor = SurfaceGeometry.assumedMillimetresPerPixel
      return (factor, factor, .assumedPixels)
    }
    let length = device.kind == "touchpad" ? assumedTouchpadLength : assumedScreenLength
    // Equal ranges on both axes do not tell the shape of the glass (32767 by 32767): 16 to 10 is the common one.
    if extentX == extentY { return (length / extentX, length / extentY * 10 / 16, .assumedSize) }
    let factor = length / max(extentX, extentY)
    return (factor, factor, .assumedSize)
  }

  private func size(
    of recording: Recording, _ device: RecordedDevice, _ axisX: RecordedAxis?, _ axisY: RecordedAxis?
  ) -> SurfaceGeometry {
    if let width = device.width, let height = device.height {
      return SurfaceGeometry(
        size: Size(width: width, height: height), pixelWidth: 0, pixelHeight: 0, provenance: .device)
    }
    if recording.unit == .device, let axisX, let axisY, axisX.extent > 0, axisY.extent > 0 {
      let size = Size(width: axisX.extent * factorX, height: axisY.extent * factorY)
      let isKnown = provenance == .device
      return SurfaceGeometry(size: size, pixelWidth: 0, pixelHeight: 0, provenance: isKnown ? .device : .assumed)
    }
    var reach = Size(width: 0, height: 0)
    for frame in recording.frames {
      for touch in frame.touches {
        let position = position(of: touch)
        reach.width = max(reach.width, position.x)
        reach.height = max(reach.height, position.y)
      }
    }
    let margin = 50.0
    return SurfaceGeometry(
      size: Size(width: reach.width + margin, height: reach.height + margin), pixelWidth: 0, pixelHeight: 0,
      provenance: .assumed)
  }
}

extension RecordedAxis {
  /// The range; `nil` if the device gives it in reverse.
  fileprivate var range: ClosedRange<Double>? { minimum <= maximum ? Double(minimum)...Double(maximum) : nil }
}
