import Offhand

/// A twin as the kernel keeps it, and what libinput 1.28 reports of it: a slot whose finger becomes a palm is cancelled and silent from
/// then on, and a touch that lands in a slot that is still a palm is never reported.
struct TwinModel {
  enum Report: Hashable {
    case down(slot: Int, x: Int32, y: Int32)
    case motion(slot: Int, x: Int32, y: Int32)
    case up(slot: Int)
    case cancel(slot: Int)
  }

  private enum Palm { case none, new, old }
  private enum State { case none, began, down, ended }
  private struct Slot {
    var id: Int32 = -1
    var values: [UInt16: Int32] = [:]
    var state = State.none
    var palm = Palm.none
    var isDirty = false
  }

  /// The events that pass the kernel: all that change something.
  private(set) var events: [EvdevEvent] = []
  private(set) var reports: [Report] = []
  /// Whether a delivered touch was ever called a palm.
  private(set) var sawPalm = false
  private var slots: [Slot]
  private var current = 0
  private var told = 0
  private var isPressed = false

  init(slots count: Int) { slots = Array(repeating: Slot(), count: count) }

  /// The slots whose touch began for programs, and has not ended.
  var fingers: [Int] { slots.indices.filter { slots[$0].state == .down && slots[$0].palm == .none } }
  /// The slots that the kernel takes for touched.
  var touched: [Int] { slots.indices.filter { slots[$0].id >= 0 } }
  var isButtonDown: Bool { isPressed }

  mutating func add(_ event: EvdevEvent) {
    switch (event.type, event.code) {
    case (EvdevCode.synchronization, _): synchronize(event)
    case (EvdevCode.key, EvdevCode.touch):
      isPressed = event.value != 0
      events.append(event)
    case (EvdevCode.absolute, EvdevCode.slot): current = Int(event.value)
    case (EvdevCode.absolute, EvdevCode.trackingID):
      guard slots[current].id != event.value else { return }
      pass(event)
      let isPalm = slots[current].values[EvdevCode.toolType] == EvdevCode.palm
      if event.value >= 0 { slots[current].palm = isPalm ? .old : .none }
      slots[current].id = event.value
      slots[current].state = event.value >= 0 ? .began : .ended
      slots[current].isDirty = true
    case (EvdevCode.absolute, 0x30...0x3D):
      guard slots[current].values[event.code] ?? 0 != event.value else { return }
      pass(event)
      slots[current].values[event.code] = event.value
      slots[current].isDirty = true
      guard event.code == EvdevCode.toolType else { return }
      if event.value == EvdevCode.palm {
        sawPalm = true
        if slots[current].palm == .none { slots[current].palm = .new }
      }
    default: events.append(event)
    }
  }

  private mutating func pass(_ event: EvdevEvent) {
    if current != told {
      told = current
      events.append(EvdevEvent(timestamp: .zero, type: EvdevCode.absolute, code: EvdevCode.slot, value: Int32(told)))
    }
    events.append(event)
  }

  private mutating func synchronize(_ event: EvdevEvent) {
    events.append(event)
    for index in slots.indices where slots[index].isDirty {
      let slot = slots[index]
      let (x, y) = (slot.values[EvdevCode.positionX] ?? 0, slot.values[EvdevCode.positionY] ?? 0)
      switch (slot.palm, slot.state) {
      case (.new, .began), (.old, _): break
      case (.new, _): reports.append(.cancel(slot: index))
      case (.none, .began): reports.append(.down(slot: index, x: x, y: y))
      case (.none, .down): reports.append(.motion(slot: index, x: x, y: y))
      case (.none, .ended): reports.append(.up(slot: index))
      case (.none, .none): break
      }
      if slot.palm == .new { slots[index].palm = .old }
      slots[index].state = slot.state == .began || slot.state == .down ? .down : .none
      slots[index].isDirty = false
    }
  }

  mutating func takeReports() -> [Report] {
    defer { reports = [] }
    return reports
  }
}
