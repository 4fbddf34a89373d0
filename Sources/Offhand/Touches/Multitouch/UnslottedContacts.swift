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
