/// The identity of an overlay; the application chooses the number.
public struct OverlayID: Sendable, Hashable {
  /// The number.
  public var rawValue: UInt64

  /// The overlay with this number.
  @inlinable
  public init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// The kind of overlay: the properties on which its position depends.
public enum OverlayRole: String, Sendable, Hashable, CaseIterable {
  /// A value that is read at a glance while fingers move. Not interactive.
  case hud
  /// A line of help. Not interactive.
  case tooltip
  /// A panel with an arrow to its anchor. Interactive.
  case popover
  /// Rows to choose from, the first of which matter most. Interactive.
  case menu
  /// An enlarged view of what the finger hides: close to the finger, never under it.
  case loupe

  /// Whether the overlay is interactive, so that it must be within reach and must not move under an approaching finger.
  var isInteractive: Bool { self == .popover || self == .menu }

  /// Whether the top matters most: a title, or the first item of a menu (Design/Placing.md "Cost").
  var beginsWithTitle: Bool { self == .popover || self == .menu }
}

/// Whether an overlay moves with what it belongs to (Design/Placing.md "Relocation").
public enum OverlayFollowing: String, Sendable, Hashable {
  /// Stays where it was placed.
  case fixed
  /// Keeps its position relative to the anchor, but moves only once the anchor has moved far.
  case slot
  /// Moves with the anchor in every frame, as the original did.
  case follow
}

/// The recognizers' results for the touches that an overlay belongs to. Every field may be omitted.
public struct GestureHint: Sendable, Hashable {
  /// The kinds of gesture with different poses of the hand.
  public typealias Kind = GestureKind

  /// The kind of gesture.
  public var kind: Kind
  /// The state of the gesture; `nil` if the request does not come from a gesture event.
  public var state: GestureState?
  /// The middle of the gesture's touches, in millimetres; `nil` for the middle of all touches that are down.
  public var location: Point?
  /// The velocity of the touches in mm/s.
  public var velocity: Vector
  /// The rate at which the touches spread: the growth of the natural logarithm of their scale per second. Negative while they close.
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

  /// The results of `event`, for a gesture of this kind.
  public init(_ kind: Kind, of event: GestureEvent) {
    self.init(
      kind, state: event.state, location: event.gesture.location, velocity: event.gesture.velocity,
      logScaleVelocity: event.gesture.logScaleVelocity)
  }
}

/// A request to place an overlay: what it belongs to, its size, and where it may be. Lengths are in millimetres.
///
/// Send a request in the frame in which the overlay appears and in every frame in which it is shown. The strategy recognizes the
/// overlay by its `id` and returns its present position unless there is a good reason for another.
public struct OverlayRequest: Sendable, Hashable {
  /// The identity of the overlay.
  public var id: OverlayID
  /// The kind of overlay.
  public var role: OverlayRole
  /// What the overlay belongs to; `nil` for the touches themselves.
  public var anchor: Rect?
  /// The preferred size. Measure the content before the request.
  public var size: Size
  /// A smaller size that still serves, in case the preferred one does not fit; `nil` if there is none.
  public var compactSize: Size?
  /// The smallest size, with scrolled or clipped content; `nil` if there is none.
  public var minimumSize: Size?
  /// The region in which the overlay must stay: the surface without its safe insets and without an on-screen keyboard.
  public var bounds: Rect
  /// The regions that the overlay should not cover: panels, selections, the line being edited.
  public var reserved: [Rect]
  /// The preferred side at equal cost, for left-to-right readers.
  public var preferredSide: Side?
  /// Whether the overlay moves with what it belongs to.
  public var following: OverlayFollowing
  /// The recognizers' results for the touches.
  public var gesture: GestureHint?
  /// The time of the request, in event time; `nil` for the time of the latest frame.
  public var time: Timestamp?

  /// A request. By default the overlay belongs to the touches, has no smaller size and no preferred side, and stays where it was placed.
  public init(
    id: OverlayID, role: OverlayRole = .hud, anchor: Rect? = nil, size: Size, compactSize: Size? = nil,
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
  /// The largest valid length in mm: 100 km.
  private static let largestLength = 1e8

  /// Whether all lengths are finite and within `largestLength`, and neither the size nor the bounds are empty.
  var isPlaceable: Bool {
    OverlayRequest.isUsable(bounds) && !bounds.isEmpty && OverlayRequest.isSound(size)
      && (anchor.map(OverlayRequest.isUsable) ?? true)
  }

  /// Returns the placement for a request that is not placeable: the usable part of its size, at the anchor or at `point`.
  func degeneratePlacement(near point: Point, hand: Hand = .unknown) -> Placement {
    func usable(_ value: Double) -> Double { value.isFinite && abs(value) <= OverlayRequest.largestLength ? value : 0 }
    let extent = Size(width: max(0, usable(size.width)), height: max(0, usable(size.height)))
    let hasUsableBounds = OverlayRequest.isUsable(bounds)
    let start = anchor.flatMap { OverlayRequest.isUsable($0) ? $0.center : nil } ?? point
    let corner = Point(x: usable(start.x), y: usable(start.y))
    var rect = Rect(origin: corner, size: extent)
    if hasUsableBounds { rect = rect.clamped(to: bounds) }
    var placement = Placement(rect: rect, side: .center, target: corner, hand: hand, reason: .degenerate)
    placement.isClipped = hasUsableBounds && !bounds.contains(rect)
    return placement
  }

  /// The compact and the smallest size; `nil` for one that is no size, or not smaller than the preferred one.
  var smallerSizes: InlineArray<2, Size?> {
    func smaller(_ other: Size?) -> Size? {
      guard let other, other != size, OverlayRequest.isSound(other), other.width <= size.width,
        other.height <= size.height
      else { return nil }
      return other
    }
    return [smaller(compactSize), smaller(minimumSize)]
  }

  /// The smaller size at `step`; the preferred one for `nil`, and where there is none.
  func size(at step: Int?) -> Size { step.flatMap { smallerSizes[$0] } ?? size }

  /// Whether the size at `step` fits into the bounds, up to a rounding error.
  func fits(at step: Int?) -> Bool {
    size(at: step).width <= bounds.width + 1e-6 && size(at: step).height <= bounds.height + 1e-6
  }

  /// Whether a size is finite, within `largestLength`, and not empty.
  private static func isSound(_ size: Size) -> Bool {
    size.width > 0 && size.height > 0 && size.width <= largestLength && size.height <= largestLength
  }

  private static func isUsable(_ rect: Rect) -> Bool {
    rect.isFinite && rect.size.width >= 0 && rect.size.height >= 0 && abs(rect.minX) <= largestLength
      && abs(rect.minY) <= largestLength && rect.width <= largestLength && rect.height <= largestLength
  }
}
