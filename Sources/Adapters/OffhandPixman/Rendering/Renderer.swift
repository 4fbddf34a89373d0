public import Offhand
import OffhandPlatform
import Synchronization

/// Draws display lists into pixel memory with pixman.
///
/// A list is drawn once for each rectangle of damage; pixels outside of the rectangle are neither computed nor touched, and the
/// pixels inside are the same as if everything had been drawn, whatever was in the memory before. Sprites, shaped text and scratch
/// memory are kept between frames, so that a steady scene allocates nothing.
///
/// Large damage is drawn by all processors, in bands of rows; the pixels are the same with any number of them. The threads end half a
/// second after the last such frame.
public final class Renderer {
  /// The most threads that draw one frame: more do not get more from the memory.
  package static let threadLimit = 8
  /// The pixels of damage from which other threads help: they take half a millisecond to draw, and a thread 20 to 60 µs to wake.
  static let sharedArea: Int64 = 250_000

  /// The fonts that text is drawn with.
  public let fonts: FontBook
  /// The pictures that lists may name.
  public var pictures = PictureStore()

  private var sprites = SpriteCache()
  private var scene = PreparedScene()
  private let painters: [Painter]
  private let counter = BandCounter()
  /// The other threads; `nil` if there is one processor.
  private let crew: WorkerCrew<FrameJob>?

  /// A renderer that draws text with `fonts`.
  public convenience init(fonts: FontBook) { self.init(fonts: fonts, threads: Processors.available) }

  /// A renderer that draws with up to `threads` threads, this one included.
  package init(fonts: FontBook, threads: Int) {
    self.fonts = fonts
    let threads = min(max(threads, 1), Renderer.threadLimit)
    painters = (0..<threads).map { Painter(number: $0) }
    crew = threads > 1 ? try? WorkerCrew(helpers: threads - 1) { job, number in job.paint(number) } : nil
  }

  /// The number of threads that wait for the next large frame, beside this one.
  package var helperCount: Int { crew?.threadCount ?? 0 }

  /// Draws what `damage` covers of `list` into a bitmap as large as `grid`.
  public func draw(_ list: DisplayList, on grid: PixelGrid, damage: Damage? = nil, into bitmap: Bitmap) {
    precondition(
      bitmap.width == Int(grid.width) && bitmap.height == Int(grid.height),
      "a grid of \(grid.width)×\(grid.height) pixels does not fit a bitmap of \(bitmap.width)×\(bitmap.height)")
    draw(list, on: grid, damage: damage, into: bitmap.pixels, stride: bitmap.stride)
  }

  /// Draws what `damage` covers of `list` into memory of `grid.height` rows of `stride` bytes, 4 bytes per pixel.
  package func draw(
    _ list: DisplayList, on grid: PixelGrid, damage: Damage? = nil, into memory: UnsafeMutableRawPointer, stride: Int
  ) {
    let damage = damage ?? Damage(grid.bounds)
    for index in damage.indices {
      let clip = damage[index].intersection(grid.bounds)
      guard !clip.isEmpty else { continue }
      scene.prepare(list, on: grid, within: clip, sprites: &sprites, pictures: pictures, fonts: fonts)
    }
    let canvas = Canvas(memory: memory, width: Int(grid.width), height: Int(grid.height), stride: stride)
    if scene.isDisjoint {
      paint(0..<scene.areaCount, list, on: grid, into: canvas)
    } else {
      for area in 0..<scene.areaCount { paint(area..<area + 1, list, on: grid, into: canvas) }
    }
    scene.removeAll()
  }

  /// Draws areas that do not overlap.
  private func paint(_ areas: Range<Int>, _ list: DisplayList, on grid: PixelGrid, into canvas: Canvas) {
    let (bands, pixels) = scene.bands(of: areas)
    if let crew, pixels >= Renderer.sharedArea {
      counter.start(at: bands.lowerBound)
      crew.run(
        FrameJob(
          list: list, grid: grid, canvas: canvas, scene: scene, painters: painters, counter: counter,
          end: bands.upperBound))
    } else {
      for band in bands { painters[0].paint(band, of: scene, list, on: grid, into: canvas) }
    }
  }
}

/// Memory of rows of pixels, 4 bytes each.
struct Canvas {
  let memory: UnsafeMutableRawPointer
  /// The width in pixels.
  let width: Int
  /// The height in pixels.
  let height: Int
  /// Bytes from one row to the next.
  let stride: Int
}

/// One frame as all threads see that draw it.
///
/// Sound as `@unchecked Sendable`: until `WorkerCrew.run` returns, the list and the scene are only read, which changes nothing in their
/// sprites, lines and pictures; every band is painted by one thread, so that no two write the same pixel; and each thread has the painter
/// of its number, and in pictures the images of its number, to itself.
private struct FrameJob: @unchecked Sendable {
  let list: DisplayList
  let grid: PixelGrid
  let canvas: Canvas
  let scene: PreparedScene
  let painters: [Painter]
  let counter: BandCounter
  /// The band after the last.
  let end: Int

  /// Paints bands until none is left.
  func paint(_ number: Int) {
    while case let band = counter.next(), band < end {
      painters[number].paint(band, of: scene, list, on: grid, into: canvas)
    }
  }
}

/// Gives out bands, each once.
private final class BandCounter: Sendable {
  private let following = Atomic(0)

  /// Begins with `band`.
  func start(at band: Int) { following.store(band, ordering: .relaxed) }

  /// The number of the next band.
  func next() -> Int { following.wrappingAdd(1, ordering: .relaxed).oldValue }
}
