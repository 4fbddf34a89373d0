public import Logging
public import Offhand
import OffhandPixman

/// `offhand touches`: every touch, every recognizer, the hand.
public enum TouchMonitorProgram {
  /// Shows them until somebody ends the program. Throws where something cannot be had or is lost.
  public static func run(
    input: TouchInput = TouchInput(), place: ViewPlace = .fullscreen, placement: PlacementPreset = .best, logger: Logger
  ) throws {
    // The strategy learns the panel when the view is laid out.
    let strategy = placement.strategy(in: PlacementEnvironment(panel: Rect(origin: .origin, size: .zero)))
    try show(strategy, input, place, logger)
  }

  private static func show(
    _ strategy: some PlacementStrategy, _ input: TouchInput, _ place: ViewPlace, _ logger: Logger
  ) throws {
    let view = TouchMonitorView(strategy: strategy, ground: place == .overlay ? .transparent : .grid) {
      TouchMonitorGestures.pipeline(in: $0)
    }
    let program = try ViewProgram(
      view, title: "offhand touches", renderer: Renderer(fonts: try FontBook()), input: input, place: place,
      logger: logger)
    try program.run()
  }
}
