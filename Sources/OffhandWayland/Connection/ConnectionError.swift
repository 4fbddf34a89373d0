import Glibc

/// Why there is no connection to a compositor, or none any more; one plain line that says what to do.
public enum ConnectionError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Nobody listens at `display`; `code` is the kernel's reason.
  case noCompositor(display: String, code: Int32)
  /// The compositor lacks what nothing can be shown without.
  case missingGlobals([UnavailableGlobal])
  /// The compositor is gone, or closed the connection; `code` is the kernel's reason.
  case lost(code: Int32)
  /// The compositor objected to a request and ended the connection.
  case protocolError(ProtocolError)
  /// The compositor did not answer within `after`.
  case noAnswer(after: Duration)

  /// Whether connecting again can help: a protocol error would only be made again.
  public var isWorthRetrying: Bool {
    switch self {
    case .noCompositor, .lost, .noAnswer: true
    case .missingGlobals, .protocolError: false
    }
  }

  /// One plain line: what, where, and what to do.
  public var description: String {
    if case .lost = self { return "\(cause); start the program again" }
    return cause
  }

  /// The same without the advice to start again, for a program that goes on.
  public var cause: String {
    switch self {
    case .noCompositor(let display, let code):
      "no Wayland compositor at \(display) (\(reason(code))); start one, or name another with WAYLAND_DISPLAY"
    case .missingGlobals(let globals):
      "the compositor cannot show this program: \(globals.map(\.description).joined(separator: "; "))"
    case .lost(let code): "the connection to the compositor was lost (\(reason(code)))"
    case .protocolError(let error): "the compositor ended the connection over a protocol error: \(error)"
    case .noAnswer(let duration): "the compositor has not answered for \(duration); it hangs, or is stopped"
    }
  }

  private func reason(_ code: Int32) -> String {
    strerror(code).map { String(cString: $0) } ?? "error \(code)"
  }
}

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
