import Logging
import Offhand
import OffhandClient
import OffhandPixman

/// The pictures of a board in the renderer: each as it was first read, and those that are shown larger with more pixels.
final class BoardPictures {
  /// The renderer's versions of one picture.
  private struct Entry {
    var file: String?
    var first: ImageID
    var larger: ImageID?
  }

  private let renderer: Renderer
  private let loading: BackgroundWork<BoardLoader.Result>
  private let logger: Logger
  private var entries: [Entry] = []
  private var shelf = DetailShelf()
  /// Whether a picture is being read again. One at a time leaves the other processor to the table.
  private var isReading = false

  init(_ renderer: Renderer, _ loading: BackgroundWork<BoardLoader.Result>, _ logger: Logger) {
    self.renderer = renderer
    self.loading = loading
    self.logger = logger
  }

  /// Adds a picture that was read for the first time.
  func add(_ pyramid: Pyramid, from file: String?) -> BoardPicture {
    let image = renderer.pictures.insert(pyramid)
    shelf.add(
      entries.count, side: max(pyramid.width, pyramid.height), requested: file == nil ? .max : BoardLoader.side)
    entries.append(Entry(file: file, first: image))
    return BoardPicture(image: image, width: pyramid.width, height: pyramid.height)
  }

  /// Notes that a picture is shown with `side` device pixels, and reads it again if that is more than there are.
  func show(_ picture: Int, side: Int) {
    let request = DetailShelf.Request(picture: picture, side: side)
    guard shelf.show(request), !isReading, let file = entries[picture].file else { return }
    // If no thread can be started, the next frame tries again.
    isReading = (try? BoardLoader.reread(file, request, in: loading)) != nil
  }

  /// Adopts a picture that was read again. Returns the pictures whose image changes, with their new images.
  func keep(_ pyramid: Pyramid, for request: DetailShelf.Request) -> [(picture: Int, image: ImageID)] {
    isReading = false
    let evicted = shelf.keep(request, side: max(pyramid.width, pyramid.height), bytes: pyramid.byteCount)
    var images: [(picture: Int, image: ImageID)] = []
    for picture in evicted {
      removeLarger(picture)
      images.append((picture, entries[picture].first))
    }
    removeLarger(request.picture)
    let image = renderer.pictures.insert(pyramid)
    entries[request.picture].larger = image
    logger.debug(
      "a picture was read again",
      metadata: ["width": "\(pyramid.width)", "height": "\(pyramid.height)", "kept": "\(shelf.bytes)"])
    return images + [(request.picture, image)]
  }

  /// Stops rereading a picture that can no longer be read: it stays as it is.
  func giveUp(_ request: DetailShelf.Request, _ error: PictureError) {
    isReading = false
    logger.warning("\(error)")
    entries[request.picture].file = nil
  }

  private func removeLarger(_ picture: Int) {
    if let larger = entries[picture].larger { renderer.pictures.remove(larger) }
    entries[picture].larger = nil
  }
}

/// Decides which pictures of a board are kept with more pixels than they were first read with, within a limit of memory.
///
/// A picture that is shown larger than it was read is read again at that size. When memory would exceed the limit, the larger
/// versions that were not needed for the longest time go. It does the accounting only.
struct DetailShelf: Sendable {
  /// The most bytes the larger versions may take together: four photos of 12 megapixels at full size.
  static let capacity = 256 << 20

  /// A picture, and how many pixels its longer side is shown with.
  struct Request: Sendable, Hashable {
    var picture: Int
    var side: Int
  }

  private struct Entry: Sendable {
    /// The pixels of the longer side, and whether the file has no more, at the first reading and now.
    let first: (side: Int, isWhole: Bool)
    var now: (side: Int, isWhole: Bool)
    /// The bytes of the larger version; 0 if there is none.
    var bytes = 0
    /// The larger version that was dropped: its bytes, and the pixels of its longer side; 0 if none was.
    var dropped = (bytes: 0, side: 0)
    /// The time at which it was last shown larger than first read, in requests.
    var lastUse = 0
  }

