public import COffhand
import Offhand

/// The recognizers of a pipeline as events name them, by their lanes.
final class RecognizerNames {
  private struct Entry {
    var name: UnsafeMutablePointer<CChar>
    var kind: offhand_kind
  }

  private var entries: [Entry] = []
  /// Every name that an event has had, once: they are valid as long as the handle.
  private var interned: [(name: GestureName, text: UnsafeMutablePointer<CChar>)] = []

  init(_ names: [GestureName], kinds: [offhand_kind]) { set(names, kinds: kinds) }

  deinit {
    for (_, text) in interned { text.deallocate() }
  }

  /// Takes the recognizers of another pipeline.
  func set(_ names: [GestureName], kinds: [offhand_kind]) {
    entries = names.indices.map {
      Entry(name: text(names[$0]), kind: kinds.indices.contains($0) ? kinds[$0] : OFFHAND_OTHER)
    }
  }

  /// Whether a recognizer is named so.
  func contains(_ name: GestureName) -> Bool {
    guard let known = interned.first(where: { $0.name == name }) else { return false }
    return entries.contains { $0.name == known.text }
  }

  private func text(_ name: GestureName) -> UnsafeMutablePointer<CChar> {
    if let known = interned.first(where: { $0.name == name }) { return known.text }
    interned.append((name, UnsafeMutablePointer(copying: name.description)))
    return interned[interned.count - 1].text
  }

  /// The recognizer of `lane`.
  @inline(__always)
  subscript(lane: Int) -> (name: UnsafePointer<CChar>?, kind: offhand_kind) {
    guard entries.indices.contains(lane) else { return (nil, OFFHAND_OTHER) }
    return (UnsafePointer(entries[lane].name), entries[lane].kind)
  }
}

extension UnsafeMutablePointer<CChar> {
  /// A copy of `text` that ends with a NUL, for the caller to deallocate.
  init(copying text: String) {
    let bytes = text.utf8CString
    self = .allocate(capacity: bytes.count)
    for (index, byte) in bytes.enumerated() { (self + index).initialize(to: byte) }
  }
}

extension offhand_event {
  /// The event as the caller reads it.
  @inline(__always)
  init(_ event: GestureEvent, of recognizers: RecognizerNames, touches: UInt64) {
    let (name, kind) = recognizers[event.recognizer]
    let gesture = event.gesture
    self.init(
      name: name, time: event.timestamp.nanoseconds, kind: kind,
      state: offhand_state(rawValue: UInt32(event.state.rawValue)), x: gesture.location.x, y: gesture.location.y,
      dx: gesture.translation.dx, dy: gesture.translation.dy, vx: gesture.velocity.dx, vy: gesture.velocity.dy,
      scale: gesture.scale, scale_velocity: gesture.scaleVelocity, rotation: gesture.rotation.radians,
      rotation_velocity: gesture.rotationVelocity, hand_confidence: gesture.hand.confidence,
      fingers: UInt32(clamping: gesture.fingers),
      taps: UInt32(clamping: gesture.taps), edge: gesture.edge.map { UInt32(ScreenEdges($0).rawValue) } ?? 0,
      direction: gesture.direction.map { UInt32(SwipeDirections($0).rawValue) } ?? 0,
      hand: offhand_handedness(gesture.hand.side), hand_index: UInt32(event.handIndex),
      recognizer: UInt32(clamping: event.recognizer), touches: touches)
  }
}

extension offhand_handedness {
  init(_ side: Handedness) {
    self =
      switch side {
      case .unknown: OFFHAND_HAND_UNKNOWN
      case .left: OFFHAND_HAND_LEFT
      case .right: OFFHAND_HAND_RIGHT
      case .both: OFFHAND_HAND_BOTH
      }
  }
}

// MARK: - Functions of offhand.h, which documents them

/// Returns the next event that has not been read.
@c @implementation
public func offhand_next(_ handle: OpaquePointer?) -> UnsafePointer<offhand_event>? {
  withHandle(handle, else: nil) { $0.events.next() }
}

/// Returns a word for a state.
@c @implementation
public func offhand_state_name(_ state: offhand_state) -> UnsafePointer<CChar>? {
  let name: StaticString =
    switch state {
    case OFFHAND_BEGAN: "began"
    case OFFHAND_CHANGED: "changed"
    case OFFHAND_ENDED: "ended"
    case OFFHAND_CANCELLED: "cancelled"
    case OFFHAND_RECOGNIZED: "recognized"
    case OFFHAND_UNCONFIRMED: "unconfirmed"
    case OFFHAND_SUPERSEDED: "superseded"
    default: "unknown"
    }
  return constant(name)
}

/// Returns a word for a kind.
@c @implementation
public func offhand_kind_name(_ kind: offhand_kind) -> UnsafePointer<CChar>? {
  if kind == OFFHAND_OTHER { return constant("other") }
  return constant(RecognizerDescription.Kind(kind)?.inC.word ?? "unknown")
}
