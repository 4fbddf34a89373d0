import Offhand
import OffhandClient

/// The popover with the zoom level: appears with a gesture, stays where it was placed, lingers and fades.
struct ZoomPopover: Sendable {
  static let id = Overlay.ID(rawValue: 1)

  private var scene = OverlayScene()
  private var showing: OverlayScene.Token?

  /// The size of the popover for `zoom` in the fonts of `environment`, in mm, rounded up to whole pixels.
  static func size(of zoom: Double, in environment: ViewEnvironment) -> Size {
    size(of: OverlayContent.hud(PercentText.string(zoom)), in: environment)
  }

  private static func size(of content: OverlayContent, in environment: ViewEnvironment) -> Size {
    environment.grid.snapped(Rect(origin: .origin, size: content.size(measuredBy: environment.measure))).size
  }

  /// Appears with the scale `zoom`.
  mutating func show(_ zoom: Double, in rect: Rect, at time: Timestamp) {
    showing = scene.show(Overlay(id: ZoomPopover.id, rect: rect, content: .hud(PercentText.string(zoom))), at: time)
  }

  /// Changes the scale; a wider popover is moved back into `environment` in the same frame (Design/Recognizing.md L5).
  mutating func update(_ zoom: Double, in environment: ViewEnvironment, at time: Timestamp) {
    let content = OverlayContent.hud(PercentText.string(zoom))
    guard let overlay = scene.overlay(ZoomPopover.id), overlay.content != content else { return }
    scene.update(ZoomPopover.id, content: content)
    let size = ZoomPopover.size(of: content, in: environment)
    if size != overlay.rect.size {
      scene.resize(ZoomPopover.id, to: size, within: environment.bounds, at: time)
    }
  }

  /// Follows the placement of the strategy.
  mutating func follow(_ placement: Placement, at time: Timestamp) {
    scene.follow(placement, of: ZoomPopover.id, at: time)
  }

  /// Fades away after `delay`, unless it is shown again before (Design/Recognizing.md L7, L8).
  mutating func hide(at time: Timestamp, after delay: Duration) {
    guard let showing else { return }
    scene.hide(showing, at: time, after: delay)
    self.showing = nil
  }

  /// Disappears at once, as when the output is gone (Design/Recognizing.md L10).
  mutating func remove() {
    scene.removeAll()
    showing = nil
  }

  /// Serves the deadlines up to `time`.
  mutating func advance(to time: Timestamp) { scene.advance(to: time) }

  /// Whether it is shown and not about to fade.
  var isShown: Bool { showing != nil }

  /// Its size in mm while it is shown.
  var size: Size? { isShown ? scene.overlay(ZoomPopover.id)?.rect.size : nil }

  /// The time at which it begins to fade.
  var deadline: Timestamp? { scene.deadline }

  /// Whether it fades or moves.
  func isAnimating(at time: Timestamp) -> Bool { scene.isAnimating(at: time) }

  func draw(at time: Timestamp, in environment: ViewEnvironment, into list: inout DisplayList) {
    scene.draw(at: time, on: environment.grid, into: &list, theme: environment.theme)
  }
}

/// The loupe of a zoom view: shows beside the hand what a held touch hides, and follows the touch.
struct ZoomLoupe: Sendable {
  static let id = Overlay.ID(rawValue: 2)
  /// Its magnification: a letter of 2 mm can be read from 60 cm.
  private static let magnification = 2.5

  private var scene = OverlayScene()
  private var showing: OverlayScene.Token?

  /// The content that shows a picture around `focus`.
  static func content(
    of image: ZoomImage, size: Size, transform: Similarity, focus: Point, on ground: Color
  ) -> OverlayContent {
    .loupe(
      Loupe(
        layers: [Loupe.Layer(image: image.id, size: size, transform: transform)], focus: focus,
        magnification: magnification, background: ground))
  }

  /// Whether it is shown and not about to fade.
  var isShown: Bool { showing != nil }

  /// Its rectangle; `nil` if it is not shown.
  var rect: Rect? { scene.overlay(ZoomLoupe.id)?.rect }

  /// Appears with a long press, or follows it.
  mutating func show(_ content: OverlayContent, at placement: Placement, at time: Timestamp) {
    if isShown {
      scene.update(ZoomLoupe.id, content: content)
      scene.follow(placement, of: ZoomLoupe.id, at: time)
    } else {
      showing = scene.show(Overlay(id: ZoomLoupe.id, rect: placement.rect, content: content), at: time)
    }
  }

  /// Fades.
  mutating func hide(at time: Timestamp) {
    guard let showing else { return }
    scene.hide(showing, at: time)
    self.showing = nil
  }

  /// Disappears at once.
  mutating func remove() {
    scene.removeAll()
    showing = nil
  }

  /// Serves the deadlines up to `time`.
  mutating func advance(to time: Timestamp) { scene.advance(to: time) }

  /// Whether it fades or moves.
  func isAnimating(at time: Timestamp) -> Bool { scene.isAnimating(at: time) }

  func draw(at time: Timestamp, in environment: ViewEnvironment, into list: inout DisplayList) {
    scene.draw(at: time, on: environment.grid, into: &list, theme: environment.theme)
  }
}
