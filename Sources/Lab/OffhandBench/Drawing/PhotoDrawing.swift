import Offhand
import OffhandBenchmarks
import OffhandDemos
import OffhandPixman
import OffhandPlatform

/// Times drawing the board's picture into memory, with one thread and with all, frame by frame in turns, so that what else the
/// machine does meets both.
enum PhotoDrawing {
  private static let photos = 20
  /// A monitor of 24 inches.
  static let table = Size(width: 531, height: 299)
  /// The turn from frame to frame: half a turn a second.
  private static let step = 3.0

  /// Rows at `width` × `height` device pixels, one if there is one processor: of `frames` with each number of threads, after a tenth as
  /// many for warming up.
  static func rows(frames: Int, width: Int32, height: Int32) throws -> [DrawingReport.Row] {
    let grid = PixelGrid(width: width, height: height, size: PhotoDrawing.table)
    // As many pixels as the board reads for this grid.
    let photos = (0..<7).map { Pyramid(SamplePhoto.bitmap($0, scale: width > 1920 ? 2 : 1)) }
    let drawings = try Set([1, Processors.available]).sorted().map {
      try Drawing(threads: $0, photos: photos, on: grid)
    }
    for frame in 0..<frames + frames / 10 + 1 {
      for drawing in drawings { drawing.draw(frame, isTimed: frame > frames / 10) }
    }
    return try drawings.map { try $0.times.row("20 photos, two turned", width, height, threads: $0.threads) }
  }

  /// One renderer with its memory and its times.
  private final class Drawing {
    let threads: Int
    private(set) var times = FrameTimes()
    private let grid: PixelGrid
    private let renderer: Renderer
    private let images: [ImageID]
    private let bitmap: Bitmap
    private var before = DisplayList()

    init(threads: Int, photos: [Pyramid], on grid: PixelGrid) throws {
      self.threads = threads
      self.grid = grid
      let renderer = Renderer(fonts: try FontBook(), threads: threads)
      self.renderer = renderer
      images = photos.map { renderer.pictures.insert($0) }
      bitmap = Bitmap(width: Int(grid.width), height: Int(grid.height))
    }

    func draw(_ frame: Int, isTimed: Bool) {
      var list = DisplayList()
      PhotoDrawing.compose(frame, images, into: &list)
      let damage = frame == 0 ? Damage(grid.bounds) : Damage(from: before, to: list, on: grid)
      before = list
      let start = BenchmarkClock.now()
      renderer.draw(list, on: grid, damage: damage, into: bitmap)
      let end = BenchmarkClock.now()
      if isTimed { times.add(from: start, to: end, rectangles: damage.count) }
    }
  }

  /// Prints as they are dealt, the last two turned as far as hands turned them by then.
  private static func compose(_ frame: Int, _ images: [ImageID], into list: inout DisplayList) {
    let bounds = Rect(origin: .origin, size: table)
    let size = Size(width: 140, height: 93)
    let middle = Point(x: size.width / 2, y: size.height / 2)
    list.fill(bounds, Color(rgb: 0x20242A))
    for photo in 0..<photos {
      let isMoving = photo >= photos - 2
      let center = BoardProgram.dealtCenter(of: photo, among: photos, on: bounds)
      let turn = isMoving ? Double(frame) * step : Double(photo * 7 % 30) - 15
      let pose = Similarity(
        scale: 1, rotation: Angle(degrees: turn), about: middle, translation: center - middle)
      list.shadow(under: Rect(origin: .origin, size: size), cornerRadius: 1, DropShadow(), transform: pose)
      list.picture(
        images[photo % images.count], size: size, transform: pose, quality: isMoving ? .fast : .smooth)
    }
  }
}
