/// The properties that stay the same from gesture to gesture: the panel, its posture and viewpoint, and its user.
public struct PanelSetup: Sendable, Hashable {
  /// The kinds of occluders of the panel.
  public enum Occluders: String, Sendable, Hashable {
    /// A hand over every finger.
    case hands
    /// Only the contacts themselves: for mouth sticks and prostheses, or at the user's wish (Design/Placing.md case 44).
    case contactsOnly = "contacts-only"
  }

  /// The panel in millimetres, on the same plane as touches and bounds.
  public var panel: Rect
  /// How the panel is mounted or held.
  public var posture: Posture
  /// The position of the eye.
  public var viewpoint = Viewpoint.automatic
  /// The probability of a right hand before any touch, 0 to 1. The default 0.9 is the share of right-handed people.
  public var rightHandPrior: Double
  /// The hand stated by the user or the application; `nil` if none was stated.
  public var statedHand: Handedness?
  /// The stated azimuth of the forearm: its direction from straight below, positive from the side of the hand; `nil` if none was stated.
  public var statedAzimuth: Angle?
  /// The occluders of the panel.
  public var occluders = Occluders.hands
  /// How much further than bare fingertips the user's reach beyond their contacts, in millimetres: about 8 in gloves or with
  /// long nails. 0 unless stated; where the panel reports the size of contacts, tiny ones count as nails by themselves.
  public var overhang = 0.0
  /// The edge of the panel at which the user is.
  public var userEdge: ScreenEdge
  /// The direction in which the user reads.
  public var layoutDirection = LayoutDirection.leftToRight
  /// Whether motion is to be avoided.
  public var reducesMotion = false

  /// Creates a setup; by default the posture is unknown, nine hands in ten are right ones, and text runs from left to right.
  public init(
    panel: Rect, posture: Posture = .unknown, rightHandPrior: Double = 0.9, statedHand: Handedness? = nil,
    userEdge: ScreenEdge = .bottom
  ) {
    self.panel = panel
    self.posture = posture
    self.rightHandPrior = rightHandPrior
    self.statedHand = statedHand
    self.userEdge = userEdge
  }
}

/// The direction of reading; it reverses preferred sides, and never affects which hand is inferred (Design/Placing.md case 59).
public enum LayoutDirection: String, Sendable, Hashable {
  /// From left to right.
  case leftToRight = "left-to-right"
  /// From right to left.
  case rightToLeft = "right-to-left"
}
