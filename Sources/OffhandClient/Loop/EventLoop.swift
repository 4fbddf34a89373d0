public import Offhand
public import OffhandPlatform

/// The one loop of a program: waits until something happens or a deadline comes, and gives every source its turn.
///
/// Sources take their turns in the order in which they were added: touches first, then the display, then the rest. After
/// the turns, the body that `run` was given is called once: the place for at most one drawing. Nothing wakes the loop
/// while nothing happens: there is one timer, and it is armed for the earliest deadline only.
public final class EventLoop {
  /// How often the loop woke, for judging how quiet a program is.
  public private(set) var wakeups = 0
  /// Deadlines that still stood after they had been served. Each was ignored, so that it could not spin the loop.
  public private(set) var stalledDeadlines = 0

  private var seats: [Seat] = []
  private var nextKey = 1
  private var poller: Poller
  private let timer: DeadlineTimer
  private var armed: Timestamp?
  private var isStopping = false
  private let now: () -> Timestamp

  private static let timerKey = 0

  /// A loop without sources, on the monotonic clock or on another one. Throws where the process has no descriptor left.
  public init(now: @escaping () -> Timestamp = MonotonicClock.now) throws(KernelError) {
    self.now = now
    timer = try DeadlineTimer()
    poller = try Poller()
    try poller.add(timer.descriptor, key: EventLoop.timerKey, interest: .reading)
  }

  /// Gives `source` a turn from now on, after those that were added before.
  public func add(_ source: any EventSource) {
    seats.append(Seat(source: source, key: nextKey))
    nextKey += 1
  }

  /// Gives `source` no more turns. Its descriptor must still be open, or closed for good.
  public func remove(_ source: any EventSource) {
    guard let index = seats.firstIndex(where: { $0.source === source }) else { return }
    if let descriptor = seats[index].watched { poller.remove(descriptor) }
    seats.remove(at: index)
  }

  /// Ends `run` after the present round.
  public func stop() { isStopping = true }

  /// Runs until `stop`, calling `body` once after every round, and once before the first wait.
  public func run(_ body: (Timestamp) throws -> Void) throws {
    isStopping = false
    try body(now())
    while !isStopping { try round(.unlimited, body) }
  }

  /// Waits as long as `patience` says and gives every source that has something to do its turn, then calls `body`.
  public func round(_ patience: Poller.Patience, _ body: (Timestamp) throws -> Void) throws {
    for seat in seats { try seat.source.prepareToWait() }
    try watchDescriptors()
    try armTimer()
    _ = try poller.wait(patience)
    wakeups += 1
    if poller.isReady(EventLoop.timerKey) {
      timer.acknowledge()
      armed = nil
    }
    let moment = now()
    for seat in seats where poller.isReady(seat.key) || seat.isDue(at: moment) { try takeTurn(seat, at: moment) }
    try body(moment)
  }

  private func takeTurn(_ seat: Seat, at moment: Timestamp) throws {
    let served = seat.source.deadline.flatMap { $0 <= moment ? $0 : nil }
    try seat.source.dispatch(at: moment)
    // Only a deadline that stayed exactly where it was is stuck; one that moved, even into the past, is progress.
    if let served, seat.source.deadline == served {
      if seat.servedDeadline != served { stalledDeadlines += 1 }
      seat.servedDeadline = served
    } else {
      seat.servedDeadline = nil
    }
  }

  private func watchDescriptors() throws(KernelError) {
    for seat in seats {
      let descriptor = seat.source.descriptor
      let interest: Poller.Interest = seat.source.isBlockedOnWriting ? .readingAndWriting : .reading
      if seat.watched != descriptor {
        if let old = seat.watched { poller.remove(old) }
        if let descriptor { try poller.add(descriptor, key: seat.key, interest: interest) }
      } else if let descriptor, seat.interest != interest {
        try poller.change(descriptor, key: seat.key, interest: interest)
      }
      seat.watched = descriptor
      seat.interest = interest
    }
  }

  private func armTimer() throws(KernelError) {
    var earliest: Timestamp?
    for seat in seats {
      guard let deadline = seat.openDeadline else { continue }
      earliest = earliest.map { min($0, deadline) } ?? deadline
    }
    guard earliest != armed else { return }
    try timer.arm(earliest)
    armed = earliest
  }

  /// A source and what the loop knows of it.
  private final class Seat {
    let source: any EventSource
    let key: Int
    var watched: Int32?
    var interest = Poller.Interest.reading
    var servedDeadline: Timestamp?

    init(source: any EventSource, key: Int) {
      self.source = source
      self.key = key
    }

    /// The source's deadline, unless it was served already.
    var openDeadline: Timestamp? {
      guard let deadline = source.deadline, deadline != servedDeadline else { return nil }
      return deadline
    }

    func isDue(at moment: Timestamp) -> Bool { openDeadline.map { $0 <= moment } ?? false }
  }
}

/// One thing that the event loop waits for and gives its turn: touches, the display, results of background work, signals.
///
/// Bound to the thread that runs the loop.
public protocol EventSource: AnyObject {
  /// The file descriptor whose readability means that there is something to do; `nil` where there is none.
  var descriptor: Int32? { get }

  /// Whether there is something to write that did not fit, so that room to write is waited for as well.
  var isBlockedOnWriting: Bool { get }

  /// The next moment at which there is something to do without the descriptor; `nil` while nothing is planned.
  ///
  /// Asked after every turn, in event time. A deadline that was served and still stands is not served again.
  var deadline: Timestamp? { get }

  /// Does what must be done before the loop goes to sleep, such as flushing what was written.
  func prepareToWait() throws

  /// Takes the turn: does everything that there is to do up to `now`, without blocking.
  func dispatch(at now: Timestamp) throws
}

extension EventSource {
  /// Nothing to write.
  public var isBlockedOnWriting: Bool { false }

  /// Nothing planned.
  public var deadline: Timestamp? { nil }

  /// Nothing to prepare.
  public func prepareToWait() throws {}
}
