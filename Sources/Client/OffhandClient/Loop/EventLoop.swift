package import Offhand
package import OffhandPlatform

/// The loop of a program: waits for a descriptor or a deadline, and dispatches every source that is ready.
///
/// Sources are dispatched in the order in which they were added. After each round, the body given to `run` is called once and
/// draws at most one frame. An idle loop does not wake: its one timer is armed for the earliest deadline only.
package final class EventLoop {
  /// The number of times the loop woke: a measure of how idle a program is.
  package private(set) var wakeups = 0

  private var entries: [Entry] = []
  private var nextKey = 1
  private var poller: Poller
  private let timer: DeadlineTimer
  private var armed: Timestamp?
  /// Whether `stop` was called in this run.
  package private(set) var isStopping = false
  private let now: () -> Timestamp

  private static let timerKey = 0

  /// A loop without sources; `now` reads its clock. Throws if the process is out of descriptors.
  package init(now: @escaping () -> Timestamp = MonotonicClock.now) throws(KernelError) {
    self.now = now
    timer = try DeadlineTimer()
    poller = try Poller()
    try poller.add(timer.descriptor, key: EventLoop.timerKey, interest: .reading)
  }

  /// Adds `source` after the others; one that is there already stays where it is.
  package func add(_ source: any EventSource) {
    guard !entries.contains(where: { $0.source === source }) else { return }
    entries.append(Entry(source: source, key: nextKey))
    nextKey += 1
  }

  /// Removes `source`, which is dispatched no more, not even in this round. Its descriptor must not have been closed and reused for
  /// another file.
  package func remove(_ source: any EventSource) {
    guard let index = entries.firstIndex(where: { $0.source === source }) else { return }
    if let descriptor = entries[index].watched { poller.remove(descriptor) }
    entries.remove(at: index).isRemoved = true
  }

  /// Ends `run` after the current round.
  package func stop() { isStopping = true }

  /// Runs until `stop`, calling `body` after every round, and once before the first.
  package func run(_ body: (Timestamp) throws -> Void) throws {
    isStopping = false
    try body(now())
    while !isStopping { try round(.unlimited, body) }
  }

  /// Waits for at most `patience`, dispatches every source that is ready, then calls `body`.
  package func round(_ patience: Poller.Patience, _ body: (Timestamp) throws -> Void) throws {
    for entry in entries { try entry.source.prepareToWait() }
    try watchDescriptors()
    try armTimer()
    _ = try poller.wait(patience)
    wakeups += 1
    if poller.isReady(EventLoop.timerKey) {
      timer.acknowledge()
      armed = nil
    }
    let moment = now()
    for entry in entries where !entry.isRemoved && (poller.isReady(entry.key) || entry.isDue(at: moment)) {
      try dispatch(entry, at: moment)
    }
    try body(moment)
  }

  private func dispatch(_ entry: Entry, at moment: Timestamp) throws {
    let served = entry.source.deadline.flatMap { $0 <= moment ? $0 : nil }
    try entry.source.dispatch(at: moment)
    // Only an unchanged deadline is stuck, and ignored from now on, because it would spin the loop; one that moved, even into the past, is
    // progress.
    entry.servedDeadline = entry.source.deadline == served ? served : nil
  }

  private func watchDescriptors() throws(KernelError) {
    for entry in entries {
      let descriptor = entry.source.descriptor
      let interest: Poller.Interest = entry.source.isBlockedOnWriting ? .readingAndWriting : .reading
      if entry.watched != descriptor {
        if let old = entry.watched { poller.remove(old) }
        if let descriptor { try poller.add(descriptor, key: entry.key, interest: interest) }
      } else if let descriptor, entry.interest != interest {
        try poller.change(descriptor, key: entry.key, interest: interest)
      }
      entry.watched = descriptor
      entry.interest = interest
    }
  }

  private func armTimer() throws(KernelError) {
    var earliest: Timestamp?
    for entry in entries {
      guard let deadline = entry.openDeadline else { continue }
      earliest = earliest.map { min($0, deadline) } ?? deadline
    }
    guard earliest != armed else { return }
    try timer.arm(earliest)
    armed = earliest
  }

  /// A source, and what the poller watches for it.
  private final class Entry {
    let source: any EventSource
    let key: Int
    var watched: Int32?
    var interest = Poller.Interest.reading
    var servedDeadline: Timestamp?
    var isRemoved = false

    init(source: any EventSource, key: Int) {
      self.source = source
      self.key = key
    }

    /// The source's deadline, unless it has been served.
    var openDeadline: Timestamp? {
      guard let deadline = source.deadline, deadline != servedDeadline else { return nil }
      return deadline
    }

    func isDue(at moment: Timestamp) -> Bool { openDeadline.map { $0 <= moment } ?? false }
  }
}

/// A source of events for the event loop: touches, the display, background work, signals. Bound to the loop's thread.
package protocol EventSource: AnyObject {
  /// The file descriptor that is readable when there are events; `nil` if there is none.
  var descriptor: Int32? { get }

  /// Whether output did not fit, so that the loop also waits for the descriptor to be writable.
  var isBlockedOnWriting: Bool { get }

  /// The next time at which `dispatch` must be called in any case; `nil` if there is none.
  ///
  /// Read before each wait and around each dispatch. A deadline that is unchanged after it was served is not served again.
  var deadline: Timestamp? { get }

  /// Prepares for the loop to sleep, such as by flushing output.
  func prepareToWait() throws

  /// Handles all events and deadlines up to `now`, without blocking.
  func dispatch(at now: Timestamp) throws
}

extension EventSource {
  package var isBlockedOnWriting: Bool { false }

  package var deadline: Timestamp? { nil }

  package func prepareToWait() throws {}
}
