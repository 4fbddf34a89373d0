import Offhand

/// The loupe of a zoom view: shows what the resting finger hides, beside the hand, and goes along with the finger.
struct ZoomLoupe: Sendable {
  static let id = Overlay.ID(rawValue: 2)
  /// How much it enlarges: a letter of 2 mm is read from 60 cm.
  private static let magnification = 2.5

  private var scene = OverlayScene()
  private var showing: OverlayScene.Token?

  /// What it shows of a picture around `focus`.
  static func content(of image: ZoomImage, size: Size, transform: Similarity, focus: Point) -> OverlayContent {
    .loupe(
      Loupe(
        layers: [Loupe.Layer(image: image.id, size: size, transform: transform)], focus: focus,
        magnification: magnification, background: ZoomImage.ground))
  }

  /// Whether it stays as far as anybody has asked.
  var isShown: Bool { showing != nil }

  /// Where it stands; `nil` if it is not there.
  var rect: Rect? { scene.overlay(ZoomLoupe.id)?.rect }

  /// Comes with a long press, or goes along with it.
  mutating func show(_ content: OverlayContent, at placement: Placement, at time: Timestamp) {
    if isShown {
      scene.update(ZoomLoupe.id, content: content)
      scene.follow(placement, of: ZoomLoupe.id, at: time)
    } else {
      showing = scene.show(Overlay(id: ZoomLoupe.id, rect: placement.rect, content: content), at: time)
    }
  }

  /// Fades away.
  mutating func hide(at time: Timestamp) {
    guard let showing else { return }
    scene.hide(showing, at: time)
    self.showing = nil
  }

  /// Is gone at once.
  mutating func remove() {
    scene.removeAll()
    showing = nil
  }

  /// Serves what is due.
  mutating func advance(to time: Timestamp) { scene.advance(to: time) }

  /// Whether it fades or moves.
  func isAnimating(at time: Timestamp) -> Bool { scene.isAnimating(at: time) }

  /// Draws it as it is seen at `time`.
  func draw(at time: Timestamp, on grid: PixelGrid, into list: inout DisplayList) {
    scene.draw(at: time, on: grid, into: &list)
  }
}
