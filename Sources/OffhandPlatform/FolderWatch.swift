import Glibc

/// Tells when a file was written, replaced or removed in a folder (`inotify`).
package final class FolderWatch {
  private let queue: Descriptor

  /// Watches the folder at `path`. Throws if there is none.
  package init(_ path: String) throws(KernelError) {
    let queue = try Descriptor(inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)), from: "inotify_init1")
    let events = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_DELETE)
    guard inotify_add_watch(queue.number, path, events) >= 0 else { throw .last("inotify_add_watch \(path)") }
    self.queue = queue
  }

  /// Readable when something has changed.
  package var descriptor: Int32 { queue.number }

  /// Takes the changes up to now.
  package func acknowledge() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while (try? queue.read(into: &buffer)).map({ $0 > 0 }) ?? false {}
  }
}
