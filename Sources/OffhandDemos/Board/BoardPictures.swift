import Logging
import Offhand
import OffhandClient
import OffhandPixman
import OffhandPlatform

/// The pictures of a board in the renderer: each as it was first read, and those that are shown larger with more pixels.
final class BoardPictures {
  /// What the renderer has of one picture.
  private struct Entry {
    var file: String?
    var first: ImageID
    var larger: ImageID?
  }

  private let renderer: Renderer
  private let mailbox: BackgroundResults<BoardLoader.Result>.Mailbox
  private let logger: Logger
  private var entries: [Entry] = []
  private var shelf = DetailShelf()
  /// Whether a picture is being read again; one at a time is enough, and leaves the other processor to the table.
  private var isReading = false

  init(_ renderer: Renderer, _ mailbox: BackgroundResults<BoardLoader.Result>.Mailbox, _ logger: Logger) {
    self.renderer = renderer
    self.mailbox = mailbox
    self.logger = logger
  }

  /// Takes a picture in that was read for the first time.
  func add(_ pyramid: Pyramid, from file: String?) -> BoardPicture {
    let image = renderer.pictures.insert(pyramid)
    shelf.add(
      entries.count, side: max(pyramid.width, pyramid.height), asked: file == nil ? .max : BoardLoader.side)
    entries.append(Entry(file: file, first: image))
    return BoardPicture(image: image, width: pyramid.width, height: pyramid.height)
  }

  /// A picture lies on the table with `side` device pixels: reads it again if that is more than there are.
  func show(_ picture: Int, side: Int) {
    let wish = DetailShelf.Wish(picture: picture, side: side)
    guard shelf.show(wish), !isReading, let file = entries[picture].file else { return }
    // The thread ends with the process. Where there is none to be had, the picture stays as it is and is asked for again.
    guard let _ = try? BoardLoader.reread(file, wish, into: mailbox) else { return }
    isReading = true
  }

  /// Takes a picture in that was read again. Answers which pictures go by which name from now on.
  func keep(_ pyramid: Pyramid, for wish: DetailShelf.Wish) -> [(picture: Int, image: ImageID)] {
    isReading = false
    let gone = shelf.keep(wish, side: max(pyramid.width, pyramid.height), bytes: pyramid.byteCount)
    var names: [(picture: Int, image: ImageID)] = []
    for picture in gone {
      drop(picture)
      names.append((picture, entries[picture].first))
    }
    drop(wish.picture)
    let image = renderer.pictures.insert(pyramid)
    entries[wish.picture].larger = image
    logger.debug(
      "a picture was read again",
      metadata: ["width": "\(pyramid.width)", "height": "\(pyramid.height)", "kept": "\(shelf.bytes)"])
    return names + [(wish.picture, image)]
  }

  /// A picture can no longer be read: it stays as it is.
  func lose(_ wish: DetailShelf.Wish, _ error: PictureError) {
    isReading = false
    logger.warning("\(error)")
    entries[wish.picture].file = nil
  }

  private func drop(_ picture: Int) {
    if let larger = entries[picture].larger { renderer.pictures.remove(larger) }
    entries[picture].larger = nil
  }
}

/// Reads pictures on threads of their own, so that the table never waits for one.
///
/// A JPEG is decoded at the smallest scale that still has as many pixels as are wanted, and its smaller levels are made on
/// the way: a photo of 12 megapixels takes 1 MB at first instead of 64.
enum BoardLoader {
  /// What has become of one picture.
  enum Result: Sendable {
    /// It can be drawn; `file` is where there may be more pixels of it.
    case picture(Pyramid, file: String?)
    /// It was read again, as large as it is shown.
    case detail(Pyramid, DetailShelf.Wish)
    /// It cannot be read, and why.
    case failure(PictureError)
    /// It could be read once and cannot be read again, and why.
    case lost(PictureError, DetailShelf.Wish)
  }

  /// How many pixels the longer side has at least when a picture is first read: enough for the picker, and for the table of a
  /// small screen.
  static let side = 480

