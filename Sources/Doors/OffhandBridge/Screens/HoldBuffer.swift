import Offhand

/// The events that are to be written to a twin, and which of them are held back while a gesture may take their touches.
struct HoldBuffer: Sendable {
  /// The rows of the chart in Design/Platform.md "Touches that are held back".
  enum State: Sendable {
    /// Nothing is held back.
    case free
    /// All that was written `since` then is, at most `until` then.
    case held(since: Timestamp, until: Timestamp)
    /// It goes with the report that is passed on next.
    case over
  }

  private(set) var state = State.free
  /// For how long what is held back. Replace it while nothing is.
  var rule = HoldRule([])
  private var events: [EvdevEvent] = []
  private var readyCount = 0

  init() { events.reserveCapacity(1024) }

  /// Whether something is held back.
  var isHolding: Bool { if case .free = state { false } else { true } }

  /// When it is held back no longer; `nil` if no time ends it.
  var deadline: Timestamp? { if case .held(_, let deadline) = state { deadline } else { nil } }

  /// Takes note of a landing, after which `count` fingers are undecided; it `isFirst` if programs have no touch.
  mutating func land(_ count: Int, isFirst: Bool, at now: Timestamp) {
    let patience = rule.patience(for: count)
    switch state {
    case .free: if isFirst, rule.holds { state = .held(since: now, until: now + patience) }
    case .held(let start, _):
      state = .held(since: start, until: min(now + patience, start + rule.patience(for: 1) + patience))
    case .over: break
    }
  }

  /// Takes note of the lift of an undecided finger.
  mutating func lift(at now: Timestamp) {
    guard case .held(let start, let deadline) = state else { return }
    state = .held(since: start, until: min(deadline, now + HoldRule.moment))
  }

  /// Takes note of a frame, after which `count` fingers are undecided, and in which a finger was 2 mm from its landing if it `isMoved`.
  mutating func follow(_ count: Int, isMoved: Bool, at now: Timestamp) {
    guard let deadline else { return }
    if count == 0 || now >= deadline || !rule.mayTake(count) || isMoved && !rule.isWhole(count) { state = .over }
  }

  /// Lets what is held back go with the report that is passed on next.
  mutating func end() { if isHolding { state = .over } }

  /// Lets what is held back go if its time is over.
  mutating func advance(to time: Timestamp) { if let deadline, deadline <= time { release() } }

  /// A report was passed on.
  mutating func passReport() { if case .over = state { release() } }

  /// Drops what is held back.
  mutating func drop() {
    events.removeLast(events.count - readyCount)
    release()
  }

  /// Drops everything.
  mutating func dropAll() {
    readyCount = 0
    drop()
  }

  /// Adds an event.
  mutating func append(_ event: EvdevEvent) { events.append(event) }

  /// A report is whole.
  mutating func endReport() { if !isHolding { readyCount = events.count } }

  /// Passes what is to be written now to `body`.
  mutating func drain<Failure: Error>(_ body: (ArraySlice<EvdevEvent>) throws(Failure) -> Void) throws(Failure) {
    guard readyCount > 0 else { return }
    defer {
      events.removeFirst(readyCount)
      readyCount = 0
    }
    try body(events[..<readyCount])
  }

  private mutating func release() {
    state = .free
    readyCount = events.count
  }
}
