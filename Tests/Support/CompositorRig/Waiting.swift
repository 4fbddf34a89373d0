import Glibc

/// Waits that end: every wait of a rig has a bound and says what it waited for.
public enum Waiting {
  /// How long what is bound to come is awaited: so long that no busy machine is taken for a fault, as waiting costs nothing
  /// where it comes.
  public static let patience = Duration.seconds(60)

  /// Waits until `condition` holds, looking every two milliseconds.
  ///
  /// - Parameters:
  ///   - what: what is awaited, for the error.
  ///   - limit: how long at most.
  /// - Throws: ``RigError`` when the time is over, or what `condition` throws.
  public static func until(
    _ what: @autoclosure () -> String, within limit: Duration = patience, _ condition: () throws -> Bool
  ) throws {
    let end = ContinuousClock.now + limit
    while try !condition() {
      guard ContinuousClock.now < end else { throw RigError("waited \(limit) in vain for \(what())") }
      usleep(2_000)
    }
  }
}
