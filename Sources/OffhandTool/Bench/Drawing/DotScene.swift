import Offhand

/// Dots of 96 pixels that move by two pixels a frame over an opaque ground.
struct DotScene {
  /// How many.
  var dots: Int
  /// Of what.
  var color: Color
  /// On which pixels.
  let grid: PixelGrid

  private var list = DisplayList()
  private var before = DisplayList()
  private var step = 0

  /// Twelve pixels a millimetre, as on a tablet.
  private static let pixelsPerMillimetre = 12.0
  private static let radius = 4.0

  init(dots: Int, color: Color, width: Int32, height: Int32) {
    self.dots = dots
    self.color = color
    grid = PixelGrid(
      width: width, height: height,
      size: Size(
        width: Double(width) / DotScene.pixelsPerMillimetre, height: Double(height) / DotScene.pixelsPerMillimetre))
  }

  /// The next frame.
  var current: DisplayList { list }

  /// Moves the dots, and answers what differs from the frame before.
  mutating func advance() -> Damage {
    swap(&list, &before)
    list.removeAll()
    list.fill(Rect(origin: .origin, size: grid.size), Color(rgb: 0x14171C))
    step += 1
    let way = Double(step % 400) * 2 / DotScene.pixelsPerMillimetre
    for dot in 0..<dots {
      list.circle(
        center: Point(x: 10 + way, y: 6 + Double(dot) * (grid.size.height - 12) / 10), radius: DotScene.radius, color)
    }
    return step == 1 ? Damage(grid.bounds) : Damage(from: before, to: list, on: grid)
  }
}
