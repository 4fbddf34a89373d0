import CPlatform
import Glibc
import Offhand
import OffhandPlatform

/// An open device node of multitouch protocol B, read and decoded event by event.
struct EvdevReader {
  /// The result of a read.
  enum Ending {
    /// All available events were read.
    case drained
    /// There was nothing to read, or no more after whole buffers.
    case nothing
    /// The device is gone or was revoked.
    case lost
  }

  let descriptor: Int32
  private var decoder: MultitouchDecoder
  // 64 events are more than a report of ten fingers; a longer one takes two reads.
  private var buffer: [input_event] = Array(repeating: input_event(), count: 64)

  /// Creates a reader of `descriptor`, whose device was in the state of `snapshot`.
  init(_ descriptor: Int32, _ snapshot: EvdevSnapshot) {
    self.descriptor = descriptor
    decoder = MultitouchDecoder(resuming: snapshot.slots, current: snapshot.currentSlot)
  }

  /// Called with all events of a report: its argument makes the changes that come of it. `nil` collects no events.
  var onReport: (([EvdevEvent], () -> Void) -> Void)?
  /// The events of the report that has just ended, of which those after a loss are what the slots hold now.
  private var collected: [EvdevEvent] = []
  private var hasReported = true

  /// The number of times the kernel dropped events because they were read too late.
  var drops: Int { decoder.drops }

  /// Whether a touch that was reported is down.
  var isTouched: Bool { decoder.isTouched }

  /// Mutes the touches that are down until they end. The caller reports their end.
  mutating func mute() { decoder.mute() }

  /// Reads all available events (`read`). Every change is passed to `body`; after the last one of a report `end` is called with its time.
  mutating func read(_ body: (MultitouchChange, Timestamp) -> Void, end: (Timestamp) -> Void) -> Ending {
    while true {
      let size: Int
      do {
        size = try buffer.withUnsafeMutableBytes { bytes in
          Result { () throws(KernelError) in try Descriptor.read(descriptor, into: bytes) }
        }.get()
      } catch {
        return error.code == EAGAIN ? .nothing : .lost
      }
      let count = size / MemoryLayout<input_event>.stride
      if count == 0 { return .nothing }
      var isOutdated = false
      for index in 0..<count where !isOutdated { isOutdated = take(buffer[index], body, end) }
      if !isOutdated && count < buffer.count { return .drained }
    }
  }

  /// Returns whether what is left of `buffer` is older than what the slots hold.
  @inline(__always)
  private mutating func take(
    _ event: input_event, _ body: (MultitouchChange, Timestamp) -> Void, _ end: (Timestamp) -> Void
  ) -> Bool {
    if onReport != nil { collect(event) }
    guard Int32(event.type) == EV_SYN else {
      decoder.take(event.type, event.code, event.value)
      return false
    }
    let time = Timestamp(nanoseconds: Int64(event.time.tv_sec) * 1_000_000_000 + Int64(event.time.tv_usec) * 1000)
    guard Int32(event.code) == SYN_REPORT else {
      _ = decoder.synchronize(event.code) { body($0, time) }
      return false
    }
    let isOutdated = decoder.isStale
    var truth: EvdevSnapshot?
    if isOutdated {
      dropOutdated()
      truth = EvdevSnapshot(descriptor)
      if onReport != nil, let truth { collected = truth.events }
    }
    func decode() {
      _ = decoder.synchronize(event.code) { body($0, time) }
      if let truth { decoder.resynchronize(truth.slots, current: truth.currentSlot) { body($0, time) } }
      end(time)
    }
    if let onReport { onReport(collected, decode) } else { decode() }
    hasReported = true
    return isOutdated
  }

  /// Leaves out the events that wait: after a loss the kernel's own state is authoritative, and newer than all of them. Errors show at the
  /// next read.
  private mutating func dropOutdated() {
    while let size = try? buffer.withUnsafeMutableBytes({ try Descriptor.read(descriptor, into: $0) }), size > 0 {}
  }

  private mutating func collect(_ event: input_event) {
    if hasReported { collected.removeAll(keepingCapacity: true) }
    hasReported = false
    collected.append(EvdevEvent(timestamp: .zero, type: event.type, code: event.code, value: event.value))
  }
}

