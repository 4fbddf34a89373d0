import Logging
import Offhand
import OffhandPlatform

/// A view that shows overlays where a strategy says.
protocol PlacingView: TouchView {
  associatedtype Strategy: PlacementStrategy

  /// Who says where they stand.
  var strategy: Strategy { get set }
}

extension PlacingView {
  /// Tells the strategy the surface that the view is seen on from now on.
  mutating func place(in environment: ViewEnvironment) {
    strategy.environment.panel = environment.bounds
    if let posture = environment.posture { strategy.environment.posture = posture }
  }
}

extension ViewProgram where View: PlacingView {
  /// Runs until somebody ends the program: says what is assumed of the panel, and keeps the user's hand if that was wished.
  ///
  /// Throws what `run` throws; a hand that cannot be kept is a warning.
  func run(placing settings: PlacementSettings, logger: Logger) throws {
    var said: Set<PanelPosture> = []
    onPosture = { posture in
      if posture.provenance != .stated, said.insert(posture).inserted { logger.notice("\(posture)") }
    }
    defer { keepHand(settings, logger) }
    try run()
  }

  private func keepHand(_ settings: PlacementSettings, _ logger: Logger) {
    guard let path = settings.habitFile else { return }
    var habit: HandHabit?
    forEachView { habit = $0.strategy.habit(on: WallClock.today()) ?? habit }
    guard let habit else { return }
    do { try HandHabitFile(path: path).write(habit) } catch { logger.warning("\(error)") }
  }
}
