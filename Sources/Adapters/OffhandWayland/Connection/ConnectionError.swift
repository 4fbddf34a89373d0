import OffhandPlatform

/// The reason for a missing or lost connection to a compositor; its description is one line with the remedy.
package enum ConnectionError: Error, Sendable, Hashable, CustomStringConvertible {
  /// No compositor listens at `display`; `code` is the kernel's reason.
  case noCompositor(display: String, code: Int32)
  /// The compositor lacks interfaces without which nothing can be shown.
  case missingGlobals([UnavailableGlobal])
  /// The compositor ended or closed the connection; `code` is the kernel's reason.
  case lost(code: Int32)
  /// The compositor ended the connection because of a request.
  case protocolError(ProtocolError)
  /// The compositor did not reply to a request within `after`.
  case noAnswer(after: Duration)
  /// A wait for the compositor was interrupted.
  case interrupted
  /// The process that connects for this one is gone.
  case connectorEnded

  /// Whether connecting again can help. After a protocol error it cannot: the same request would follow.
  package var isWorthRetrying: Bool {
    switch self {
    case .noCompositor, .lost, .noAnswer, .interrupted: true
    case .missingGlobals, .protocolError, .connectorEnded: false
    }
  }

  /// One line: what, where, and what to do.
  package var description: String {
    switch self {
    case .lost, .connectorEnded: "\(cause); start the program again"
    default: cause
    }
  }

  /// The same without the advice to start again, for a program that connects again by itself.
  package var cause: String {
    switch self {
    case .noCompositor(let display, let code):
      "no Wayland compositor at \(display) (\(KernelError.reason(code))); start one, or name another with WAYLAND_DISPLAY"
    case .missingGlobals(let globals):
      "the compositor cannot show this program: \(globals.map(\.description).joined(separator: "; "))"
    case .lost(let code): "the connection to the compositor was lost (\(KernelError.reason(code)))"
    case .protocolError(let error): "the compositor ended the connection over a protocol error: \(error)"
    case .noAnswer(let duration): "the compositor has not answered for \(duration); it hangs, or is stopped"
    case .interrupted: "interrupted while waiting for the compositor"
    case .connectorEnded: "the process that connects to the compositor has ended"
    }
  }
}

/// The compositor's reason to end the connection: a fault in this program or in the compositor.
package struct ProtocolError: Sendable, Hashable, CustomStringConvertible {
  /// The interface of the object that a request was wrong about.
  package var interface: String
  /// The number of the object.
  package var object: UInt32
  /// The error's number in the interface's list of errors.
  package var code: UInt32
  /// The compositor's message; empty if it was lost.
  package var message: String

  /// One line with all of it.
  package var description: String {
    "\(interface)@\(object), error \(code)" + (message.isEmpty ? "" : ": \(message)")
  }

  /// The message in libwayland's log line `interface@object: error code: message`; empty if it is another line.
  static func message(inLog line: String) -> String {
    let parts = line.split(separator: ": ", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[1].hasPrefix("error ") else { return "" }
    return String(parts[2].drop(while: \.isWhitespace).prefix { !$0.isNewline })
  }
}
