package import Offhand
import OffhandPlatform
package import OffhandWayland
import Synchronization

/// Delivers results of background threads to the thread of the loop.
///
/// Any thread may `deliver`; the loop's thread receives the results in the order of delivery.
package final class BackgroundResults<Result: Sendable>: EventSource {
  /// The end that other threads hold.
  package final class Mailbox: Sendable {
    fileprivate let bell: Doorbell
    fileprivate let results = Mutex<[Result]>([])

    fileprivate init() throws(KernelError) { bell = try Doorbell() }

    /// Delivers one result and wakes the loop.
    package func deliver(_ result: Result) {
      results.withLock { $0.append(result) }
      bell.ring()
    }
  }

  package let mailbox: Mailbox
  private let receive: (Result) throws -> Void

  /// Calls `receive` on the loop's thread for every result. Throws if the process is out of descriptors.
  package init(receive: @escaping (Result) throws -> Void) throws {
    mailbox = try Mailbox()
    self.receive = receive
  }

  package var descriptor: Int32? { mailbox.bell.descriptor }

  package func dispatch(at now: Timestamp) throws {
    mailbox.bell.acknowledge()
    let results = mailbox.results.withLock { results in
      defer { results.removeAll(keepingCapacity: true) }
      return results
    }
    for result in results { try receive(result) }
  }
}

/// Reports `SIGINT` and `SIGTERM`, which then do not end the process.
package final class SignalSource: EventSource {
  private let queue: SignalQueue
  private let onSignal: () -> Void

  /// Calls `onSignal` on the loop's thread. Throws if the process is out of descriptors.
  package init(onSignal: @escaping () -> Void) throws {
    queue = try SignalQueue()
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
