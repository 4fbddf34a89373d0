import OffhandBenchmarks

/// The distance between a finger and the dot that is drawn for it, when the dot is seen.
struct LatencyGap: Encodable {
  /// One frame that was seen while a finger moved.
  struct Frame: Codable, Hashable {
    /// The distance in mm.
    var distance: Double
    /// The time of the presentation less its forecast, in ns.
    var lateness: Int64
  }

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
    let seconds = runs.reduce(0) { $0 + $1.seconds }
    drawsPerSecond = Double(runs.reduce(0) { $0 + $1.draws }) / seconds
    wakeupsPerSecond = Double(runs.reduce(0) { $0 + $1.wakeups }) / seconds
    processorMilliseconds = runs.reduce(0) { $0 + $1.processorSeconds } / seconds * 1000
  }
}
