/// What stays the same from gesture to gesture: the panel, how it is held and looked at, who uses it.
public struct PanelSetup: Sendable, Hashable {
  /// Whether hands hide anything.
  public enum Shadows: String, Sendable, Hashable {
    /// A hand stands over every finger.
    case hands
    /// Only the contacts themselves: for mouth sticks, prostheses, or where people say so (placement.md case 44).
    case contactsOnly = "contacts-only"
  }

  /// The panel in millimetres, in the same space as touches and bounds.
  public var panel: Rect
  /// How the panel stands and is used.
  public var posture: Posture
  /// Where the eye is.
  public var viewpoint: Viewpoint
  /// How likely a hand is the right one before anything was seen: 0 to 1. 0.9 in a population of right-handers.
  public var rightHandPrior: Double
  /// The hand that the user or the application states; `nil` if nobody did.
  public var statedHand: Handedness?
  /// The forearm's direction that the user states, from straight below, positive from the side of the hand; `nil` if nobody did.
  public var statedAzimuth: Angle?
  /// What hides.
  public var shadows: Shadows
  /// How much further than bare ones the user's fingertips reach beyond their contacts, in millimetres: some 8 in gloves or with
  /// long nails. 0 unless stated; where the panel tells the size of contacts, tiny ones count as nails by themselves.
  public var overhang = 0.0
  /// The edge of the panel at which the user sits.
  public var userEdge: ScreenEdge
  /// The direction in which people read.
  public var layoutDirection: LayoutDirection
  /// Whether motion is to be avoided.
  public var reducesMotion: Bool

  /// An environment; what is left out means: unknown posture, nine right hands in ten, read from left to right.
  public init(
    panel: Rect, posture: Posture = .unknown, viewpoint: Viewpoint = .automatic, rightHandPrior: Double = 0.9,
    statedHand: Handedness? = nil, statedAzimuth: Angle? = nil, shadows: Shadows = .hands,
    userEdge: ScreenEdge = .bottom, layoutDirection: LayoutDirection = .leftToRight, reducesMotion: Bool = false
  ) {
    self.panel = panel
    self.posture = posture
    self.viewpoint = viewpoint
    self.rightHandPrior = rightHandPrior
    self.statedHand = statedHand
    self.statedAzimuth = statedAzimuth
    self.shadows = shadows
    self.userEdge = userEdge
    self.layoutDirection = layoutDirection
    self.reducesMotion = reducesMotion
  }
}

/// The direction in which people read; it turns preferences round, never the inference of hands (placement.md case 59).
public enum LayoutDirection: String, Sendable, Hashable {
  /// From left to right.
  case leftToRight = "left-to-right"
  /// From right to left.
  case rightToLeft = "right-to-left"

  /// The other direction.
  public var mirrored: LayoutDirection { self == .leftToRight ? .rightToLeft : .leftToRight }
}
