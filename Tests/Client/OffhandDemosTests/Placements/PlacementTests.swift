import CompositorRig
import Foundation
import Offhand
import OffhandPixman
import OffhandPlatform
import Testing

/// What the zoom demo shows beside a posed hand, on the screen of a real compositor whose touch screen that hand touches.
@Suite(
  .serialized, .ownThreads, .enabled(if: Weston.isAvailable, "needs weston and its headers: scripts/setup compositors"))
struct PlacementTests {
  /// One finger alone, and two on a table that pinch, do not tell whose they are, and most people's are a right hand's: there the user of
  /// a left one has stated it.
  @Test(
    .enabled(if: CorpusHand.file != nil, "needs shared/hands: set OFFHAND_CORPUS"),
    arguments: CorpusHand.poses)
  func `the overlay lies outside the silhouette of a posed hand`(kind: String, side: Handedness) throws {
    let place = Point(x: side == .right ? 90 : 122, y: 45)
    let hand = try #require(try CorpusHand.staged(kind, side, at: place))
    let isDoubtful = side == .left && hand.contacts.count < 3
    let scene = PlacementScene(
      words: ["zoom", "--chart"] + (isDoubtful ? ["--hand", "left"] : []), hand: hand,
      bareness: hand.contacts.count == 1 ? .before : .after)
    let overlay = try PlacementStage(scene).play()
    #expect(overlay.count > 400, "an overlay is to be seen")
    let hidden = overlay.filter { scene.hides($0.x, $0.y) }.count
    // No more than the rim of the overlay, and of the shadow that it throws, lies below a hand.
    #expect(
      hidden * 20 <= overlay.count,
      "\(hidden) of \(overlay.count) pixels of the overlay lie below a hand")
  }
}

/// A hand that touches the zoom demo, and an overlay that has to stand beside it.
struct PlacementScene: Sendable {
  /// When the screen shows all but the overlay.
  enum Bareness: Sendable {
    /// Before the fingers come: they only rest.
    case before
    /// After they have gone, because they change what lies below.
    case after
  }

  /// The demo.
  var words: [String]
  /// Whose fingers touch it.
  var hand: StagedHand
  /// When the overlay is not there.
  var bareness: Bareness

  /// The panel of a tablet, and its pixels at 96 to the inch.
  static let width = 800
  static let height = 500
  static let panel = SurfaceGeometry(assumedFromPixelWidth: Double(width), pixelHeight: Double(height))

  /// The pixel at a place on the panel.
  static func pixel(of place: Point) -> (x: Double, y: Double) {
    (place.x * panel.pixelsPerMillimetreX, place.y * panel.pixelsPerMillimetreY)
  }

  /// Whether the hand hides the middle of a pixel.
  func hides(_ column: Int, _ row: Int) -> Bool {
    hand.hides(PlacementScene.panel.point(pixelX: Double(column) + 0.5, pixelY: Double(row) + 0.5))
  }
}

/// Plays a scene on weston's touch screen, and finds the overlay by what is on the screen with it and not without it.
struct PlacementStage {
  private static let steps = 30
  /// How much nearer to each other fingers land than they rest.
  private static let gathering = 0.25
  /// By how much a channel differs where an overlay is, of 255: more than by its soft shadow.
  private static let plain = 45

  private let scene: PlacementScene
  private let weston: Weston

  init(_ scene: PlacementScene) throws {
    self.scene = scene
    weston = try Weston(width: PlacementScene.width, height: PlacementScene.height)
  }

  /// Lands the fingers, moves them to where they rest, lifts them, and returns the pixels of the overlay; its shadow counts only where
  /// it is nearly as dark as what throws it.
  func play() throws -> [(x: Int, y: Int)] {
    let program = try weston.run([Program.built("offhand")] + scene.words + ["--source", "wayland", "--log", "info"])
    try program.waitForOutput("complete")
    let before = try stillScreen("the demo") { $0.count { $0 != Pixel(red: 0, green: 0, blue: 0) } > 10_000 }
    try land()
    let during = try stillScreen("the overlay") { !$0.differences(from: before, by: PlacementStage.plain).isEmpty }
    var bare = before
    if scene.bareness == .after {
      try lift()
      bare = try stillScreen("the overlay to go") { !$0.differences(from: during, by: PlacementStage.plain).isEmpty }
    }
    program.signal(SIGTERM)
    guard try program.wait() == .exited(0) else { throw RigError("the demo ended badly: \(program.standardError)") }
    return during.differences(from: bare, by: PlacementStage.plain)
  }

  /// The screen once it shows what `condition` asks for, and nothing on it has moved for a fifth of a second.
  private func stillScreen(_ what: String, _ condition: (Screenshot) -> Bool) throws -> Screenshot {
    var last: Screenshot?
    return try weston.waitForScreen(what) { screen in
      defer { last = screen }
      guard let last, screen.differences(from: last, by: 0).isEmpty, condition(screen) else {
        usleep(200_000)
        return false
      }
      return true
    }
  }

  private func land() throws {
    let ways = Array(zip(scene.hand.landing(PlacementStage.gathering), scene.hand.contacts))
    let start = MonotonicClock.now()
    for step in 0...PlacementStage.steps {
      let stamp = (start + .milliseconds(8) * step).nanoseconds
      try Waiting.until("step \(step)") { MonotonicClock.now().nanoseconds >= stamp }
      let commands = ways.enumerated().map { id, way in
        let (x, y) = PlacementScene.pixel(of: way.0 + (way.1 - way.0) * (Double(step) / Double(PlacementStage.steps)))
        return step == 0
          ? TouchCommand.down(id: id, x: x, y: y, at: stamp) : TouchCommand.motion(id: id, x: x, y: y, at: stamp)
      }
      try weston.touch(commands + [.frame])
    }
  }

  private func lift() throws {
    let stamp = MonotonicClock.now().nanoseconds
    try weston.touch(scene.hand.contacts.indices.map { TouchCommand.up(id: $0, at: stamp) } + [.frame])
  }
}
