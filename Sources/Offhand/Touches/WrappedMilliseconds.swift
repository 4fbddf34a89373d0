extension Timestamp {
  /// The period of time stamps in milliseconds of 32 bits, 49.7 days, in nanoseconds.
  package static var millisecondPeriod: Int64 { 4_294_967_296_000_000 }

  /// The moment that a time stamp of 32 bits in milliseconds means: of all moments with these 32 bits, the one nearest to `other`, the
  /// moment of the last stamp or the present on the same clock.
  ///
  /// It is from the epoch to 2⁶² nanoseconds after it; `other` counts as the nearest moment of these.
  public init(wrapped milliseconds: UInt32, near other: Timestamp) {
    let (limit, millisecond, period): (Int64, Int64, Int64) = (1 << 62, 1_000_000, 1 << 32)
    let start = min(max(other.nanoseconds, 0), limit) / millisecond
    let ahead = (Int64(milliseconds) - start) & (period - 1)
    let isBehind = ahead >= period / 2 && start + ahead >= period || start + ahead > limit / millisecond
    self.init(nanoseconds: (start + ahead - (isBehind ? period : 0)) * millisecond)
  }
}
