import Offhand
import OffhandClient
import OffhandLinux

/// Ends a command when the user or the system asks for it.
final class EndingSignal: EventSource {
  private let queue: SignalQueue
  private let end: () -> Void

  init(_ end: @escaping () -> Void) throws(KernelError) {
    queue = try SignalQueue()
    self.end = end
  }

  var descriptor: Int32? { queue.descriptor }

  func dispatch(at now: Timestamp) {
    while queue.next() != nil { end() }
  }
}
