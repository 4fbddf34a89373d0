public import Offhand
import OffhandPlatform
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
