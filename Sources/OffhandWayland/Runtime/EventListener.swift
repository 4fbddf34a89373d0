import CPlatform

/// Keeps a closure alive for libwayland, which calls it for every event of one proxy.
///
/// The only file with `Unmanaged`: the proxy holds one reference to its listener, from `add` to `remove`.
final class EventListener {
  private let receive: (UInt32, EventArguments) -> Void

  init(_ receive: @escaping (UInt32, EventArguments) -> Void) { self.receive = receive }

  /// Hands the listener over to `proxy`, which must not have one.
  func add(to proxy: OpaquePointer) {
    let reference = Unmanaged.passRetained(self)
    guard wl_proxy_add_dispatcher(proxy, EventListener.dispatcher, reference.toOpaque(), nil) == 0 else {
      preconditionFailure("a proxy of \(String(cString: wl_proxy_get_class(proxy))) was listened to twice")
    }
  }

  /// Gives back the reference that `proxy` holds, if it has a listener. The proxy must be destroyed right after.
  static func remove(from proxy: OpaquePointer) {
    guard let reference = wl_proxy_get_listener(proxy) else { return }
    Unmanaged<EventListener>.fromOpaque(reference).release()
  }

  private static let dispatcher: wl_dispatcher_func_t = { reference, _, opcode, _, arguments in
    guard let reference, let arguments else { return 0 }
    // The reference taken here keeps the closure alive even if the event makes its object go.
    let listener = Unmanaged<EventListener>.fromOpaque(reference).takeUnretainedValue()
    withExtendedLifetime(listener) { listener.receive(opcode, EventArguments(base: arguments)) }
    return 0
  }
}
