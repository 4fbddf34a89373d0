/// The wish to show an overlay: what it belongs to, how large it is, and where it may stand.
///
/// Ask once in the frame in which the overlay appears and again in every frame in which it is seen: the strategy knows the
/// overlay by its `id` and answers with the place that it has unless there is a good reason for another.
public struct OverlayRequest: Sendable, Hashable {
  /// Which overlay.
  public var id: Overlay.ID
  /// What kind of overlay it is.
  public var role: OverlayRole
  /// What the overlay belongs to, in millimetres; `nil` stands for the fingers themselves.
  public var anchor: Rect?
  /// How large the overlay wants to be, in millimetres. Measure before asking.
  public var size: Size
  /// A smaller size that still serves, where the wanted one finds no room; `nil` if there is none.
  public var compactSize: Size?
  /// The smallest size, where the content scrolls or is cut; `nil` if there is none.
  public var minimumSize: Size?
  /// Where it may stand, in millimetres: the surface without its safe insets and without an on-screen keyboard.
  public var bounds: Rect
  /// What it should not cover: panels, selections, the line being edited. In millimetres.
  public var reserved: [Rect]
  /// The side on which it should stand if all else is equal, as for people who read from left to right.
  public var preferredSide: Side?
  /// Whether it goes along with what it belongs to.
  public var following: OverlayFollowing
  /// What the fingers do.
  public var gesture: GestureHint?
  /// When this is asked, in event time; `nil` stands for the latest frame.
  public var time: Timestamp?

  /// A request; what is left out means: belongs to the fingers, no smaller size, no preference, stays where it was placed.
  public init(
    id: Overlay.ID, role: OverlayRole = .hud, anchor: Rect? = nil, size: Size, compactSize: Size? = nil,
    minimumSize: Size? = nil, bounds: Rect, reserved: [Rect] = [], preferredSide: Side? = nil,
    following: OverlayFollowing = .fixed, gesture: GestureHint? = nil, time: Timestamp? = nil
  ) {
    self.id = id
    self.role = role
    self.anchor = anchor
    self.size = size
    self.compactSize = compactSize
    self.minimumSize = minimumSize
    self.bounds = bounds
    self.reserved = reserved
    self.preferredSide = preferredSide
    self.following = following
    self.gesture = gesture
    self.time = time
  }
}
