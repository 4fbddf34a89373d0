import Offhand

/// Decides what the twin of a touch screen is told, event by event: all that the touch screen says of the touches that nothing takes.
///
/// Pure: it neither reads nor writes a device. For each report of the touch screen its owner passes the frames that came of it to `note`,
/// says with `take` which touches a gesture has taken, and then passes the report itself to `relay`. What `drain` gives is to be written.
///
/// A touch's events pass as they are. What a gesture takes ends for programs in one of two ways (`BridgeWay`); what is held back is
/// written as if it were delivered, and drained later or never.
struct TwinRelay: Sendable {
  /// A touch after the filters, and what the twin knows of it.
  private struct Contact: Sendable {
    enum Flow: Sendable {
      /// The twin is to be told.
      case arriving
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
    /// Whether it was delivered before, so that it needs another tracking ID.
    var returns = false
    /// Whether the twin has it since this report, and may know other values in its slot than the device.
    var isNew = false
    /// What filters add to its position, in units of the device.
    var shift: (x: Int32, y: Int32) = (0, 0)

    var twin: Int? { if case .delivered(let slot) = flow { slot } else { nil } }
    var isDropped: Bool { if case .dropped = flow { true } else { false } }
    var isArriving: Bool { if case .arriving = flow { true } else { false } }
  }

  /// Touches that are held back.
  private struct Hold: Sendable {
    var start: Timestamp
    var deadline: Timestamp
  }

  /// How touches are taken.
  private(set) var way: BridgeWay
  private var rule: HoldRule
  private var hold: Hold?
  private var isHoldOver = false

  private var contacts: [Contact] = []
  private var source: [SlotValues]
  private var sourceSlot: Int
  private var twin: [SlotValues]
  private var twinSlot = -1
  private var twinCount = 0
  private var isPressed = false
  private var pointer = (x: SlotValues.unknown, y: SlotValues.unknown)
  /// Where positions end that filters have moved; `nil` for nowhere.
  var limits: (smallest: (x: Int32, y: Int32), largest: (x: Int32, y: Int32))?
  private var nextID: Int32
  private let largestID: Int32

  private var output: [EvdevEvent] = []
  private var readyCount = 0
  private var isReportOpen = false

  /// A relay for a device whose slots hold `slots`, and whose tracking IDs go up to `largestID`. Nothing is held back before `configure`.
  init(slots: [MultitouchSlot], current: Int, largestID: Int32) {
    (way, rule) = (.hold, HoldRule([]))
    source = slots.map { SlotValues($0) }
    sourceSlot = current
    twin = Array(repeating: SlotValues(), count: slots.count)
    // There must be more of them than slots.
    self.largestID = largestID > slots.count ? largestID : 0xFFFF
    nextID = self.largestID
    contacts.reserveCapacity(TouchFrame.capacity)
    output.reserveCapacity(1024)
  }

  /// Whether a touch has ended, of which the twin has not been told.
  var hasEnds: Bool { contacts.contains { $0.end != nil } }

  /// Whether the twin has every touch as the touch screen does, so that an empty report passes nothing on.
  var isSettled: Bool { hold == nil && contacts.allSatisfy { $0.twin != nil && $0.end == nil } }

  /// Whether no touch is down.
  var isIdle: Bool { contacts.isEmpty && twinCount == 0 }

  /// Whether the twin has a finger, or will have one once it is held back no longer.
  var isTouched: Bool { twinCount > 0 }

  /// When touches are held back no longer; `nil` if none are.
  var deadline: Timestamp? { hold?.deadline }

  /// Takes touches in `way` from now on, and holds them back by `rule` if that is the way or for a pointer. Call it while it is idle.
  mutating func configure(_ way: BridgeWay, _ rule: HoldRule) { (self.way, self.rule) = (way, rule) }

