import Glibc

/// Threads that work on a job together with the thread that has it.
///
/// They start with the first job and end when there was none for a while, so that an idle program has none. No job waits for a thread to
/// wake: one that comes after the caller has finished finds nothing to do.
package final class WorkerCrew<Job: Sendable> {
  private let shared: Shared
  private let helpers: Int

  /// A crew of up to `helpers` threads, which end after `idle` without a job. `work` is called with the job and the number of the thread: 0
  /// for the caller, 1 to `helpers` for the others; no two calls with the same number overlap. Throws if the process is out of
  /// descriptors.
  package init(
    helpers: Int, idle: Duration = .milliseconds(500), work: @escaping @Sendable (Job, Int) -> Void
  ) throws(KernelError) {
    self.helpers = helpers
    var bells: [Doorbell] = []
    for _ in 0...helpers { bells.append(try Doorbell()) }
    shared = Shared(bells: bells, idle: idle, work: work)
  }

  deinit {
    shared.state.withLock { $0.isDismissed = true }
    for helper in 0..<helpers { shared.bells[helper + 1].ring() }
  }

  /// The number of threads that run, the caller not counted.
  package var threadCount: Int { shared.state.withLock { $0.running.nonzeroBitCount } }

  /// Works on `job` in this thread and in all others, and returns when every call of `work` has. A thread that the system refuses is done
  /// without.
  package func run(_ job: Job) {
    let missing = shared.state.withLock { state in
      state.job = job
      let missing = ~state.running
      for helper in 0..<helpers { state.running |= 1 << UInt64(helper + 1) }
      return missing
    }
    for number in 1..<helpers + 1 {
      if missing & 1 << UInt64(number) != 0 {
        start(number)
      } else {
        shared.bells[number].ring()
      }
    }
    shared.work(job, 0)
    var isOver = shared.state.withLock { state in
      state.job = nil
      return state.working == 0
    }
    while !isOver {
      _ = shared.bells[0].wait(nil)
      shared.bells[0].acknowledge()
      isOver = shared.state.withLock { $0.working == 0 }
    }
  }

  private func start(_ number: Int) {
    shared.bells[number].ring()
    // Not joined: it ends by itself.
    if (try? WorkerThread { [shared] in shared.follow(number) }) == nil {
      shared.state.withLock { $0.running &= ~(1 << UInt64(number)) }
    }
  }

  /// What the threads and the caller have in common.
  private final class Shared: Sendable {
    struct State {
      /// The job, while the caller works on it.
      var job: Job?
      /// The number of other threads that work on it.
      var working = 0
      /// A bit for every thread that runs.
      var running: UInt64 = 0
      var isDismissed = false
    }

    let state = Locked(State())
    /// Of the caller, and of each thread.
    let bells: [Doorbell]
    let work: @Sendable (Job, Int) -> Void
    private let idle: Duration

    init(bells: [Doorbell], idle: Duration, work: @escaping @Sendable (Job, Int) -> Void) {
      self.bells = bells
      self.idle = idle
      self.work = work
    }

    /// Works on one job after the other, until there is none for a while.
    func follow(_ number: Int) {
      while true {
        let hasRung = bells[number].wait(idle)
        if hasRung { bells[number].acknowledge() }
        let ends = state.withLock { state in
          guard state.isDismissed || !hasRung && state.job == nil else { return false }
          state.running &= ~(1 << UInt64(number))
          return true
        }
        if ends { return }
        if help(number) { bells[0].ring() }
      }
    }

    /// Works on the job, if there is one. Returns whether the caller waits for this.
    private func help(_ number: Int) -> Bool {
      guard joinIn(number) else { return false }
      return state.withLock { state in
        state.working -= 1
        return state.working == 0 && state.job == nil
      }
    }

    /// Apart from `help`, so that nothing of the job is held when the caller goes on.
    private func joinIn(_ number: Int) -> Bool {
      let job = state.withLock { state -> Job? in
        guard let job = state.job else { return nil }
        state.working += 1
        return job
      }
      guard let job else { return false }
      work(job, number)
      return true
    }
  }
}

/// A value that one thread at a time has. In place of `Synchronization.Mutex`, whose lock ThreadSanitizer does not see.
///
/// Sound as `@unchecked Sendable`: the value is reached through `withLock` only.
private final class Locked<Value>: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var value: Value

  init(_ value: Value) {
    self.value = value
    pthread_mutex_init(lock, nil)
  }

  deinit {
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  /// Calls `body` with the value, while no other thread has it.
  func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return body(&value)
  }
}

/// The processors of this machine.
package enum Processors {
  /// The number of processors that this process may use: the bits of `Cpus_allowed` in `/proc/self/status`; 1 if the kernel does not say.
  package static let available: Int = {
    let status = (try? Files.contents(of: "/proc/self/status")) ?? []
    let lines = String(decoding: status, as: UTF8.self).split(separator: "\n")
    let mask = lines.first { $0.hasPrefix("Cpus_allowed:") }?.dropFirst("Cpus_allowed:".count) ?? ""
    return max(1, mask.reduce(0) { $0 + ($1.hexDigitValue?.nonzeroBitCount ?? 0) })
  }()
}
