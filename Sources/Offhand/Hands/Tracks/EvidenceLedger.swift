/// What the sources said in one gesture: one value each, because a witness who repeats himself is still one witness.
///
/// A value is smoothed over about 80 ms, and of the smoothed values the strongest is kept (placement.md §2.2); of a source that
/// reads the whole gesture so far, the last value.
public struct EvidenceLedger: Sendable {
  /// How many sources there may be.
  public static let capacity = 16

  private struct Entry: Sendable {
    var smoothed = 0.0
    var strongest = 0.0
    var isUsed = false
  }

  private var entries = InlineArray<16, Entry>(repeating: Entry())

  /// Nothing said yet.
  public init() {}

  /// The log-likelihood ratios of all sources together, right to left, in nats.
  public private(set) var sum = 0.0

  /// What the source at `index` has said so far, in nats; zero if nothing.
  public subscript(index: Int) -> Double { entries[index].strongest }

  /// Takes in that the source at `index` says `value` nats now, `seconds` after it was last asked.
  public mutating func note(
    _ value: Double, from index: Int, after seconds: Double, holding hold: EvidenceHold = .strongest
  ) {
    guard index < EvidenceLedger.capacity, value.isFinite else { return }
    if hold == .latest {
      entries[index] = Entry(smoothed: value, strongest: value, isUsed: true)
    } else if entries[index].isUsed {
      let share = min(1, max(0, seconds) / 0.08)
      entries[index].smoothed += (value - entries[index].smoothed) * share
    } else {
      entries[index] = Entry(smoothed: value, strongest: value, isUsed: true)
    }
    if abs(entries[index].smoothed) > abs(entries[index].strongest) {
      entries[index].strongest = entries[index].smoothed
    }
    addUp()
  }

  /// Takes back all that the source at `index` has said.
  mutating func forget(_ index: Int) {
    guard entries[index].isUsed else { return }
    entries[index] = Entry()
    addUp()
  }

  /// Always in the order of the sources, so that a mirrored scene has exactly the negated sum.
  private mutating func addUp() {
    sum = 0
    for index in 0..<EvidenceLedger.capacity where entries[index].isUsed { sum += entries[index].strongest }
  }
}
