/// Nanoseconds a frame of two programs that were started in turns, pair by pair.
///
/// A processor that is shared with strangers has two speeds, some 1.4 apart, and each core changes between them now and again.
/// A program that measures for a second tells what it takes at the faster one; one that is done in ten milliseconds tells what
/// it takes at the one it met. So both of a pair get the same time: the one that ends sooner is started again until it has had
/// as much as the other, and the best of its starts is its figure.
struct PairedStarts {
  /// What stands above the line.
  private(set) var first: [Double] = []
  /// What stands below the line.
  private(set) var second: [Double] = []

  /// A turn lasts at least so long: programs that end in a moment make several pairs, so that their figures, of which there
  /// are most, do not rest on the few moments that the slowest ones are given.
  private let turn: Duration

  /// What one of the two has measured within a pair.
  private struct Side {
    var measure: () throws -> Double
    var best = Double.infinity
    var starts = 0
    var spent = Duration.zero

    init(_ measure: @escaping () throws -> Double) { self.measure = measure }

    mutating func start(_ clock: some Clock<Duration>) throws {
      let begin = clock.now
      best = min(best, try measure())
      spent += begin.duration(to: clock.now)
      starts += 1
    }

    /// Whether it had so little time that another start, as long as those before, fits into what the other one had.
    func fitsAgain(beside other: Side) -> Bool { spent + spent / starts <= other.spent }
  }

  init(turn: Duration = .milliseconds(150)) { self.turn = turn }

  /// Starts both in turns. Who comes first changes from pair to pair, so that coming first is nobody's advantage.
  mutating func takeTurn(
    on clock: some Clock<Duration> = ContinuousClock(), _ measureFirst: @escaping () throws -> Double,
    _ measureSecond: @escaping () throws -> Double
  ) throws {
    let begin = clock.now
    repeat {
      var above = Side(measureFirst)
      var below = Side(measureSecond)
      if first.count.isMultiple(of: 2) {
        try above.start(clock)
        try below.start(clock)
      } else {
        try below.start(clock)
        try above.start(clock)
      }
      while above.fitsAgain(beside: below) { try above.start(clock) }
      while below.fitsAgain(beside: above) { try below.start(clock) }
      first.append(above.best)
      second.append(below.best)
    } while begin.duration(to: clock.now) < turn
  }
}

extension PairedStarts {
  /// Starts pairs of each of `turns`, one after the other, and that `times` over: what happens to the machine for a while happens
  /// to some pairs of all, and not to all of one. `goOn` is asked before each; answers the pairs of each that were started.
  static func rounds<Turn>(
    _ times: Int, of turns: [Turn], while goOn: (_ round: Int, Turn) -> Bool,
    _ take: (Turn, inout PairedStarts) throws -> Void
  ) rethrows -> [PairedStarts] {
    var pairs = turns.map { _ in PairedStarts() }
    for round in 1...times {
      for (index, turn) in turns.enumerated() {
        guard goOn(round, turn) else { return pairs }
        try take(turn, &pairs[index])
      }
    }
    return pairs
  }
}
