/// How long to wait before a lost compositor is looked for again: twice as long each time, and not for ever.
///
/// A connection cannot be mended. Whoever wants to go on lets everything that was made with it go, keeps what is shown, waits
/// as the schedule says, and makes the connection and the surfaces anew. Only what `ConnectionError.isWorthRetrying` is
/// tried again. Giving up matters: a program that outlives its session must not knock on for days.
public struct ReconnectSchedule: Sendable, Hashable {
  /// The first wait: a compositor that is restarted listens again within some ten milliseconds.
  public var firstDelay: Duration
  /// The longest wait.
  public var longestDelay: Duration
  /// How often it is tried before it is given up.
  public var attempts: Int

  private var tried = 0

  /// A schedule; without arguments 0.1 s, 0.2 s … 5 s, given up after about two minutes.
  public init(
    firstDelay: Duration = .milliseconds(100), longestDelay: Duration = .seconds(5), attempts: Int = 30
  ) {
    self.firstDelay = firstDelay
    self.longestDelay = longestDelay
    self.attempts = attempts
  }

  /// How long to wait before the next attempt; `nil` where it is given up.
  public mutating func nextDelay() -> Duration? {
    guard tried < attempts else { return nil }
    defer { tried += 1 }
    // So many doublings are more than any longest delay, and do not overflow.
    return min(longestDelay, firstDelay * (1 << min(tried, 20)))
  }

  /// Starts over, after a connection was made.
  public mutating func reset() { tried = 0 }
}
