import OffhandPlatform
import OffhandPixman

/// Reads the picture of a zoom view on a thread of its own, while the program connects and shows its first frame.
enum ZoomLoader {
  /// What has become of the picture.
  typealias Result = Swift.Result<Pyramid, any Error>

  /// Delivers the picture of `file`, or the test chart.
  static func start(_ file: String?, into mailbox: BackgroundResults<Result>.Mailbox) throws(KernelError)
    -> WorkerThread
  {
    try WorkerThread {
      mailbox.deliver(
        Result {
          if let file { return Pyramid(try PictureFile.load(file)) }
          // Fonts belong to a thread, so the chart has a book of its own.
          return Pyramid(TestChart.bitmap(fonts: try FontBook()))
        })
    }
  }
}
