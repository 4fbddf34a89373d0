import CompositorRig
import Foundation
import Offhand
import OffhandPixman
import Testing

/// What the demos look like at every scale, compared with pictures that were looked at: Tests/References.
///
/// To make them anew, run this suite with OFFHAND_REFERENCES=write, and look at each of them.
@Suite(
  .serialized, .ownThreads, .enabled(if: Sway.isAvailable, "needs sway, grim and setpriv: scripts/setup compositors"),
  .enabled(if: ReferencePicture.hasFont, "the pictures were made with DejaVu Sans: scripts/setup build"))
struct ReferenceTests {
  private static let isWriting = ProcessInfo.processInfo.environment["OFFHAND_REFERENCES"] == "write"

  private let directory: TemporaryFolder

  init() throws {
    directory = try TemporaryFolder()
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
      [Program.built("offhand")] + words + [
        "--font", "DejaVu Sans", "--source", "recording:\(recording)", "--log", "info",
      ])
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

/// A picture of a demo that was looked at and found right: 400 by 250 pixels, whatever the scale of the screen.
struct ReferencePicture {
  static let width = 400
  static let height = 250
  /// How far a screen may be from it. Fonts are drawn a little differently at each scale, and a buffer of twice the pixels is
  /// made smaller by the compositor; what is another colour, or in another place, is far beyond these.
  static let tolerance = (mean: 2.8, strange: 0.012)

  /// How a screen differs: the mean of all differences of a channel, and the part of pixels that differ plainly.
  struct Difference: CustomStringConvertible {
    var mean: Double
    var strange: Double
    var isSmall: Bool { mean <= ReferencePicture.tolerance.mean && strange <= ReferencePicture.tolerance.strange }
    var description: String { "mean \(mean), \(strange * 100) % of the pixels plainly" }
  }

  /// Whether text looks here as it does on the pictures.
  static let hasFont: Bool = {
    guard let match = try? Program(["fc-match", "DejaVu Sans"]), (try? match.wait()) == .exited(0) else { return false }
    return match.standardOutput.contains("DejaVu Sans")
  }()

  private let path: String
  private let pixels: [Pixel]?

  /// The picture called `name`.
  init(_ name: String) {
    path = RepositoryFile.path("Tests/References/\(name).png")
    pixels = (try? Screenshot(png: path)).flatMap { $0.reduced(width: Self.width, height: Self.height) }
  }

  /// How `screen` differs; `nil` where there is no such picture, or the screen has another shape.
  func difference(from screen: Screenshot) -> Difference? {
    guard let pixels, let others = screen.reduced(width: Self.width, height: Self.height) else { return nil }
    var sum = 0
    var strange = 0
    for (mine, other) in zip(pixels, others) {
      let steps = [
        abs(Int(mine.red) - Int(other.red)), abs(Int(mine.green) - Int(other.green)),
        abs(Int(mine.blue) - Int(other.blue)),
      ]
      sum += steps[0] + steps[1] + steps[2]
      if max(steps[0], steps[1], steps[2]) > 60 { strange += 1 }
    }
    let count = Double(Self.width * Self.height)
    return Difference(mean: Double(sum) / (3 * count), strange: Double(strange) / count)
  }

  /// Makes `screen` the picture.
  func write(_ screen: Screenshot) throws {
    guard let pixels = screen.reduced(width: Self.width, height: Self.height) else {
      throw RigError("a screen of \(screen.width)×\(screen.height) has another shape than the reference pictures")
    }
    let bitmap = Bitmap(width: Self.width, height: Self.height)
    for (index, pixel) in pixels.enumerated() {
      bitmap[index % Self.width, index / Self.width] =
        0xFF00_0000 | UInt32(pixel.red) << 16 | UInt32(pixel.green) << 8 | UInt32(pixel.blue)
    }
    try PNGWriter.write(bitmap, to: path)
  }
}
