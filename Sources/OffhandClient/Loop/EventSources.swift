public import Offhand
import OffhandPlatform
public import OffhandWayland
import Synchronization

/// Hands what a background thread has computed to the thread of the loop.
///
/// Any thread may `deliver`; the loop's thread receives everything in the order of delivery.
public final class BackgroundResults<Result: Sendable>: EventSource {
  /// The end that other threads hold.
  public final class Mailbox: Sendable {
    fileprivate let bell: Doorbell
    fileprivate let letters = Mutex<[Result]>([])

    fileprivate init() throws(KernelError) { bell = try Doorbell() }

    /// Hands over one result and wakes the loop.
    public func deliver(_ result: Result) {
      letters.withLock { $0.append(result) }
      bell.ring()
    }
  }

  /// The end that other threads hold.
  public let mailbox: Mailbox
  private let receive: (Result) throws -> Void

  /// Calls `receive` on the loop's thread for every result. Throws where the process has no descriptor left.
  public init(receive: @escaping (Result) throws -> Void) throws {
    mailbox = try Mailbox()
    self.receive = receive
  }

  /// Readable while results wait.
  public var descriptor: Int32? { mailbox.bell.descriptor }

  /// Receives all results that wait.
  public func dispatch(at now: Timestamp) throws {
    mailbox.bell.acknowledge()
    let results = mailbox.letters.withLock { letters in
      defer { letters.removeAll(keepingCapacity: true) }
      return letters
    }
    for result in results { try receive(result) }
  }
}

/// Says so when the user (`SIGINT`) or the system (`SIGTERM`) asks the program to end, which then does not end by itself.
public final class SignalSource: EventSource {
  private let queue: SignalQueue
  private let onSignal: () -> Void

  /// Calls `onSignal` in the loop's turn. Throws where the process has no descriptor left.
  public init(onSignal: @escaping () -> Void) throws {
    queue = try SignalQueue()
    self.onSignal = onSignal
  }

  /// Becomes readable when a signal came.
  public var descriptor: Int32? { queue.descriptor }

  /// Takes the signals that came.
  public func dispatch(at now: Timestamp) {
    while queue.next() != nil { onSignal() }
  }
}

/// Gives the connection to the compositor its turn in the loop.
public final class ConnectionSource: EventSource {
  private let connection: Connection

  /// Drives `connection` in the loop that this source is added to.
  public init(_ connection: Connection) { self.connection = connection }

  /// The compositor's socket.
  public var descriptor: Int32? { connection.descriptor }
  /// Whether something that was written did not fit into the socket.
  public var isBlockedOnWriting: Bool { connection.isBlockedOnWriting }

  /// Sends what was written. Throws where the connection is lost.
  public func prepareToWait() throws { try connection.prepareToWait() }
  /// Takes in what the compositor has sent. Throws where the connection is lost.
  public func dispatch(at now: Timestamp) throws { try connection.dispatch() }
}

/// Wakes the loop when a lost compositor is to be looked for again.
final class RetryTimer: EventSource {
  /// When; `nil` while there is nothing to look for.
  var deadline: Timestamp?
  /// Whether that moment has come.
  private(set) var hasRung = false

  var descriptor: Int32? { nil }

  /// Rings once at `time`.
  func set(_ time: Timestamp) {
    deadline = time
    hasRung = false
  }

  /// Has rung, and need not again.
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
