/// Nanoseconds a frame of two programs that were started one right after the other, start by start.
struct PairedStarts {
  /// What stands above the line.
  private(set) var first: [Double] = []
  /// What stands below the line.
  private(set) var second: [Double] = []

  /// A turn lasts at least so long: a program that ends in a moment is started several times, so that its figure, of which
  /// there are most, does not rest on the few moments that the slowest ones are given.
  private static let turn = Duration.milliseconds(150)

  /// Starts both in turns. Who comes first changes from start to start, so that coming first is nobody's advantage.
  mutating func takeTurn(_ measureFirst: () throws -> Double, _ measureSecond: () throws -> Double) throws {
    let end = ContinuousClock.now + PairedStarts.turn
    repeat {
      if first.count.isMultiple(of: 2) {
        let value = try measureFirst()
        let other = try measureSecond()
        first.append(value)
        second.append(other)
      } else {
        let other = try measureSecond()
        first.append(try measureFirst())
        second.append(other)
      }
    } while ContinuousClock.now < end
  }
}
