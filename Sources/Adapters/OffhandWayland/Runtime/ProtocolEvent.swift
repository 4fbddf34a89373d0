import CPlatform

/// The events of an interface: the generated enumerations conform.
protocol ProtocolEvent {
  /// The event number `opcode`, or `nil` for one that is newer than the XML.
  init?(opcode: UInt32, arguments: EventArguments)
}

/// An object that has events.
protocol EventfulObject: ProtocolObject {
  /// The object's events.
  associatedtype Event: ProtocolEvent
}

extension EventfulObject {
  /// Calls `body` for every event until the object is destroyed. Call it once, before the next dispatch.
  func listen(_ body: @escaping (Event) -> Void) {
    EventListener { opcode, arguments in
      if let event = Event(opcode: opcode, arguments: arguments) { body(event) }
    }.add(to: proxy)
  }
}

/// The arguments of an event, valid while it is delivered.
struct EventArguments {
  let base: UnsafePointer<wl_argument>

  func int(_ index: Int) -> Int32 { base[index].i }
  func uint(_ index: Int) -> UInt32 { base[index].u }
  func fixed(_ index: Int) -> Double { Double(base[index].f) / 256 }

  /// A file descriptor, which the receiver has to close.
  func descriptor(_ index: Int) -> Int32 { base[index].h }

  func string(_ index: Int) -> String { base[index].s.map { String(cString: $0) } ?? "" }

  /// An object; `nil` if we destroyed it while the event was under way.
  func object<Object: ProtocolObject>(_ index: Int) -> Object? { base[index].o.map(Object.init(proxy:)) }

  /// An array of 32-bit numbers, as all arrays of these protocols are.
  func array(_ index: Int) -> [UInt32] {
    guard let array = base[index].a?.pointee, let data = array.data else { return [] }
    return Array(UnsafeRawBufferPointer(start: data, count: array.size / 4 * 4).bindMemory(to: UInt32.self))
  }
}

/// Keeps a closure alive for libwayland, which calls it for every event of one proxy.
///
/// The proxy holds one reference to its listener, from `add` to `remove`.
final class EventListener {
  private let receive: (UInt32, EventArguments) -> Void

  init(_ receive: @escaping (UInt32, EventArguments) -> Void) { self.receive = receive }

  /// Adds the listener to `proxy`, which must not have one.
  func add(to proxy: OpaquePointer) {
    let reference = Unmanaged.passRetained(self)
    guard wl_proxy_add_dispatcher(proxy, EventListener.dispatcher, reference.toOpaque(), nil) == 0 else {
      preconditionFailure("a proxy of \(String(cString: wl_proxy_get_class(proxy))) was listened to twice")
    }
  }

  /// Releases the listener of `proxy`, if it has one. The proxy must be destroyed right after.
  static func remove(from proxy: OpaquePointer) {
    guard let reference = wl_proxy_get_listener(proxy) else { return }
    Unmanaged<EventListener>.fromOpaque(reference).release()
  }

  private static let dispatcher: wl_dispatcher_func_t = { reference, _, opcode, _, arguments in
    guard let reference, let arguments else { return 0 }
    // The reference taken here keeps the closure alive even if the event destroys its object.
    let listener = Unmanaged<EventListener>.fromOpaque(reference).takeUnretainedValue()
    withExtendedLifetime(listener) { listener.receive(opcode, EventArguments(base: arguments)) }
    return 0
  }
}
