import CompositorRig
import Foundation
import Offhand
import OffhandPlatform
import OffhandPixman

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
  private let photos: TemporaryDirectory
  private let weston: Weston

  init(_ scene: PlacementScene) throws {
    self.scene = scene
    photos = try TemporaryDirectory()
    let photo = Bitmap(width: 600, height: 400)
    photo.fill(Color(rgb: 0xD8C9A8))
    try PNGWriter.write(photo, to: photos.file("photo.png"))
    words = scene.words.map { [photos] in $0 == "PHOTO" ? photos.path : $0 }
    weston = try Weston(width: PlacementScene.width, height: PlacementScene.height)
  }

  /// Lands the fingers, moves them to where they rest, lifts them, and answers what was seen.
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
