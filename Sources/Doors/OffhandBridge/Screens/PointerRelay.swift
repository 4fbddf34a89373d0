import Offhand
import OffhandLibinput
import OffhandService

/// Decides what the pointer is told of gestures, for programs that know no touch. Pure; what `drain` gives is to be written.
///
/// One gesture turns the wheel at a time; others do nothing meanwhile.
struct PointerRelay: Sendable {
  /// Units of the wheel in a step of 15 degrees.
  private static let step = 120.0
  /// The way of the fingers in millimetres for a step: Qt scrolls by 3 lines of 20 pixels for it, which are 16 mm at 96 to the inch, so
  /// that what is below the fingers stays there. Programs with touch, such as Chromium, scroll up to twice as far.
  private static let wayOfStep = 16.0
  /// The growth of the scale for a step: five double it, as many as Chromium's from 100 to 200 %.
  private static let growthOfStep = 1.148_698

  private var output: [EvdevEvent] = []
  private var holder: (use: PointerUse, screen: Int)?
  /// The units of the wheel that were written for the gesture so far.
  private var turned = (right: Int32(0), up: Int32(0))
  /// The scale for which steps were written.
  private var scale = 1.0
  /// Whether the Ctrl key is down.
  private(set) var isControlDown = false

  init() { output.reserveCapacity(32) }

  /// Whether no gesture turns the wheel.
  var isFree: Bool { holder == nil }

  /// Follows a gesture at a `place` among the outputs, on a touch screen of this size in millimetres.
  mutating func follow(_ event: GestureEvent, for use: PointerUse, at place: BridgedPointer.Place, size: Size) {
    let isBegin = event.state == .began
    guard isBegin ? holder == nil : holder?.use == use && holder?.screen == place.screen else { return }
    if isBegin { move(to: event.gesture.location, at: place, size: size) }
    switch use {
    case .rightClick:
      guard isBegin else { return }
      for value: Int32 in [1, 0] { press(EvdevCode.rightButton, value) }
      return
    case .wheel:
      let way = place.transform.logical(event.gesture.translation)
      let unit = PointerRelay.step / PointerRelay.wayOfStep
      // What is below the fingers goes with them.
      turn(to: (PointerRelay.whole(-way.dx * unit), PointerRelay.whole(way.dy * unit)))
    case .zoom:
      if isBegin { press(EvdevCode.leftControl, 1) }
      isControlDown = true
      // Whole steps, and back only after a whole one: there are programs that take each event for one.
      let (wanted, growth) = (min(max(event.gesture.scale, 1e-3), 1e3), PointerRelay.growthOfStep)
      while wanted >= scale * growth { zoom(1, by: growth) }
      while wanted <= scale / growth { zoom(-1, by: 1 / growth) }
    }
    if isBegin { holder = (use, place.screen) }
    if event.state == .ended || event.state == .cancelled { end() }
  }

  /// Ends the gesture of a touch screen, or any, with what is down.
  mutating func end(on screen: Int? = nil) {
    guard screen == nil || holder?.screen == screen else { return }
    // Once more if the keeper lifted it: the kernel leaves out what is no change.
    press(EvdevCode.leftControl, 0)
    (holder, turned, scale, isControlDown) = (nil, (0, 0), 1, false)
  }

  /// Passes what is to be written to `body`.
  mutating func drain<Failure: Error>(_ body: (ArraySlice<EvdevEvent>) throws(Failure) -> Void) throws(Failure) {
    guard !output.isEmpty else { return }
    defer { output.removeAll(keepingCapacity: true) }
    try body(output[...])
  }

  private mutating func move(to point: Point, at place: BridgedPointer.Place, size: Size) {
    let part = place.transform.logical(x: point.x / size.width, y: point.y / size.height)
    let length = Double(VirtualTouchScreen.Description.pointerEnd) + 1
    func units(_ part: Double) -> Int32 {
      min(max(PointerRelay.whole((part * length).rounded(.down)), 0), Int32(length) - 1)
    }
    let x = units(place.area.minX + part.x * place.area.size.width)
    write(EvdevCode.absolute, EvdevCode.y, units(place.area.minY + part.y * place.area.size.height))
    // A mouse may have moved the compositor's pointer, and the kernel leaves out a place where this one is already.
    for x in [x ^ 1, x] {
      write(EvdevCode.absolute, EvdevCode.x, x)
      endReport()
    }
  }

  private mutating func zoom(_ steps: Int32, by growth: Double) {
    scale *= growth
    turn(to: (0, turned.up + steps * Int32(PointerRelay.step)))
  }

  /// Turns the wheels to these units since the gesture began.
  private mutating func turn(to units: (right: Int32, up: Int32)) {
    let (whole, fine) = (EvdevCode.wheel, EvdevCode.fineWheel)
    let step = Int32(PointerRelay.step)
    for (new, old, whole, fine) in [
      (units.right, turned.right, whole.horizontal, fine.horizontal),
      (units.up, turned.up, whole.vertical, fine.vertical),
    ] where new != old {
      write(EvdevCode.relative, fine, new - old)
      if new / step != old / step { write(EvdevCode.relative, whole, new / step - old / step) }
    }
    if units != turned { endReport() }
    turned = units
  }

  private mutating func press(_ key: UInt16, _ value: Int32) {
    write(EvdevCode.key, key, value)
    endReport()
  }

  private mutating func write(_ type: UInt16, _ code: UInt16, _ value: Int32) {
    output.append(EvdevEvent(timestamp: .zero, type: type, code: code, value: value))
  }

  private mutating func endReport() { write(EvdevCode.synchronization, EvdevCode.report, 0) }

  private static func whole(_ number: Double) -> Int32 {
    number.isFinite ? Int32(min(max(number.rounded(), -1e6), 1e6)) : 0
  }
}
