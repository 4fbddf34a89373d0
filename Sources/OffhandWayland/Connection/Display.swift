import CPlatform
import Glibc

/// Owns one `wl_display`: connected from the beginning to the end of this object's life.
///
/// Every owner of a protocol object holds it, so that the connection ends after the last of them.
final class Display {
  let pointer: OpaquePointer

  /// Connects as `endpoint` says.
  init(_ endpoint: Connection.Endpoint) throws(ConnectionError) {
    offhand_wayland_capture_log()
    let pointer: OpaquePointer? =
      switch endpoint {
      case .environment: wl_display_connect(nil)
      case .named(let name): wl_display_connect(name)
      case .descriptor(let descriptor): wl_display_connect_to_fd(descriptor)
      }
    guard let pointer else { throw .noCompositor(display: endpoint.description, code: errno) }
    self.pointer = pointer
  }

  deinit { wl_display_disconnect(pointer) }

  /// The display as an object of the protocol.
  var object: WlDisplay { WlDisplay(proxy: pointer) }

  /// What ended the connection, if something did.
  var failure: ConnectionError? {
    let code = wl_display_get_error(pointer)
    guard code != 0 else { return nil }
    guard code == EPROTO else { return .lost(code: code) }
    var interface: UnsafePointer<wl_interface>?
    var object: UInt32 = 0
    let error = wl_display_get_protocol_error(pointer, &interface, &object)
    let name = interface.flatMap(\.pointee.name).map { String(cString: $0) } ?? "unknown"
    return .protocolError(
      ProtocolError(
        interface: name, object: object, code: error,
        message: ProtocolError.message(inLog: String(cString: offhand_wayland_last_log()))))
  }
}
