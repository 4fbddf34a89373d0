import CPlatform
import Glibc

/// The day in the world, for what is kept from run to run; everything else goes by ``MonotonicClock``.
public enum WallClock {
  /// Days since the first of January 1970, in UTC.
  public static func today() -> Int {
    var time = timespec()
    // It cannot fail: the clock is known and the structure is ours.
    clock_gettime(CLOCK_REALTIME, &time)
    return Int(time.tv_sec) / 86_400
  }
}
