import CompositorRig
import Foundation
import Offhand
import OffhandPixman

/// A picture of a demo that somebody has looked at and found right: 400 by 250 pixels, whatever the scale of the screen.
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
    guard let match = try? Program(["fc-match", "sans-serif"]), (try? match.wait()) == .exited(0) else { return false }
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
