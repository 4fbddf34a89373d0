import Offhand
import OffhandLinux

/// Ends the program when a signal asks for it.
final class SignalSource: EventSource {
  private let queue: SignalQueue
  private let onSignal: () -> Void

  init(onSignal: @escaping () -> Void) throws(KernelError) {
    queue = try SignalQueue()
    self.onSignal = onSignal
  }

  var descriptor: Int32? { queue.descriptor }

  func dispatch(at now: Timestamp) {
    while queue.next() != nil { onSignal() }
  }
}
