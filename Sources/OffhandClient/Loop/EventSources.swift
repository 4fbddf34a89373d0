package import Offhand
import OffhandPlatform
package import OffhandWayland

/// Reports `SIGINT`, `SIGTERM` and `SIGHUP`, which then do not end the process.
package final class SignalSource: EventSource {
  private let queue: SignalQueue
  private let onSignal: () -> Void

  /// Calls `onSignal` on the loop's thread. Throws if the process is out of descriptors.
  package init(onSignal: @escaping () -> Void) throws {
    // A terminal that is closed ends the program in good order, too, unless that was started to outlive it (`nohup`).
    queue = try SignalQueue([.interrupt, .terminate] + (SignalQueue.Signal.hangUp.isIgnored ? [] : [.hangUp]))
    self.onSignal = onSignal
  }

  package var descriptor: Int32? { queue.descriptor }

  package func dispatch(at now: Timestamp) {
    while queue.next() != nil { onSignal() }
  }
}

/// Drives the connection to the compositor.
package final class ConnectionSource: EventSource {
  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  package var descriptor: Int32? { connection.descriptor }
  package var isBlockedOnWriting: Bool { connection.isBlockedOnWriting }

  /// Sends the requests. Throws if the connection is lost.
  package func prepareToWait() throws { try connection.prepareToWait() }
  /// Handles the events of the compositor. Throws if the connection is lost.
  package func dispatch(at now: Timestamp) throws { try connection.dispatch() }
}

/// Wakes the loop once at a time.
final class Alarm: EventSource {
  /// The time at which it rings; `nil` if it is not set.
  private(set) var deadline: Timestamp?
  /// Whether it has rung since it was set.
  private(set) var hasRung = false

  var descriptor: Int32? { nil }

  /// Sets it to ring at `time`.
  func set(_ time: Timestamp) {
    deadline = time
    hasRung = false
  }

  func clear() {
    deadline = nil
    hasRung = false
  }

  func dispatch(at now: Timestamp) {
    guard let deadline, deadline <= now else { return }
    self.deadline = nil
    hasRung = true
  }
}
