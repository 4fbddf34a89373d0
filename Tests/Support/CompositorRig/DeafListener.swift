import OffhandPlatform

/// A socket that listens and accepts nothing, where as many connections wait as the kernel keeps: the next one would wait for good.
package final class DeafListener {
  private let folder: TemporaryFolder
  private let listener: UnixListener
  private var waiting: [LineClient] = []
  package var path: String { listener.path }

  package init() throws {
    folder = try TemporaryFolder()
    listener = try UnixListener(at: folder.file("deaf"))
    // One more than the backlog.
    for _ in 0...UnixListener.backlog { waiting.append(try LineClient(path)) }
  }
}