  /// Passes what is to be written to `body`.
  mutating func drain<Failure: Error>(_ body: (ArraySlice<EvdevEvent>) throws(Failure) -> Void) throws(Failure) {
    guard readyCount > 0 else { return }
    defer {
      output.removeFirst(readyCount)
      readyCount = 0
    }
    try body(output[..<readyCount])
  }
}

// MARK: - Touches

extension TwinRelay {
  /// Takes the touches of a frame after the filters. New ones are only delivered if the device `isCaptured`: otherwise programs receive
  /// them from the device itself. `shift` says what the filters added to a touch's position.
  mutating func note(
    _ frame: borrowing TouchFrame, isCaptured: @autoclosure () -> Bool,
    shift: (Touch) -> (x: Int32, y: Int32) = { _ in (0, 0) }
  ) {
    let now = frame.timestamp
    for index in frame.indices {
      let touch = frame[index]
      if let known = contacts.firstIndex(where: { $0.id == touch.id }) {
        if source.indices.contains(Int(touch.slot)) { contacts[known].slot = Int(touch.slot) }
        contacts[known].shift = shift(touch)
        guard !touch.isDown else { continue }
        contacts[known].end = touch.phase == .ended ? .lifted : .cancelled
        guard !contacts[known].isDropped, let deadline = hold?.deadline else { continue }
        hold?.deadline = min(deadline, now + HoldRule.moment)
      } else if touch.isDown, source.indices.contains(Int(touch.slot)) {
        let isNew = touch.phase == .began && isCaptured()
        if isNew { noteLanding(at: now) }
        contacts.append(
          Contact(id: touch.id, slot: Int(touch.slot), flow: isNew ? .arriving : .dropped, shift: shift(touch)))
      }
    }
    guard let hold else { return }
    let count = heldCount
    if count == 0 || now >= hold.deadline || !rule.mayTake(count) { isHoldOver = true }
    guard !rule.isWhole(count) else { return }
    for index in frame.indices where frame[index].phase == .moved {
      if frame[index].position.distance(to: frame[index].landingPosition) >= HoldRule.slop { isHoldOver = true }
    }
  }

  /// Holds nothing back any longer whose time is over.
  mutating func advance(to time: Timestamp) {
    guard let hold, hold.deadline <= time else { return }
    release()
  }

  /// Takes the touches `ids` from programs.
  mutating func take(_ ids: [Touch.ID]) {
    if hold != nil {
      recall(ids)
    } else if way == .takeBack {
      cancel(ids)
    } else {
      // It has been delivered, so it lifts where it is.
      for index in contacts.indices where ids.contains(contacts[index].id) {
        if let slot = contacts[index].twin { identify(slot, -1) }
        contacts[index].flow = .dropped
      }
      endReport()
    }
  }

  /// Lets what is held back go with the report that is passed on next: nothing takes it.
  mutating func endHold() { isHoldOver = hold != nil }

  private var heldCount: Int { contacts.reduce(0) { $1.end == nil && !$1.isDropped ? $0 + 1 : $0 } }

  private mutating func noteLanding(at now: Timestamp) {
    guard way == .hold || rule.points, rule.holds else { return }
    let patience = rule.patience(for: heldCount + 1)
    if let start = hold?.start {
      hold?.deadline = min(now + patience, start + rule.patience(for: 1) + patience)
    } else if twinCount == 0, !contacts.contains(where: { !$0.isDropped }) {
      hold = Hold(start: now, deadline: now + patience)
    }
  }

  /// Lets what was held back go.
  private mutating func release() {
    hold = nil
    isHoldOver = false
    readyCount = output.count
  }

  /// Drops what was held back; touches other than `ids` land now.
  private mutating func recall(_ ids: [Touch.ID]) {
    output.removeLast(output.count - readyCount)
    forgetTwin()
    for index in contacts.indices where !contacts[index].isDropped {
      contacts[index].flow = ids.contains(contacts[index].id) ? .dropped : .arriving
    }
    release()
  }

