package import Logging
package import Offhand
package import OffhandPlatform

/// Accepts the connections of a listener: one a turn of the loop, and then none for a moment.
///
/// A process that connects again and again must neither keep touches waiting nor keep the loop from its rest, after a second without
/// which the kernel ends a program with a real-time class.
package final class ListenerSource: EventSource {
  /// The pause after a connection. 200 connections a second cost about a hundredth of a processor, and a full backlog of 128 is served
  /// within the two seconds that a client waits.
  package static let pause = Duration.milliseconds(5)
  /// The pause after the process ran out of descriptors.
  package static let failurePause = Duration.seconds(1)

  private let listener: UnixListener
  private let logger: Logger
  private let now: () -> Timestamp
  private let body: (consuming StreamSocket, Timestamp) -> Void
  /// The time at which the pause ends.
  package private(set) var deadline: Timestamp?

  /// Passes the connections of `listener` to `body`; `now` reads the loop's clock.
  package init(
    _ listener: UnixListener, logger: Logger, now: @escaping () -> Timestamp = MonotonicClock.now,
    _ body: @escaping (consuming StreamSocket, Timestamp) -> Void
  ) {
    (self.listener, self.logger, self.now, self.body) = (listener, logger, now, body)
  }

  package var descriptor: Int32? { deadline == nil ? listener.descriptor : nil }

  package func dispatch(at time: Timestamp) {
    if let deadline, deadline > time { return }
    deadline = nil
    do throws(KernelError) {
      guard let socket = try listener.accept() else { return }
      body(socket, time)
      // After what the connection took: on a slow machine that may be longer than the pause.
      deadline = now() + ListenerSource.pause
    } catch {
      // Out of descriptors or memory: the connection still waits, and would wake the loop again at once.
      logger.warning("no client can connect for a moment: \(error)")
      deadline = time + ListenerSource.failurePause
    }
  }
}
