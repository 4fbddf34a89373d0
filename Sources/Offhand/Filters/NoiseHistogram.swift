/// The running median of distances, in storage that never grows: counts in steps of a hundredth of a millimetre, of which old ones
/// weigh less and less.
struct NoiseHistogram: Sendable {
  private static let step = 0.01
  private static let memory: UInt32 = 2048
  private var counts = InlineArray<128, UInt32>(repeating: 0)
  private(set) var total: UInt32 = 0

  /// Adds a distance in millimetres.
  mutating func add(_ length: Double) {
    counts[min(127, Int(length / NoiseHistogram.step))] += 1
    total += 1
    guard total >= NoiseHistogram.memory else { return }
    total = 0
    for place in counts.indices {
      counts[place] /= 2
      total += counts[place]
    }
  }

  /// The standard deviation along one axis of positions whose distances from the middle of their neighbours these are; 0 until
  /// there are enough. The median is not moved by the few that a finger's own motion adds.
  var deviation: Double {
    guard total >= UInt32(NoiseFilter.samplesNeeded) else { return 0 }
    var below: UInt32 = 0
    for place in counts.indices {
      let share = Double(total) / 2 - Double(below)
      below += counts[place]
      guard Double(below) >= Double(total) / 2 else { continue }
      // Positions that never leave their place are on the first step and have no noise.
      if place == 0 { return 0 }
      let median = (Double(place) + share / Double(counts[place])) * NoiseHistogram.step
      return median / NoiseHistogram.medianOfOffset
    }
    return 0
  }

  /// The median distance of a position from the middle of its neighbours, where each is off by one standard deviation along both
  /// axes: 1.1774, the median of such a length, times √1.5, for what the neighbours add.
  private static let medianOfOffset = 1.1774 * 1.2247
}
