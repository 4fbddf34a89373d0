import CompositorRig
import Offhand
import OffhandPixman

/// A plain green picture, on which a screenshot tells picture, popover and ground apart.
struct GreenPicture {
  static let width = 1600
  static let height = 1000

  let directory: TemporaryDirectory
  var path: String { directory.file("green.png") }

  init() throws {
    directory = try TemporaryDirectory()
    let bitmap = Bitmap(width: GreenPicture.width, height: GreenPicture.height)
    bitmap.fill(Color(rgb: 0x00C800))
    try PNGWriter.write(bitmap, to: path)
  }

  /// Where the picture lies at the beginning on a surface of so many logical pixels: as large as fits, less 6 % of the
  /// shorter side all around.
  static func home(width: Double, height: Double) -> Rect {
    let margin = 0.06 * min(width, height)
    let factor = min((width - 2 * margin) / Double(self.width), (height - 2 * margin) / Double(self.height))
    return Rect(
      center: Point(x: width / 2, y: height / 2),
      size: Size(width: Double(self.width) * factor, height: Double(self.height) * factor))
  }

  /// The picture on a screenshot; a shadow on it still counts, its edge where at least half of a pixel is covered.
  static func bounds(in screenshot: Screenshot) -> PixelBounds? {
    screenshot.bounds { $0.green > 110 && $0.red < 90 && $0.blue < 90 }
  }

  /// The popover on a screenshot: what is dark within the picture.
  static func popover(in screenshot: Screenshot) -> PixelBounds? {
    guard let picture = bounds(in: screenshot) else { return nil }
    let inside = PixelBounds(
      left: picture.left + 3, top: picture.top + 3, right: picture.right - 3, bottom: picture.bottom - 3)
    return screenshot.bounds(within: inside) { $0.green < 70 }
  }
}

extension PixelBounds {
  /// Whether every edge is within `tolerance` pixels of that of `rect`, in pixels.
  func isNear(_ rect: Rect, tolerance: Double = 2) -> Bool {
    abs(Double(left) - rect.minX) <= tolerance && abs(Double(top) - rect.minY) <= tolerance
      && abs(Double(right) - rect.maxX) <= tolerance && abs(Double(bottom) - rect.maxY) <= tolerance
  }

  /// Whether the middle is within `tolerance` pixels of `point`, in pixels.
  func isCentered(on point: Point, tolerance: Double = 2) -> Bool {
    abs(midX - point.x) <= tolerance && abs(midY - point.y) <= tolerance
  }
}
