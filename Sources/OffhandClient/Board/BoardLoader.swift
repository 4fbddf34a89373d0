import OffhandLinux
import OffhandPixman

/// Reads pictures on a thread of its own, so that the table never waits for one.
///
/// A JPEG is decoded at the smallest scale that still has `side` pixels, and its smaller levels are made on the way: a photo
/// of 12 megapixels takes 4 MB instead of 64.
enum BoardLoader {
  /// What has become of one picture.
  enum Result: Sendable {
    /// It can be drawn.
    case picture(Pyramid)
    /// It cannot be read, and why.
    case failure(PictureError)
  }

  /// How many pixels the longer side has at least: as many as a print has across half of a 4K screen.
  static let side = 960

  /// Delivers the pictures of `files` one by one, in their order; of no files, landscapes that the program paints itself.
  static func start(
    _ files: [String], into mailbox: BackgroundResults<Result>.Mailbox
  ) throws(KernelError) -> WorkerThread {
    try WorkerThread {
      if files.isEmpty {
        for index in 0..<SamplePhoto.count { mailbox.deliver(.picture(Pyramid(SamplePhoto.bitmap(index)))) }
      }
      for file in files { mailbox.deliver(load(file)) }
    }
  }

  private static func load(_ file: String) -> Result {
    do {
      return .picture(Pyramid(try PictureFile.load(file, atLeast: side)))
    } catch {
      return .failure(error)
    }
  }
}
