import CPlatform

/// A message of Open Sound Control, as liblo reads and writes it.
struct OSCMessage: Hashable {
  /// A value; those that TUIO has no use for are `other`.
  enum Value: Hashable {
    case int(Int32)
    case float(Float)
    case string(String)
    case bool(Bool)
    /// An OSC time tag: seconds since 1900, and 2^-32 seconds.
    case time(UInt64)
    case other
  }

  var path: String
  var values: [Value]

  init(_ path: String, _ values: [Value]) { (self.path, self.values) = (path, values) }

  /// Reads the message that `bytes` are; `nil` if they are none.
  fileprivate init?(_ bytes: UnsafeRawBufferPointer) {
    // liblo 0.31 reads the length of a blob without a look whether it is there; TUIO has none.
    let path = bytes.prefix { $0 != 0 }.count
    guard !bytes.dropFirst(path / 4 * 4 + 4).prefix(while: { $0 != 0 }).contains(UInt8(ascii: "b")) else { return nil }
    // It is not changed: liblo copies what it converts.
    let data = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
    guard let data, let message = lo_message_deserialise(data, bytes.count, nil) else { return nil }
    defer { lo_message_free(message) }
    self.path = String(cString: data.assumingMemoryBound(to: CChar.self))
    values = []
    guard let types = lo_message_get_types(message), let arguments = lo_message_get_argv(message) else { return }
    for index in 0..<Int(lo_message_get_argc(message)) {
      let type = UnicodeScalar(UInt8(bitPattern: types[index]))
      // Not as a union, which is larger than most of its members: the last one would be read beyond its end.
      let argument = UnsafeRawPointer(arguments[index])
      switch (type, argument) {
      case ("i", let argument?): values.append(.int(argument.loadUnaligned(as: Int32.self)))
      case ("f", let argument?): values.append(.float(argument.loadUnaligned(as: Float.self)))
      case ("d", let argument?): values.append(.float(Float(argument.loadUnaligned(as: Double.self))))
      case ("s", let argument?): values.append(.string(String(cString: argument.assumingMemoryBound(to: CChar.self))))
      case ("t", let argument?):
        let time = argument.loadUnaligned(as: lo_timetag.self)
        values.append(.time(UInt64(time.sec) << 32 | UInt64(time.frac)))
      case ("T", _): values.append(.bool(true))
      case ("F", _): values.append(.bool(false))
      default: values.append(.other)
      }
    }
  }

  /// Its bytes; empty if liblo has no memory for them.
  var bytes: [UInt8] {
    guard let message = lo_message_new() else { return [] }
    defer { lo_message_free(message) }
    for value in values {
      switch value {
      case .int(let number): lo_message_add_int32(message, number)
      case .float(let number): lo_message_add_float(message, number)
      case .string(let text): lo_message_add_string(message, text)
      case .bool(let flag): _ = flag ? lo_message_add_true(message) : lo_message_add_false(message)
      case .time(let time):
        lo_message_add_timetag(message, lo_timetag(sec: UInt32(time >> 32), frac: UInt32(truncatingIfNeeded: time)))
      case .other: lo_message_add_nil(message)
      }
    }
    return [UInt8](unsafeUninitializedCapacity: lo_message_length(message, path)) { buffer, count in
      count = lo_message_serialise(message, path, buffer.baseAddress, &count) == nil ? 0 : buffer.count
    }
  }
}

/// A bundle of messages: one datagram.
enum OSCBundle {
  /// What a bundle begins with: its name, and the time tag that means at once.
  static let head = Array("#bundle\0".utf8) + [0, 0, 0, 0, 0, 0, 0, 1]
  /// The most bytes that Ethernet carries in one piece, without the headers of IPv6 and UDP.
  static let longest = 1452
  /// The most messages of a datagram that are read: three times what 32 fingers with their shapes need.
  private static let most = 256
  private static let deepest = 4

  /// The messages of a datagram, in bundles or alone; `nil` if a part of it is malformed.
  static func messages(in datagram: UnsafeRawBufferPointer) -> [OSCMessage]? {
    var messages: [OSCMessage] = []
    return read(datagram, depth: 0, into: &messages) ? messages : nil
  }

  private static func read(_ bytes: UnsafeRawBufferPointer, depth: Int, into messages: inout [OSCMessage]) -> Bool {
    guard bytes.starts(with: head.prefix(8)) else {
      guard messages.count < most, let message = OSCMessage(bytes) else { return false }
      messages.append(message)
      return true
    }
    guard depth < deepest, bytes.count >= head.count else { return false }
    var rest = bytes.dropFirst(head.count)
    while !rest.isEmpty {
      guard rest.count >= 4 else { return false }
      let size = Int(UInt32(bigEndian: rest.loadUnaligned(as: UInt32.self)))
      rest = rest.dropFirst(4)
      guard size % 4 == 0, size <= rest.count, size > 0 else { return false }
      guard read(UnsafeRawBufferPointer(rebasing: rest.prefix(size)), depth: depth + 1, into: &messages) else {
        return false
      }
      rest = rest.dropFirst(size)
    }
    return true
  }

  /// The datagrams for `messages`, each with `first` before them and `last` behind them, and none longer than ``longest``.
  static func datagrams(_ first: [OSCMessage], _ messages: [OSCMessage], _ last: [OSCMessage]) -> [[UInt8]] {
    let (before, after) = (first.flatMap(element), last.flatMap(element))
    var datagrams = [head + before]
    for bytes in messages.lazy.map(element) {
      let end = datagrams.count - 1
      if datagrams[end].count + bytes.count + after.count > longest, datagrams[end].count > head.count + before.count {
        datagrams[end] += after
        datagrams.append(head + before + bytes)
      } else {
        datagrams[end] += bytes
      }
    }
    datagrams[datagrams.count - 1] += after
    return datagrams
  }

  private static func element(_ message: OSCMessage) -> [UInt8] {
    let bytes = message.bytes
    return withUnsafeBytes(of: UInt32(bytes.count).bigEndian) { Array($0) } + bytes
  }
}
