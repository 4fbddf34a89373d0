/// What the compositor objected to before it ended the connection; a fault in this program or in the compositor.
public struct ProtocolError: Sendable, Hashable, CustomStringConvertible {
  /// The interface of the object that the objection is about.
  public var interface: String
  /// The number of the object.
  public var object: UInt32
  /// The interface's number for what is wrong.
  public var code: UInt32
  /// The compositor's words; empty where they got lost.
  public var message: String

  /// What the compositor objected to.
  public init(interface: String, object: UInt32, code: UInt32, message: String) {
    self.interface = interface
    self.object = object
    self.code = code
    self.message = message
  }

  /// One line with all of it.
  public var description: String {
    "\(interface)@\(object), error \(code)" + (message.isEmpty ? "" : ": \(message)")
  }

  /// The compositor's words in libwayland's log line `interface@object: error code: words`.
  static func message(inLog line: String) -> String {
    let parts = line.split(separator: ": ", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[1].hasPrefix("error ") else { return "" }
    return String(parts[2].drop(while: \.isWhitespace).prefix { !$0.isNewline })
  }
}