  /// Delivers the pictures of `files` one by one, in their order; of no files, landscapes that the program paints itself.
  static func start(
    _ files: [String], into mailbox: BackgroundResults<Result>.Mailbox
  ) throws(KernelError) -> WorkerThread {
    try WorkerThread {
      if files.isEmpty {
        for index in 0..<SamplePhoto.count {
          mailbox.deliver(.picture(Pyramid(SamplePhoto.bitmap(index)), file: nil))
        }
      }
      for file in files {
        do throws(PictureError) {
          mailbox.deliver(.picture(Pyramid(try PictureFile.load(file, atLeast: side)), file: file))
        } catch {
          mailbox.deliver(.failure(error))
        }
      }
    }
  }

  /// Delivers the picture of `file` again, with at least as many pixels as `wish` says.
  static func reread(
    _ file: String, _ wish: DetailShelf.Wish, into mailbox: BackgroundResults<Result>.Mailbox
  ) throws(KernelError) -> WorkerThread {
    try WorkerThread {
      do throws(PictureError) {
        mailbox.deliver(.detail(Pyramid(try PictureFile.load(file, atLeast: wish.side)), wish))
      } catch {
        mailbox.deliver(.lost(error, wish))
      }
    }
  }
}

/// Which pictures of a board are kept with more pixels than they were first read with, within a bound of memory.
///
/// A picture that is shown larger than it was read is read again, as large as it is shown; those that have not been shown so
/// large for the longest time are let go of when memory would run out of bounds. It only keeps the books.
struct DetailShelf: Sendable {
  /// How many bytes the larger readings may take together: four photos of 12 megapixels as large as they are.
  static let capacity = 256 << 20

  /// A picture, and how many pixels its longer side is shown with.
  struct Wish: Sendable, Hashable {
    var picture: Int
    var side: Int
  }

  /// One picture.
  private struct Entry: Sendable {
    /// How many pixels the longer side has now.
    var side: Int
    /// Whether the file has no more pixels than that.
    var isWhole: Bool
    /// How many bytes the larger reading takes; 0 where there is only the first.
    var bytes = 0
    /// How many pixels the longer side was first read with.
    var firstSide: Int
    /// Whether the first reading was all there is.
    var isFirstWhole: Bool
    /// When it was last shown larger than first read, in wishes.
    var lastUse = 0
  }

  private var entries: [Int: Entry] = [:]
  private var clock = 0
  private let capacity: Int

  /// An empty shelf for so many bytes.
  init(capacity: Int = DetailShelf.capacity) { self.capacity = capacity }

  /// How many bytes the larger readings take.
  var bytes: Int { entries.values.reduce(0) { $0 + $1.bytes } }

  /// A picture was read for the first time; `side` pixels where `asked` were asked for, so less only where there are no more.
  mutating func add(_ picture: Int, side: Int, asked: Int) {
    entries[picture] = Entry(side: side, isWhole: side < asked, firstSide: side, isFirstWhole: side < asked)
  }

  /// A picture is shown with `side` pixels. Answers whether it should be read again for that.
  mutating func show(_ wish: Wish) -> Bool {
    guard var entry = entries[wish.picture], wish.side > entry.firstSide else { return false }
    clock += 1
    entry.lastUse = clock
    entries[wish.picture] = entry
    return !entry.isWhole && wish.side > entry.side
  }

  /// A picture was read again. Answers the pictures of which the larger reading has to go for it, the first in line first.
  mutating func keep(_ wish: Wish, side: Int, bytes: Int) -> [Int] {
    guard var entry = entries[wish.picture] else { return [] }
    entry.side = side
    entry.isWhole = side < wish.side
    entry.bytes = bytes
    entries[wish.picture] = entry
    var total = self.bytes
    var gone: [Int] = []
    for (picture, other) in entries.filter({ $0.value.bytes > 0 && $0.key != wish.picture }).sorted(by: {
      $0.value.lastUse < $1.value.lastUse
    }) where total > capacity {
      total -= other.bytes
      gone.append(picture)
      entries[picture]?.bytes = 0
      entries[picture]?.side = other.firstSide
      entries[picture]?.isWhole = other.isFirstWhole
    }
    return gone
  }
}