  /// Has the compositor cancel the touches `ids`, and with them all that it has: it may cancel all touches of a program. The others land
  /// again.
  private mutating func cancel(_ ids: [Touch.ID]) {
    guard contacts.contains(where: { ids.contains($0.id) && $0.twin != nil }) else {
      for index in contacts.indices where ids.contains(contacts[index].id) { contacts[index].flow = .dropped }
      return
    }
    for contact in contacts { if let slot = contact.twin { set(EvdevCode.toolType, EvdevCode.palm, in: slot) } }
    endReport()
    for index in contacts.indices {
      let isTaken = ids.contains(contacts[index].id)
      if let slot = contacts[index].twin {
        empty(slot)
        contacts[index].flow = .arriving
        contacts[index].returns = true
      }
      if isTaken { contacts[index].flow = .dropped }
    }
    endReport()
  }
}

// MARK: - Reports

extension TwinRelay {
  /// Passes a report on ahead of its frames, if it only moves touches that the twin has, each in its own slot: no frame keeps such a
  /// motion from programs. Returns whether it was one; when its frames are noted, an empty report follows.
  mutating func passMotion(_ events: [EvdevEvent]) -> Bool {
    guard isSettled, !contacts.isEmpty, isWhole(after: []), events.allSatisfy({ $0.isMotion }) else { return false }
    for event in events where event.type != EvdevCode.synchronization {
      if event.type == EvdevCode.absolute, event.code == EvdevCode.slot {
        sourceSlot = Int(event.value)
      } else if event.type == EvdevCode.absolute, SlotValues.codes ~= event.code {
        guard source.indices.contains(sourceSlot) else { continue }
        source[sourceSlot][event.code] = event.value
        if source[sourceSlot].trackingID >= 0 { set(event.code, event.value, in: sourceSlot) }
      } else {
        pass(event)
      }
    }
    endReport()
    return true
  }

  /// Passes a report of the device on, whose frames were noted; an empty one passes on what happened without one.
  mutating func relay(_ events: [EvdevEvent]) {
    let isWhole = isWhole(after: events)
    for event in events {
      switch (event.type, event.code) {
      case (EvdevCode.synchronization, _): break
      case (EvdevCode.key, EvdevCode.touch): press()
      // Of the frame's keys `PanelKeys` takes care, whatever is held back.
      case (EvdevCode.key, _): break
      case (EvdevCode.absolute, EvdevCode.slot): sourceSlot = Int(event.value)
      case (EvdevCode.absolute, EvdevCode.trackingID): sourceIdentifies(event.value)
      case (EvdevCode.absolute, SlotValues.codes): sourceSets(event.code, event.value)
      default: if isWhole { pass(event) }
      }
    }
    settle()
    if !isWhole { point() }
    endReport()
    if isHoldOver { release() }
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
    var position = 0
    while position < contacts.count {
      let old = contacts[position]
      if old.end == .cancelled, identified & 1 << UInt64(old.slot) == 0,
        let new = contacts.firstIndex(where: { $0.slot == old.slot && $0.isArriving && $0.end == nil && !$0.returns })
      {
        contacts[new].flow = old.flow
        contacts.remove(at: position)
      } else {
        position += 1
      }
    }
    for contact in contacts where contact.shift == (0, 0) {
      let isOwn = contact.twin.map { $0 == contact.slot } ?? (contact.isArriving && twin[contact.slot].trackingID < 0)
      if isOwn { down &= ~(1 << UInt64(contact.slot)) }
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
        if id >= 0 { endReport() }
      } else if !contacts[index].isArriving {
        contacts[index].isAttached = id >= 0
      }
    }
    guard id >= 0 else { return }
    if let new = contacts.firstIndex(where: { $0.slot == slot && $0.isArriving && $0.end == nil }) {
      land(new)
    } else if let old = contacts.firstIndex(where: { $0.slot == slot && !$0.isAttached }) {
      contacts[old].isAttached = true
    }
  }

  private mutating func sourceSets(_ code: UInt16, _ value: Int32) {
    guard source.indices.contains(sourceSlot) else { return }
    source[sourceSlot][code] = value
    for contact in contacts where contact.slot == sourceSlot && contact.isAttached {
      if let slot = contact.twin { set(code, shifted(value, code, contact), in: slot) }
    }
  }

