import Offhand

@testable import OffhandBridge

/// A touch screen of 100 units a millimetre whose reports go through the decoder, the assembler and a relay to a twin, as in the bridge.
struct GlassModel {
  static let unitsPerMillimetre = 100.0

  var twin: TwinModel
  var relay: TwinRelay
  /// All that the device said.
  private(set) var said: [EvdevEvent] = []
  /// The touches after the last report, by slot.
  private(set) var ids: [Int: Touch.ID] = [:]
  var isCaptured = true
  /// What a gesture takes of the next frame, given the touches in it.
  var takes: ([Touch]) -> [Touch.ID] = { _ in [] }
  /// What filters do with a frame.
  var filter: (inout TouchFrame) -> Void = { _ in }
  /// Whether gestures take touches after the report was passed on, as where nothing is held.
  var takesLate = false
  private var late: [Touch.ID] = []
  /// Whether the last report was passed on ahead of its frames.
  private(set) var isPassed = false
  var now = Timestamp(nanoseconds: 1_000_000_000)

  private var decoder = MultitouchDecoder()
  private var assembler = TouchFrameAssembler()
  private var report: [EvdevEvent] = []
  private var slot = 0
  private var nextID: Int32 = 0
  private var values: [Int: [UInt16: Int32]] = [:]
  private(set) var down: Set<Int> = []

  init(_ way: RelayMode, _ rule: HoldRule, slots: Int = 10) {
    twin = TwinModel(slots: slots)
    relay = TwinRelay(slots: Array(repeating: MultitouchSlot(), count: slots), current: 0, largestID: 0xFFFF)
    relay.configure(way, rule)
  }

  mutating func land(_ slot: Int, _ x: Double, _ y: Double) {
    say(slot, EvdevCode.trackingID, nextID)
    nextID += 1
    move(slot, x, y)
    down.insert(slot)
  }

  mutating func move(_ slot: Int, _ x: Double, _ y: Double) {
    say(slot, EvdevCode.positionX, Int32(x * GlassModel.unitsPerMillimetre))
    say(slot, EvdevCode.positionY, Int32(y * GlassModel.unitsPerMillimetre))
  }

  mutating func lift(_ slot: Int) {
    say(slot, EvdevCode.trackingID, -1)
    down.remove(slot)
  }

  mutating func becomePalm(_ slot: Int, _ isPalm: Bool = true) { say(slot, EvdevCode.toolType, isPalm ? 2 : 0) }

  mutating func say(_ slot: Int, _ code: UInt16, _ value: Int32) {
    if code != EvdevCode.trackingID, values[slot, default: [:]][code] ?? 0 == value { return }
    values[slot, default: [:]][code] = value
    if slot != self.slot { add(EvdevCode.absolute, EvdevCode.slot, Int32(slot)) }
    self.slot = slot
    add(EvdevCode.absolute, code, value)
  }

  /// The device's own time (`MSC_TIMESTAMP`).
  mutating func stamp(_ time: Int32) { add(4, 5, time) }

  /// Ends the report, `after` milliseconds after the last one.
  mutating func end(after milliseconds: Int = 5) {
    now = now + .milliseconds(milliseconds)
    relay.advance(to: now)
    let isPressed = !down.isEmpty
    if isPressed != (values[-1]?[0] == 1) {
      values[-1] = [0: isPressed ? 1 : 0]
      add(EvdevCode.key, EvdevCode.touch, isPressed ? 1 : 0)
    }
    add(EvdevCode.synchronization, EvdevCode.report, 0)
    isPassed = takesLate && relay.relay(report, ahead: true)
    if isPassed { drain() }
    var changes: [TouchSourceEvent] = []
    let device = DeviceID(rawValue: 1)
    for event in report {
      _ = decoder.add(event) { change in
        let point = Point(
          x: Double(change.contact.x) / GlassModel.unitsPerMillimetre,
          y: Double(change.contact.y) / GlassModel.unitsPerMillimetre)
        let kind: TouchEvent.Kind? =
          switch change.kind {
          case .down: .down(point)
          case .motion: .motion(point)
          case .up: .up
          case .cancel: .cancel
          case .shape: nil
          }
        guard let kind else { return }
        changes.append(
          .touch(TouchEvent(device: device, slot: Int32(change.slot), timestamp: now, kind: kind)))
      }
    }
    if !changes.isEmpty { changes.append(.frame(device, now)) }
    var frames: [TouchFrame] = []
    for change in changes { assembler.add(change) { frames.append(copy $0) } }
    for var frame in frames {
      filter(&frame)
      process(frame)
    }
    relay.relay(isPassed ? [] : report)
    if !late.isEmpty {
      relay.take(late)
      relay.relay([])
      late = []
    }
    report = []
    drain()
  }

  private mutating func process(_ frame: borrowing TouchFrame) {
    relay.note(frame, isCaptured: isCaptured)
    var touches: [Touch] = []
    for index in frame.indices {
      touches.append(frame[index])
      ids[Int(frame[index].slot)] = frame[index].isDown ? frame[index].id : nil
    }
    let taken = takes(touches)
    if takesLate, !relay.isHolding { late += taken } else if !taken.isEmpty { relay.take(taken) }
  }

  /// Lets time pass.
  mutating func wait(_ milliseconds: Int) {
    now = now + .milliseconds(milliseconds)
    relay.advance(to: now)
    drain()
  }

  mutating func drain() { relay.drain { for event in $0 { twin.add(event) } } }

  private mutating func add(_ type: UInt16, _ code: UInt16, _ value: Int32) {
    let event = EvdevEvent(timestamp: .zero, type: type, code: code, value: value)
    report.append(event)
    said.append(event)
  }
}
