import Offhand

/// Decides what the twin of a touch screen is told, event by event: all that the touch screen says of the touches that nothing takes.
///
/// Pure: it neither reads nor writes a device. For each report of the touch screen its owner passes the frames that came of it to `note`,
/// says with `take` which touches a gesture has taken, and then passes the report itself to `relay`. What `drain` gives is to be written.
///
/// A touch's events pass as they are. What a gesture takes ends for programs in one of two modes (`RelayMode`); what is held back is
/// written as if it were delivered, and drained later or never (`HoldBuffer`).
struct TwinRelay: Sendable {
  /// A touch after the filters, and what the twin knows of it.
  private struct Contact: Sendable {
    enum Flow: Sendable {
      /// The twin is to be told.
      case arriving
      /// The twin is to be told again, with another tracking ID than before.
      case returning
      /// The twin has it, in this slot.
      case delivered(Int)
      /// The twin hears nothing of it.
      case dropped
    }

    enum End: Sendable { case lifted, cancelled }

    var id: Touch.ID
    /// The slot of the touch screen.
    var slot: Int
    var flow: Flow
    var end: End?
    /// Whether the slot has its finger: not while a filter withholds its lift.
    var isAttached = true
    /// What filters add to its position, in units of the device.
    var shift: (x: Int32, y: Int32) = (0, 0)

    var twin: Int? { if case .delivered(let slot) = flow { slot } else { nil } }
    var isDropped: Bool { if case .dropped = flow { true } else { false } }
    var isNew: Bool { if case .arriving = flow { true } else { false } }
    var isAwaited: Bool { twin == nil && !isDropped }
  }

  /// How touches are taken.
  private(set) var mode = RelayMode.hold
  private var contacts: [Contact] = []
  private var source: [SlotValues]
  private var sourceSlot: Int
  private var twin: SlotWriter
  /// Where positions end that filters have moved; `nil` for nowhere.
  private let limits: (smallest: (x: Int32, y: Int32), largest: (x: Int32, y: Int32))?

  /// A relay for a device whose slots hold `slots`, and whose tracking IDs go up to `largestID`. Nothing is held back before `configure`.
  init(
    slots: [MultitouchSlot], current: Int, largestID: Int32,
    limits: (smallest: (x: Int32, y: Int32), largest: (x: Int32, y: Int32))? = nil
  ) {
    source = slots.map { SlotValues($0) }
    sourceSlot = current
    twin = SlotWriter(slots: slots.count, largestID: largestID)
    self.limits = limits
    contacts.reserveCapacity(TouchFrame.capacity)
  }

  /// Whether gestures decide before the next report is passed on: touches are held back, or one has ended.
  var awaitsGestures: Bool { twin.hold.isHolding || contacts.contains { $0.end != nil } }

  /// Whether touches are held back.
  var isHolding: Bool { twin.hold.isHolding }

  /// Whether no touch is down.
  var isIdle: Bool { contacts.isEmpty && twin.count == 0 }

  /// Whether the twin has a finger, or will have one once it is held back no longer.
  var isTouched: Bool { twin.count > 0 }

  /// When touches are held back no longer; `nil` if no time ends it.
  var deadline: Timestamp? { twin.hold.deadline }

  /// Takes touches in `mode` from now on, and holds them back by `rule` if that is the way or for a pointer. Call it while it is idle.
  mutating func configure(_ mode: RelayMode, _ rule: HoldRule) {
    self.mode = mode
    twin.hold.rule = mode == .hold || rule.points ? rule : HoldRule([])
  }

  /// Passes what is to be written to `body`.
  mutating func drain<Failure: Error>(_ body: (ArraySlice<EvdevEvent>) throws(Failure) -> Void) throws(Failure) {
    try twin.hold.drain(body)
  }
}

// MARK: - Touches

extension TwinRelay {
  /// Takes the touches of a frame after the filters. New ones are only delivered if the device `isCaptured`: otherwise programs receive
  /// them from the device itself. `shift` says what the filters added to a touch's position.
  mutating func note(
    _ frame: borrowing TouchFrame, isCaptured: Bool, shift: (Touch) -> (x: Int32, y: Int32) = { _ in (0, 0) }
  ) {
    var isMoved = false
    for index in frame.indices {
      let touch = frame[index]
      if touch.phase == .moved, touch.position.distance(to: touch.landingPosition) >= HoldRule.slop { isMoved = true }
      let hasSlot = source.indices.contains(Int(touch.slot))
      if let known = contacts.firstIndex(where: { $0.id == touch.id }) {
        if hasSlot { contacts[known].slot = Int(touch.slot) }
        contacts[known].shift = shift(touch)
        guard !touch.isDown else { continue }
        contacts[known].end = touch.phase == .ended ? .lifted : .cancelled
        if !contacts[known].isDropped { twin.hold.lift(at: frame.timestamp) }
      } else if touch.isDown, hasSlot {
        let isNew = touch.phase == .began && isCaptured
        let isFirst = twin.count == 0 && contacts.allSatisfy(\.isDropped)
        if isNew { twin.hold.land(undecidedCount + 1, isFirst: isFirst, at: frame.timestamp) }
        contacts.append(
          Contact(id: touch.id, slot: Int(touch.slot), flow: isNew ? .arriving : .dropped, shift: shift(touch)))
      }
    }
    twin.hold.follow(undecidedCount, isMoved: isMoved, at: frame.timestamp)
  }