  /// Ends what has ended, and lands what is still to land.
  private mutating func settle() {
    for index in contacts.indices.reversed() where contacts[index].end != nil { finish(index) }
    for index in contacts.indices {
      if contacts[index].isArriving { land(index) }
      // A filter moves touches also where the device says nothing.
      let codes = contacts[index].isNew ? SlotValues.codes : EvdevCode.positionX...EvdevCode.positionY
      contacts[index].isNew = false
      guard contacts[index].isAttached, let slot = contacts[index].twin else { continue }
      for code in codes where code != EvdevCode.trackingID {
        let value = source[contacts[index].slot][code]
        if value != SlotValues.unknown { set(code, shifted(value, code, contacts[index]), in: slot) }
      }
    }
  }

  private mutating func land(_ index: Int) {
    let contact = contacts[index]
    guard source.indices.contains(contact.slot),
      let slot = twin[contact.slot].trackingID < 0 ? contact.slot : twin.firstIndex(where: { $0.trackingID < 0 })
    else {
      contacts[index].flow = .dropped
      return
    }
    let id = source[contact.slot].trackingID
    let isFree = id >= 0 && !contact.returns && !twin.contains { $0.trackingID == id }
    identify(slot, isFree ? id : makeID())
    contacts[index].flow = .delivered(slot)
    contacts[index].isNew = true
  }

  /// Removes a touch that has ended, and ends it for the twin.
  private mutating func finish(_ index: Int) {
    let contact = contacts.remove(at: index)
    guard let slot = contact.twin else { return }
    // Of one of several touches a cancel would end the others too; so it lifts where it is.
    guard contact.end == .cancelled, way == .takeBack, twinCount == 1 else { return identify(slot, -1) }
    set(EvdevCode.toolType, EvdevCode.palm, in: slot)
    endReport()
    empty(slot)
  }

