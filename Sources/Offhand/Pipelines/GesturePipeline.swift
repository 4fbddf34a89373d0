/// Something that turns frames into answers: a set of recognizers with the rules between them.
///
/// Sans I/O: it reads no clock. Whoever owns it calls `process` for every frame and `advance` no later than `deadline`, and
/// reads `events` after each call. The storage of `events` is used again, so the steady path allocates nothing.
public protocol GesturePipeline: Sendable {
  /// The answers of the last call, in the order in which they were given.
  var events: [GestureEvent] { get }

  /// The next moment at which time alone may decide something; `nil` while nothing waits.
  var deadline: Timestamp? { get }

  /// Takes a frame in. Deadlines before its timestamp are served first (recognizers.md §3.0.3).
  mutating func process(_ frame: borrowing TouchFrame)

  /// Serves the deadlines up to and including `time`.
  mutating func advance(to time: Timestamp)
}
