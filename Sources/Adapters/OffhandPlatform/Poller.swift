import CPlatform
import Glibc

/// Waits for many descriptors at once (`epoll`, level-triggered).
package struct Poller: ~Copyable {
  /// The readiness to wait for on a descriptor.
  package enum Interest: Sendable {
    /// There is something to read.
    case reading
    /// There is something to read or room to write.
    case readingAndWriting

    fileprivate var mask: UInt32 {
      switch self {
      case .reading: EPOLLIN.rawValue
      case .readingAndWriting: EPOLLIN.rawValue | EPOLLOUT.rawValue
      }
    }
  }

  /// The duration of a wait.
  package enum Patience: Sendable {
    /// Until something is ready.
    case unlimited
    /// Not at all.
    case none
  }

  /// The most descriptors that one wait reports; the next wait reports the others.
  package static let capacity = 16

  private let epoll: Descriptor
  private var events: [epoll_event]
  private var readyCount: Int

  /// A poller without descriptors. Throws if the process is out of descriptors.
  package init() throws(KernelError) {
    // All stored last: Swift 6.2 fails on an initial value where the initializer of what cannot be copied throws.
    let epoll = try Descriptor(epoll_create1(Int32(EPOLL_CLOEXEC)), from: "epoll_create1")
    self.epoll = epoll
    events = [epoll_event](repeating: epoll_event(), count: Poller.capacity)
    readyCount = 0
  }

  /// The poller's own descriptor, readable while an added one is ready: one poller can wait for another.
  package var descriptor: Int32 { epoll.number }

  /// Adds `descriptor`, which is reported as `key` (not negative).
  package func add(_ descriptor: Int32, key: Int, interest: Interest) throws(KernelError) {
    try control(EPOLL_CTL_ADD, descriptor, key: key, events: interest.mask)
  }

  /// Adds a file of sysfs or procfs, which is always readable and signals a change by an exceptional condition.
  package func add(changesOf descriptor: Int32, key: Int) throws(KernelError) {
    try control(EPOLL_CTL_ADD, descriptor, key: key, events: EPOLLPRI.rawValue)
  }

  /// Changes the readiness to wait for on an added descriptor.
  package func change(_ descriptor: Int32, key: Int, interest: Interest) throws(KernelError) {
    try control(EPOLL_CTL_MOD, descriptor, key: key, events: interest.mask)
  }

  /// Removes `descriptor`. A closed one has already left the kernel's list.
  package func remove(_ descriptor: Int32) {
    _ = epoll_ctl(epoll.number, EPOLL_CTL_DEL, descriptor, nil)
  }

  /// Waits and returns the number of ready descriptors; continues waiting after a signal.
  package mutating func wait(_ patience: Patience) throws(KernelError) -> Int {
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

  /// The key of a ready descriptor; `index` counts from 0 and is less than the result of the last `wait`.
  package func readyKey(_ index: Int) -> Int {
    precondition(index < readyCount, "\(readyCount) descriptors are ready; there is no number \(index)")
    return Int(truncatingIfNeeded: events[index].data.u64)
  }

  /// Whether the last wait reported `key`; a hang-up or an error counts too, and the next read reports it.
  package func isReady(_ key: Int) -> Bool {
    for index in 0..<readyCount where events[index].data.u64 == UInt64(key) { return true }
    return false
  }

  private func control(_ operation: Int32, _ descriptor: Int32, key: Int, events: UInt32) throws(KernelError) {
    var event = epoll_event()
    event.events = events
    event.data.u64 = UInt64(key)
    guard epoll_ctl(epoll.number, operation, descriptor, &event) == 0 else { throw .last("epoll_ctl") }
  }
}

/// Wakes the event loop from another thread (`eventfd`).
package final class Doorbell: Sendable {
  private let bell: Descriptor

  /// A doorbell that has not rung. Throws if the process is out of descriptors.
  package init() throws(KernelError) {
    bell = try Descriptor(eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK)), from: "eventfd")
  }

  /// The descriptor to wait for.
  package var descriptor: Int32 { bell.number }

  /// Makes the descriptor readable. Any thread may call it, any number of times.
  package func ring() {
    var one: UInt64 = 1
    _ = write(bell.number, &one, MemoryLayout.size(ofValue: one))
  }

  /// Waits until the bell rings, at most for `patience`; without that, for as long as it takes. Returns whether it has rung.
  package func wait(_ patience: Duration?) -> Bool {
    // A signal ends the wait early, as time does.
    Descriptor.wait(for: bell.number, .reading, atMost: patience)
  }

  /// Makes the descriptor unreadable until the bell rings again.
  package func acknowledge() {
    var count: UInt64 = 0
    _ = read(bell.number, &count, MemoryLayout.size(ofValue: count))
  }
}

/// Delivers signals through a readable descriptor instead of interrupting the program (`signalfd`).
///
/// The signals are blocked in the calling thread and in every thread that it starts afterwards: create the queue before
/// the threads. Destroying the queue restores the previous mask in the calling thread.
package struct SignalQueue: ~Copyable {
  /// The signals that a program waits for.
  package enum Signal: Sendable, Hashable {
    /// `SIGINT`: the user pressed Control-C.
    case interrupt
    /// `SIGTERM`: the system or another program asks the process to end.
    case terminate
    /// `SIGHUP`: the terminal was closed; for a service, the configuration is to be read again.
    case hangUp
    /// `SIGCHLD`: a child process has ended.
    case childEnded

    fileprivate var number: Int32 {
      switch self {
      case .interrupt: SIGINT
      case .terminate: SIGTERM
      case .hangUp: SIGHUP
      case .childEnded: SIGCHLD
      }
    }

    /// Whether the process was started so that it ignores the signal.
    package var isIgnored: Bool {
      var action = sigaction()
      sigaction(number, nil, &action)
      return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    }
  }

  private let queue: Descriptor
  private let signals: [Signal]
  private var previous: sigset_t

  /// Takes over `signals`. Throws if the process is out of descriptors.
  package init(_ signals: [Signal] = [.interrupt, .terminate]) throws(KernelError) {
    var mask = sigset_t()
    sigemptyset(&mask)
    for signal in signals { sigaddset(&mask, signal.number) }
    let queue = try Descriptor(
      signalfd(-1, &mask, Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK)), from: "signalfd")
    self.queue = queue
    self.signals = signals
    previous = sigset_t()
    pthread_sigmask(SIG_BLOCK, &mask, &previous)
  }

  deinit {
    var mask = previous
    pthread_sigmask(SIG_SETMASK, &mask, nil)
  }

  /// The descriptor to wait for.
  package var descriptor: Int32 { queue.number }

  /// Whether a signal that a queue has taken over asks this process to end (`sigpending`): what blocks its thread returns then.
  static var isEndPending: Bool {
    var pending = sigset_t()
    return sigpending(&pending) == 0 && [SIGINT, SIGTERM].contains { sigismember(&pending, $0) == 1 }
  }

  /// Takes the next pending signal; `nil` if there is none.
  package func next() -> Signal? {
    var info = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    guard read(queue.number, &info, size) == size else { return nil }
    return signals.first { $0.number == Int32(info.ssi_signo) }
  }
}
