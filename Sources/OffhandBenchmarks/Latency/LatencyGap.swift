/// The distance between a finger and the dot that is drawn for it, when the dot is seen.
package struct LatencyGap: Sendable, Codable {
  /// One frame that was seen while a finger moved.
  package struct Frame: Sendable, Codable, Hashable {
    /// The distance in mm.
    package var distance: Double
    /// The time of the presentation less its forecast, in ns.
    package var lateness: Int64
    /// The step from the frame that was seen before; `nil` for the first of a stroke.
    package var step: Step?

    /// The distances in mm of the two dots, and of the finger's two positions, of two frames that were seen.
    package struct Step: Sendable, Codable, Hashable {
      package var dot: Double
      package var finger: Double

      package init(dot: Double, finger: Double) { (self.dot, self.finger) = (dot, finger) }
    }

    package init(distance: Double, lateness: Int64, step: Step? = nil) {
      (self.distance, self.lateness, self.step) = (distance, lateness, step)
    }
  }

  /// The shortest step of the finger in mm for which the dot's is compared with it.
  private static let shortestStep = 0.5

  /// The distances in mm, of all runs.
  package var millimetres: Quantiles
  /// The 95th percentile of the distances in mm.
  package var p95: Double
  /// Pixels per millimetre of the surface.
  package var pixelsPerMillimetre: Double
  /// The time of the presentation less its forecast, in ms, without sign.
  package var forecastError: Quantiles?
  /// The share of frames that were seen more than half a refresh later or earlier than forecast.
  package var misjudged: Double
  /// The standard deviation, over its mean, of what the dot moved from frame to frame in relation to what the finger did.
  package var unevenness: Double?
  /// Whether the times are those at which the screen was read back: the compositor does not report presentations.
  package var isReadBack: Bool
  /// The number of frames drawn in a second, and of wake-ups of the program.
  package var drawsPerSecond: Double
  package var wakeupsPerSecond: Double
  /// Processor time of the program, in ms a second.
  package var processorMilliseconds: Double
  /// The largest distance in pixels between the centre of a dot and the centroid of its pixels.
  package var centroidError: Double?

  /// Combines the runs; `nil` if no frame was seen.
  package init?(_ records: [LatencyRecord]) {
    let runs = records.compactMap(\.gap)
    let frames = runs.flatMap(\.frames)
    let sorted = frames.map(\.distance).sorted()
    guard !sorted.isEmpty, let quantiles = Quantiles(sorted), let first = runs.first else { return nil }
    millimetres = quantiles
    p95 = sorted.quantile(0.95)
    pixelsPerMillimetre = first.pixelsPerMillimetre
    forecastError = Quantiles(frames.map { abs(Double($0.lateness)) / 1e6 })
    let interval = Double(records.lazy.compactMap(\.claimedInterval).first ?? 16_666_667)
    misjudged = Double(frames.count { abs(Double($0.lateness)) > interval / 2 }) / Double(frames.count)
    isReadBack = first.isReadBack
    let speeds = frames.compactMap(\.step).filter { $0.finger >= LatencyGap.shortestStep }.map { $0.dot / $0.finger }
    let mean = speeds.reduce(0, +) / Double(max(speeds.count, 1))
    let variance = speeds.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(max(speeds.count, 1))
    unevenness = mean > 0 ? variance.squareRoot() / mean : nil
    let seconds = runs.reduce(0) { $0 + $1.seconds }
    drawsPerSecond = Double(runs.reduce(0) { $0 + $1.draws }) / seconds
    wakeupsPerSecond = Double(runs.reduce(0) { $0 + $1.wakeups }) / seconds
    processorMilliseconds = runs.reduce(0) { $0 + $1.processorSeconds } / seconds * 1000
    centroidError = runs.compactMap(\.centroidError).max()
  }
}

extension LatencyRecord {
  /// What a run with a known motion says about the dots that were seen.
  package struct Gap: Codable, Sendable, Hashable {
    /// The frames that were seen while a finger moved, without the first second.
    package var frames: [LatencyGap.Frame]
    package var pixelsPerMillimetre: Double
    package var isReadBack: Bool
    /// Seconds from the first input to the last, and what happened in them.
    package var seconds: Double
    package var draws: Int
    package var wakeups: Int
    package var processorSeconds: Double
    package var centroidError: Double?

    package init(
      frames: [LatencyGap.Frame], pixelsPerMillimetre: Double, isReadBack: Bool, seconds: Double, draws: Int,
      wakeups: Int, processorSeconds: Double, centroidError: Double?
    ) {
      self.frames = frames
      self.pixelsPerMillimetre = pixelsPerMillimetre
      self.isReadBack = isReadBack
      self.seconds = seconds
      self.draws = draws
      self.wakeups = wakeups
      self.processorSeconds = processorSeconds
      self.centroidError = centroidError
    }
  }
}
