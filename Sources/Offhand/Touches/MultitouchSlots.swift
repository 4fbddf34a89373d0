/// Follows the slots of one touch device through the kernel's multitouch protocol, report by report.
///
/// The kernel sends only what changed: a slot keeps its values from one contact to the next. A device that reports a single
/// position is one slot, and one that lists its contacts without slots is given some. Sans I/O: events come from a device node or from a recording; changes go out at the end of
/// each report, endings before motions before landings of the same slot, so that a slot used again within one report
/// ends one contact and begins another (recognizers.md A3).
public struct MultitouchSlots: Sendable {
  /// How the device reports contacts.
  public enum Reporting: Sendable, Hashable {
    /// In slots: protocol B.
    case slots
    /// One after the other, all in each report: protocol A.
    case contacts
    /// One position and `BTN_TOUCH`.
    case singleTouch
  }

  /// The most slots that are followed; real devices have up to 60.
  public static let capacity = 64

  /// How many times the kernel said that events were lost.
  public private(set) var drops = 0
  /// Whether events were lost since the last `resynchronize`: slots may be stale, and whoever can ask the device should.
  public private(set) var isStale = false

  private let style: Reporting
  private var slots = [MultitouchSlot](repeating: MultitouchSlot(), count: capacity)
  private var current: Int? = 0
  private var isDropping = false
  private var unslotted = UnslottedContacts()

  // One bit a slot: which are down for the reader, and what this report did to them.
  private var down: UInt64 = 0
  private var palms: UInt64 = 0
  private var begun: UInt64 = 0
  private var ended: UInt64 = 0
  private var replaced: UInt64 = 0
  private var moved: UInt64 = 0
  private var reshaped: UInt64 = 0

  /// Slots of a device that reports in `style`, all empty.
  public init(_ style: Reporting = .slots) {
    self.style = style
  }

  /// What the kernel last said about the slot at `index`.
  public subscript(index: Int) -> MultitouchSlot { slots[index] }

  /// Takes one event in; answers whether it completed a report, and then gives every change of the report to `body`.
  public mutating func add(_ event: EvdevEvent, _ body: (MultitouchChange) -> Void) -> Bool {
    switch event.type {
    case EvdevCode.synchronization: return synchronize(event.code, body)
    case EvdevCode.absolute where !isDropping:
      switch style {
      case .slots: position(event.code, event.value)
      case .contacts: unslotted.take(event.code, event.value)
      case .singleTouch: singlePosition(event.code, event.value)
      }
    case EvdevCode.key where !isDropping && style == .singleTouch && event.code == EvdevCode.touch:
      identify(0, event.value == 0 ? -1 : 0)
    default: break
    }
    return false
  }

  /// Takes in what the device itself says about its slots, after events were lost; gives every difference to `body`.
  public mutating func resynchronize(_ truth: some Sequence<MultitouchSlot>, _ body: (MultitouchChange) -> Void) {
    isStale = false
    isDropping = false
    takeOver(truth)
    report(body)
  }

  private mutating func takeOver(_ truth: some Sequence<MultitouchSlot>) {
    for (index, slot) in truth.enumerated().prefix(MultitouchSlots.capacity) {
      current = index
      identify(index, slot.trackingID)
      if slots[index].x != slot.x || slots[index].y != slot.y { moved |= 1 << index }
      if !slots[index].hasShape(of: slot) { reshaped |= 1 << index }
      let id = slots[index].trackingID
      slots[index] = slot
      slots[index].trackingID = id
    }
  }

