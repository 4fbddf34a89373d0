import Glibc
import OffhandPlatform

/// Waits with a bound, which say what they waited for.
package enum Waiting {
  /// The bound of a wait for what is sure to come, on a machine with time for it: see ``Patience``.
  package static let patience = Duration.seconds(60)

  /// Waits until `condition` holds, which is evaluated every two milliseconds. Throws a ``RigError`` that names `what` if it is in vain
  /// (``Patience``), or what `condition` throws.
  package static func until(
    _ what: @autoclosure () -> String, within limit: Duration = patience, _ condition: () throws -> Bool
  ) throws {
    var patience = Patience(limit)
    while try !condition() {
      if patience.isOver { throw RigError("waited \(patience.elapsed) in vain for \(what())") }
      MonotonicClock.sleep(for: .milliseconds(2))
    }
  }
}

/// How long a wait goes on: until nothing that could end it has used the processor for a while.
///
/// A bound in wall time is a fault of the machine where others use it. After the limit, a wait is in vain once the processes of this
/// session, which are the tests and all that they start, use less than a fiftieth of a processor for a tenth of the limit: then nothing
/// computes that could still bring it. What has had every processor for five times the limit more spins.
package struct Patience {
  private let limit: Duration
  private let start = ContinuousClock.now
  private var look: (time: ContinuousClock.Instant, used: Duration)?
  private var usedAtLimit = Duration.zero

  /// One that begins now.
  package init(_ limit: Duration = Waiting.patience) { self.limit = limit }

  /// The time since its beginning.
  package var elapsed: Duration { ContinuousClock.now - start }

  /// Whether the wait is in vain.
  package var isOver: Bool {
    mutating get {
      let now = ContinuousClock.now
      guard now - start >= limit else { return false }
      // A test that expects nothing asks for less.
      guard limit >= .seconds(1) else { return true }
      guard let last = look else {
        usedAtLimit = Patience.processorTime
        look = (now, usedAtLimit)
        return false
      }
      guard now - last.time >= limit / 10 else { return false }
      let used = Patience.processorTime
      look = (now, used)
      let isIdle = used - last.used < (now - last.time) / 50
      return isIdle || used - usedAtLimit > limit * 5 * sysconf(Int32(_SC_NPROCESSORS_ONLN))
    }
  }

  /// The processor time of the processes in this session (`/proc/PID/stat`).
  private static var processorTime: Duration {
    let session = getsid(0)
    var ticks = 0
    for name in (try? Files.names(in: "/proc")) ?? [] {
      guard let id = Int32(name), getsid(id) == session, let stat = try? Files.contents(of: "/proc/\(id)/stat"),
        let end = stat.lastIndex(of: UInt8(ascii: ")"))
      else { continue }
      // After the name: state, parent, …; the 12th and 13th are the ticks in user and kernel mode.
      let fields = String(decoding: stat[(end + 1)...], as: UTF8.self).split(separator: " ")
      if fields.count > 12 { ticks += (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0) }
    }
    return .milliseconds(1000 * ticks / sysconf(Int32(_SC_CLK_TCK)))
  }
}
