package import Offhand

/// Finds clicks in what a microphone hears, such as those of a fingertip on glass.
///
/// A click rises at once out of what there was before, and is over soon. A voice rises more slowly, or goes on.
package struct ClickDetector: Sendable {
  /// The energy of the sound in half a millisecond.
  private struct Bin {
    var start: Timestamp
    var energy: Double
  }

  private static let binsPerSecond = 2000.0
  /// How many bins are compared with a click: those before it, the quiet ones next to it, its rise, its end, and those after it.
  private static let (past, near, rise, decay, future) = (400, 40, 6, 40, 120)
  /// How often its energy must be the median of those before it, the most of the near ones, and the most of those after it.
  private static let (overPast, overNear, overFuture) = (30.0, 10.0, 6.0)
  /// The least energy, which the smallest steps of samples do not reach.
  private static let floor = 16.0

  private let size: Int
  private let rate: Double
  private var bins: [Bin] = []
  private var energy = 0.0
  private var filled = 0
  private var previous = 0.0
  /// The bins in which no click begins, because one has just begun.
  private var skipped = 0

  /// A detector for `rate` samples a second.
  package init(rate: Double) {
    self.rate = rate
    size = max(Int(rate / ClickDetector.binsPerSecond), 1)
  }

  /// Takes the next samples, of which the last ends at `end`, and returns when clicks began that are over by now. No samples: some were
  /// lost.
  package mutating func ingest(_ samples: some Collection<Int16>, endingAt end: Timestamp) -> [Timestamp] {
    if samples.isEmpty { self = ClickDetector(rate: rate) }
    var clicks: [Timestamp] = []
    for (index, sample) in samples.enumerated() {
      // The difference of samples leaves out hum, and most of a voice.
      energy += (Double(sample) - previous) * (Double(sample) - previous)
      previous = Double(sample)
      filled += 1
      guard filled == size else { continue }
      let start = end - .seconds(Double(samples.count - 1 - index + size) / rate)
      bins.append(Bin(start: start, energy: energy / Double(size)))
      (energy, filled) = (0, 0)
      if let click = click() { clicks.append(click) }
    }
    bins.removeFirst(max(bins.count - ClickDetector.past - ClickDetector.future, 0))
    return clicks
  }

  /// When a click began of which the last bin is the last that has to be known.
  private mutating func click() -> Timestamp? {
    let first = bins.count - ClickDetector.future
    skipped = max(skipped - 1, 0)
    guard first >= ClickDetector.past, skipped == 0, bins[first].energy > ClickDetector.floor else { return nil }
    func most(_ range: Range<Int>) -> Double { bins[range].reduce(0) { max($0, $1.energy) } }
    let near = most(first - ClickDetector.near..<first)
    // Its first bin may have little of it.
    guard bins[first].energy > 4 * near else { return nil }
    let peak = most(first..<first + ClickDetector.rise)
    let past = bins[first - ClickDetector.past..<first].map(\.energy).median ?? 0
    guard peak > ClickDetector.overNear * near, peak > ClickDetector.overPast * past,
      peak > ClickDetector.overFuture * most(first + ClickDetector.decay..<bins.count)
    else { return nil }
    skipped = ClickDetector.near
    return bins[first].start
  }
}