  private mutating func synchronize(_ code: UInt16, _ body: (MultitouchChange) -> Void) -> Bool {
    switch code {
    case EvdevCode.report:
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

  private mutating func position(_ code: UInt16, _ value: Int32) {
    if code == EvdevCode.slot {
      current = value >= 0 && value < Int32(MultitouchSlots.capacity) ? Int(value) : nil
      return
    }
    guard let slot = current else { return }
    let bit: UInt64 = 1 << slot
    switch code {
    case EvdevCode.trackingID: identify(slot, value)
    case EvdevCode.positionX:
      slots[slot].x = value
      moved |= bit
    case EvdevCode.positionY:
      slots[slot].y = value
      moved |= bit
    case EvdevCode.toolType: if value == EvdevCode.palm { palms |= bit }
    case EvdevCode.touchMajor:
      slots[slot].major = value
      reshaped |= bit
    case EvdevCode.touchMinor:
      slots[slot].minor = value
      reshaped |= bit
    case EvdevCode.orientation:
      slots[slot].orientation = value
      reshaped |= bit
    case EvdevCode.contactPressure:
      slots[slot].pressure = value
      reshaped |= bit
    default: break
    }
  }

  private mutating func singlePosition(_ code: UInt16, _ value: Int32) {
    switch code {
    case EvdevCode.x:
      slots[0].x = value
      moved |= 1
    case EvdevCode.y:
      slots[0].y = value
      moved |= 1
    case EvdevCode.pressure:
      slots[0].pressure = value
      reshaped |= 1
    default: break
    }
  }

  /// Notes that the contact in `slot` is the one numbered `id` from now on, or none.
  private mutating func identify(_ slot: Int, _ id: Int32) {
    let bit: UInt64 = 1 << slot
    let old = slots[slot].trackingID
    if id == old { return }
    slots[slot].trackingID = id
    if old >= 0 {
      if begun & bit != 0 { begun &= ~bit } else { ended |= bit }
      if id >= 0 { replaced |= bit }
    }
    if id >= 0 {
      begun |= bit
      palms &= ~bit
    }
  }

  private mutating func report(_ body: (MultitouchChange) -> Void) {
    var dirty = (begun | ended | moved | reshaped | palms) & (down | begun)
    while dirty != 0 {
      let slot = dirty.trailingZeroBitCount
      let bit: UInt64 = 1 << slot
      dirty &= ~bit
      if down & bit != 0 && (ended | palms) & bit != 0 {
        down &= ~bit
        let isLift = ended & bit != 0 && (replaced | palms) & bit == 0
        say(isLift ? .up : .cancel, slot, body)
      }
      if palms & bit != 0 { continue }
      if begun & bit != 0 {
        down |= bit
        say(.down, slot, body)
      } else if down & bit != 0 {
        if moved & bit != 0 { say(.motion, slot, body) } else if reshaped & bit != 0 { say(.shape, slot, body) }
      }
    }
    begun = 0
    ended = 0
    replaced = 0
    moved = 0
    reshaped = 0
  }

  private func say(_ kind: MultitouchChange.Kind, _ slot: Int, _ body: (MultitouchChange) -> Void) {
    body(MultitouchChange(slot: slot, kind: kind, contact: slots[slot]))
  }
}

/// What one report changed about one contact.
public struct MultitouchChange: Sendable, Hashable {
  /// What happened.
  public enum Kind: Sendable, Hashable {
    /// A finger landed.
    case down
    /// It moved.
    case motion
    /// Its contact ellipse or pressure changed, and it did not move.
    case shape
    /// It lifted.
    case up
    /// It was taken away: the device calls it a palm, or replaced it by another contact without lifting it.
    case cancel
  }

  /// The slot.
  public var slot: Int
  /// What happened.
  public var kind: Kind
  /// What the slot holds now; at an end what it held last.
  public var contact: MultitouchSlot
}

/// What the kernel last said about one slot, in the device's units.
public struct MultitouchSlot: Sendable, Hashable {
  /// The kernel's number for the contact; -1 where no finger is in the slot.
  public var trackingID: Int32 = -1
  /// The position across.
  public var x: Int32 = 0
  /// The position down.
  public var y: Int32 = 0
  /// The long axis of the contact; 0 where never reported.
  public var major: Int32 = 0
  /// The short axis of the contact; 0 where never reported.
  public var minor: Int32 = 0
  /// The orientation of the contact.
  public var orientation: Int32 = 0
  /// The pressure.
  public var pressure: Int32 = 0

  /// An empty slot.
  public init() {}

  /// Whether the contact ellipse and the pressure are those of `other`.
  func hasShape(of other: MultitouchSlot) -> Bool {
    major == other.major && minor == other.minor && orientation == other.orientation && pressure == other.pressure
  }
}

/// Finds slots for the contacts of a device that has none: the kernel's multitouch protocol A.
///
/// Such a device lists every contact in every report, each closed by `SYN_MT_REPORT`, and need not say which of them were there
/// before. Where the driver numbers its contacts, the number decides; otherwise the nearest contacts of two reports are the
/// same finger, as libmtdev has it, which stands between such devices and libinput.
struct UnslottedContacts: Sendable {
  /// A contact of the report that is being read.
  private struct Contact: Sendable {
    var values = MultitouchSlot()
    var hasPosition = false
  }

  private var pending = Contact()
  private var listed: [MultitouchSlot] = []
  private var nextID: Int32 = 0

  /// Takes in one value of the contact that comes next.
  mutating func take(_ code: UInt16, _ value: Int32) {
    switch code {
    case EvdevCode.positionX: (pending.values.x, pending.hasPosition) = (value, true)
    case EvdevCode.positionY: (pending.values.y, pending.hasPosition) = (value, true)
    case EvdevCode.trackingID: pending.values.trackingID = value
    case EvdevCode.touchMajor: pending.values.major = value
    case EvdevCode.touchMinor: pending.values.minor = value
    case EvdevCode.orientation: pending.values.orientation = value
    case EvdevCode.contactPressure: pending.values.pressure = value
    default: break
    }
  }

  /// Ends a contact (`SYN_MT_REPORT`); one without a position says that there is none.
  mutating func close() {
    if pending.hasPosition && listed.count < MultitouchSlots.capacity { listed.append(pending.values) }
    pending = Contact()
  }

  /// Forgets a report of which parts were lost.
  mutating func forget() {
    listed = []
    pending = Contact()
  }

  /// Ends a report; answers what the slots hold now, after they held `slots`.
  mutating func settle(after slots: [MultitouchSlot]) -> [MultitouchSlot] {
    // A driver may leave out the mark behind the last contact.
    close()
    defer { listed = [] }
    var result = slots
    var old = slots.indices.filter { slots[$0].trackingID >= 0 }
    // A contact that is gone lifted, even where another came in the same report: that one takes a slot that was empty.
    let empty = slots.indices.filter { slots[$0].trackingID < 0 }
    for index in old { result[index].trackingID = -1 }
    var new: [MultitouchSlot] = []
    for contact in listed where contact.trackingID >= 0 {
      guard let known = old.firstIndex(where: { slots[$0].trackingID == contact.trackingID }) else {
        new.append(contact)
        continue
      }
      result[old.remove(at: known)] = contact
    }
    var nameless = listed.filter { $0.trackingID < 0 }
    while let pair = UnslottedContacts.nearest(nameless, old.map { slots[$0] }) {
      let slot = old.remove(at: pair.known)
      result[slot] = nameless.remove(at: pair.contact)
      result[slot].trackingID = slots[slot].trackingID
    }
    for contact in nameless {
      new.append(contact)
      new[new.count - 1].trackingID = nextID
      nextID = nextID == .max ? 0 : nextID + 1
    }
    for (contact, slot) in zip(new, empty + old) { result[slot] = contact }
    return result
  }

  /// Which of `contacts` and of `known` lie nearest to each other; `nil` where there are none on one side.
  private static func nearest(
    _ contacts: [MultitouchSlot], _ known: [MultitouchSlot]
  ) -> (contact: Int, known: Int)? {
    var best: (contact: Int, known: Int)?
    var least = Double.infinity
    for (index, contact) in contacts.enumerated() {
      for (other, slot) in known.enumerated() {
        let (dx, dy) = (Double(contact.x) - Double(slot.x), Double(contact.y) - Double(slot.y))
        guard dx * dx + dy * dy < least else { continue }
        least = dx * dx + dy * dy
        best = (index, other)
      }
    }
    return best
  }
}
