import OffhandBenchmarks

/// The distance between a finger and the dot that is drawn for it, when the dot is seen.
struct LatencyGap: Encodable {
  /// One frame that was seen while a finger moved.
  struct Frame: Codable, Hashable {
    /// The distance in mm.
    var distance: Double
    /// The time of the presentation less its forecast, in ns.
    var lateness: Int64
    /// The step from the frame that was seen before; `nil` for the first of a stroke.
    var step: Step?

    /// The distances in mm of the two dots, and of the finger's two positions, of two frames that were seen.
    struct Step: Codable, Hashable {
      var dot: Double
      var finger: Double
    }
  }

  /// The shortest step of the finger in mm for which the dot's is compared with it.
  private static let shortestStep = 0.5

  /// The distances in mm, of all runs.
  var millimetres: Quantiles
  /// The 95th percentile of the distances in mm.
  var p95: Double
  /// Pixels per millimetre of the surface.
  var pixelsPerMillimetre: Double
  /// The time of the presentation less its forecast, in ms, without sign.
  var forecastError: Quantiles?
  /// The share of frames that were seen more than half a refresh later or earlier than forecast.
  var misjudged: Double
  /// The standard deviation, over its mean, of what the dot moved from frame to frame in relation to what the finger did.
  var unevenness: Double?
  /// Whether the times are those at which the screen was read back: the compositor does not report presentations.
  var isReadBack: Bool
  /// The number of frames drawn in a second, and of wake-ups of the program.
  var drawsPerSecond: Double
  var wakeupsPerSecond: Double
  /// Processor time of the program, in ms a second.
  var processorMilliseconds: Double

  /// Combines the runs; `nil` if no frame was seen.
  init?(_ records: [LatencyRecord]) {
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
  }
}
