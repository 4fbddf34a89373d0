import Offhand

/// Writes a recording as `libinput record` does (version 1), so that `libinput replay` and every reader of that format
/// can play it.
///
/// Report by report: what was written before an interruption is a whole file. Positions are in the device's own units
/// where its axes are known, else in thousandths of a millimetre.
public struct LibinputRecordWriter: Sendable {
  private typealias Event = (type: UInt16, code: UInt16, value: Int32)

  private struct Contact: Sendable {
    var id: Int
    var touch: RecordedTouch
  }

  private let device: RecordedDevice
  private let unit: LengthUnit
  private let scale: RecordingScale
  private let axisX: RecordedAxis
  private let axisY: RecordedAxis
  private var slots: [Contact?] = []
  private var currentSlot = 0
  private var nextTrackingID: Int32 = 0
  private var pointer: (x: Int32, y: Int32)?
  private var palms: Set<Int> = []

  /// A writer for frames of `recording`'s device in its unit; the frames that the recording holds already say how large
  /// a surface of unknown size must be.
  public init(_ recording: Recording, pixelsPerMillimetre: Double? = nil) {
    device = recording.device
    unit = recording.unit
    scale = RecordingScale(recording, pixelsPerMillimetre: pixelsPerMillimetre)
    let size = scale.surface.size
    let x = device.axes["x"] ?? device.axes["abs_x"]
    let y = device.axes["y"] ?? device.axes["abs_y"]
    let isOwn = unit == .device || (unit == .millimetres && x?.millimetres != nil && y?.millimetres != nil)
    axisX = isOwn ? x ?? LibinputRecordWriter.axis(size.width) : LibinputRecordWriter.axis(size.width)
    axisY = isOwn ? y ?? LibinputRecordWriter.axis(size.height) : LibinputRecordWriter.axis(size.height)
  }

  /// The whole file of `recording`.
  public static func file(_ recording: Recording, pixelsPerMillimetre: Double? = nil) -> [UInt8] {
    var writer = LibinputRecordWriter(recording, pixelsPerMillimetre: pixelsPerMillimetre)
    var bytes = writer.head()
    for frame in recording.frames { bytes += writer.report(frame) }
    return bytes
  }

  /// The beginning of the file, up to the list of events.
  public func head() -> [UInt8] {
    var text = """
      # libinput record
      version: 1
      ndevices: 1
      libinput:
        version: "1.22.1"
      system:
        os: "unknown"
        kernel: "unknown"
      devices:
      - node: /dev/input/event0
        evdev:
          name: \(LibinputRecordWriter.quoted(device.name))
          id: [\(ids.map(String.init).joined(separator: ", "))]
          codes:
            0: [0]
            1: [\(isTouchpad ? "\(EvdevCode.toolFinger), " : "")\(EvdevCode.touch)]
            3: [\(axes.map { String($0.code) }.joined(separator: ", "))]
          absinfo:

      """
    for (code, axis) in axes {
      text += "      \(code): [\(axis.minimum), \(axis.maximum), \(axis.fuzz), \(axis.flat), \(axis.resolution)]\n"
    }
    text += "    properties: [\(isTouchpad ? "" : String(EvdevCode.propertyDirect))]\n"
    text += "  udev:\n    properties:\n    - ID_INPUT=1\n"
    text += "    - ID_INPUT_\(isTouchpad ? "TOUCHPAD" : "TOUCHSCREEN")=1\n  events:\n"
    return Array(text.utf8)
  }

  /// The report that leads from the frame before to `frame`; empty where nothing changed.
  public mutating func report(_ frame: RecordedFrame) -> [UInt8] {
    var events: [Event] = []
    let wasTouched = slots.contains { $0 != nil }
    lift(frame, &events)
    for touch in frame.touches { place(touch, &events) }
    let isTouched = !frame.touches.isEmpty
    if isTouched != wasTouched { events.append((EvdevCode.key, EvdevCode.touch, isTouched ? 1 : 0)) }
    point(&events)
    guard !events.isEmpty else { return [] }
    events.append((EvdevCode.synchronization, EvdevCode.report, 0))
    let microseconds = (max(0, frame.time.nanoseconds) + 500) / 1000
    var text = "  - evdev:\n"
    for event in events {
      text += "    - [\(microseconds / 1_000_000), \(microseconds % 1_000_000), "
      text += "\(event.type), \(event.code), \(event.value)]\n"
    }
    return Array(text.utf8)
  }

  private static func axis(_ millimetres: Double) -> RecordedAxis {
    RecordedAxis(minimum: 0, maximum: Int(min(max(millimetres, 1), 1e6) * 1000), resolution: 1000)
  }

