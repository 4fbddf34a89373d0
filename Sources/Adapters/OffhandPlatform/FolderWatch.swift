import Glibc

/// Tells what happens to the files in a folder (`inotify`).
package final class FolderWatch {
  /// What it tells.
  package enum Interest {
    /// That a file was written, replaced or removed.
    case changes
    /// Which files are opened and closed, by any program; not those that are gone, whose names may be those of others.
    case openings

    fileprivate var events: UInt32 {
      switch self {
      case .changes: UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_DELETE)
      case .openings: UInt32(IN_OPEN | IN_CLOSE | IN_EXCL_UNLINK)
      }
    }
  }

  private let queue: Descriptor

  /// Watches the folder at `path`. Throws if there is none.
  package init(_ path: String, for interest: Interest = .changes) throws(KernelError) {
    let queue = try Descriptor(inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)), from: "inotify_init1")
    guard inotify_add_watch(queue.number, path, interest.events) >= 0 else {
      throw .last("inotify_add_watch \(path)")
    }
    self.queue = queue
  }

  /// Readable when something has happened.
  package var descriptor: Int32 { queue.number }

  /// Takes what has happened up to now.
  package func acknowledge() { takeOpenings { _, _ in } }

  /// Takes what has happened up to now, and passes the name of each file that was opened (1) or closed (-1) to `body`.
  package func takeOpenings(_ body: (String, Int) -> Void) {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
      while let count = try? queue.read(into: buffer), count > 0 {
        var rest = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        while rest.count >= MemoryLayout<inotify_event>.size {
          let event = rest.loadUnaligned(as: inotify_event.self)
          let size = MemoryLayout<inotify_event>.size + Int(event.len)
          guard size <= rest.count else { break }
          let name = rest[MemoryLayout<inotify_event>.size..<size].prefix { $0 != 0 }
          let isOpening = event.mask & UInt32(IN_OPEN) != 0
          if isOpening || event.mask & UInt32(IN_CLOSE) != 0 {
            body(String(decoding: name, as: UTF8.self), isOpening ? 1 : -1)
          }
          rest = UnsafeRawBufferPointer(rebasing: rest[size...])
        }
      }
    }
  }
}
