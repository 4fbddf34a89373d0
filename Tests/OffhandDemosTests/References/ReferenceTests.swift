import CompositorRig
import Foundation
import Offhand
import OffhandPixman
import Testing

/// What the demos look like at every scale, compared with pictures that were looked at: Tests/References.
///
/// To make them anew, run this suite with OFFHAND_REFERENCES=write, and look at each of them.
@Suite(
  .serialized, .enabled(if: Sway.isAvailable, "needs sway, grim and setpriv: scripts/setup compositors"),
  .enabled(if: ReferencePicture.hasFont, "the pictures were made with DejaVu Sans: scripts/setup build"))
struct ReferenceTests {
  private static let isWriting = ProcessInfo.processInfo.environment["OFFHAND_REFERENCES"] == "write"

  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    // Prints with a sky, a ground and a sun: quickly painted, and what is up can be seen.
    for (index, sky) in [0x7FB2D9, 0xE9A15B, 0x51617F, 0xC96A6A, 0x8FC1A9, 0xB79AC8, 0xD9D3C3, 0x4F8A8B].enumerated() {
      let photo = Bitmap(width: 300, height: 200)
      for y in 0..<200 {
        for x in 0..<300 {
          let isSun = (x - 200) * (x - 200) + (y - 60) * (y - 60) < 900
          photo[x, y] = y > 130 ? 0xFF2E_3138 : isSun ? 0xFFFF_F1CF : 0xFF00_0000 | UInt32(sky)
        }
      }
      try PNGWriter.write(photo, to: directory.file("photo-\(index).png"))
    }
  }

  @Test(arguments: [(1.0, 800), (1.5, 1200), (2, 1600)])
  func `every demo looks as it was found right`(scale: Double, width: Int) throws {
    let sway = try Sway(
      width: width, height: width * 5 / 8, configuration: "output HEADLESS-1 scale \(scale)")
    for scene in DemoScene.all { try look(at: scene, scale, on: sway) }
  }

  private func look(at scene: DemoScene, _ scale: Double, on sway: Sway) throws {
    guard !ReferenceTests.isWriting || scale == 1 else { return }
    let recording = try directory.write(SceneRecording.line(scene), to: "\(scene.name).jsonl")
    let words = scene.words.map { $0 == "PHOTOS" ? directory.path : $0 }
    let program = try sway.run(
      [Program.built("offhand")] + words + ["--source", "recording:\(recording)", "--log", "info"])
    try program.waitForOutput("complete")
    let reference = ReferencePicture(scene.name)
    if ReferenceTests.isWriting {
      Thread.sleep(forTimeInterval: scene.duration.inSeconds + 4)
      try reference.write(try sway.screenshot())
    } else {
      var last: ReferencePicture.Difference?
      _ = try sway.waitForScreen(
        "\(scene.name) at scale \(scale) as it was; it differs by \(last.map(\.description) ?? "its shape")"
      ) {
        last = reference.difference(from: $0)
        return last?.isSmall ?? false
      }
    }
    program.signal(SIGTERM)
    #expect(try program.wait() == .exited(0))
  }
}
