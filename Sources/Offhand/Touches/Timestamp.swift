/// A moment in event time: nanoseconds of the source's monotonic clock. The domain never reads a clock.
public struct Timestamp: Sendable, Hashable, Comparable {
  /// Nanoseconds since the clock's epoch.
  public var nanoseconds: Int64

  /// The moment `nanoseconds` after the clock's epoch.
  @inlinable
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// The moment `seconds` after the clock's epoch, rounded to the nearest nanosecond.
  @inlinable
  public init(seconds: Double) { nanoseconds = Int64((seconds * 1e9).rounded()) }

  /// Seconds since the clock's epoch.
  @inlinable public var seconds: Double { Double(nanoseconds) / 1e9 }

  /// The epoch.
  public static let zero = Timestamp(nanoseconds: 0)

  /// The moment one nanosecond later, or the last one there is: what is due at a moment is due before the next.
  @inlinable package var next: Timestamp { Timestamp(nanoseconds: nanoseconds == .max ? .max : nanoseconds + 1) }

  /// Whether `a` comes before `b`.
  @inlinable
  public static func < (a: Timestamp, b: Timestamp) -> Bool { a.nanoseconds < b.nanoseconds }

  /// The moment `duration` later; saturates instead of overflowing.
  @inlinable
  public static func + (start: Timestamp, duration: Duration) -> Timestamp {
    let (sum, overflow) = start.nanoseconds.addingReportingOverflow(duration.wholeNanoseconds)
    return Timestamp(nanoseconds: overflow ? (duration < .zero ? .min : .max) : sum)
  }

  /// The moment `duration` earlier; saturates instead of overflowing.
  @inlinable
  public static func - (end: Timestamp, duration: Duration) -> Timestamp {
    let (difference, overflow) = end.nanoseconds.subtractingReportingOverflow(duration.wholeNanoseconds)
    return Timestamp(nanoseconds: overflow ? (duration < .zero ? .max : .min) : difference)
  }

  /// The time from `start` to `end`; saturates instead of overflowing.
  @inlinable
  public static func - (end: Timestamp, start: Timestamp) -> Duration {
    let (difference, overflow) = end.nanoseconds.subtractingReportingOverflow(start.nanoseconds)
    return .nanoseconds(overflow ? (end < start ? .min : .max) : difference)
  }

  /// Seconds from `start` to this moment.
  @inlinable
  public func seconds(since start: Timestamp) -> Double { Double(nanoseconds &- start.nanoseconds) / 1e9 }
}

extension Duration {
  /// The duration in nanoseconds, towards zero; saturates at what 64 bits hold.
  @inlinable public var wholeNanoseconds: Int64 {
    // Up to 18 s, which covers every setting, 64 bits suffice: the processor divides those without a function call.
    if let few = UInt64(exactly: attoseconds) { return Int64(few / 1_000_000_000) }
    return Int64(clamping: attoseconds / 1_000_000_000)
  }

  /// The duration in seconds.
  @inlinable public var inSeconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }
}