  private var entries: [Int: Entry] = [:]
  private var clock = 0
  private let capacity: Int

  /// An empty shelf for `capacity` bytes.
  init(capacity: Int = DetailShelf.capacity) { self.capacity = capacity }

  /// The bytes of the larger versions.
  var bytes: Int { entries.values.reduce(0) { $0 + $1.bytes } }

  /// Adds a picture that was read for the first time with `side` pixels; fewer than `requested` only if the file has no more.
  mutating func add(_ picture: Int, side: Int, requested: Int) {
    entries[picture] = Entry(first: (side, side < requested), now: (side, side < requested))
  }

  /// Notes that a picture is shown at the requested size. Returns whether it should be read again for that: one that was dropped only if it
  /// is shown larger than then, where there is room, or a version that is no longer shown. Otherwise each would push another out for ever.
  mutating func show(_ request: Request) -> Bool {
    guard var entry = entries[request.picture], request.side > entry.first.side else { return false }
    clock += 1
    entry.lastUse = clock
    entries[request.picture] = entry
    guard !entry.now.isWhole, request.side > entry.now.side else { return false }
    return request.side > entry.dropped.side || bytes + entry.dropped.bytes <= capacity
      || entries.values.contains { $0.bytes > 0 && clock - $0.lastUse > 2 * entries.count }
  }

  /// Notes that a picture was read again. Returns the pictures whose larger version must be dropped, the least recently used first.
  mutating func keep(_ request: Request, side: Int, bytes: Int) -> [Int] {
    guard var entry = entries[request.picture] else { return [] }
    entry.now = (side, side < request.side)
    (entry.bytes, entry.dropped) = (bytes, (0, 0))
    entries[request.picture] = entry
    var total = self.bytes
    var evicted: [Int] = []
    for (picture, other) in entries.filter({ $0.value.bytes > 0 && $0.key != request.picture }).sorted(by: {
      $0.value.lastUse < $1.value.lastUse
    }) where total > capacity {
      total -= other.bytes
      evicted.append(picture)
      entries[picture]?.bytes = 0
      entries[picture]?.dropped = (other.bytes, other.now.side)
      entries[picture]?.now = other.first
    }
    return evicted
  }
}

/// Reads pictures on threads of their own, so that the table never waits for one.
///
/// A JPEG is decoded at the smallest scale that has as many pixels as requested: a photo of 12 megapixels takes 1 MB at first
/// instead of 64.
enum BoardLoader {
  /// The outcome for one picture.
  struct Result: Sendable {
    /// The file, which may have more pixels of it; `nil` if it is painted.
    var file: String?
    /// The size at which it is shown, if it was read again for that.
    var request: DetailShelf.Request?
    /// The picture, or why it could not be read.
    var picture: Swift.Result<Pyramid, PictureError>
  }

  /// The least pixels of the longer side at the first reading: enough for the picker, and for the table of a small screen.
  static let side = 480

  /// Delivers the pictures of `files` one by one, in their order; if there are no files, painted landscapes.
  static func start(_ files: [String], in loading: BackgroundWork<Result>) throws {
    try loading.start { deliver in
      if files.isEmpty {
        for index in 0..<SamplePhoto.count { deliver(Result(picture: .success(Pyramid(SamplePhoto.bitmap(index))))) }
      }
      for file in files { deliver(read(file)) }
    }
  }

  /// Delivers the picture of `file` again, with at least as many pixels as `request` says.
  static func reread(_ file: String, _ request: DetailShelf.Request, in loading: BackgroundWork<Result>) throws {
    try loading.start { deliver in deliver(read(file, for: request)) }
  }

  private static func read(_ file: String, for request: DetailShelf.Request? = nil) -> Result {
    Result(
      file: file, request: request,
      picture: Swift.Result { () throws(PictureError) in
        Pyramid(try PictureFile.load(file, atLeast: request?.side ?? side))
      })
  }
}
