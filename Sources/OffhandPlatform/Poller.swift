import CPlatform
import Glibc

/// Waits for many descriptors at once. Wraps `epoll`, level-triggered.
public struct Poller: ~Copyable {
  /// What is waited for.
  public enum Interest: Sendable {
    /// Until there is something to read.
    case reading
    /// Until there is something to read or room to write.
    case readingAndWriting

    fileprivate var mask: UInt32 {
      switch self {
      case .reading: EPOLLIN.rawValue
      case .readingAndWriting: EPOLLIN.rawValue | EPOLLOUT.rawValue
      }
    }
  }

  /// How long to wait.
  public enum Patience: Sendable {
    /// Until something is ready.
    case unlimited
    /// Not at all.
    case none
  }

  /// How many descriptors one wait can report; the rest is reported by the next one.
  public static let capacity = 16

  private let epoll: Descriptor
  private var events = [epoll_event](repeating: epoll_event(), count: Poller.capacity)
  private var readyCount = 0

  /// Waits for nothing yet. Throws where the process has no descriptor left.
  public init() throws(KernelError) {
    epoll = try Descriptor(epoll_create1(Int32(EPOLL_CLOEXEC)), from: "epoll_create1")
  }

  /// Waits for `descriptor` from now on and reports it as `key`.
  public func add(_ descriptor: Int32, key: Int, interest: Interest) throws(KernelError) {
    try control(EPOLL_CTL_ADD, descriptor, key: key, interest: interest)
  }

  /// Waits for something else of a descriptor that was added.
  public func change(_ descriptor: Int32, key: Int, interest: Interest) throws(KernelError) {
    try control(EPOLL_CTL_MOD, descriptor, key: key, interest: interest)
  }

  /// Waits for `descriptor` no more. One that is closed already is gone from the kernel's list by itself.
  public func remove(_ descriptor: Int32) {
    _ = epoll_ctl(epoll.number, EPOLL_CTL_DEL, descriptor, nil)
  }

  /// Waits, and answers how many descriptors are ready. A signal that interrupts the wait is not an answer.
  public mutating func wait(_ patience: Patience) throws(KernelError) -> Int {
    let timeout: Int32 =
      switch patience {
      case .unlimited: -1
      case .none: 0
      }
    while true {
      let count = epoll_wait(epoll.number, &events, Int32(Poller.capacity), timeout)
      if count >= 0 {
        readyCount = Int(count)
        return readyCount
      }
      guard errno == EINTR else { throw .last("epoll_wait") }
    }
  }

  /// Whether the last wait reported `key`. A hang-up or an error of the descriptor counts: reading it tells which.
  public func isReady(_ key: Int) -> Bool {
    for index in 0..<readyCount where events[index].data.u64 == UInt64(key) { return true }
    return false
  }

  private func control(
    _ operation: Int32, _ descriptor: Int32, key: Int, interest: Interest
  ) throws(KernelError) {
    var event = epoll_event()
    event.events = interest.mask
    event.data.u64 = UInt64(key)
    guard epoll_ctl(epoll.number, operation, descriptor, &event) == 0 else { throw .last("epoll_ctl") }
  }
}

/// Wakes the event loop from another thread. Wraps `eventfd`.
public final class Doorbell: Sendable {
  private let bell: Descriptor

  /// A bell that is silent. Throws where the process has no descriptor left.
  public init() throws(KernelError) {
    bell = try Descriptor(eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK)), from: "eventfd")
  }

  /// What to wait for.
  public var descriptor: Int32 { bell.number }

  /// Makes the descriptor readable. May be called on any thread, any number of times.
  public func ring() {
    var one: UInt64 = 1
    _ = write(bell.number, &one, MemoryLayout.size(ofValue: one))
  }

  /// Takes all rings back, so that the descriptor is no longer readable.
  public func acknowledge() {
    var count: UInt64 = 0
    _ = read(bell.number, &count, MemoryLayout.size(ofValue: count))
  }
}

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
