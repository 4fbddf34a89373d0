import HeadlessCompositors
import OffhandPlatform

extension Weston {
  /// Sends commands to the touch screen in one message.
  package func touch(_ commands: TouchCommand...) throws { try touch(commands) }

  /// Sends commands to the touch screen in one message.
  package func touch(_ commands: [TouchCommand]) throws {
    guard touchSocket?.send(commands) == true else {
      throw RigError("weston's touch module does not listen; \(program.summary)")
    }
  }
}

/// A command to the touch screen of weston's module; positions in logical pixels of the compositor's space, times in nanoseconds of
/// the monotonic clock (`nil`: now).
package enum TouchCommand: Sendable {
  /// A touch lands.
  case down(id: Int, x: Double, y: Double, at: Int64? = nil)
  /// A touch moves.
  case motion(id: Int, x: Double, y: Double, at: Int64? = nil)
  /// A touch lifts.
  case up(id: Int, at: Int64? = nil)
  /// Ends a frame: what came since the last one belongs together.
  case frame
  /// Tells the compositor that the touches are cancelled.
  case cancel
  /// Plugs the touch screen in.
  case touchAdd
  /// Unplugs the touch screen.
  case touchRemove
  /// The pointer moves.
  case point(x: Double, y: Double, at: Int64? = nil)
  /// A button or a key goes down.
  case press(InputCode)
  /// A button or a key goes up.
  case release(InputCode)

  /// Buttons and keys by their numbers in `linux/input-event-codes.h`.
  package enum InputCode: Int, Sendable {
    /// Escape.
    case escape = 1
    /// The left Control key.
    case control = 29
    /// The left button of a mouse.
    case leftButton = 0x110
  }

  /// The line that the module reads.
  fileprivate var line: String {
    func stamp(_ time: Int64?) -> String { time.map { " \($0)" } ?? "" }
    return switch self {
    case .down(let id, let x, let y, let at): "down \(id) \(x) \(y)\(stamp(at))"
    case .motion(let id, let x, let y, let at): "motion \(id) \(x) \(y)\(stamp(at))"
    case .up(let id, let at): "up \(id)\(stamp(at))"
    case .frame: "frame"
    case .cancel: "cancel"
    case .touchAdd: "touch-add"
    case .touchRemove: "touch-remove"
    case .point(let x, let y, let at): "point \(x) \(y)\(stamp(at))"
    case .press(let code): "press \(code.rawValue)"
    case .release(let code): "release \(code.rawValue)"
    }
  }
}

extension UnixSocket {
  /// Sends commands to the touch module behind this socket in one message; returns whether it was sent.
  package borrowing func send(_ commands: [TouchCommand]) -> Bool {
    Array(commands.map(\.line).joined(separator: "\n").utf8).withUnsafeBytes { send($0) }
  }
}
