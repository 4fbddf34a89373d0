import CPlatform
import Glibc

/// Signals as something to read instead of something that interrupts. Wraps `signalfd`.
///
/// The signals are blocked in the calling thread and in every thread that it starts afterwards, so make the queue before
/// starting threads. They are given back to the process when the queue goes.
public struct SignalQueue: ~Copyable {
  /// The signals that ask a program to end.
  public enum Signal: Sendable, Hashable {
    /// `SIGINT`: the user pressed Control-C.
    case interrupt
    /// `SIGTERM`: the system or another program asks for the end.
    case terminate

    fileprivate var number: Int32 {
      switch self {
      case .interrupt: SIGINT
      case .terminate: SIGTERM
      }
    }
  }

  private let queue: Descriptor
  private let signals: [Signal]
  private var previous = sigset_t()

  /// Takes over `signals`. Throws where the process has no descriptor left.
  public init(_ signals: [Signal] = [.interrupt, .terminate]) throws(KernelError) {
    var mask = sigset_t()
    sigemptyset(&mask)
    for signal in signals { sigaddset(&mask, signal.number) }
    queue = try Descriptor(signalfd(-1, &mask, Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK)), from: "signalfd")
    self.signals = signals
    pthread_sigmask(SIG_BLOCK, &mask, &previous)
  }

  deinit {
    var mask = previous
    pthread_sigmask(SIG_SETMASK, &mask, nil)
  }

  /// What to wait for.
  public var descriptor: Int32 { queue.number }

  /// The next signal that came, or `nil` where none waits.
  public func next() -> Signal? {
    var info = signalfd_siginfo()
    guard read(queue.number, &info, MemoryLayout<signalfd_siginfo>.size) == MemoryLayout<signalfd_siginfo>.size else {
      return nil
    }
    return signals.first { $0.number == Int32(info.ssi_signo) }
  }
}
