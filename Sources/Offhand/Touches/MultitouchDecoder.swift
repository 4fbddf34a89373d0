/// Decodes the kernel's multitouch protocol of one device, report by report. Live devices and recordings use the same
/// decoder, so that a recording reproduces a bug.
///
/// The kernel sends only what changed: a slot keeps its values, its tool included, from one touch to the next. Changes go out
/// at the end of each report, slot by slot; within a slot the end of the old touch comes before the new touch, so that a slot
/// used again within one report ends one touch and begins another (Design/Recognizing.md A3). A device that reports a single
/// position uses slot 0; for a device that lists its contacts without slots the decoder assigns slots. Allocates nothing after it
/// was made, except for devices without slots.
package struct MultitouchDecoder: Sendable {
  /// How the device reports contacts.
  package enum Reporting: Sendable, Hashable {
    /// In slots: protocol B.
    case slots
    /// One after the other, all in each report: protocol A.
    case contacts
    /// One position and `BTN_TOUCH`.
    case singleTouch
  }

  /// The most slots that are tracked, one bit of a word each; real devices have up to 60.
  package static let capacity = 64

  /// The number of times the kernel reported lost events.
  package private(set) var drops = 0
  /// Whether events were lost since the last `resynchronize`, so that slots may be stale.
  package private(set) var isStale = false

  private let style: Reporting
  private var slots: [MultitouchSlot]
  private var current: Int
  private var isDropping = false
  private var unslotted = UnslottedContacts()

  // One bit per slot. A slot is down from its reported landing to its reported end; nothing is reported for a muted slot until
  // the next touch lands in it.
  private var down: UInt64 = 0
  private var muted: UInt64 = 0
  // Slots that had a position; whose touch landed in the report before; whose fingers alternate.
  private var (placed, fresh, contested): (UInt64, UInt64, UInt64) = (0, 0, 0)
  // What the current report did.
  private var (changed, landed, moved, reshaped): (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
  private var (ended, taken): (UInt64, UInt64) = (0, 0)
  private var renamed: [(index: Int, slot: MultitouchSlot)] = []

  /// A decoder for a device that reports in `style`; all slots are empty.
  package init(_ style: Reporting = .slots) {
    self.style = style
    (slots, current) = (Array(repeating: MultitouchSlot(), count: MultitouchDecoder.capacity), 0)
    if style == .contacts { placed = .max }
  }

  /// A decoder for a device of protocol B whose slots are `slots` at this moment. Touches that are down already are muted.
  package init(resuming slots: [MultitouchSlot], current: Int) {
    style = .slots
    self.slots = Array(slots.prefix(MultitouchDecoder.capacity))
    self.current = current
    for index in self.slots.indices where self.slots[index].trackingID >= 0 { muted |= 1 << UInt64(index) }
    // The kernel's slots begin at 0, 0.
    for (index, slot) in self.slots.enumerated() where slot.x != 0 || slot.y != 0 { placed |= 1 << UInt64(index) }
  }

  /// Whether a touch that was reported is down.
  package var isTouched: Bool { down != 0 }

  /// Takes one event. If it completes a report, passes every change of the report to `body` and returns `true`.
  package mutating func add(_ event: EvdevEvent, _ body: (MultitouchChange) -> Void) -> Bool {
    if event.type == EvdevCode.synchronization { return synchronize(event.code, body) }
    take(event.type, event.code, event.value)
    return false
  }

  /// Takes an event that is not a synchronization. A separate method, because making the closure for `add` at every event costs
  /// a seventh of a frame with a live device.
  package mutating func take(_ type: UInt16, _ code: UInt16, _ value: Int32) {
    if isDropping { return }
    switch style {
    case .slots: if type == EvdevCode.absolute { take(code, value) }
    case .contacts:
      if type == EvdevCode.absolute { unslotted.take(code, value) }
      if type == EvdevCode.key && code == EvdevCode.touch { unslotted.isReleased = value == 0 }
    case .singleTouch:
      if type == EvdevCode.absolute { takeSingle(code, value) }
      if type == EvdevCode.key && code == EvdevCode.touch { identify(0, value == 0 ? -1 : 0) }
    }
  }

  /// Takes over the device's own state of its slots after events were lost, and passes every difference to `body`. `current` is
  /// the slot to which the next event belongs.
  package mutating func resynchronize(
    _ truth: [MultitouchSlot], current: Int? = nil, _ body: (MultitouchChange) -> Void
  ) {
    isStale = false
    isDropping = false
    takeOver(truth)
    if let current { self.current = current }
    report(body)
  }

  /// Mutes every touch that is down. The caller reports their end.
  package mutating func mute() {
    muted |= down
    down = 0
  }

  private mutating func takeOver(_ truth: [MultitouchSlot]) {
    for index in truth.indices where index < slots.count {
      let slot = truth[index]
      identify(index, slot.trackingID)
      let bit: UInt64 = 1 << UInt64(index)
      if slots[index].x != slot.x || slots[index].y != slot.y { moved |= bit }
      if !slots[index].hasShape(of: slot) { reshaped |= bit }
      slots[index] = slot
      changed |= bit
    }
  }

  /// Takes a synchronization. If it completes a report, passes every change of the report to `body` and returns `true`.
  package mutating func synchronize(_ code: UInt16, _ body: (MultitouchChange) -> Void) -> Bool {
    switch code {
    case EvdevCode.report:
      // What follows SYN_DROPPED up to the end of its report is a fragment.
      if isDropping {
        isDropping = false
        unslotted.forget()
        return false
      }
      if style == .contacts { takeOver(unslotted.settle(after: slots)) }
      report(body)
      return true
    case EvdevCode.contactReport where style == .contacts && !isDropping:
      unslotted.close()
      return false
    case EvdevCode.dropped:
      drops += 1
      isStale = true
      isDropping = true
      return false
    default: return false
    }
  }

  @inline(__always)
  private mutating func take(_ code: UInt16, _ value: Int32) {
    if code == EvdevCode.slot {
      current = Int(value)
      return
    }
    // Only a broken driver reports a slot beyond those that it announced.
    let slot = current
    guard slots.indices.contains(slot) else { return }
    let bit: UInt64 = 1 << UInt64(slot)
    switch code {
    case EvdevCode.positionX: (slots[slot].x, moved) = (value, moved | bit)
    case EvdevCode.positionY: (slots[slot].y, moved) = (value, moved | bit)
    case EvdevCode.trackingID: identify(slot, value)
    case EvdevCode.toolType: slots[slot].isPalm = value == EvdevCode.palm
    case EvdevCode.touchMajor: (slots[slot].major, reshaped) = (value, reshaped | bit)
    case EvdevCode.touchMinor: (slots[slot].minor, reshaped) = (value, reshaped | bit)
    case EvdevCode.orientation: (slots[slot].orientation, reshaped) = (value, reshaped | bit)
    case EvdevCode.contactPressure: (slots[slot].pressure, reshaped) = (value, reshaped | bit)
    default: return
    }
    changed |= bit
  }

  private mutating func takeSingle(_ code: UInt16, _ value: Int32) {
    switch code {
    case EvdevCode.x: (slots[0].x, moved) = (value, 1)
    case EvdevCode.y: (slots[0].y, moved) = (value, 1)
    case EvdevCode.pressure: (slots[0].pressure, reshaped) = (value, 1)
    default: return
    }
    changed = 1
  }

  /// Records that `slot` now holds the touch numbered `id`; a negative `id` means no touch.
  private mutating func identify(_ slot: Int, _ id: Int32) {
    let old = slots[slot].trackingID
    if id == old { return }
    if old >= 0 && id >= 0 { renamed.append((slot, slots[slot])) }
    let bit: UInt64 = 1 << UInt64(slot)
    slots[slot].trackingID = id
    changed |= bit
    guard old >= 0, ended & bit == 0 else { return }
    ended |= bit
    // A touch that another one replaces without a lift was taken away, and so was one that is marked as a palm when it ends.
    if id >= 0 || slots[slot].isPalm { taken |= bit }
  }

  /// Has slots keep their fingers that have only exchanged their numbers.
  private mutating func keepRenamed() {
    for old in renamed {
      let new = slots[old.index]
      let other = renamed.first {
        $0.slot.trackingID == new.trackingID && slots[$0.index].trackingID == old.slot.trackingID
      }
      guard let other, new.squaredDistance(to: old.slot) <= new.squaredDistance(to: other.slot) else { continue }
      ended &= ~(1 << UInt64(old.index))
    }
    renamed.removeAll(keepingCapacity: true)
  }

  private mutating func report(_ body: (MultitouchChange) -> Void) {
    placed |= moved
    if !renamed.isEmpty { keepRenamed() }
    while changed != 0 {
      let slot = changed.trailingZeroBitCount
      changed &= changed - 1
      report(slot, 1 << UInt64(slot), body)
    }
    (ended, taken, moved, reshaped, fresh, landed) = (0, 0, 0, 0, landed, 0)
  }

  @inline(__always)
  private mutating func report(_ slot: Int, _ bit: UInt64, _ body: (MultitouchChange) -> Void) {
    func say(_ kind: MultitouchChange.Kind, _ contact: MultitouchSlot) {
      body(MultitouchChange(slot: slot, kind: kind, contact: contact))
    }
    if ended & bit != 0 {
      // No finger lifts one report after its landing where another lands in its slot: two alternate in it.
      let isReplaced = slots[slot].trackingID >= 0
      let isTaken = taken & bit != 0 || fresh & bit != 0 && (isReplaced || contested & bit != 0)
      if down & bit != 0 { say(isTaken ? .cancel : .up, slots[slot]) }
      contested = isTaken && isReplaced ? contested | bit : contested & ~bit
      down &= ~bit
      muted &= ~bit
    }
    guard slots[slot].trackingID >= 0, muted & bit == 0, placed & bit != 0 else { return }
    if slots[slot].isPalm {
      if down & bit != 0 { say(.cancel, slots[slot]) }
      down &= ~bit
      muted |= bit
    } else if down & bit == 0 {
      down |= bit
      landed |= bit
      say(.down, slots[slot])
      if slots[slot].major > 0 { say(.shape, slots[slot]) }
    } else {
      if moved & bit != 0 { say(.motion, slots[slot]) }
      if reshaped & bit != 0 { say(.shape, slots[slot]) }
    }
  }
}

/// What one report changed about one touch.
package struct MultitouchChange: Sendable, Hashable {
  /// What happened to a touch.
  package enum Kind: Sendable, Hashable {
    /// A finger landed.
    case down
    /// It moved.
    case motion
    /// Its contact ellipse or pressure changed; also reported for a touch that lands with an ellipse.
    case shape
    /// It lifted.
    case up
    /// It was taken away: the device calls it a palm, or replaced it by another touch without a lift.
    case cancel
  }

  /// The slot.
  package var slot: Int
  /// What happened.
  package var kind: Kind
  /// What the slot holds at the end of the report.
  package var contact: MultitouchSlot
}

/// The values that the kernel last reported for one slot, in the device's units.
package struct MultitouchSlot: Sendable, Hashable {
  /// The kernel's number of the touch; -1 if no finger is in the slot.
  package var trackingID: Int32 = -1
  /// The position, across and down.
  package var (x, y): (Int32, Int32) = (0, 0)
  /// The long and the short axis of the contact; 0 if never reported.
  package var (major, minor): (Int32, Int32) = (0, 0)
  /// The orientation and the pressure of the contact.
  package var (orientation, pressure): (Int32, Int32) = (0, 0)
  /// Whether the device calls the contact a palm.
  package var isPalm = false

  /// An empty slot.
  package init() {}

  fileprivate func squaredDistance(to other: MultitouchSlot) -> Double {
    let (dx, dy) = (Double(x) - Double(other.x), Double(y) - Double(other.y))
    return dx * dx + dy * dy
  }

  /// Whether the contact ellipse and the pressure are those of `other`.
  fileprivate func hasShape(of other: MultitouchSlot) -> Bool {
    major == other.major && minor == other.minor && orientation == other.orientation && pressure == other.pressure
  }
}

/// What a device's range of orientations means (Design/Platform.md "Habits of touch drivers").
package struct OrientationScale: Sendable, Hashable {
  private let quarter: Float
  private let isHalfTurn: Bool

  /// The scale of an axis; `nil` if its values only distinguish upright from across.
  package init?(_ minimum: Int, _ maximum: Int) {
    guard maximum > 1 else { return nil }
    isHalfTurn = minimum == 0 && maximum == 180
    quarter = isHalfTurn ? 90 : Float(maximum)
  }

  /// The angle of `value`, clockwise from upright.
  package func degrees(_ value: Int32) -> Float {
    Float(value) * 90 / quarter - (isHalfTurn && value > 90 ? 180 : 0)
  }

  /// The value of an angle.
  package func value(_ degrees: Float) -> Float { (degrees + (isHalfTurn && degrees < 0 ? 180 : 0)) * quarter / 90 }
}

/// Finds slots for the contacts of a device that has none: the kernel's multitouch protocol A.
///
/// Such a device lists every contact in every report, each closed by `SYN_MT_REPORT`, and need not say which of them were there
/// before. Where the driver numbers its contacts, the number decides; otherwise the nearest contacts of two reports are the
/// same finger, as in libmtdev, which stands between such devices and libinput.
private struct UnslottedContacts: Sendable {
  /// A contact of the report that is being read.
  private struct Contact: Sendable {
    var values = MultitouchSlot()
    var (hasX, hasY, hasMajor) = (false, false, false)
    var isPlaced: Bool { hasX && hasY }

    /// Its values after `known` ones; an axis that is not reported has not changed.
    func values(after known: MultitouchSlot) -> MultitouchSlot {
      var result = values
      (result.x, result.y) = (hasX ? values.x : known.x, hasY ? values.y : known.y)
      return result
    }
  }

  private var pending = Contact()
  private var listed: [Contact] = []
  private var nextID: Int32 = 0
  private var measuresMajor = false
  /// Whether the device says that nothing touches it, whatever it lists.
  var isReleased = false

  /// Takes one value of the contact being listed.
  mutating func take(_ code: UInt16, _ value: Int32) {
    switch code {
    case EvdevCode.positionX: (pending.values.x, pending.hasX) = (value, true)
    case EvdevCode.positionY: (pending.values.y, pending.hasY) = (value, true)
    case EvdevCode.trackingID: pending.values.trackingID = value
    case EvdevCode.touchMajor: (pending.values.major, pending.hasMajor) = (value, true)
    case EvdevCode.touchMinor: pending.values.minor = value
    case EvdevCode.orientation: pending.values.orientation = value
    case EvdevCode.contactPressure: pending.values.pressure = value
    default: break
    }
  }

  /// Ends a contact (`SYN_MT_REPORT`); one without a position means that no finger is down, and one whose long axis has become 0 that it
  /// has lifted.
  mutating func close() {
    measuresMajor = measuresMajor || pending.values.major > 0
    let isGone = measuresMajor && pending.hasMajor && pending.values.major == 0
    if pending.hasX || pending.hasY, !isGone, listed.count < MultitouchDecoder.capacity { listed.append(pending) }
    pending = Contact()
  }

  /// Discards a report of which parts were lost.
  mutating func forget() {
    listed = []
    pending = Contact()
    isReleased = false
  }

  /// Ends a report. Returns what the slots hold now, after they held `slots`.
  mutating func settle(after slots: [MultitouchSlot]) -> [MultitouchSlot] {
    // A driver may omit the mark after the last contact.
    close()
    if isReleased { listed = [] }
    defer { listed = [] }
    var (result, new) = (slots, [MultitouchSlot]())
    var old = slots.indices.filter { slots[$0].trackingID >= 0 }
    // A contact that is gone lifted, even where another came in the same report: that one takes a slot that was empty.
    let empty = slots.indices.filter { slots[$0].trackingID < 0 }
    for index in old { result[index].trackingID = -1 }
    for contact in listed where contact.values.trackingID >= 0 {
      if let known = old.firstIndex(where: { slots[$0].trackingID == contact.values.trackingID }) {
        result[old[known]] = contact.values(after: slots[old[known]])
        old.remove(at: known)
      } else if contact.isPlaced {
        new.append(contact.values)
      }
    }
    var nameless = listed.filter { $0.values.trackingID < 0 }
    while let pair = UnslottedContacts.nearest(nameless, old.map { slots[$0] }) {
      let slot = old.remove(at: pair.known)
      result[slot] = nameless.remove(at: pair.contact).values(after: slots[slot])
      result[slot].trackingID = slots[slot].trackingID
    }
    for var contact in nameless where contact.isPlaced {
      contact.values.trackingID = nextID
      new.append(contact.values)
      nextID = nextID == .max ? 0 : nextID + 1
    }
    for (contact, slot) in zip(new, empty + old) { result[slot] = contact }
    return result
  }

  /// The indices of the two of `contacts` and `known` that lie nearest to each other; `nil` if either is empty.
  private static func nearest(_ contacts: [Contact], _ known: [MultitouchSlot]) -> (contact: Int, known: Int)? {
    func distance(_ pair: (contact: Int, known: Int)) -> Double {
      contacts[pair.contact].values(after: known[pair.known]).squaredDistance(to: known[pair.known])
    }
    let pairs = contacts.indices.flatMap { contact in known.indices.map { (contact: contact, known: $0) } }
    return pairs.min { distance($0) < distance($1) }
  }
}
