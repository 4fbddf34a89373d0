public import COffhand
import Offhand

/// Calls `body` with the object behind `handle`; returns `missing` for NULL.
@inline(__always)
func withHandle<Result>(_ handle: OpaquePointer?, else missing: Result, _ body: (Handle) -> Result) -> Result {
  guard let handle else { return missing }
  // The caller holds a reference, so the object need not be retained.
  return Unmanaged<Handle>.fromOpaque(UnsafeRawPointer(handle))._withUnsafeGuaranteedRef { handle in
    let isWatched = handle.watch.isOn
    if isWatched { handle.watch.enter() }
    defer { if isWatched { handle.watch.leave() } }
    return body(handle)
  }
}

/// Calls `body` with the object behind `handle`, unless that is NULL.
@inline(__always)
func withHandle(_ handle: OpaquePointer?, _ body: (Handle) -> Void) { withHandle(handle, else: (), body) }

/// A constant as C sees it.
@inline(__always)
func constant(_ text: StaticString) -> UnsafePointer<CChar> {
  UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
}

/// Returns the time of a stamp of 32 bits in milliseconds.
@c @implementation
public func offhand_unwrap_ms(_ previous: Int64, _ stamp: UInt32) -> Int64 {
  Timestamp(wrapped: stamp, near: Timestamp(nanoseconds: previous)).nanoseconds
}

/// A finger lands.
@c @implementation
public func offhand_down(
  _ handle: OpaquePointer?, _ device: UInt32, _ slot: Int32, _ time: Int64, _ x: Double, _ y: Double
) {
  withHandle(handle) { $0.add(.down(Handle.position(x, y)), device: device, slot: slot, time: time) }
}

/// A finger, a pen or a pointer lands.
@c @implementation
public func offhand_down_with(
  _ handle: OpaquePointer?, _ device: UInt32, _ slot: Int32, _ time: Int64, _ x: Double, _ y: Double,
  _ tool: offhand_tool
) {
  let tool = Touch.Tool(rawValue: UInt8(clamping: tool.rawValue)) ?? .finger
  withHandle(handle) { $0.add(.down(Handle.position(x, y)), device: device, slot: slot, time: time, tool: tool) }
}

/// A finger moves.
@c @implementation
public func offhand_motion(
  _ handle: OpaquePointer?, _ device: UInt32, _ slot: Int32, _ time: Int64, _ x: Double, _ y: Double
) {
  withHandle(handle) { $0.add(.motion(Handle.position(x, y)), device: device, slot: slot, time: time) }
}

/// The contact ellipse of a touch.
@c @implementation
public func offhand_shape(
  _ handle: OpaquePointer?, _ device: UInt32, _ slot: Int32, _ time: Int64, _ major: Double, _ minor: Double,
  _ orientation: Double
) {
  /// The longest axis in millimetres that is taken: a panel's diagonal.
  let longest = 10_000.0
  guard (0...longest).contains(major), (0...longest).contains(minor) else { return }
  let shape = ContactShape(
    major: Float(major), minor: Float(minor), orientationRadians: orientation.isFinite ? Float(orientation) : nil)
  withHandle(handle) { $0.add(.shape(shape), device: device, slot: slot, time: time) }
}

/// A finger lifts.
@c @implementation
public func offhand_up(_ handle: OpaquePointer?, _ device: UInt32, _ slot: Int32, _ time: Int64) {
  withHandle(handle) { $0.add(.up, device: device, slot: slot, time: time) }
}

/// One touch is taken away.
@c @implementation
public func offhand_cancel_touch(_ handle: OpaquePointer?, _ device: UInt32, _ slot: Int32, _ time: Int64) {
  withHandle(handle) { $0.add(.cancel, device: device, slot: slot, time: time) }
}

/// All touches of a device are taken away.
@c @implementation
public func offhand_cancel_device(_ handle: OpaquePointer?, _ device: UInt32, _ time: Int64) {
  withHandle(handle) { $0.cancel(device: device, at: time) }
}

/// All touches are taken away.
@c @implementation
public func offhand_cancel(_ handle: OpaquePointer?, _ time: Int64) {
  withHandle(handle) { $0.cancel(device: nil, at: time) }
}

/// The hardware report is complete.
@c @implementation
public func offhand_frame(_ handle: OpaquePointer?) { withHandle(handle) { $0.endFrame() } }

/// Everything that was waiting has been fed.
@c @implementation
public func offhand_end_batch(_ handle: OpaquePointer?) { withHandle(handle) { $0.endBatch() } }

/// Time has come to `time` without a touch.
@c @implementation
public func offhand_advance(_ handle: OpaquePointer?, _ time: Int64) { withHandle(handle) { $0.advance(to: time) } }

/// Whether time alone may decide something, and when.
@c @implementation
public func offhand_deadline(_ handle: OpaquePointer?, _ time: UnsafeMutablePointer<Int64>?) -> Bool {
  withHandle(handle, else: false) {
    guard let deadline = $0.deadline else { return false }
    time?.pointee = deadline.nanoseconds
    return true
  }
}

/// Returns the counts of what was ignored or repaired.
@c @implementation
public func offhand_get_diagnostics(_ handle: OpaquePointer?) -> UnsafePointer<offhand_diagnostics>? {
  withHandle(handle, else: nil) { $0.counts }
}
