package import Logging
package import Offhand
import OffhandPlatform

/// Reports when the session goes to the background and comes back. The kernel does not revoke an open touch screen: after a change
/// of the virtual terminal the program would see the touches of the next user.
package final class SessionWatch: EventSource {
  /// The state of a session.
  package enum State: Sendable, Hashable {
    /// It is visible.
    case foreground
    /// Another session is visible.
    case background
  }

  private let terminal: VirtualTerminal
  private let onChange: (State, Timestamp) throws -> Void
  private var state = TerminalState()

  /// Watches the session of this process; `nil` if it has no virtual terminal.
  package convenience init?(onChange: @escaping (State, Timestamp) throws -> Void) {
    guard let terminal = VirtualTerminal.ofSession() else { return nil }
    self.init(terminal, onChange: onChange)
  }

  /// Watches the session at `terminal`.
  init(_ terminal: VirtualTerminal, onChange: @escaping (State, Timestamp) throws -> Void) {
    self.terminal = terminal
    self.onChange = onChange
  }

  package var descriptor: Int32? { terminal.descriptor }

  package var deadline: Timestamp? { state.due }

  package func dispatch(at now: Timestamp) throws {
    if let found = state.change(isInFront: terminal.isInFront(), at: now) { try onChange(found, now) }
  }
}

/// The state of a session by its virtual terminal, after which it comes to the foreground: logind notices the change of the terminal at
/// the same moment, and only then gives the rights to the touch screens back.
struct TerminalState {
  /// logind, udev and its rules take some ten milliseconds.
  private static let delay = Duration.milliseconds(500)

  private var state = SessionWatch.State.foreground
  /// When the session is in the foreground, as its terminal is; `nil` if nothing is to come.
  private(set) var due: Timestamp?

  /// Notes whether the terminal is in front. Returns the state of the session if that has changed.
  mutating func change(isInFront: Bool, at now: Timestamp) -> SessionWatch.State? {
    let found: SessionWatch.State = isInFront ? .foreground : .background
    due = found == .foreground && state == .background ? due ?? now + TerminalState.delay : nil
    guard found != state, due.map({ $0 <= now }) ?? true else { return nil }
    (state, due) = (found, nil)
    return found
  }
}

/// Infers from a compositor's seats whether its session is in the foreground, for a session whose virtual terminal is unknown.
///
/// A compositor in the background loses its input devices, so its seats lose their touch screens. A touch screen that is unplugged
/// looks the same, and then there is nothing to close.
package struct SeatWatch {
  private var hadTouch = false
  private var state = SessionWatch.State.foreground

  package init() {}

  /// Notes whether a seat has a touch screen. Returns the state of the session if that has changed.
  package mutating func change(offersTouch: Bool) -> SessionWatch.State? {
    hadTouch = hadTouch || offersTouch
    // The lack of a touch screen means nothing on a compositor that never had one.
    let found: SessionWatch.State = hadTouch && !offersTouch ? .background : .foreground
    guard found != state else { return nil }
    state = found
    return found
  }

  /// Starts again with another compositor.
  mutating func forgetCompositor() { hadTouch = state == .background }
}

extension TouchScreenFeed {
  /// Closes the touch screens while the session is in the background: their touches are the next user's. `reason` begins the log message.
  /// Throws if one that was named cannot be opened again.
  package func move(
    to state: SessionWatch.State, at now: Timestamp, because reason: String = "the session is", _ logger: Logger
  ) throws {
    switch state {
    case .background:
      suspend(at: now)
      logger.notice("\(reason) in the background: touch screens are closed")
    case .foreground:
      try resume(at: now)
      logger.notice("\(reason) in the foreground: touch screens are opened again")
    }
  }
}
