import Offhand

/// The time of a `wl_touch` event as received.
struct TouchStamp: Hashable {
  /// Milliseconds of a clock of the compositor's choice, modulo 2³².
  var milliseconds: UInt32
  /// The time in nanoseconds, not wrapped, if the compositor speaks `zwp_input_timestamps_v1`.
  var nanoseconds: Int64?
}

/// Converts the stamps of one seat to the monotonic clock.
///
/// A compositor may stamp with any clock, in milliseconds that wrap after 2³². If the first stamp shows that it is the
/// monotonic clock, stamps are taken as they are; else the first one counts as the present moment, and only differences
/// between stamps are used (Design/Platform.md "Touch events of compositors").
struct TouchClock {
  /// The furthest that a stamp of the monotonic clock may be ahead of the present.
  static let agreement = Duration.seconds(1)
  /// The greatest age of the first stamp of a monotonic clock: more than a busy machine stalls at start-up, and far too little
  /// for another clock to agree by chance, as stamps wrap after 49 days only.
  static let longestStart = Duration.seconds(10)
  /// The greatest age of a later stamp. An older one, or one in the future, shows that the compositor's clock was set: KWin
  /// stamps some touches with the wall clock.
  static let longestStall = Duration.seconds(60)

  /// The compositor's clock at the last stamp, unwrapped, in nanoseconds.
  private var last: Int64?
  /// The difference from the compositor's clock to the monotonic one, in nanoseconds.
  private var offset: Int64 = 0

  /// Whether the compositor stamps with the monotonic clock; `nil` before the first stamp.
  private(set) var isMonotonic: Bool?

  /// The moment of `stamp`, which arrived at `now`, on the monotonic clock.
  mutating func time(of stamp: TouchStamp, now: Timestamp) -> Timestamp {
    // The moment with these 32 bits that is nearest to the last stamp, or to the present.
    let near = last.map { Timestamp(nanoseconds: $0) } ?? now
    let raw = stamp.nanoseconds ?? Timestamp(wrapped: stamp.milliseconds, near: near).nanoseconds
    last = raw
    if isMonotonic == nil { anchor(raw, at: now) }
    var time = Timestamp(nanoseconds: raw &+ offset)
    if time - now > TouchClock.agreement || now - time > TouchClock.longestStall {
      anchor(raw, at: now)
      time = Timestamp(nanoseconds: raw &+ offset)
    }
    return time
  }

  private mutating func anchor(_ raw: Int64, at now: Timestamp) {
    let distance = Timestamp(nanoseconds: raw) - now
    let agrees = raw >= 0 && distance < TouchClock.agreement && distance > .zero - TouchClock.longestStart
    isMonotonic = agrees
    offset = agrees ? 0 : now.nanoseconds &- raw
  }
}
