import CPlatform

/// The arguments of an event, readable while it is delivered.
struct EventArguments {
  let base: UnsafePointer<wl_argument>

  func int(_ index: Int) -> Int32 { base[index].i }
  func uint(_ index: Int) -> UInt32 { base[index].u }
  func fixed(_ index: Int) -> Double { Double(base[index].f) / 256 }

  /// A file descriptor that belongs to the receiver from now on.
  func descriptor(_ index: Int) -> Int32 { base[index].h }

  func string(_ index: Int) -> String { base[index].s.map { String(cString: $0) } ?? "" }

  /// The object, or `nil` where we gave it up while the event was on its way.
  func object<Object: ProtocolObject>(_ index: Int) -> Object? { base[index].o.map(Object.init(proxy:)) }

  /// The same where the XML does not say of what interface.
  func proxy(_ index: Int) -> OpaquePointer? { base[index].o }

  /// An array of 32-bit numbers, which is what all arrays of the protocols here hold.
  func array(_ index: Int) -> [UInt32] {
    guard let array = base[index].a?.pointee, let data = array.data else { return [] }
    return Array(UnsafeRawBufferPointer(start: data, count: array.size / 4 * 4).bindMemory(to: UInt32.self))
  }
}
