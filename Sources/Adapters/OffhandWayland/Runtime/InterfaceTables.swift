import CPlatform

/// An interface as the generator read it from the XML; `InterfaceTables` makes libwayland's tables of it.
struct InterfaceDescription: Sendable {
  var name: StaticString
  /// The highest version that the XML describes.
  var version: Int32
  var requests: [MessageDescription]
  var events: [MessageDescription]
}

/// A request or an event: its name, libwayland's signature, and the interfaces of the arguments that are objects.
struct MessageDescription: Sendable {
  var name: StaticString
  var signature: StaticString
  /// One entry per letter of the signature; empty if no argument is an object of a known interface.
  var types: [String?]

  init(_ name: StaticString, _ signature: StaticString, _ types: [String?] = []) {
    self.name = name
    self.signature = signature
    self.types = types
  }

  /// The number of arguments: the letters of the signature, without the version and the marks of what may be null.
  var argumentCount: Int {
    signature.withUTF8Buffer { letters in
      letters.count { $0 != UInt8(ascii: "?") && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
  }
}

/// The address of one interface's table, valid as long as the process: libwayland keeps it in every proxy.
struct InterfaceTable: @unchecked Sendable {
  // Safe to share: the table is written before it is handed out, and only read afterwards.
  let pointer: UnsafePointer<wl_interface>

  /// The interface's name as a C string.
  var name: UnsafePointer<CChar> { pointer.pointee.name }
}

/// libwayland's tables of all interfaces, made once, in memory that is never moved or freed.
///
/// The tables refer to each other in circles, so they are allocated first and filled then. They are on the heap and not in static
/// variables because Swift would pass the address of a temporary copy of those, and libwayland keeps the address.
struct InterfaceTables: Sendable {
  static let shared = InterfaceTables(InterfaceDescription.all)

  private let tables: [String: InterfaceTable]

  init(_ descriptions: [InterfaceDescription]) {
    let memory = UnsafeMutablePointer<wl_interface>.allocate(capacity: descriptions.count)
    var tables: [String: InterfaceTable] = [:]
    for (index, description) in descriptions.enumerated() {
      tables["\(description.name)"] = InterfaceTable(pointer: memory + index)
    }
    for (index, description) in descriptions.enumerated() {
      let table = wl_interface(
        name: Self.bytes(description.name), version: description.version,
        method_count: Int32(description.requests.count), methods: Self.messages(description.requests, tables),
        event_count: Int32(description.events.count), events: Self.messages(description.events, tables))
      (memory + index).initialize(to: table)
    }
    self.tables = tables
  }

  /// The table of an interface for which code was generated.
  func table(of name: StaticString) -> InterfaceTable {
    guard let table = tables["\(name)"] else {
      preconditionFailure("no table of the interface \(name): run scripts/generate-protocols")
    }
    return table
  }

  private static func messages(
    _ descriptions: [MessageDescription], _ tables: [String: InterfaceTable]
  ) -> UnsafePointer<wl_message>? {
    if descriptions.isEmpty { return nil }
    let messages = UnsafeMutablePointer<wl_message>.allocate(capacity: descriptions.count)
    for (index, description) in descriptions.enumerated() {
      let message = wl_message(
        name: bytes(description.name), signature: bytes(description.signature), types: types(description, tables))
      (messages + index).initialize(to: message)
    }
    return UnsafePointer(messages)
  }

  private static func types(
    _ description: MessageDescription, _ tables: [String: InterfaceTable]
  ) -> UnsafeMutablePointer<UnsafePointer<wl_interface>?> {
    // Never empty: libwayland reads the first entry of some messages that have no arguments.
    let count = max(1, description.argumentCount)
    let types = UnsafeMutablePointer<UnsafePointer<wl_interface>?>.allocate(capacity: count)
    types.initialize(repeating: nil, count: count)
    for (index, name) in description.types.enumerated() {
      types[index] = name.flatMap { tables[$0]?.pointer }
    }
    return types
  }

  private static func bytes(_ string: StaticString) -> UnsafePointer<CChar> {
    UnsafeRawPointer(string.utf8Start).assumingMemoryBound(to: CChar.self)
  }
}
