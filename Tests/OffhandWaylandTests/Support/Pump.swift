import CompositorRig
import Glibc
import Offhand
import OffhandWayland

extension Connection {
  /// Drives the connection as an event loop would, until `condition` holds; `turn` is called after every dispatch.
  func pump(
    until what: String, within limit: Duration = Waiting.patience, turn: () throws -> Void = {},
    _ condition: () throws -> Bool
  ) throws {
    let end = ContinuousClock.now + limit
    while true {
      try turn()
      if try condition() { return }
      guard ContinuousClock.now < end else { throw RigError("waited \(limit) in vain for \(what)") }
      try prepareToWait()
      var socket = pollfd(fd: descriptor ?? -1, events: Int16(POLLIN), revents: 0)
      _ = poll(&socket, 1, 10)
      try dispatch()
    }
  }
}

/// The present moment on the clock that touches are stamped with.
func monotonicNow() -> Timestamp {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Timestamp(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
}
