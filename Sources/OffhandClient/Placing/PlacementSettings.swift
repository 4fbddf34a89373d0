package import Logging
public import Offhand
import OffhandPlatform

/// Who says where overlays stand, and what the user says of the panel and of themselves.
public struct PlacementSettings: Sendable, Hashable {
  /// Who says where overlays stand.
  public var preset: PlacementPreset
  /// How the panel stands; `nil` takes what its size suggests.
  public var posture: Posture?
  /// The hand that touches it; `nil` finds out.
  public var hand: Handedness?
  /// The file in which the user lets be kept from run to run how likely their hand is the right one; `nil` keeps nothing.
  public var habitFile: String?

  /// What is left out means: the best placement, as the panel's size suggests, for whoever comes, and nothing is kept.
  public init(
    preset: PlacementPreset = .best, posture: Posture? = nil, hand: Handedness? = nil, habitFile: String? = nil
  ) {
    self.preset = preset
    self.posture = posture
    self.hand = hand
    self.habitFile = habitFile
  }

  /// The strategy of a program that begins now; it learns the panel when its view is laid out.
  ///
  /// Throws where what was kept cannot be read.
  package func strategy() throws(HandHabitFile.Fault) -> any PlacementStrategy {
    var environment = PanelSetup(panel: Rect(origin: .origin, size: .zero), statedHand: hand)
    if let habitFile, let habit = try HandHabitFile(path: habitFile).read() {
      environment.rightHandPrior = habit.prior(on: WallClock.today())
    }
    return preset.strategy(in: environment)
  }
}

/// A view that shows overlays where a strategy says.
package protocol PlacingView: TouchView {
  associatedtype Strategy: PlacementStrategy

  /// Who says where they stand.
  var strategy: Strategy { get set }
}

extension PlacingView {
  /// Tells the strategy the surface that the view is seen on from now on.
  package mutating func place(in environment: ViewEnvironment) {
    strategy.environment.panel = environment.bounds
    if let posture = environment.posture { strategy.environment.posture = posture }
  }
}

extension ViewProgram where View: PlacingView {
  /// Runs until somebody ends the program: says what is assumed of the panel, and keeps the user's hand if that was wished.
  ///
  /// Throws what `run` throws; a hand that cannot be kept is a warning.
  package func run(placing settings: PlacementSettings, logger: Logger) throws {
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

/// How the panel stands on which a view is seen, and how that is known.
public struct PanelPosture: Sendable, Hashable, CustomStringConvertible {
  /// How that is known.
  public enum Provenance: Sendable, Hashable {
    /// The user said so.
    case stated
    /// Panels of this size, in millimetres, mostly stand so.
    case assumed(from: Size)
    /// Nobody said, and nobody knows how large the panel is.
    case unknown
  }

  /// How it stands.
  public let posture: Posture
  /// How that is known.
  public let provenance: Provenance

  /// What the user said, or else what the size of the panel suggests, in millimetres; `nil` where nobody knows it.
  public init(stated: Posture?, panel: Size?) {
    if let stated {
      (posture, provenance) = (stated, .stated)
    } else if let panel, Size.isPlausible(panel) {
      (posture, provenance) = (Posture(of: panel), .assumed(from: panel))
    } else {
      (posture, provenance) = (.unknown, .unknown)
    }
  }

  /// One plain line: what is taken for granted, and what to do about it.
  public var description: String {
    switch provenance {
    case .stated: "the panel's posture was stated: \(posture.rawValue)"
    case .assumed(let size):
      "the panel measures \(Int(size.width.rounded())) x \(Int(size.height.rounded())) mm, so its posture is taken to be "
        + "\(posture.rawValue); --posture says it better"
    case .unknown: "nobody says how large the panel is, so its posture is unknown; --posture says it"
    }
  }
}
