import CompositorRig
import Foundation
import Offhand
import OffhandPlatform
import OffhandPixman
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

  /// One finger alone, and thumb and index on a table, do not tell whose they are, and most people's are a right hand's: there
  /// the user of a left one has said so.
  @Test(
    .enabled(if: CorpusHand.file != nil, "needs shared/hands: set OFFHAND_CORPUS"),
    arguments: CorpusHand.poses)
  func `the overlay lies outside the silhouette of a posed hand`(kind: String, side: Handedness) throws {
    let place = Point(x: side == .right ? 90 : 122, y: 45)
    let hand = try #require(try CorpusHand.staged(kind, side, at: place))
    let isDoubtful = side == .left && hand.contacts.count < 3 && kind != "two"
    let scene = PlacementScene(
      name: kind, words: ["zoom"] + (isDoubtful ? ["--hand", "left"] : []), hands: [hand],
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
