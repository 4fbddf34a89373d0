public import COffhand
import Offhand

/// The touches of a handle that are down or were, each with a number below 64, so that an event can name its touches in one word.
///
/// A number is used again once its touch has lifted and all others have been used since: an event that is read late still names its own
/// touches, until at least 32 others have landed.
struct NumberedTouches: ~Copyable {
  private static var capacity: Int { TouchSet.capacity }

  /// The numbers of the touches that are down.
  private var down = TouchSet.none
  /// The numbers of those that gestures leave alone.
  private var exempt = TouchSet.none
  private var latest = 0
  private let ids = UnsafeMutablePointer<Touch.ID>.allocate(capacity: capacity)
  private let touches = UnsafeMutablePointer<offhand_touch>.allocate(capacity: capacity)
  /// The touches of the last event that was looked up, and their numbers: mostly the next event has the same.
  private var known: (touches: TouchSet, copy: UInt8, numbers: TouchSet) = (.none, 0, .none)

  init() {
    ids.initialize(repeating: Touch.ID(rawValue: .max), count: NumberedTouches.capacity)
    touches.initialize(repeating: offhand_touch(), count: NumberedTouches.capacity)
  }

  deinit {
    ids.deallocate()
    touches.deallocate()
  }

  /// Takes a frame.
  @inline(__always)
  mutating func record(_ frame: borrowing TouchFrame) {
    for index in frame.indices where frame[index].phase != .moved && frame[index].phase != .stationary {
      return recordChange(frame)
    }
  }

  @inline(never)
  private mutating func recordChange(_ frame: borrowing TouchFrame) {
    down = .none
    for index in frame.indices where frame[index].isDown && frame[index].phase != .began {
      if let number = number(of: frame[index].id) { down.insert(number) }
    }
    for index in frame.indices where frame[index].phase == .began { land(frame[index]) }
    exempt &= down
    known = (.none, 0, .none)
  }

  private mutating func land(_ touch: Touch) {
    repeat { latest = (latest + 1) % NumberedTouches.capacity } while down.contains(latest)
    ids[latest] = touch.id
    touches[latest] = offhand_touch(
      time: touch.landingTime.nanoseconds, x: touch.landingPosition.x, y: touch.landingPosition.y,
      device: touch.device.rawValue, slot: touch.slot)
    down.insert(latest)
  }

  /// Whether none is down.
  var haveLifted: Bool { down.isEmpty }

  /// Forgets which touches are down.
  mutating func reset() { (down, exempt, known) = (.none, .none, (.none, 0, .none)) }

  private func number(of id: Touch.ID) -> Int? { (0..<NumberedTouches.capacity).first { ids[$0] == id } }

  /// The touch in `slot` of `device` that is down.
  func id(device: UInt32, slot: Int32) -> Touch.ID? {
    var remaining = down
    while let number = remaining.popFirst() {
      if touches[number].device == device && touches[number].slot == slot { return ids[number] }
    }
    return nil
  }

  // MARK: Touches of events

  /// Whether `numbers` are those of the touches of `event`.
  @inline(__always)
  func areKnown(of event: GestureEvent) -> Bool { event.fingers == known.touches && event.copyIndex == known.copy }

  /// The numbers of the touches of the last event that was looked up.
  var numbers: UInt64 { known.numbers.bits }

  /// Notes that `event` has no touches yet, before each of them is added.
  mutating func lookUp(_ event: GestureEvent) { known = (event.fingers, event.copyIndex, .none) }

  /// Adds a touch of the event that is looked up.
  mutating func add(_ id: Touch.ID) { if let number = number(of: id) { known.numbers.insert(number) } }

  /// The touch at `index` of those that have these numbers, in the order of their landing.
  func touch(_ index: Int, of numbers: UInt64) -> UnsafePointer<offhand_touch>? {
    let numbers = TouchSet(bits: numbers)
    var candidates = numbers
    while let number = candidates.popFirst() {
      var (others, earlier) = (numbers, 0)
      while let other = others.popFirst() { earlier += ids[other] < ids[number] ? 1 : 0 }
      if earlier == index { return UnsafePointer(touches + number) }
    }
    return nil
  }

  /// The touch that has this number.
  func id(of number: Int) -> Touch.ID { ids[number] }

  // MARK: Touches that gestures leave alone

  /// Whether gestures leave some alone.
  var haveExempt: Bool { !exempt.isEmpty }

  /// Lets gestures leave the touch `id` alone; without effect unless it is down.
  mutating func exempt(_ id: Touch.ID) {
    if let number = number(of: id), down.contains(number) { exempt.insert(number) }
  }

  /// Whether gestures leave the touch `id` alone.
  func isExempt(_ id: Touch.ID) -> Bool { number(of: id).map(exempt.contains) ?? false }
}

// MARK: - Functions of offhand.h, which documents them

/// Returns a touch of an event.
@c @implementation
public func offhand_event_touch(
  _ handle: OpaquePointer?, _ event: UnsafePointer<offhand_event>?, _ index: Int
) -> UnsafePointer<offhand_touch>? {
  guard let event else { return nil }
  return withHandle(handle, else: nil) { $0.touches.touch(index, of: event.pointee.touches) }
}

/// A touch is no gesture's from now on.
@c @implementation
public func offhand_exempt(_ handle: OpaquePointer?, _ device: UInt32, _ slot: Int32) -> Bool {
  withHandle(handle, else: false) { $0.exempt(device: device, slot: slot) }
}

/// The touches of an event are no gesture's.
@c @implementation
public func offhand_reject(_ handle: OpaquePointer?, _ event: UnsafePointer<offhand_event>?) -> Bool {
  guard let event else { return false }
  return withHandle(handle, else: false) { $0.reject(event.pointee.touches) }
}

/// Says to which client a touch was delivered.
@c @implementation
public func offhand_set_client(_ handle: OpaquePointer?, _ device: UInt32, _ slot: Int32, _ client: UInt64) {
  withHandle(handle) { $0.setClient(client, device: device, slot: slot) }
}

/// A recognizer takes part, or does not.
@c @implementation
public func offhand_enable(_ handle: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ isEnabled: Bool) -> Bool {
  guard let name, let name = try? GestureName(String(cString: name)) else { return false }
  return withHandle(handle, else: false) { $0.setEnabled(name, isEnabled) }
}