/// The kernel's description of an evdev device: its properties, and the current content of its slots.
struct EvdevSnapshot {
  /// The kernel's name for it.
  let name: String
  /// Where it is plugged in, as its driver says; empty if that is unknown.
  let place: String
  /// Bus, vendor, product and version.
  let identity: [Int]
  /// The axis of positions across.
  let x: EvdevAxis
  /// The axis of positions down.
  let y: EvdevAxis
  /// The axis of the contact ellipse's long side; `nil` if there is none.
  let major: EvdevAxis?
  /// The axis of its short side; `nil` if there is none.
  let minor: EvdevAxis?
  /// The axis of its orientation; `nil` if there is none.
  let orientation: EvdevAxis?
  /// Whether it reports pressure.
  let hasPressure: Bool
  /// The slots that it announces.
  let slots: [MultitouchSlot]
  /// The slot that the next event is about.
  let currentSlot: Int
  /// The keys on its frame, and whether each is down.
  let keys: [(code: UInt16, isDown: Bool)]

  /// Queries an open descriptor, and sets the monotonic clock for its events (`libevdev_new_from_fd`); `nil` if it is not a
  /// device of multitouch protocol B.
  init?(_ descriptor: Int32) {
    var made: OpaquePointer?
    guard libevdev_new_from_fd(descriptor, &made) == 0, let device = made else { return nil }
    defer { libevdev_free(device) }
    _ = libevdev_set_clock_id(device, CLOCK_MONOTONIC)
    guard let x = EvdevSnapshot.axis(device, ABS_MT_POSITION_X), let y = EvdevSnapshot.axis(device, ABS_MT_POSITION_Y)
    else { return nil }
    let count = libevdev_get_num_slots(device)
    guard count > 0 else { return nil }
    name = libevdev_get_name(device).map { String(cString: $0) } ?? ""
    place = libevdev_get_phys(device).map { String(cString: $0) } ?? ""
    identity = [
      libevdev_get_id_bustype(device), libevdev_get_id_vendor(device), libevdev_get_id_product(device),
      libevdev_get_id_version(device),
    ].map { Int($0) }
    (self.x, self.y) = (x, y)
    major = EvdevSnapshot.axis(device, ABS_MT_TOUCH_MAJOR)
    minor = EvdevSnapshot.axis(device, ABS_MT_TOUCH_MINOR)
    orientation = EvdevSnapshot.axis(device, ABS_MT_ORIENTATION)
    hasPressure = EvdevSnapshot.axis(device, ABS_MT_PRESSURE) != nil
    currentSlot = Int(libevdev_get_current_slot(device))
    keys = EvdevCode.frameKeys.filter { libevdev_has_event_code(device, UInt32(EV_KEY), UInt32($0)) != 0 }
      .map { ($0, libevdev_get_event_value(device, UInt32(EV_KEY), UInt32($0)) != 0) }
    slots = (0..<UInt32(min(Int(count), MultitouchDecoder.capacity))).map { index in
      func value(_ code: Int32) -> Int32 { libevdev_get_slot_value(device, index, UInt32(code)) }
      var slot = MultitouchSlot()
      slot.trackingID = value(ABS_MT_TRACKING_ID)
      (slot.x, slot.y) = (value(ABS_MT_POSITION_X), value(ABS_MT_POSITION_Y))
      (slot.major, slot.minor) = (value(ABS_MT_TOUCH_MAJOR), value(ABS_MT_TOUCH_MINOR))
      (slot.orientation, slot.pressure) = (value(ABS_MT_ORIENTATION), value(ABS_MT_PRESSURE))
      slot.isPalm = value(ABS_MT_TOOL_TYPE) == MT_TOOL_PALM
      return slot
    }
  }

