import OffhandPlatform
import OffhandPixman

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
