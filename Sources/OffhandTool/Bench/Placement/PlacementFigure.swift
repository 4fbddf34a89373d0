/// One figure of placement.md §3.1 for one strategy: the mean of a sample with its 95 % bootstrap interval.
struct PlacementFigure {
  var mean: Double
  var low: Double
  var high: Double
  var count: Int

  /// A figure that is not a mean of a sample.
  init(exactly value: Double, count: Int = 1) {
    (mean, low, high) = (value, value, value)
    self.count = count
  }

  /// The mean of `sample`; its interval from 400 resamplings by chance of `seed`.
  init(_ sample: [Double], seed: UInt64) {
    count = sample.count
    guard !sample.isEmpty else {
      (mean, low, high) = (.nan, .nan, .nan)
      return
    }
    mean = sample.reduce(0, +) / Double(sample.count)
    var random = SeededRandom(seed: seed)
    var means: [Double] = []
    for _ in 0..<400 {
      var sum = 0.0
      for _ in sample.indices { sum += sample[Int(random.unit() * Double(sample.count))] }
      means.append(sum / Double(sample.count))
    }
    means.sort()
    low = means[9]
    high = means[389]
  }
}