  /// The events that would tell what its slots hold, and which keys are down.
  var events: [EvdevEvent] {
    var events: [EvdevEvent] = []
    func say(_ code: UInt16, _ value: Int32) {
      events.append(EvdevEvent(timestamp: .zero, type: EvdevCode.absolute, code: code, value: value))
    }
    for (index, slot) in slots.enumerated() {
      say(EvdevCode.slot, Int32(index))
      say(EvdevCode.trackingID, slot.trackingID)
      say(EvdevCode.positionX, slot.x)
      say(EvdevCode.positionY, slot.y)
      say(EvdevCode.touchMajor, slot.major)
      say(EvdevCode.touchMinor, slot.minor)
      say(EvdevCode.orientation, slot.orientation)
      say(EvdevCode.contactPressure, slot.pressure)
    }
    say(EvdevCode.slot, Int32(currentSlot))
    for key in keys {
      events.append(EvdevEvent(timestamp: .zero, type: EvdevCode.key, code: key.code, value: key.isDown ? 1 : 0))
    }
    return events
  }

  /// The sensor in millimetres; `nil` if an axis has no resolution.
  var size: Size? {
    guard let width = x.length, let height = y.length else { return nil }
    return Size(width: width, height: height)
  }

  private static func axis(_ device: OpaquePointer, _ code: Int32) -> EvdevAxis? {
    libevdev_get_abs_info(device, UInt32(code)).map {
      EvdevAxis(minimum: $0.pointee.minimum, maximum: $0.pointee.maximum, resolution: $0.pointee.resolution)
    }
  }
}

/// An axis of an evdev device: its range, and its units per millimetre.
struct EvdevAxis: Equatable {
  var minimum: Int32
  var maximum: Int32
  /// Units per millimetre; zero if unknown.
  var resolution: Int32

  /// The range; `nil` if the device gives it in reverse.
  var range: ClosedRange<Int>? { minimum <= maximum ? Int(minimum)...Int(maximum) : nil }

  /// The coordinate in 0...1; the last unit counts as a whole one, as in libinput.
  func fraction(_ value: Int32) -> Double {
    (Double(value) - Double(minimum)) / max(Double(maximum) - Double(minimum) + 1, 1)
  }

  /// The length of the axis in millimetres; `nil` if unknown, or with a unit for each, which no touch screen has
  /// (Design/Platform.md "Habits of touch drivers").
  var length: Double? {
    resolution > 1 ? (Double(maximum) - Double(minimum)) / Double(resolution) : nil
  }
}

/// Converts a device's contact ellipses to millimetres.
struct EvdevEllipseScale {
  /// Not above 0 if it has no ellipses, and only pressure.
  private let millimetresPerUnit: Float
  private let hasMinor: Bool
  private let orientation: OrientationScale?
  private let hasPressure: Bool

  /// The scale of a device; `nil` if it has no ellipse, or one without a resolution, and no pressure either.
  ///
  /// The kernel's documentation defines the long axis in units of the surface, so without a resolution of its own the
  /// position's is used.
  init?(_ snapshot: EvdevSnapshot) {
    let own = snapshot.major?.resolution ?? 0
    let resolution = own > 0 ? own : snapshot.x.resolution
    let isMeasured = snapshot.major != nil && resolution > (own > 0 ? 0 : 1)
    guard isMeasured || snapshot.hasPressure else { return nil }
    millimetresPerUnit = isMeasured ? 1 / Float(resolution) : 0
    hasMinor = snapshot.minor != nil
    orientation = snapshot.orientation.flatMap { OrientationScale(Int($0.minimum), Int($0.maximum)) }
    hasPressure = snapshot.hasPressure
  }

  /// Whether it has ellipses, and not pressure alone.
  var hasEllipses: Bool { millimetresPerUnit > 0 }

  /// The ellipse of a contact in millimetres, of size 0 if the device has only pressure; `nil` if it currently reports none.
  func shape(of contact: MultitouchSlot) -> ContactShape? {
    guard hasEllipses else { return ContactShape(major: 0, minor: 0, pressure: Float(contact.pressure)) }
    guard contact.major > 0 else { return nil }
    let major = Float(contact.major) * millimetresPerUnit
    return ContactShape(
      major: major, minor: hasMinor && contact.minor > 0 ? Float(contact.minor) * millimetresPerUnit : major,
      orientationRadians: orientation.map { $0.degrees(contact.orientation) * .pi / 180 },
      pressure: hasPressure ? Float(contact.pressure) : nil)
  }
}
