import Offhand

/// A demo, the hands that touch it, and an overlay that has to stand beside them.
struct PlacementScene: Sendable {
  /// When the screen shows all but the overlay.
  enum Bareness: Sendable {
    /// Before the fingers come: they only rest.
    case before
    /// After they have gone, because they change what lies below.
    case after
  }

  /// What its picture is called.
  var name: String
  /// The demo; `PHOTO` stands for a folder with one picture.
  var words = ["zoom"]
  /// Whose fingers touch it.
  var hands: [StagedHand]
  /// When the overlay is not there.
  var bareness = Bareness.after

  /// The panel of a tablet, and its pixels at 96 to the inch: 4 of them for one of a reference picture.
  static let width = 800
  static let height = 500
  static let panel = SurfaceGeometry(assumedFromPixelWidth: Double(width), pixelHeight: Double(height))

  static let all = [
    PlacementScene(
      name: "pinch-right", hands: [DrawnHand.staged(.pinch, .right, index: Point(x: 122, y: 46), azimuth: 8)]),
    PlacementScene(
      name: "pinch-left", hands: [DrawnHand.staged(.pinch, .left, index: Point(x: 90, y: 46), azimuth: 8)]),
    tap("top-left", x: 22, y: 22, azimuth: 40),
    tap("top-right", x: 190, y: 22, azimuth: 15),
    tap("bottom-left", x: 22, y: 110, azimuth: 40),
    tap("bottom-right", x: 190, y: 110, azimuth: 15),
    PlacementScene(name: "five-right", hands: [DrawnHand.staged(.spread, .right, index: Point(x: 84, y: 38))]),
    PlacementScene(name: "five-left", hands: [DrawnHand.staged(.spread, .left, index: Point(x: 128, y: 38))]),
    PlacementScene(
      name: "two-hands",
      hands: [
        DrawnHand.staged(.pinch, .left, index: Point(x: 40, y: 50), azimuth: 8),
        DrawnHand.staged(.pinch, .right, index: Point(x: 172, y: 50), azimuth: 8),
      ]),
    PlacementScene(
      name: "menu-right", words: ["board", "PHOTO"],
      hands: [DrawnHand.staged(.point, .right, index: Point(x: 100, y: 50))], bareness: .before),
    PlacementScene(
      name: "menu-left", words: ["board", "PHOTO"],
      hands: [DrawnHand.staged(.point, .left, index: Point(x: 100, y: 50))], bareness: .before),
  ]

  /// A finger of a right hand that rests near a corner, until the loupe shows what it hides.
  private static func tap(_ corner: String, x: Double, y: Double, azimuth: Double) -> PlacementScene {
    PlacementScene(
      name: "tap-\(corner)",
      hands: [DrawnHand.staged(.point, .right, index: Point(x: x, y: y), azimuth: azimuth)], bareness: .before)
  }

  /// The pixel at a place on the panel.
  static func pixel(of place: Point) -> (x: Double, y: Double) {
    (place.x * panel.pixelsPerMillimetreX, place.y * panel.pixelsPerMillimetreY)
  }

  /// Whether a hand hides the middle of a pixel.
  func hides(_ column: Int, _ row: Int) -> Bool {
    let place = PlacementScene.panel.point(pixelX: Double(column) + 0.5, pixelY: Double(row) + 0.5)
    return hands.contains { $0.hides(place) }
  }
}
