package import Offhand

/// Encodes the frames of a recording in the kernel's multitouch protocol B: for files that hold kernel events, and for virtual
/// devices that play a recording.
///
/// Positions are in the device's own units if its axes are known, else in thousandths of a millimetre.
package struct EvdevEncoder: Sendable {
  private struct Contact: Sendable {
    var id: Int
    var touch: RecordedTouch
  }

  private let device: RecordedDevice
  private let unit: LengthUnit
  private let scale: RecordingScale
  /// Whether the axes are those of the device.
  private let isOwn: Bool
  private let axisX: RecordedAxis
  private let axisY: RecordedAxis
  private var slots: [Contact?] = []
  /// The slots that this report emptied: a landing in one of them would hide the end.
  private var emptied: Set<Int> = []
  private var currentSlot = 0
  private var nextTrackingID: Int32 = 0
  private var pointer: (x: Int32, y: Int32)?
  private var time = Timestamp.zero

  /// An encoder of frames of `recording`'s device in its unit; frames already in the recording determine the extent of a
  /// surface of unknown size.
  package init(_ recording: Recording, pixelsPerMillimetre: Double? = nil) {
    device = recording.device
    unit = recording.unit
    scale = RecordingScale(recording, pixelsPerMillimetre: pixelsPerMillimetre)
    let size = scale.surface.size
    let x = device.axes["x"] ?? device.axes["abs_x"]
    let y = device.axes["y"] ?? device.axes["abs_y"]
    let isWhole = unit == .device || (unit == .millimetres && x?.millimetres != nil && y?.millimetres != nil)
    let own = x.flatMap { x in y.map { (x, $0) } }.flatMap { isWhole ? $0 : nil }
    isOwn = own != nil
    (axisX, axisY) = own ?? (EvdevEncoder.axis(size.width), EvdevEncoder.axis(size.height))
  }

  /// The name of the device.
  package var name: String { device.name }

  /// Bus, vendor, product and version; zero if the recording does not say.
  package var identity: [Int] {
    [["bus", "bustype"], ["vendor"], ["product"], ["version"]].map { names in
      names.lazy.compactMap { device.ids[$0].flatMap { Int($0, radix: 16) } }.first ?? 0
    }
  }

  /// Whether it is a touchpad rather than a screen.
  package var isTouchpad: Bool { device.kind == "touchpad" }

  /// The axes of the device in the order of their codes.
  package var axes: [(code: UInt16, axis: RecordedAxis)] {
    var axes: [(code: UInt16, axis: RecordedAxis)] = [
      (EvdevCode.x, axisX), (EvdevCode.y, axisY),
      (EvdevCode.slot, RecordedAxis(minimum: 0, maximum: slotCount - 1)),
    ]
    for code in EvdevEncoder.optionalAxes {
      if let axis = EvdevDescription.axisNames[code].flatMap({ device.axes[$0] }) { axes.append((code, axis)) }
    }
    axes.append((EvdevCode.positionX, axisX))
    axes.append((EvdevCode.positionY, axisY))
    axes.append((EvdevCode.toolType, RecordedAxis(minimum: 0, maximum: Int(EvdevCode.palm))))
    axes.append((EvdevCode.trackingID, RecordedAxis(minimum: 0, maximum: 65535)))
    return axes.sorted { $0.code < $1.code }
  }

  /// The events from the frame before to `frame`, with the end of the report; empty if nothing changed.
  package mutating func report(_ frame: RecordedFrame) -> [EvdevEvent] {
    // The kernel counts microseconds.
    time = Timestamp(nanoseconds: (max(0, frame.time.nanoseconds) + 500) / 1000 * 1000)
    var events: [EvdevEvent] = []
    let wasTouched = slots.contains { $0 != nil }
    emptied = []
    lift(frame, &events)
    for touch in frame.touches { place(touch, &events) }
    let isTouched = !frame.touches.isEmpty
    if isTouched != wasTouched { events.append(event(EvdevCode.key, EvdevCode.touch, isTouched ? 1 : 0)) }
    point(&events)
    if !events.isEmpty { events.append(event(EvdevCode.synchronization, EvdevCode.report, 0)) }
    return events
  }

  /// The number of slots that are announced; the kernel ignores what is in others.
  private var slotCount: Int { max(device.maximumContacts ?? TouchFrame.capacity, 10) }

  /// The empty slot for the next finger, one that this report emptied only if there is no other.
  private var freeSlot: Int {
    let fresh = slots.indices.first { slots[$0] == nil && !emptied.contains($0) } ?? slots.count
    return fresh < slotCount ? fresh : slots.firstIndex { $0 == nil } ?? slots.count
  }

  private static let optionalAxes = [
    EvdevCode.touchMajor, EvdevCode.touchMinor, EvdevCode.orientation, EvdevCode.contactPressure,
  ]

  private static func axis(_ millimetres: Double) -> RecordedAxis {
    RecordedAxis(minimum: 0, maximum: Int(min(max(millimetres, 1), 1e6) * 1000), resolution: 1000)
  }

  private func event(_ type: UInt16, _ code: UInt16, _ value: Int32) -> EvdevEvent {
    EvdevEvent(timestamp: time, type: type, code: code, value: value)
  }

  private mutating func select(_ slot: Int, _ events: inout [EvdevEvent]) {
    guard slot != currentSlot else { return }
    currentSlot = slot
    events.append(event(EvdevCode.absolute, EvdevCode.slot, Int32(slot)))
  }

  /// Ends the touches that `frame` no longer has; a cancelled one is marked as a palm first. Its slot is a finger's again only
  /// afterwards, and before the next touch: libinput takes what lands in a slot that is still a palm for one.
  private mutating func lift(_ frame: RecordedFrame, _ events: inout [EvdevEvent]) {
    for slot in slots.indices {
      guard let contact = slots[slot], !frame.touches.contains(where: { $0.id == contact.id }) else { continue }
      select(slot, &events)
      let isCancelled = frame.cancelled.contains(contact.id)
      if isCancelled { events.append(event(EvdevCode.absolute, EvdevCode.toolType, EvdevCode.palm)) }
      events.append(event(EvdevCode.absolute, EvdevCode.trackingID, -1))
      if isCancelled { events.append(event(EvdevCode.absolute, EvdevCode.toolType, EvdevCode.finger)) }
      slots[slot] = nil
      emptied.insert(slot)
    }
  }

  private mutating func place(_ touch: RecordedTouch, _ events: inout [EvdevEvent]) {
    let known = slots.firstIndex { $0?.id == touch.id }
    let slot = known ?? freeSlot
    if slot == slots.count { slots.append(nil) }
    let old = slots[slot]?.touch
    if old == touch { return }
    select(slot, &events)
    if known == nil {
      events.append(event(EvdevCode.absolute, EvdevCode.trackingID, nextTrackingID))
      slots[slot] = Contact(id: touch.id, touch: touch)
      nextTrackingID = (nextTrackingID + 1) & 0xFFFF
    }
    slots[slot]?.touch = touch
    let position = units(touch)
    events.append(event(EvdevCode.absolute, EvdevCode.positionX, position.x))
    events.append(event(EvdevCode.absolute, EvdevCode.positionY, position.y))
    for code in EvdevEncoder.optionalAxes {
      guard let axis = EvdevDescription.axisNames[code].flatMap({ device.axes[$0] }),
        let value = shape(touch, code, axis)
      else { continue }
      events.append(event(EvdevCode.absolute, code, clamped(Double(value))))
    }
  }

  /// The value of a touch on one of the optional axes, in the device's units.
  private func shape(_ touch: RecordedTouch, _ code: UInt16, _ axis: RecordedAxis) -> Float? {
    let unitsPerMillimetre = scale.contactFactor.map { 1 / Float($0) }
    func units(_ millimetres: Float?) -> Float? {
      millimetres.flatMap { length in unitsPerMillimetre.map { length * $0 } }
    }
    switch code {
    case EvdevCode.touchMajor: return touch.major ?? units(touch.majorMillimetres)
    case EvdevCode.touchMinor: return touch.minor ?? units(touch.minorMillimetres)
    case EvdevCode.orientation:
      if case .number(let raw)? = touch.extras["orient_raw"] { return Float(raw) }
      return touch.orientationDegrees.map { OrientationScale(axis.minimum, axis.maximum)?.value($0) ?? 0 }
    default: return touch.pressure
    }
  }

  /// Moves the single pointer for readers without multitouch: it follows the lowest slot.
  private mutating func point(_ events: inout [EvdevEvent]) {
    guard let contact = slots.first(where: { $0 != nil }) ?? nil else { return }
    let position = units(contact.touch)
    if position.x != pointer?.x { events.append(event(EvdevCode.absolute, EvdevCode.x, position.x)) }
    if position.y != pointer?.y { events.append(event(EvdevCode.absolute, EvdevCode.y, position.y)) }
    pointer = position
  }

  private func units(_ touch: RecordedTouch) -> (x: Int32, y: Int32) {
    if unit == .device && isOwn { return (clamped(touch.x), clamped(touch.y)) }
    let position = scale.position(of: touch)
    return (
      clamped(position.x * Double(axisX.resolution) + Double(axisX.minimum)),
      clamped(position.y * Double(axisY.resolution) + Double(axisY.minimum))
    )
  }

  /// The nearest value of a kernel event; 0 for NaN.
  private func clamped(_ value: Double) -> Int32 {
    value.isNaN ? 0 : Int32(min(max(value.rounded(), Double(Int32.min)), Double(Int32.max)))
  }
}
