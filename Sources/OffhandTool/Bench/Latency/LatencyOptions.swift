/// What a benchmark of latency measures.
struct LatencyOptions {
  /// The compositors.
  var compositors: [CompositorKind]
  /// When frames are committed.
  var policies: [CommitArgument]
  /// Programs to compare, by the names they have in reports.
  var programs: [(label: String, path: String)]
  /// Runs of each setup.
  var runs: Int
  /// Inputs that count, of one run.
  var inputs: Int
  /// Frames of touches a second.
  var rate: Double
  /// The pipeline that recognizes meanwhile.
  var pipeline: String
  /// The module that gives weston a touch screen.
  var touchModule: String?
  /// Whether the screen is read back.
  var photodiode: PhotodiodeArgument
}
