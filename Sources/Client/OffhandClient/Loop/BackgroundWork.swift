package import Offhand
import OffhandPlatform
import Synchronization

/// Work on threads of its own, with results that a program receives on its own thread: pictures that are read while a view is shown.
///
/// ```swift
/// let reading = try BackgroundWork<Result<Pyramid, any Error>>()
/// try reading.start { deliver in deliver(Result { Pyramid(try PictureFile.load("plan.png")) }) }
/// …
/// program.receive(reading) { result in
///   let image = renderer.pictures.insert(try result.get())
///   program.change { $0.show(image) }
/// }
/// ```
///
/// It may start before there is a program, which then connects to the compositor meanwhile.
public final class BackgroundWork<Value: Sendable> {
  /// The end that the threads hold.
  private final class Mailbox: Sendable {
    let bell: Doorbell
    let values = Mutex<[Value]>([])

    init() throws(KernelError) { bell = try Doorbell() }

    func deliver(_ value: Value) {
      values.withLock { $0.append(value) }
      bell.ring()
    }
  }

  private let mailbox: Mailbox
  var receive: (Value) throws -> Void = { _ in }

  /// Work that has not started. Throws if the process is out of descriptors.
  public init() throws { mailbox = try Mailbox() }

  /// Runs `body` on a new thread, which calls `deliver` with each result. Several may run at once.
  ///
  /// The process does not wait for the thread when it ends. Throws if the system has no thread left.
  public func start(_ body: @escaping @Sendable (_ deliver: (Value) -> Void) -> Void) throws {
    _ = try WorkerThread { [mailbox] in body(mailbox.deliver) }
  }
}

extension BackgroundWork: EventSource {
  package var descriptor: Int32? { mailbox.bell.descriptor }

  package func dispatch(at now: Timestamp) throws {
    mailbox.bell.acknowledge()
    let values = mailbox.values.withLock { values in
      defer { values.removeAll(keepingCapacity: true) }
      return values
    }
    for value in values { try receive(value) }
  }
}
