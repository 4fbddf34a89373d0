public import Logging
public import Offhand
import OffhandPlatform

/// The settings for placing overlays, and the user's statements about the panel and the hand.
///
/// A ``PlacingView`` is made with ``strategy()`` and run with ``ViewProgram/run(placing:logger:)``.
public struct PlacementSettings: Sendable, Hashable {
  /// The placement strategy.
  public var preset: PlacementPreset
  /// The posture of the panel; `nil` takes the one that its size suggests.
  public var posture: Posture?
  /// The hand that touches it; `nil` estimates it.
  public var hand: Handedness?
  /// The probability of a right hand before any touch, 0 to 1; a kept habit replaces it.
  public var rightHandPrior: Double
  /// The file that keeps the probability of a right hand from run to run; `nil` keeps nothing.
  public var habitFile: String?

  /// By default the best strategy of this package, with nothing stated and nothing kept.
  public init(
    preset: PlacementPreset = .best, posture: Posture? = nil, hand: Handedness? = nil, rightHandPrior: Double = 0.9,
    habitFile: String? = nil
  ) {
    self.preset = preset
    self.posture = posture
    self.hand = hand
    self.rightHandPrior = rightHandPrior
    self.habitFile = habitFile
  }

  /// Makes the strategy. Its panel is set when a view is laid out. A habit that cannot be read counts as none.
  public func strategy() -> any PlacementStrategy {
    var environment = PanelSetup(
      panel: Rect(origin: .origin, size: .zero), rightHandPrior: rightHandPrior, statedHand: hand)
    if let habitFile, let habit = try? HandHabitFile.habit(at: habitFile) {
      environment.rightHandPrior = habit.prior(on: WallClock.today())
    }
    return preset.strategy(in: environment)
  }
}

/// A view whose overlays are placed by a strategy.
public protocol PlacingView: TouchView {
  /// The type of the strategy.
  associatedtype Strategy: PlacementStrategy

  /// The strategy; it takes every frame of touches.
  var strategy: Strategy { get set }
}

extension PlacingView {
  /// Passes the panel and its posture to the strategy: for `layout(in:)`.
  public mutating func adopt(_ environment: ViewEnvironment) {
    strategy.adopt(environment)
  }
}

extension PlacementStrategy {
  /// Adopts the panel and its posture: for `layout(in:)` of a view.
  public mutating func adopt(_ environment: ViewEnvironment) {
    self.environment.panel = environment.bounds
    if let posture = environment.posture { self.environment.posture = posture }
  }

  /// Adopts what a view has not passed on.
  mutating func complete(from environment: ViewEnvironment) {
    if self.environment.panel.isEmpty { self.environment.panel = environment.bounds }
    guard self.environment.posture == .unknown, let posture = environment.posture, posture != .unknown else { return }
    self.environment.posture = posture
  }
}

extension ViewProgram where View: PlacingView {
  /// Runs until the user ends the program; logs the assumed posture, and keeps the habit of the hand if configured.
  ///
  /// Throws what `run` throws. A habit that cannot be read or kept is logged as a warning; a file that holds something else stays as it is.
  public func run(placing settings: PlacementSettings, logger: Logger) throws {
    logPosture(logger) { $0.description(remedy: "set it with --posture") }
    openHabit(of: settings, logger)
    defer { keepHabit(logger) }
    try run()
  }

  /// Opens the file of the habit, once: a confined program can open none.
  func openHabit(of settings: PlacementSettings, _ logger: Logger) {
    guard !hasOpenedHabit, let path = settings.habitFile else { return }
    hasOpenedHabit = true
    do { habitFile = try HandHabitFile(path: path) } catch { logger.warning("\(error)") }
  }

  private func keepHabit(_ logger: Logger) {
    var habit: HandHabit?
    forEachView { habit = ($0.strategy as? any HandInferringStrategy)?.habit(on: WallClock.today()) ?? habit }
    guard let habit else { return }
    do { try habitFile?.write(habit) } catch { logger.warning("\(error)") }
  }
}

/// The posture of a panel, and its source.
package struct PanelPosture: Sendable, Hashable, CustomStringConvertible {
  /// The source of a posture.
  package enum Provenance: Sendable, Hashable {
    /// The user stated it.
    case stated
    /// Most panels of this size, in mm, have it.
    case assumed(from: Size)
    /// Neither the user nor the size of the panel determines it.
    case unknown
  }

  package let posture: Posture
  package let provenance: Provenance

  /// The stated posture, or else the one suggested by the size of the panel in mm, if it is known.
  package init(stated: Posture?, panel: Size?) {
    if let stated {
      (posture, provenance) = (stated, .stated)
    } else if let panel, Size.isPlausible(panel) {
      (posture, provenance) = (Posture(of: panel), .assumed(from: panel))
    } else {
      (posture, provenance) = (.unknown, .unknown)
    }
  }

  /// One line: what is assumed, and how to change it.
  package var description: String { description(remedy: "set it with --posture") }

  /// The same, with another way to change it.
  func description(remedy: String) -> String {
    switch provenance {
    case .stated: "the posture of the panel was stated: \(posture.rawValue)"
    case .assumed(let size):
      "the panel measures \(Int(size.width.rounded())) x \(Int(size.height.rounded())) mm, so its posture is assumed to be "
        + "\(posture.rawValue); \(remedy)"
    case .unknown: "the size of the panel is unknown, and so is its posture; \(remedy)"
    }
  }
}
