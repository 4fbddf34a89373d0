import CPlatform

/// One argument of a request, in the form in which libwayland takes it.
struct RequestArgument {
  private let argument: wl_argument

  static func int(_ value: Int32) -> RequestArgument { RequestArgument(argument: wl_argument(i: value)) }
  static func uint(_ value: UInt32) -> RequestArgument { RequestArgument(argument: wl_argument(u: value)) }
  static func descriptor(_ value: Int32) -> RequestArgument { RequestArgument(argument: wl_argument(h: value)) }
  static func object(_ proxy: OpaquePointer?) -> RequestArgument { RequestArgument(argument: wl_argument(o: proxy)) }

  /// A number in Wayland's 24.8 fixed point, to the nearest step; what does not fit becomes the outermost that does.
  static func fixed(_ value: Double) -> RequestArgument {
    let steps = (value * 256).rounded()
    return RequestArgument(argument: wl_argument(f: Int32(min(max(steps, Double(Int32.min)), Double(Int32.max)))))
  }

  /// Text that stays where it is until the request was sent.
  static func string(_ bytes: UnsafePointer<CChar>) -> RequestArgument {
    RequestArgument(argument: wl_argument(s: bytes))
  }

  /// The place that libwayland fills with the number of the new object.
  static var newID: RequestArgument { RequestArgument(argument: wl_argument(n: 0)) }

  /// Wraps `wl_proxy_marshal_array_flags`; answers the new object where `interface` names one.
  static func marshal<let count: Int>(
    _ proxy: OpaquePointer, _ opcode: UInt32, _ interface: UnsafePointer<wl_interface>?, _ version: UInt32,
    _ flags: UInt32, _ arguments: inout [count of RequestArgument]
  ) -> OpaquePointer? {
    withUnsafeMutablePointer(to: &arguments) { place in
      // A `RequestArgument` is a `wl_argument` with a name: same size, same place.
      let base = UnsafeMutableRawPointer(place).assumingMemoryBound(to: wl_argument.self)
      return wl_proxy_marshal_array_flags(proxy, opcode, interface, version, flags, base)
    }
  }
}
