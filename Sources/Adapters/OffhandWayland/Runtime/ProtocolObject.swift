import CPlatform

/// An object of the Wayland protocol: a typed reference to a proxy that another class owns.
///
/// The generated types conform. A value is a pointer: copying it makes no second object, and using it after `destroy` is an error.
/// The classes that own objects destroy them on deinitialization, and keep the display connected until then.
protocol ProtocolObject {
  /// The interface as the XML describes it.
  static var description: InterfaceDescription { get }
  /// libwayland's table of the interface.
  static var table: InterfaceTable { get }

  /// libwayland's object.
  var proxy: OpaquePointer { get }

  init(proxy: OpaquePointer)

  /// Destroys the object, with the protocol's request for that if there is one.
  func destroy()
}

extension ProtocolObject {
  /// The object's version, which both sides speak.
  var version: UInt32 { wl_proxy_get_version(proxy) }

  /// Destroys an object whose interface has no request for that.
  func destroy() {
    EventListener.remove(from: proxy)
    wl_proxy_destroy(proxy)
  }

  /// Sends the request number `opcode`.
  func send<let count: Int>(_ opcode: UInt32, _ arguments: consuming [count of RequestArgument]) {
    _ = RequestArgument.marshal(proxy, opcode, nil, version, 0, &arguments)
  }

  /// Sends a request without arguments.
  func send(_ opcode: UInt32) {
    wl_proxy_marshal_array_flags(proxy, opcode, nil, version, 0, nil)
  }

  /// Sends the request that destroys the object. If the compositor is older than the request, only our side of the object is
  /// destroyed.
  func sendLast(_ opcode: UInt32, since: UInt32) {
    EventListener.remove(from: proxy)
    guard version >= since else { return wl_proxy_destroy(proxy) }
    wl_proxy_marshal_array_flags(proxy, opcode, nil, version, UInt32(WL_MARSHAL_FLAG_DESTROY), nil)
  }

  /// Sends a request that makes an object of the same version, or of `version` if that is given.
  func make<let count: Int, Object: ProtocolObject>(
    _ opcode: UInt32, _ arguments: consuming [count of RequestArgument], version: UInt32? = nil
  ) -> Object {
    let made = RequestArgument.marshal(
      proxy, opcode, Object.table.pointer, version ?? self.version, 0, &arguments)
    guard let made else { preconditionFailure("out of memory for a \(Object.description.name)") }
    return Object(proxy: made)
  }
}

/// One argument of a request (`wl_argument`).
struct RequestArgument {
  private let argument: wl_argument

  static func int(_ value: Int32) -> RequestArgument { RequestArgument(argument: wl_argument(i: value)) }
  static func uint(_ value: UInt32) -> RequestArgument { RequestArgument(argument: wl_argument(u: value)) }
  static func descriptor(_ value: Int32) -> RequestArgument { RequestArgument(argument: wl_argument(h: value)) }
  static func object(_ proxy: OpaquePointer?) -> RequestArgument { RequestArgument(argument: wl_argument(o: proxy)) }

  /// Text, whose memory must be valid until the request was sent.
  static func string(_ bytes: UnsafePointer<CChar>) -> RequestArgument {
    RequestArgument(argument: wl_argument(s: bytes))
  }

  /// The argument that libwayland fills with the number of the new object.
  static var newID: RequestArgument { RequestArgument(argument: wl_argument(n: 0)) }

  /// Sends a request (`wl_proxy_marshal_array_flags`) and returns the new object if `interface` names one.
  static func marshal<let count: Int>(
    _ proxy: OpaquePointer, _ opcode: UInt32, _ interface: UnsafePointer<wl_interface>?, _ version: UInt32,
    _ flags: UInt32, _ arguments: inout [count of RequestArgument]
  ) -> OpaquePointer? {
    withUnsafeMutablePointer(to: &arguments) { memory in
      // A `RequestArgument` holds a `wl_argument` and nothing else.
      let base = UnsafeMutableRawPointer(memory).assumingMemoryBound(to: wl_argument.self)
      return wl_proxy_marshal_array_flags(proxy, opcode, interface, version, flags, base)
    }
  }
}
