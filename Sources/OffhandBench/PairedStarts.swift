/// Nanoseconds per frame of two programs that were started alternately, pair by pair.
///
/// A core of a shared machine changes between two speeds, a factor of about 1.4 apart. A program that measures for a second sees the
/// faster one at some time; one that ends after ten milliseconds sees only the present one. So both of a pair get the same time: the
/// one that ends sooner is started again until it has run as long as the other, and its best start counts.
struct PairedStarts {
  /// The figures of the first program.
  private(set) var first: [Double] = []
  /// The figures of the second program.
  private(set) var second: [Double] = []

  /// The shortest turn. Programs that end sooner make several pairs in it.
  private let turn: Duration

  /// One of the two programs within a pair.
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

    /// Whether another start of average length fits into the time that `other` has taken.
    func fitsAgain(beside other: Side) -> Bool { spent + spent / starts <= other.spent }
  }

  init(turn: Duration = .milliseconds(150)) { self.turn = turn }

  /// Starts both, pair by pair. The order alternates from pair to pair.
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
  /// Starts pairs of each of `turns`, one after the other, `times` times, so that a disturbance affects some pairs of all turns rather
  /// than all pairs of one. Returns the pairs of each turn made until `goOn` returns false.
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
