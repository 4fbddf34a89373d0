/// The pipelines that can be chosen by name.
public enum PipelineCatalog {
  /// A pipeline that has a name.
  public struct Entry: Sendable {
    /// The name.
    public var name: String
    /// What it is for, in one line.
    public var summary: String
    /// Makes the pipeline for a surface of these bounds, in millimetres, on a device that stands and is used like that.
    public var make: @Sendable (_ bounds: Rect, _ posture: Posture) -> any GesturePipeline
  }

  /// All of them, the usual one first.
  public static let entries: [Entry] = [
    Entry(
      name: "standard", summary: "taps, long press, pan, swipe, pinch, rotation and edge pans on one surface"
    ) { handed(StandardPipeline(outputs: [$0]), on: $0, $1) },
    Entry(name: "original", summary: "the pinch of the original, with its rule for the hand") { _, _ in
      PurposePipelines.original()
    },
    Entry(
      name: "navigation", summary: "edge pans, swipes and pinches of three and more fingers, as a shell wants them"
    ) { handed(PurposePipelines.navigation(outputs: [$0]), on: $0, $1) },
    Entry(name: "measure", summary: "pan, pinch and rotation at once, without thresholds") {
      handed(PurposePipelines.measure(), on: $0, $1)
    },
  ]

  /// The pipeline named `name`, for a surface of `bounds`; `nil` where there is none. The posture says what fingers tell of
  /// the hand: most on a device that is held.
  public static func pipeline(
    named name: String, bounds: Rect, posture: Posture = .unknown
  ) -> (any GesturePipeline)? {
    entries.first { $0.name == name }?.make(bounds, posture)
  }

  /// `pipeline`, with the hand of each answer as the estimator of the package sees it.
  ///
  /// The prior is even: an answer tells what these fingers say, not that most people are right-handed. With nine in ten,
  /// one finger of a left hand would be called a right one.
  private static func handed(
    _ pipeline: some GesturePipeline, on panel: Rect, _ posture: Posture
  ) -> any GesturePipeline {
    EstimatingPipeline(
      pipeline,
      estimator: BayesianHandEstimator(
        environment: PanelSetup(panel: panel, posture: posture, rightHandPrior: 0.5)))
  }
}
