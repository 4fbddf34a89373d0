public import Logging
import Offhand
import OffhandPixman

/// `offhand touches`: every touch, every recognizer, the hand.
public enum TouchMonitorProgram {
  /// Shows them until somebody ends the program, or `witness` has seen enough of what the compositor says.
  ///
  /// Throws where something cannot be had or is lost.
  public static func run(
    input: TouchInput = TouchInput(), display: ViewDisplay = ViewDisplay(role: .overlayWhereOffered),
    placement: PlacementSettings = PlacementSettings(), witness: (any TouchWitness)? = nil, logger: Logger
  ) throws {
    try show(try placement.strategy(), placement, input, display, witness, logger)
  }

  private static func show(
    _ strategy: some PlacementStrategy, _ placement: PlacementSettings, _ input: TouchInput, _ display: ViewDisplay,
    _ witness: (any TouchWitness)?, _ logger: Logger
  ) throws {
    let view = TouchMonitorView(strategy: strategy) { TouchMonitorGestures.pipeline(in: $0) }
    let program = try ViewProgram(
      view, title: "offhand touches", renderer: Renderer(fonts: try FontBook()), input: input, display: display,
      posture: placement.posture, witness: witness, logger: logger)
    try program.run(placing: placement, logger: logger)
  }
}