  /// Holds nothing back any longer whose time is over.
  mutating func advance(to time: Timestamp) { twin.hold.advance(to: time) }

  /// Lets what is held back go with the report that is passed on next: nothing takes it.
  mutating func endHold() { twin.hold.end() }

  /// Takes the touches `ids` from programs.
  mutating func take(_ ids: [Touch.ID]) {
    if isHolding {
      // The others land now.
      twin.recall()
      for index in contacts.indices where !contacts[index].isDropped { contacts[index].flow = .arriving }
    } else if mode == .takeBack, contacts.contains(where: { ids.contains($0.id) && $0.twin != nil }) {
      // The compositor may cancel all touches of a program with one of them. The others land again.
      for case let slot? in contacts.map(\.twin) { twin.set(EvdevCode.toolType, EvdevCode.palm, in: slot) }
      twin.endReport()
      for index in contacts.indices {
        guard let slot = contacts[index].twin else { continue }
        twin.empty(slot)
        contacts[index].flow = .returning
      }
    }
    for index in contacts.indices where ids.contains(contacts[index].id) {
      // It has been delivered, so it lifts where it is.
      if let slot = contacts[index].twin { twin.lift(slot) }
      contacts[index].flow = .dropped
    }
    twin.endReport()
  }

  /// Lifts every finger of the twin, unless they `areLifted` by its keeper, and drops the touches that are down.
  mutating func liftAll(areLifted: Bool = false) {
    if areLifted { twin.restart() } else if isHolding { twin.recall() }
    for slot in source.indices where twin.slots[slot].trackingID >= 0 { twin.lift(slot) }
    twin.endReport()
    for index in contacts.indices { contacts[index].flow = .dropped }
  }

  /// The number of fingers that are down and not dropped.
  private var undecidedCount: Int { contacts.reduce(0) { $1.end == nil && !$1.isDropped ? $0 + 1 : $0 } }
}

// MARK: - Reports

extension TwinRelay {
  /// Passes a report of the device on, whose frames were noted; an empty one passes on what happened without one.
  ///
  /// `ahead` of its frames only one that moves touches that the twin has, each in its own slot: no frame keeps such a motion from programs.
  /// When its frames are noted, an empty report follows. Returns whether it was passed on.
  @discardableResult
  mutating func relay(_ events: [EvdevEvent], ahead: Bool = false) -> Bool {
    if ahead {
      guard !contacts.isEmpty, !isHolding, contacts.allSatisfy({ $0.twin != nil && $0.end == nil }),
        events.allSatisfy(\.isMotion)
      else { return false }
    }
    let isWhole = isWhole(after: events)
    guard isWhole || !ahead else { return false }
    for event in events {
      switch (event.type, event.code) {
      case (EvdevCode.synchronization, _): break
      case (EvdevCode.key, EvdevCode.touch): twin.press()
      // Of the frame's keys `PanelKeys` takes care, whatever is held back.
      case (EvdevCode.key, _): break
      case (EvdevCode.absolute, EvdevCode.slot): sourceSlot = Int(event.value)
      case (EvdevCode.absolute, EvdevCode.trackingID): sourceIdentifies(event.value)
      case (EvdevCode.absolute, SlotValues.codes): sourceSets(event.code, event.value)
      default: if isWhole { twin.pass(event) }
      }
    }
    if !ahead { settle() }
    // To the finger that the twin has had for longest.
    if !isWhole, let slot = contacts.lazy.compactMap(\.twin).first { twin.point(to: slot) }
    twin.endReport()
    twin.hold.passReport()
    return true
  }

  /// Whether the twin has, or gets, every finger that is down after a report, each in its own slot: then all else of the report is about
  /// them too. Touches that only the assembler tells apart, and that are the same finger for the device, become one.
  private mutating func isWhole(after events: [EvdevEvent]) -> Bool {
    var (slot, identified, down) = (sourceSlot, UInt64(0), UInt64(0))
    for index in source.indices where source[index].trackingID >= 0 { down |= 1 << UInt64(index) }
    for event in events where event.type == EvdevCode.absolute {
      if event.code == EvdevCode.slot { slot = Int(event.value) }
      guard event.code == EvdevCode.trackingID, source.indices.contains(slot) else { continue }
      identified |= 1 << UInt64(slot)
      down = event.value >= 0 ? down | 1 << UInt64(slot) : down & ~(1 << UInt64(slot))
    }
    for old in contacts where old.end == .cancelled && identified & 1 << UInt64(old.slot) == 0 {
      guard let new = contacts.firstIndex(where: { $0.slot == old.slot && $0.isNew && $0.end == nil }) else { continue }
      if !old.isAwaited { contacts[new].flow = old.flow }
      contacts.removeAll { $0.id == old.id }
    }
    for contact in contacts where contact.shift == (0, 0) {
      let isOwn = contact.twin.map { $0 == contact.slot }
      if isOwn ?? (contact.isAwaited && twin.slots[contact.slot].trackingID < 0) {
        down &= ~(1 << UInt64(contact.slot))
      }
    }
    return down == 0
  }

