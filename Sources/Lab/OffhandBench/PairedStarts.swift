import OffhandBenchmarks
import OffhandCommandLine

/// Nanoseconds per frame of two programs that were started alternately, pair by pair.
///
/// A core of a shared machine changes between two speeds, a factor of about 1.4 apart. A program that measures for a second sees the
/// faster one at some time; one that ends after ten milliseconds sees only the present one. So both of a pair get the same time: the
/// one that ends sooner is started again until it has run as long as the other, and its best start counts.
struct PairedStarts {
  private(set) var first: [Double] = []
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

/// A program that is compared with another one on a workload.
struct PairedTurn {
  var name: String
  var workload: String
  var first: () throws -> Double
  var second: () throws -> Double
}

extension PairedStarts {
  /// Starts pairs of each of `turns`, one after the other, `times` times, so that a disturbance affects some pairs of all turns rather
  /// than all pairs of one. Returns the pairs of each turn that were made until `interruption`. A turn that fails has none, and is not
  /// made again; `onFault` is told why.
  static func rounds(
    _ times: Int, of turns: [PairedTurn], until interruption: Interruption,
    onFault: (PairedTurn, BenchFault) throws -> Void
  ) throws -> [PairedStarts] {
    var pairs = turns.map { _ in PairedStarts() }
    var failed: Set<String> = []
    for round in 1...times {
      for (index, turn) in turns.enumerated() where !failed.contains(turn.name) {
        guard !interruption.isAsked else { return pairs }
        StandardError.write("offhand: start \(round) of \(times): \(turn.name): \(turn.workload)\n")
        do {
          try pairs[index].takeTurn(turn.first, turn.second)
        } catch let fault as BenchFault {
          failed.insert(turn.name)
          try onFault(turn, fault)
        }
      }
    }
    for (index, turn) in turns.enumerated() where failed.contains(turn.name) { pairs[index] = PairedStarts() }
    return pairs
  }
}
