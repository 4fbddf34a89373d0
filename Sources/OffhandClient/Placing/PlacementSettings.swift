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
  func strategy() throws(HandHabitFile.Fault) -> any PlacementStrategy {
    var environment = PanelSetup(panel: Rect(origin: .origin, size: .zero), statedHand: hand)
    if let habitFile, let habit = try HandHabitFile(path: habitFile).read() {
      environment.rightHandPrior = habit.prior(on: WallClock.today())
    }
    return preset.strategy(in: environment)
  }
}
