import CompositorRig
import Foundation
import Offhand
import OffhandPixman
import OffhandPlatform
import Testing

/// What the demos show beside a hand, on the screen of a real compositor whose touch screen that hand touches.
///
/// Each scene is kept as a picture with its hands drawn over it: Tests/References/placement-NAME.png. To make them anew, run
/// this suite with OFFHAND_REFERENCES=write, and look at each of them.
@Suite(.serialized, .enabled(if: Weston.isAvailable, "needs weston and its headers: scripts/setup compositors"))
struct PlacementTests {
  private static let isWriting = ProcessInfo.processInfo.environment["OFFHAND_REFERENCES"] == "write"
  private static let skin = Pixel(red: 0xE8, green: 0xB0, blue: 0x8C)

  @Test(arguments: PlacementScene.all)
  func `the overlay lies outside the hand that is drawn beside it`(scene: PlacementScene) throws {
    let stage = try PlacementStage(scene)
    let shown = try stage.play()
    expectClear(shown, of: scene)
    try compare(shown, scene)
  }

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
      name: kind, words: ["zoom", "--chart"] + (isDoubtful ? ["--hand", "left"] : []), hands: [hand],
      bareness: hand.contacts.count == 1 ? .before : .after)
    let shown = try PlacementStage(scene).play()
    expectClear(shown, of: scene)
  }

  /// No more than the rim of the overlay, and of the shadow that it throws, lies below a hand: a twentieth.
  private func expectClear(_ shown: PlacementStage.Shown, of scene: PlacementScene) {
    #expect(shown.overlay.count > 400, "an overlay is to be seen")
    let hidden = shown.overlay.filter { scene.hides($0.x, $0.y) }.count
    #expect(
      hidden * 20 <= shown.overlay.count,
      "\(scene.name): \(hidden) of \(shown.overlay.count) pixels of the overlay lie below a hand")
  }

  /// Compares what was seen, with the hands drawn over it, with the picture that is kept of the scene.
  private func compare(_ shown: PlacementStage.Shown, _ scene: PlacementScene) throws {
    guard ReferencePicture.hasFont else { return }
    let picture = shown.screen.painted(PlacementTests.skin, inSquaresOf: 2) { scene.hides($0, $1) }
    let reference = ReferencePicture("placement-\(scene.name)")
    if PlacementTests.isWriting { return try reference.write(picture) }
    let difference = reference.difference(from: picture)
    #expect(
      difference?.isSmall == true,
      "placement-\(scene.name) differs by \(difference.map(\.description) ?? "its shape")")
  }
}

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
  var words = ["zoom", "--chart"]
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

/// Plays a scene on weston's touch screen, and finds the overlay by what is on the screen with it and not without it.
struct PlacementStage {
  /// What was seen.
  struct Shown {
    /// The screen while the fingers rest.
    var screen: Screenshot
    /// The pixels of the overlay; its shadow counts only where it is nearly as dark as what throws it.
    var overlay: [(x: Int, y: Int)]

  }

  private static let steps = 30
  /// How many steps later the next hand lands.
  private static let pause = 12
  /// How much nearer to each other fingers land than they rest.
  private static let gathering = 0.25
  /// By how much a channel differs where an overlay is, of 255: more than by its soft shadow.
  private static let plain = 45

  private let scene: PlacementScene
  private let words: [String]
  private let photos: TemporaryFolder
  private let weston: Weston

  init(_ scene: PlacementScene) throws {
    self.scene = scene
    photos = try TemporaryFolder()
    let photo = Bitmap(width: 600, height: 400)
    photo.fill(Color(rgb: 0xD8C9A8))
    try PNGWriter.write(photo, to: photos.file("photo.png"))
    words = scene.words.map { [photos] in $0 == "PHOTO" ? photos.path : $0 }
    weston = try Weston(width: PlacementScene.width, height: PlacementScene.height)
  }

  /// Lands the fingers, moves them to where they rest, lifts them, and returns what was seen.
  func play() throws -> Shown {
    let program = try weston.run([Program.built("offhand")] + words + ["--source", "wayland", "--log", "info"])
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
    return Shown(screen: during, overlay: during.differences(from: bare, by: PlacementStage.plain))
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
    let ways = scene.hands.enumerated().flatMap { number, hand in
      zip(hand.landing(PlacementStage.gathering), hand.contacts).map {
        (from: $0, to: $1, first: number * PlacementStage.pause)
      }
    }
    let start = MonotonicClock.now()
    for step in 0...PlacementStage.steps + scene.hands.count * PlacementStage.pause {
      let stamp = (start + .milliseconds(8) * step).nanoseconds
      try Waiting.until("step \(step)") { MonotonicClock.now().nanoseconds >= stamp }
      let commands = ways.enumerated().filter { step >= $1.first }.map { id, way in
        let part = min(1, Double(step - way.first) / Double(PlacementStage.steps))
        let (x, y) = PlacementScene.pixel(of: way.from + (way.to - way.from) * part)
        return step == way.first
          ? TouchCommand.down(id: id, x: x, y: y, at: stamp) : TouchCommand.motion(id: id, x: x, y: y, at: stamp)
      }
      try weston.touch(commands + [.frame])
    }
  }

  private func lift() throws {
    let stamp = MonotonicClock.now().nanoseconds
    let count = scene.hands.reduce(0) { $0 + $1.contacts.count }
    try weston.touch((0..<count).map { TouchCommand.up(id: $0, at: stamp) } + [.frame])
  }
}