  private func shifted(_ value: Int32, _ code: UInt16, _ contact: Contact) -> Int32 {
    func moved(_ way: Int32, _ smallest: Int32?, _ largest: Int32?) -> Int32 {
      guard way != 0 else { return value }
      return max(min(value &+ way, largest ?? .max), smallest ?? .min)
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

// MARK: - Endings for other reasons

extension TwinRelay {
  /// Lifts every finger of the twin, and drops the touches that are down.
  mutating func liftAll() {
    if hold != nil {
      output.removeLast(output.count - readyCount)
      forgetTwin()
      release()
    }
    for slot in twin.indices where twin[slot].trackingID >= 0 { identify(slot, -1) }
    for index in contacts.indices { contacts[index].flow = .dropped }
    endReport()
  }

  /// Takes note that every finger of the twin was lifted elsewhere. What was written meanwhile came before or after: every slot is
  /// emptied once more, of which the kernel leaves out what is no change.
  mutating func forgetAll() {
    output.removeAll(keepingCapacity: true)
    readyCount = 0
    forgetTwin()
    for index in contacts.indices { contacts[index].flow = .dropped }
    (hold, isHoldOver) = (nil, false)
    for slot in twin.indices {
      select(slot)
      write(EvdevCode.absolute, EvdevCode.trackingID, -1)
      set(EvdevCode.toolType, EvdevCode.finger, in: slot)
    }
    write(EvdevCode.key, EvdevCode.touch, 0)
    endReport()
  }

  /// Lands a touch of its own, while there are no others.
  mutating func beginCheck(x: Int32, y: Int32) {
    identify(checkSlot, makeID())
    moveCheck(x: x, y: y)
  }

  /// Moves it.
  mutating func moveCheck(x: Int32, y: Int32) {
    set(EvdevCode.positionX, x, in: checkSlot)
    set(EvdevCode.positionY, y, in: checkSlot)
    endReport()
  }

  /// Makes it a palm.
  mutating func cancelCheck() {
    set(EvdevCode.toolType, EvdevCode.palm, in: checkSlot)
    endReport()
  }

  /// Ends it.
  mutating func endCheck() {
    guard twin[checkSlot].trackingID >= 0 else { return }
    empty(checkSlot)
    endReport()
  }

  /// The slot that fingers need last.
  private var checkSlot: Int { twin.count - 1 }

  private mutating func forgetTwin() {
    for slot in twin.indices {
      twin[slot].trackingID = -1
      twin[slot].forget()
    }
    (twinSlot, twinCount, isPressed, isReportOpen) = (-1, 0, false, false)
    pointer = (SlotValues.unknown, SlotValues.unknown)
  }
}

// MARK: - Writing

extension TwinRelay {
  private mutating func write(_ type: UInt16, _ code: UInt16, _ value: Int32) {
    output.append(EvdevEvent(timestamp: .zero, type: type, code: code, value: value))
    isReportOpen = true
  }

  private mutating func select(_ slot: Int) {
    guard slot != twinSlot else { return }
    twinSlot = slot
    write(EvdevCode.absolute, EvdevCode.slot, Int32(slot))
  }

  private mutating func set(_ code: UInt16, _ value: Int32, in slot: Int) {
    guard twin[slot][code] != value else { return }
    twin[slot][code] = value
    select(slot)
    write(EvdevCode.absolute, code, value)
  }

  private mutating func identify(_ slot: Int, _ id: Int32) {
    select(slot)
    write(EvdevCode.absolute, EvdevCode.trackingID, id)
    if (twin[slot].trackingID >= 0) != (id >= 0) { twinCount += id >= 0 ? 1 : -1 }
    twin[slot].trackingID = id
  }

  /// Ends a palm. It is a finger again only afterwards: libinput takes what lands in a slot that is still a palm for one.
  private mutating func empty(_ slot: Int) {
    identify(slot, -1)
    set(EvdevCode.toolType, EvdevCode.finger, in: slot)
  }

  private mutating func makeID() -> Int32 {
    repeat { nextID = nextID > 0 ? nextID - 1 : largestID } while twin.contains { $0.trackingID == nextID }
    return nextID
  }

  private mutating func pass(_ event: EvdevEvent) {
    if event.type == EvdevCode.absolute, event.code == EvdevCode.x { pointer.x = event.value }
    if event.type == EvdevCode.absolute, event.code == EvdevCode.y { pointer.y = event.value }
    write(event.type, event.code, event.value)
  }

  /// The button that readers without multitouch know.
  private mutating func press() {
    guard isPressed != (twinCount > 0) else { return }
    isPressed = twinCount > 0
    write(EvdevCode.key, EvdevCode.touch, isPressed ? 1 : 0)
  }

  /// Moves the pointer of readers without multitouch to the finger that the twin has had for longest.
  private mutating func point() {
    for contact in contacts {
      guard let slot = contact.twin else { continue }
      let (x, y) = (twin[slot][EvdevCode.positionX], twin[slot][EvdevCode.positionY])
      if x != pointer.x { write(EvdevCode.absolute, EvdevCode.x, x) }
      if y != pointer.y { write(EvdevCode.absolute, EvdevCode.y, y) }
      pointer = (x, y)
      return
    }
  }

  private mutating func endReport() {
    press()
    if isReportOpen { write(EvdevCode.synchronization, EvdevCode.report, 0) }
    isReportOpen = false
    if hold == nil { readyCount = output.count }
  }
}

extension EvdevEvent {
  /// Whether no touch lands, ends, or becomes a palm by it.
  fileprivate var isMotion: Bool {
    type == EvdevCode.absolute
      ? code != EvdevCode.trackingID && code != EvdevCode.toolType : type != EvdevCode.key
  }
}

extension SlotValues {
  /// What a device's slot holds.
  fileprivate init(_ slot: MultitouchSlot) {
    trackingID = slot.trackingID
    let known = [
      (EvdevCode.positionX, slot.x), (EvdevCode.positionY, slot.y), (EvdevCode.touchMajor, slot.major),
      (EvdevCode.touchMinor, slot.minor), (EvdevCode.orientation, slot.orientation),
      (EvdevCode.contactPressure, slot.pressure),
    ]
    for (code, value) in known { self[code] = value }
  }
}