  private mutating func sourceIdentifies(_ id: Int32) {
    guard source.indices.contains(sourceSlot), source[sourceSlot].trackingID != id else { return }
    let slot = sourceSlot
    source[slot].trackingID = id
    for index in contacts.indices.reversed() where contacts[index].slot == slot && contacts[index].isAttached {
      if contacts[index].end != nil {
        finish(index)
        // A landing in the same report would hide the end.
        if id >= 0 { twin.endReport() }
      } else if !contacts[index].isAwaited {
        contacts[index].isAttached = id >= 0
      }
    }
    guard id >= 0 else { return }
    if let new = contacts.firstIndex(where: { $0.slot == slot && $0.isAwaited && $0.end == nil }) {
      land(new)
    } else if let old = contacts.firstIndex(where: { $0.slot == slot && !$0.isAttached }) {
      contacts[old].isAttached = true
    }
  }

  private mutating func sourceSets(_ code: UInt16, _ value: Int32) {
    guard source.indices.contains(sourceSlot) else { return }
    source[sourceSlot][code] = value
    for contact in contacts where contact.slot == sourceSlot && contact.isAttached {
      if let slot = contact.twin { twin.set(code, shifted(value, code, contact), in: slot) }
    }
  }

  /// Ends what has ended, and lands what is still to land. A filter moves touches also where the device says nothing.
  private mutating func settle() {
    for index in contacts.indices.reversed() where contacts[index].end != nil { finish(index) }
    for index in contacts.indices {
      if contacts[index].isAwaited { land(index) }
      let contact = contacts[index]
      guard contact.isAttached, let slot = contact.twin else { continue }
      for code in SlotValues.codes where code != EvdevCode.trackingID {
        let value = source[contact.slot][code]
        if value != SlotValues.unknown { twin.set(code, shifted(value, code, contact), in: slot) }
      }
    }
  }

  private mutating func land(_ index: Int) {
    let contact = contacts[index]
    let slot = twin.land(in: contact.slot, as: contact.isNew ? source[contact.slot].trackingID : -1)
    contacts[index].flow = slot.map { .delivered($0) } ?? .dropped
  }

  /// Removes a touch that has ended, and ends it for the twin.
  private mutating func finish(_ index: Int) {
    let contact = contacts.remove(at: index)
    guard let slot = contact.twin else { return }
    // Of one of several touches a cancel would end the others too; so it lifts where it is.
    guard contact.end == .cancelled, mode == .takeBack, twin.count == 1 else { return twin.lift(slot) }
    twin.set(EvdevCode.toolType, EvdevCode.palm, in: slot)
    twin.endReport()
    twin.empty(slot)
  }

  private func shifted(_ value: Int32, _ code: UInt16, _ contact: Contact) -> Int32 {
    func moved(_ shift: Int32, _ smallest: Int32?, _ largest: Int32?) -> Int32 {
      shift == 0 ? value : max(min(value &+ shift, largest ?? .max), smallest ?? .min)
    }
    return switch code {
    case EvdevCode.positionX: moved(contact.shift.x, limits?.smallest.x, limits?.largest.x)
    case EvdevCode.positionY: moved(contact.shift.y, limits?.smallest.y, limits?.largest.y)
    // A palm is a touch that has ended, or none.
    case EvdevCode.toolType: value == EvdevCode.palm ? EvdevCode.finger : value
    default: value
    }
  }
}

// MARK: - A touch of its own

extension TwinRelay {
  /// A step of the touch that shows what the compositor does with a palm, at a point in the units of the device.
  enum CheckStep {
    case land((x: Int32, y: Int32))
    case move((x: Int32, y: Int32))
    case cancel
    case end
  }

  /// Takes a step of a touch of its own, while there are no others.
  mutating func check(_ step: CheckStep) {
    // The slot that fingers need last.
    let slot = source.count - 1
    switch step {
    case .land(let point), .move(let point):
      if case .land = step { _ = twin.land(in: slot, as: -1) }
      twin.set(EvdevCode.positionX, point.x, in: slot)
      twin.set(EvdevCode.positionY, point.y, in: slot)
    case .cancel: twin.set(EvdevCode.toolType, EvdevCode.palm, in: slot)
    case .end: if twin.slots[slot].trackingID >= 0 { twin.empty(slot) }
    }
    twin.endReport()
  }
}

extension EvdevEvent {
  /// Whether no touch lands, ends, or becomes a palm by it.
  fileprivate var isMotion: Bool {
    type == EvdevCode.absolute
      ? code != EvdevCode.trackingID && code != EvdevCode.toolType : type != EvdevCode.key
  }
}
