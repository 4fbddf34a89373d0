import Offhand

/// The values of one slot of the kernel's multitouch protocol: all that a device says of a contact, in its own units.
struct SlotValues: Sendable {
  /// The codes of the values: those of `ABS_MT_…` after the slot itself.
  static var codes: ClosedRange<UInt16> { EvdevCode.touchMajor...0x3D }
  /// A value that no event has told yet.
  static let unknown = Int32.min

  /// The number of the touch; -1 if the slot is empty.
  var trackingID: Int32 = -1
  private var values = [14 of Int32](repeating: SlotValues.unknown)

  /// An empty slot.
  init() {}

  /// What a device's slot holds.
  init(_ slot: MultitouchSlot) {
    trackingID = slot.trackingID
    let known = [
      (EvdevCode.positionX, slot.x), (EvdevCode.positionY, slot.y), (EvdevCode.touchMajor, slot.major),
      (EvdevCode.touchMinor, slot.minor), (EvdevCode.orientation, slot.orientation),
      (EvdevCode.contactPressure, slot.pressure),
    ]
    for (code, value) in known { self[code] = value }
  }

  /// The value of a code of `codes`.
  subscript(code: UInt16) -> Int32 {
    get { values[Int(code - SlotValues.codes.lowerBound)] }
    set { values[Int(code - SlotValues.codes.lowerBound)] = newValue }
  }
}

/// Writes the reports of a twin: of its slots what changes, and nothing else.
struct SlotWriter: Sendable {
  /// What is written, some of it later or never.
  var hold = HoldBuffer()
  /// What the twin's slots hold.
  private(set) var slots: [SlotValues]
  /// The number of fingers that the twin has.
  private(set) var count = 0
  private var current = -1
  private var isPressed = false
  private var isReportOpen = false
  private var pointer = (x: SlotValues.unknown, y: SlotValues.unknown)
  private var nextID: Int32
  private let largestID: Int32

  /// A writer for `count` slots, whose tracking IDs go up to `largestID`.
  init(slots count: Int, largestID: Int32) {
    slots = Array(repeating: SlotValues(), count: count)
    // There must be more of them than slots.
    self.largestID = largestID > count ? largestID : 0xFFFF
    nextID = self.largestID
  }

  /// Changes a value of a slot.
  mutating func set(_ code: UInt16, _ value: Int32, in slot: Int) {
    guard slots[slot][code] != value else { return }
    slots[slot][code] = value
    select(slot)
    write(EvdevCode.absolute, code, value)
  }

  /// Lands a touch, in `slot` if that is free, and with the number `id` if no other has it. Returns its slot; `nil` if none is free.
  mutating func land(in slot: Int, as id: Int32) -> Int? {
    guard let slot = slots[slot].trackingID < 0 ? slot : slots.firstIndex(where: { $0.trackingID < 0 }) else {
      return nil
    }
    let isFree = id >= 0 && !slots.contains { $0.trackingID == id }
    identify(slot, isFree ? id : makeID())
    return slot
  }

  /// Lifts the touch of a slot.
  mutating func lift(_ slot: Int) { identify(slot, -1) }

  /// Ends a palm. It is a finger again only afterwards: libinput takes what lands in a slot that is still a palm for one.
  mutating func empty(_ slot: Int) {
    lift(slot)
    set(EvdevCode.toolType, EvdevCode.finger, in: slot)
  }

  /// Writes an event that is about no slot.
  mutating func pass(_ event: EvdevEvent) {
    if event.type == EvdevCode.absolute, event.code == EvdevCode.x { pointer.x = event.value }
    if event.type == EvdevCode.absolute, event.code == EvdevCode.y { pointer.y = event.value }
    write(event.type, event.code, event.value)
  }

  /// Writes the button that readers without multitouch know.
  mutating func press() {
    guard isPressed != (count > 0) else { return }
    isPressed = count > 0
    write(EvdevCode.key, EvdevCode.touch, isPressed ? 1 : 0)
  }

  /// Moves the pointer of readers without multitouch to the finger in `slot`.
  mutating func point(to slot: Int) {
    let (x, y) = (slots[slot][EvdevCode.positionX], slots[slot][EvdevCode.positionY])
    if x != pointer.x { write(EvdevCode.absolute, EvdevCode.x, x) }
    if y != pointer.y { write(EvdevCode.absolute, EvdevCode.y, y) }
    pointer = (x, y)
  }

  /// Ends the report, if it has events.
  mutating func endReport() {
    press()
    if isReportOpen { write(EvdevCode.synchronization, EvdevCode.report, 0) }
    isReportOpen = false
    hold.endReport()
  }

  /// Drops what is held back, before which the twin had no finger.
  mutating func recall() {
    hold.drop()
    forget()
  }

  /// Takes note that every finger was lifted elsewhere. What was written meanwhile came before or after: every slot is emptied once more,
  /// of which the kernel leaves out what is no change.
  mutating func restart() {
    hold.dropAll()
    forget()
    for slot in slots.indices { empty(slot) }
    write(EvdevCode.key, EvdevCode.touch, 0)
  }

  private mutating func forget() {
    for slot in slots.indices { slots[slot] = SlotValues() }
    (current, count, isPressed, isReportOpen) = (-1, 0, false, false)
    pointer = (SlotValues.unknown, SlotValues.unknown)
  }

  private mutating func select(_ slot: Int) {
    guard slot != current else { return }
    current = slot
    write(EvdevCode.absolute, EvdevCode.slot, Int32(slot))
  }

  private mutating func identify(_ slot: Int, _ id: Int32) {
    select(slot)
    write(EvdevCode.absolute, EvdevCode.trackingID, id)
    if (slots[slot].trackingID >= 0) != (id >= 0) { count += id >= 0 ? 1 : -1 }
    slots[slot].trackingID = id
  }

  private mutating func makeID() -> Int32 {
    repeat { nextID = nextID > 0 ? nextID - 1 : largestID } while slots.contains { $0.trackingID == nextID }
    return nextID
  }

  private mutating func write(_ type: UInt16, _ code: UInt16, _ value: Int32) {
    hold.append(EvdevEvent(timestamp: .zero, type: type, code: code, value: value))
    isReportOpen = true
  }
}
