import CPlatform

/// Follows the kernel's multitouch protocol B, event by event, and tells at each report what the contacts did.
///
/// Order within a report: by slot; in a slot first the end of the old contact, then the new one. Allocates nothing after it
/// was made.
struct EvdevContacts {
  /// What a contact did in a report.
  enum Change: Equatable {
    case up
    case cancel
    case down
    case motion
    case ellipse
  }

  private(set) var slots: [EvdevSlot]
  private var current: Int
  private var changed: UInt64 = 0

  /// Starts with what the kernel holds now: a contact that is there already is not ours, and muted until it ends.
  init(_ snapshot: EvdevSnapshot) {
    slots = snapshot.slots
    current = snapshot.currentSlot
    for index in slots.indices where slots[index].trackingID >= 0 { slots[index].isMuted = true }
  }

  /// Whether a contact of ours is down.
  var isTouched: Bool { slots.contains { $0.isReported } }

  /// Takes in one `EV_ABS` event. The kernel sends a value only if it changed.
  mutating func take(_ code: UInt16, _ value: Int32) {
    if Int32(code) == ABS_MT_SLOT {
      current = Int(value)
      return
    }
    // A slot beyond the announced ones is a broken driver's: its events are nobody's.
    guard slots.indices.contains(current) else { return }
    switch Int32(code) {
    case ABS_MT_POSITION_X: (slots[current].x, slots[current].hasMoved) = (value, true)
    case ABS_MT_POSITION_Y: (slots[current].y, slots[current].hasMoved) = (value, true)
    case ABS_MT_TRACKING_ID: follow(value)
    case ABS_MT_TOOL_TYPE: slots[current].isPalm = value == MT_TOOL_PALM
    case ABS_MT_TOUCH_MAJOR: (slots[current].ellipse.major, slots[current].hasNewEllipse) = (value, true)
    case ABS_MT_TOUCH_MINOR: (slots[current].ellipse.minor, slots[current].hasNewEllipse) = (value, true)
    case ABS_MT_ORIENTATION: (slots[current].ellipse.orientation, slots[current].hasNewEllipse) = (value, true)
    case ABS_MT_PRESSURE: (slots[current].ellipse.pressure, slots[current].hasNewEllipse) = (value, true)
    default: return
    }
    changed |= 1 << UInt64(current)
  }

  /// Takes in what the kernel holds after it dropped events: lifts that were lost are told as such.
  mutating func resynchronize(_ snapshot: EvdevSnapshot) {
    for index in slots.indices where snapshot.slots.indices.contains(index) {
      let truth = snapshot.slots[index]
      current = index
      if truth.trackingID != slots[index].trackingID { follow(truth.trackingID) }
      slots[index].hasMoved = slots[index].hasMoved || truth.x != slots[index].x || truth.y != slots[index].y
      slots[index].hasNewEllipse = slots[index].hasNewEllipse || truth.ellipse != slots[index].ellipse
      (slots[index].x, slots[index].y) = (truth.x, truth.y)
      (slots[index].isPalm, slots[index].ellipse) = (truth.isPalm, truth.ellipse)
      changed |= 1 << UInt64(index)
    }
    current = snapshot.currentSlot
  }

  /// Ends a report: `body` is told each change with the slot as it is now.
  mutating func report(_ body: (Int32, Change, borrowing EvdevSlot) -> Void) {
    while changed != 0 {
      let index = changed.trailingZeroBitCount
      changed &= changed - 1
      settle(index, body)
    }
  }

  /// Silences every contact that is down until it ends; the caller tells of their end.
  mutating func mute() {
    for index in slots.indices where slots[index].isReported {
      slots[index].isReported = false
      slots[index].isMuted = true
    }
  }

  private mutating func follow(_ trackingID: Int32) {
    let previous = slots[current].trackingID
    if previous == trackingID { return }
    if previous >= 0 && slots[current].ending == nil {
      slots[current].ending = trackingID < 0 ? .lift : .replacement
    }
    slots[current].trackingID = trackingID
  }

  private mutating func settle(_ index: Int, _ body: (Int32, Change, borrowing EvdevSlot) -> Void) {
    let slot = Int32(index)
    if let ending = slots[index].ending {
      if slots[index].isReported { body(slot, ending == .lift ? .up : .cancel, slots[index]) }
      slots[index].ending = nil
      slots[index].isReported = false
      slots[index].isMuted = false
    }
    if slots[index].trackingID >= 0 && !slots[index].isMuted {
      if slots[index].isPalm {
        if slots[index].isReported { body(slot, .cancel, slots[index]) }
        slots[index].isReported = false
        slots[index].isMuted = true
      } else if !slots[index].isReported {
        slots[index].isReported = true
        body(slot, .down, slots[index])
        if slots[index].ellipse.major > 0 { body(slot, .ellipse, slots[index]) }
      } else {
        if slots[index].hasMoved { body(slot, .motion, slots[index]) }
        if slots[index].hasNewEllipse { body(slot, .ellipse, slots[index]) }
      }
    }
    slots[index].hasMoved = false
    slots[index].hasNewEllipse = false
  }
}

/// One slot of the kernel's multitouch protocol B: what it says, and what we made of it.
struct EvdevSlot: Equatable {
  /// The kernel's number of the contact; negative without one.
  var trackingID: Int32 = -1
  var x: Int32 = 0
  var y: Int32 = 0
  var isPalm = false
  var ellipse = EvdevEllipse()

  /// Whether our contact is down.
  var isReported = false
  /// Whether nothing is told of this contact: a palm, or a finger that rested on the glass when we came.
  var isMuted = false
  /// Whether the contact that we know of ended in this report, and how.
  var ending: Ending?
  var hasMoved = false
  var hasNewEllipse = false

  /// How a contact ended.
  enum Ending: Equatable {
    /// The kernel took its number away.
    case lift
    /// The kernel gave its slot to another contact without a lift (recognizers.md LI7).
    case replacement
  }
}

/// The contact ellipse in the device's units.
struct EvdevEllipse: Equatable {
  var major: Int32 = 0
  var minor: Int32 = 0
  var orientation: Int32 = 0
  var pressure: Int32 = 0
}
