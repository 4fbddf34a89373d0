public import Logging
import OffhandPixman

/// `offhand tray`: a tray and a drawer that follow the finger.
public enum TrayProgram {
  /// Shows them until somebody ends the program. Throws where something cannot be had or is lost.
  public static func run(
    input: TouchInput = TouchInput(), display: ViewDisplay = ViewDisplay(), logger: Logger
  ) throws {
    let view = TrayView(names: .standard) { TrayGestures.pipeline(in: $0) }
    let program = try ViewProgram(
      view, title: "offhand tray", renderer: Renderer(fonts: try FontBook()), input: input, display: display,
      logger: logger)
    try program.run()
  }
}
