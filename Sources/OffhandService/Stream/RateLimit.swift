package import Offhand

/// At most so many admissions in a second: a client that asks without end must not wear out what it asks for.
package struct RateLimit: Sendable {
  /// The most admissions in a second.
  package let perSecond: Int
  private var second = Timestamp.zero
  private var count = 0

  /// A limit of `perSecond` admissions.
  package init(perSecond: Int) { self.perSecond = perSecond }

  /// Whether another is admitted at `now`.
  package mutating func admits(at now: Timestamp) -> Bool {
    if count == 0 || now - second >= .seconds(1) { (second, count) = (now, 0) }
    count += 1
    return count <= perSecond
  }
}
