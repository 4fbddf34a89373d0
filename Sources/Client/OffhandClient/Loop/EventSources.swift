package import Offhand
package import OffhandPlatform
package import OffhandWayland

/// Reports signals, which then do not end the process.
package final class SignalSource: EventSource {
  private let queue: SignalQueue
  /// Called on the loop's thread.
  package var onSignal: (SignalQueue.Signal) -> Void = { _ in }

  /// Reports `signals`; those that come before `onSignal` is set wait. Throws if the process is out of descriptors.
  package init(_ signals: [SignalQueue.Signal]) throws(KernelError) { queue = try SignalQueue(signals) }

  /// Reports `SIGINT`, `SIGTERM` and `SIGHUP`.
  package convenience init(onSignal: @escaping () -> Void) throws(KernelError) {
    // A terminal that is closed ends the program in good order, too, unless that was started to outlive it (`nohup`).
    try self.init([.interrupt, .terminate] + (SignalQueue.Signal.hangUp.isIgnored ? [] : [.hangUp]))
    self.onSignal = { _ in onSignal() }
  }

  package var descriptor: Int32? { queue.descriptor }

  package func dispatch(at now: Timestamp) {
    while let signal = queue.next() { onSignal(signal) }
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
package final class Alarm: EventSource {
  /// The time at which it rings; `nil` if it is not set.
  package private(set) var deadline: Timestamp?
  /// Whether it has rung since it was set.
  package private(set) var hasRung = false

  /// An alarm that is not set.
  package init() {}

  package var descriptor: Int32? { nil }

  /// Sets it to ring at `time`.
  package func set(_ time: Timestamp) {
    deadline = time
    hasRung = false
  }

  func clear() {
    deadline = nil
    hasRung = false
  }

  package func dispatch(at now: Timestamp) {
    guard let deadline, deadline <= now else { return }
    self.deadline = nil
    hasRung = true
  }
}

/// Calls a function at a regular interval.
package final class Heartbeat: EventSource {
  private let interval: Duration
  private let body: () -> Void
  package private(set) var deadline: Timestamp?

  /// Calls `body` at `first`, or at once, and then every `interval`.
  package init(every interval: Duration, first: Timestamp = .zero, _ body: @escaping () -> Void) {
    self.interval = interval
    self.body = body
    deadline = first
  }

  package var descriptor: Int32? { nil }

  package func dispatch(at now: Timestamp) {
    guard let deadline, deadline <= now else { return }
    self.deadline = now + interval
    body()
  }
}
