/// The delays between attempts to reconnect to a compositor: each twice the one before, up to 5 s, and a bounded number of them.
///
/// A lost connection cannot be repaired. To continue, a program releases everything that was made with it, waits for
/// `nextDelay`, and makes a new connection and new surfaces; but only after errors with `ConnectionError.isWorthRetrying`. The
/// number of attempts is bounded because a program that outlives its session must not try for days.
package struct ReconnectSchedule: Sendable, Hashable {
  /// The first delay: a restarted compositor listens again after tens of milliseconds.
  package var firstDelay: Duration
  /// The longest delay.
  package var longestDelay: Duration
  /// The number of attempts.
  package var attempts: Int

  private var attemptsMade = 0

  /// A schedule; by default 0.1 s, 0.2 s … 5 s, for about two minutes.
  package init(
    firstDelay: Duration = .milliseconds(100), longestDelay: Duration = .seconds(5), attempts: Int = 30
  ) {
    self.firstDelay = firstDelay
    self.longestDelay = longestDelay
    self.attempts = attempts
  }

  /// The delay before the next attempt; `nil` after the last one.
  package mutating func nextDelay() -> Duration? {
    guard attemptsMade < attempts else { return nil }
    defer { attemptsMade += 1 }
    // Twenty doublings exceed any longest delay, and do not overflow.
    return min(longestDelay, firstDelay * (1 << min(attemptsMade, 20)))
  }

  /// Starts over, after a connection was made.
  package mutating func reset() { attemptsMade = 0 }
}
