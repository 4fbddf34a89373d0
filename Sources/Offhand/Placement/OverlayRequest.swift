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

extension OverlayRequest {
  /// Lengths beyond this, in millimetres, are treated as nonsense: a hundred kilometres.
  static let largestLength = 1e8

  /// Whether every number can be computed with and nothing is empty.
  var isPlaceable: Bool {
    OverlayRequest.isUsable(bounds) && !bounds.isEmpty && OverlayRequest.isUsable(Rect(origin: .origin, size: size))
      && !Rect(origin: .origin, size: size).isEmpty && (anchor.map(OverlayRequest.isUsable) ?? true)
  }

  /// The answer to a request that cannot be placed: as much of it as can be believed, at the anchor, else in the corner.
  func degeneratePlacement(near place: Point, hand: Hand = .unknown) -> Placement {
    func sane(_ value: Double) -> Double { value.isFinite && abs(value) <= OverlayRequest.largestLength ? value : 0 }
    let extent = Size(width: max(0, sane(size.width)), height: max(0, sane(size.height)))
    let isBoundsSane = OverlayRequest.isUsable(bounds)
    let start = anchor.flatMap { OverlayRequest.isUsable($0) ? $0.center : nil } ?? place
    let corner = Point(x: sane(start.x), y: sane(start.y))
    var rect = Rect(origin: corner, size: extent)
    if isBoundsSane { rect = rect.clamped(to: bounds) }
    var answer = Placement(rect: rect, side: .center, target: corner, hand: hand, reason: .degenerate)
    answer.quality = .obstructed
    answer.isClipped = isBoundsSane && !bounds.contains(rect)
    return answer
  }

  /// Whether an extent can be computed with and is not empty.
  static func isSound(_ size: Size) -> Bool {
    size.width > 0 && size.height > 0 && size.width <= largestLength && size.height <= largestLength
  }

  private static func isUsable(_ rect: Rect) -> Bool {
    rect.isFinite && rect.size.width >= 0 && rect.size.height >= 0 && abs(rect.minX) <= largestLength
      && abs(rect.minY) <= largestLength && rect.width <= largestLength && rect.height <= largestLength
  }
}

/// What kind of overlay it is, as far as its place depends on it.
public enum OverlayRole: String, Sendable, Hashable, CaseIterable {
  /// A value to glance at while fingers move; nobody touches it.
  case hud
  /// A line of help; nobody touches it.
  case tooltip
  /// A panel with an arrow to its anchor; fingers touch it.
  case popover
  /// Rows to choose from; fingers touch it, and its first rows matter most.
  case menu
  /// An enlarged view of what the finger hides: close to the finger, never under it.
  case loupe

  /// Whether fingers touch it, so that it must be reachable and must not move under an approaching finger.
  public var isInteractive: Bool { self == .popover || self == .menu }

  /// Whether its top matters most: a title, or the first item of a menu (placement.md §2.6).
  var beginsWithTitle: Bool { self == .popover || self == .menu }
}

/// Whether an overlay goes along with what it belongs to (placement.md §2.7).
public enum OverlayFollowing: String, Sendable, Hashable {
  /// Stays where it was placed.
  case fixed
  /// Keeps its place relative to the anchor, but moves only once the anchor has gone far.
  case slot
  /// Moves with the anchor in every frame, as the original did.
  case follow
}

/// What the recognizers say about the fingers that an overlay belongs to; every field may be left out.
public struct GestureHint: Sendable, Hashable {
  /// The kinds of gestures that differ in how the hand is held.
  public typealias Kind = GestureKind

  /// What the fingers do.
  public var kind: Kind
  /// Where the gesture is in its life; `nil` where the request does not come from a gesture's answer.
  public var state: GestureState?
  /// The middle of the gesture's fingers, in millimetres; `nil` takes the middle of the fingers that are down.
  public var location: Point?
  /// Millimetres a second.
  public var velocity: Vector
  /// How fast the fingers part: by how much the natural logarithm of their scale grows a second. Negative where they close.
  public var logScaleVelocity: Double

  /// A hint.
  public init(
    _ kind: Kind, state: GestureState? = nil, location: Point? = nil, velocity: Vector = .zero,
    logScaleVelocity: Double = 0
  ) {
    self.kind = kind
    self.state = state
    self.location = location
    self.velocity = velocity
    self.logScaleVelocity = logScaleVelocity
  }
}
