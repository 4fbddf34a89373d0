import Glibc
import Offhand
import OffhandPlatform
import Testing

struct DeadlineTimerTests {
  @Test func `a past moment is due at once, a disarmed timer never`() throws {
    let timer = try DeadlineTimer()
    var poller = try Poller()
    try poller.add(timer.descriptor, key: 7, interest: .reading)
    try timer.arm(.zero)
    let atOnce = try poller.wait(.unlimited)
    let wasReady = poller.isReady(7) && poller.readyKey(0) == 7
    timer.acknowledge()
    let afterwards = try poller.wait(.none)
    try timer.arm(MonotonicClock.now())
    try timer.arm(nil)
    let disarmed = try poller.wait(.none)
    #expect((atOnce, wasReady) == (1, true))
    #expect((afterwards, disarmed) == (0, 0))
  }

  @Test func `it does not fire early`() throws {
    let timer = try DeadlineTimer()
    var poller = try Poller()
    try poller.add(timer.descriptor, key: 0, interest: .reading)
    let deadline = MonotonicClock.now() + .milliseconds(3)
    try timer.arm(deadline)
    _ = try poller.wait(.unlimited)
    #expect(MonotonicClock.now() >= deadline)
  }

  @Test func `sleeping ends after the moment, and at once if it has passed`() {
    let deadline = MonotonicClock.now() + .milliseconds(3)
    MonotonicClock.sleep(until: deadline)
    #expect(MonotonicClock.now() >= deadline)
    MonotonicClock.sleep(until: Timestamp(nanoseconds: -5))
  }
}

struct PollerTests {
  @Test func `a failed call is one plain line`() throws {
    let error = #expect(throws: KernelError.self) {
      let poller = try Poller()
      try poller.add(-1, key: 0, interest: .reading)
    }
    #expect(error?.description == "epoll_ctl failed: Bad file descriptor (errno 9)")
  }

  @Test func `one descriptor or one of two is waited for, for a bounded time`() throws {
    let bell = Doorbell.self
    let (first, second) = (try bell.init(), try bell.init())
    #expect(!Descriptor.wait(for: first.descriptor, .reading, atMost: .milliseconds(1)))
    #expect(Descriptor.wait(for: first.descriptor, .either, atMost: .seconds(60)), "there is room to write")
    #expect(Descriptor.wait(forReading: first.descriptor, or: second.descriptor, atMost: .zero) == (false, false))
    second.ring()
    #expect(Descriptor.wait(forReading: first.descriptor, or: second.descriptor, atMost: nil) == (false, true))
    second.acknowledge()
    #expect(Descriptor.wait(forReading: first.descriptor, or: second.descriptor, atMost: .zero) == (false, false))
  }
}

@Suite(.serialized) struct SignalQueueTests {
  @Test func `a signal becomes readable instead of killing`() async throws {
    // On a thread of its own, so that the mask of the test's threads stays as it is.
    let thread = try WorkerThread {
      do {
        let queue = try SignalQueue()
        let before = queue.next()
        pthread_kill(pthread_self(), SIGINT)
        pthread_kill(pthread_self(), SIGTERM)
        let signals = [queue.next(), queue.next(), queue.next()]
        #expect(before == nil)
        #expect(signals == [.interrupt, .terminate, nil])
      } catch {
        Issue.record(error)
      }
    }
    thread.join()
  }
}

struct WorkerThreadTests {
  /// The size of this process' address space in KiB.
  private var addressSpace: Int {
    let status = String(decoding: (try? Files.contents(of: "/proc/self/status")) ?? [], as: UTF8.self)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmSize:") }
    return line.flatMap { Int($0.split(whereSeparator: \.isWhitespace)[1]) } ?? 0
  }

  @Test func `threads that are not joined leave nothing behind`() async {
    // In a process of its own: other tests take memory as well.
    await #expect(processExitsWith: .success) {
      func run(_ count: Int) throws {
        for _ in 0..<count {
          let bell = try Doorbell()
          do { _ = try WorkerThread { bell.ring() } }
          Descriptor.wait(for: bell.descriptor, .reading, atMost: nil)
        }
      }
      let tests = WorkerThreadTests()
      try run(20)
      let before = tests.addressSpace
      try run(200)
      // A stack is 8 MiB; the C library keeps a few for the next threads.
      if tests.addressSpace > before + 400 << 10 { exit(1) }
    }
  }
}
