import CPlatform
import Glibc
import Synchronization

/// Gives captured devices back when the program that captured them stalls: else the user could not even end it by touch.
///
/// A thread of its own, because a stalled loop cannot watch itself. It sleeps until the watched descriptor is readable, and
/// then for the patience; if the loop has not taken a turn meanwhile and there is still something to read, it has stalled.
/// While nobody touches it is not woken; while somebody does, once per patience.
final class CaptureWatchdog {
  private let shared: Shared
  private let thread: pthread_t
  private let alarm: Int32

  /// What the loop and the thread both see.
  final class Shared: Sendable {
    let turns = Atomic<Int>(0)
    let stalls = Atomic<Int>(0)
    let captured = Mutex<Set<Int32>>([])
    let watched: Int32
    let alarm: Int32
    let patience: Int32

    init(watched: Int32, alarm: Int32, patience: Int32) {
      self.watched = watched
      self.alarm = alarm
      self.patience = patience
    }

    /// The thread's work.
    func watch() {
      while wait(for: watched, -1) {
        let turn = turns.load(ordering: .relaxed)
        guard wait(for: nil, patience) else { return }
        if turns.load(ordering: .relaxed) == turn && isReadable { release() }
      }
    }

    private var isReadable: Bool {
      var request = pollfd(fd: watched, events: Int16(POLLIN), revents: 0)
      return poll(&request, 1, 0) > 0
    }

    private func release() {
      captured.withLock { captured in
        for descriptor in captured { _ = offhand_evdev_grab(descriptor, 0) }
        if !captured.isEmpty { stalls.add(1, ordering: .relaxed) }
        captured = []
      }
    }

    /// Waits until `descriptor` is readable or `milliseconds` are over; answers false when the watch is called off.
    private func wait(for descriptor: Int32?, _ milliseconds: Int32) -> Bool {
      var requests = [pollfd(fd: alarm, events: Int16(POLLIN), revents: 0)]
      if let descriptor { requests.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)) }
      _ = poll(&requests, nfds_t(requests.count), milliseconds)
      return requests[0].revents == 0
    }
  }

  /// Begins to watch; `nil` where the system has no descriptor or thread left.
  init?(watching descriptor: Int32, patience: Duration) {
    alarm = eventfd(0, Int32(EFD_CLOEXEC))
    guard alarm >= 0 else { return nil }
    let (seconds, attoseconds) = patience.components
    let shared = Shared(
      watched: descriptor, alarm: alarm,
      patience: Int32(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000))
    var started = pthread_t()
    let data = UnsafeMutablePointer<Shared>.allocate(capacity: 1)
    data.initialize(to: shared)
    let code = pthread_create(
      &started, nil,
      { argument in
        guard let data = argument?.assumingMemoryBound(to: Shared.self) else { return nil }
        let shared = data.move()
        data.deallocate()
        shared.watch()
        return nil
      }, data)
    guard code == 0 else {
      data.deinitialize(count: 1)
      data.deallocate()
      close(alarm)
      return nil
    }
    self.shared = shared
    thread = started
  }

  deinit {
    eventfd_write(alarm, 1)
    pthread_join(thread, nil)
    close(alarm)
  }

  /// How often devices had to be given back.
  var stalls: Int { shared.stalls.load(ordering: .relaxed) }

  /// The loop takes a turn.
  func noteTurn() { shared.turns.add(1, ordering: .relaxed) }

  /// A device is captured from now on.
  func guardDevice(_ descriptor: Int32) { _ = shared.captured.withLock { $0.insert(descriptor) } }

  /// A device is captured no more.
  func leaveDevice(_ descriptor: Int32) { _ = shared.captured.withLock { $0.remove(descriptor) } }
}
