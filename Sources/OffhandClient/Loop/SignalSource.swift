public import Offhand
import OffhandPlatform

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
