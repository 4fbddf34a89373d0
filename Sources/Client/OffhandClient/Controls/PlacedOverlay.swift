public import Offhand

/// An overlay beside the hand that takes no touches, from its first showing until it has faded: a zoom level, a tooltip, a loupe. Its
/// content, its place and its fading in one value.
///
/// ```swift
/// switch event.state {
/// case .began, .changed: level.show(.hud("42%"), gesture: hint, in: environment, at: event.timestamp, by: &placer)
/// default: level.hide(at: event.timestamp, by: &placer)
/// }
/// ```
///
/// A menu, whose rows touches choose, is an ``OverlayMenu``.
public struct PlacedOverlay: Sendable {
  /// The overlay that it is for a placement strategy.
  public let id: Overlay.ID
  /// Its place, and the reason for it; `nil` while it is not shown.
  public private(set) var placement: Placement?
  private let role: OverlayRole
  private let following: OverlayFollowing
  private let margin: Double
  private let linger: Duration
  private var scene = OverlayScene()
  private var grid: PixelGrid?
  private var theme = Theme.standard

  /// An overlay that is not shown.
  ///
  /// It stays `margin` mm off the edges of the surface, where its drop shadow lies, and is still shown for the time `linger` once it
  /// is hidden, so that the last value can be read.
  public init(
    id: Overlay.ID, role: OverlayRole = .hud, following: OverlayFollowing = .fixed, margin: Double = 3,
    linger: Duration = OverlayTiming.linger
  ) {
    self.id = id
    self.role = role
    self.following = following
    self.margin = margin
    self.linger = linger
  }

  /// Whether it is shown, and not hidden since.
  public var isShown: Bool { scene.isShown(id) }

  /// Its rectangle in mm; `nil` before it is shown, and once it has faded out.
  public var rect: Rect? { scene.overlay(id)?.rect }

  /// Appears, or changes its content and follows the touches. While it is shown it grows with its content, and does not shrink. Returns its
  /// place, and the reason for it.
  @discardableResult
  public mutating func show(
    _ content: OverlayContent, gesture: GestureHint, in environment: ViewEnvironment, at time: Timestamp,
    by strategy: inout some PlacementStrategy
  ) -> Placement {
    grid = environment.grid
    theme = environment.theme
    strategy.complete(from: environment)
    let wasShown = isShown
    let measured = content.size(measuredBy: environment.measure, theme: theme)
    // Whole pixels, so that a value that changes does not move it.
    var size = environment.grid.snapped(Rect(origin: .origin, size: measured)).size
    if wasShown, let rect { size = Size(width: max(rect.width, size.width), height: max(rect.height, size.height)) }
    let placement = strategy.place(
      OverlayRequest(
        id: id, role: role, size: size, bounds: environment.bounds.inset(by: Insets(all: margin)), following: following,
        gesture: gesture, time: time))
    if wasShown {
      scene.update(id, content: content)
      scene.follow(placement, of: id, at: time)
    } else {
      // What is still seen from the last time leaves its old place as Design/Placing.md "Relocation" says.
      let old = scene.opacity(of: id, at: time) < 0.3 ? nil : scene.rect(of: id, at: time)
      scene.show(Overlay(id: id, rect: old ?? placement.rect, content: content), at: time)
      let isNear = old.map { (placement.rect.origin - $0.origin).length < CalmPolicy.slideLimit } ?? false
      scene.move(id, to: placement.rect, by: isNear && !strategy.environment.reducesMotion ? .slide : .hop, at: time)
    }
    self.placement = placement
    return placement
  }

  /// Fades out, and frees its place.
  public mutating func hide(at time: Timestamp, by strategy: inout some PlacementStrategy) {
    guard isShown else { return }
    placement = nil
    scene.hide(id, at: time, after: linger)
    strategy.remove(id)
  }

  /// Disappears at once, as when the surface has changed.
  public mutating func remove(by strategy: inout some PlacementStrategy) {
    placement = nil
    scene.removeAll()
    strategy.remove(id)
  }

  /// The time at which it begins to fade; `nil` if it does not.
  public var deadline: Timestamp? { scene.deadline }

  /// Serves the deadline, if it is due.
  public mutating func advance(to time: Timestamp) { scene.advance(to: time) }

  /// Whether it fades or moves.
  public func isAnimating(at time: Timestamp) -> Bool { scene.isAnimating(at: time) }

  /// Whether nothing of it is seen, nor will be until it is shown again.
  public func isGone(at time: Timestamp) -> Bool { !isShown && scene.opacity(of: id, at: time) <= 0 }

  /// Draws it.
  public func draw(for frame: FrameTime, into list: inout DisplayList) {
    if let grid { scene.draw(at: frame.presentation, on: grid, into: &list, theme: theme) }
  }
}