  private var axes: [(code: UInt16, axis: RecordedAxis)] {
    var axes: [(code: UInt16, axis: RecordedAxis)] = [
      (EvdevCode.x, axisX), (EvdevCode.y, axisY),
      (EvdevCode.slot, RecordedAxis(minimum: 0, maximum: max(device.maximumContacts ?? 0, 10) - 1)),
    ]
    let optional = [EvdevCode.touchMajor, EvdevCode.touchMinor, EvdevCode.contactPressure]
    for code in optional {
      if let axis = EvdevDescription.axisNames[code].flatMap({ device.axes[$0] }) { axes.append((code, axis)) }
    }
    axes.append((EvdevCode.positionX, axisX))
    axes.append((EvdevCode.positionY, axisY))
    axes.append((EvdevCode.toolType, RecordedAxis(minimum: 0, maximum: Int(EvdevCode.palm))))
    axes.append((EvdevCode.trackingID, RecordedAxis(minimum: 0, maximum: 65535)))
    return axes.sorted { $0.code < $1.code }
  }

  private var isTouchpad: Bool { device.kind == "touchpad" }

  private var ids: [Int] {
    ["bus", "vendor", "product", "version"].map { device.ids[$0].flatMap { Int($0, radix: 16) } ?? 0 }
  }

  /// `text` as a quoted scalar; YAML takes fewer characters as they are than JSON does.
  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      // Brackets are written as escapes because our own reader counts them to see how deep a part nests.
      case " "..."~" where scalar != "[" && scalar != "{": quoted.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
      }
    }
    return quoted + "\""
  }

  private mutating func select(_ slot: Int, _ events: inout [Event]) {
    guard slot != currentSlot else { return }
    currentSlot = slot
    events.append((EvdevCode.absolute, EvdevCode.slot, Int32(slot)))
  }

  /// Ends the contacts that `frame` has no more; one that was taken away is called a palm first.
  private mutating func lift(_ frame: RecordedFrame, _ events: inout [Event]) {
    for slot in slots.indices {
      guard let contact = slots[slot], !frame.touches.contains(where: { $0.id == contact.id }) else { continue }
      select(slot, &events)
      if frame.cancelled.contains(contact.id) {
        events.append((EvdevCode.absolute, EvdevCode.toolType, EvdevCode.palm))
        palms.insert(slot)
      }
      events.append((EvdevCode.absolute, EvdevCode.trackingID, -1))
      slots[slot] = nil
    }
  }

  private mutating func place(
    _ touch: RecordedTouch, _ events: inout [Event]
  ) {
    let known = slots.firstIndex { $0?.id == touch.id }
    let slot = known ?? slots.firstIndex { $0 == nil } ?? slots.count
    if slot == slots.count { slots.append(nil) }
    let old = slots[slot]?.touch
    if old == touch { return }
    select(slot, &events)
    if known == nil {
      events.append((EvdevCode.absolute, EvdevCode.trackingID, nextTrackingID))
      if palms.remove(slot) != nil { events.append((EvdevCode.absolute, EvdevCode.toolType, EvdevCode.finger)) }
      slots[slot] = Contact(id: touch.id, touch: touch)
      nextTrackingID = (nextTrackingID + 1) & 0xFFFF
    }
    slots[slot]?.touch = touch
    let position = units(touch)
    events.append((EvdevCode.absolute, EvdevCode.positionX, position.x))
    events.append((EvdevCode.absolute, EvdevCode.positionY, position.y))
    for (code, value) in [
      (EvdevCode.touchMajor, touch.major), (EvdevCode.touchMinor, touch.minor),
      (EvdevCode.contactPressure, touch.pressure),
    ] {
      guard let value, EvdevDescription.axisNames[code].map({ device.axes[$0] != nil }) == true else { continue }
      events.append((EvdevCode.absolute, code, Int32(clamping: Int64(value.rounded()))))
    }
  }

  /// Moves the single pointer that readers without multitouch see: it follows the lowest slot.
  private mutating func point(_ events: inout [Event]) {
    guard let contact = slots.first(where: { $0 != nil }) ?? nil else { return }
    let position = units(contact.touch)
    if position.x != pointer?.x { events.append((EvdevCode.absolute, EvdevCode.x, position.x)) }
    if position.y != pointer?.y { events.append((EvdevCode.absolute, EvdevCode.y, position.y)) }
    pointer = position
  }

  private func units(_ touch: RecordedTouch) -> (x: Int32, y: Int32) {
    if unit == .device { return (clamped(touch.x), clamped(touch.y)) }
    let position = scale.position(of: touch)
    return (
      clamped(position.x * Double(axisX.resolution) + Double(axisX.minimum)),
      clamped(position.y * Double(axisY.resolution) + Double(axisY.minimum))
    )
  }

  private func clamped(_ value: Double) -> Int32 {
    Int32(min(max(value.rounded(), Double(Int32.min)), Double(Int32.max)))
  }
}
