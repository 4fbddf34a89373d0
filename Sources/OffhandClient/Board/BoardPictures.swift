import Logging
import Offhand
import OffhandPixman

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
