import Glibc

/// A file that did not exist before, written piece by piece.
final class RecordingFile {
  /// Why it could not be made or written.
  struct Failure: Error, CustomStringConvertible {
    let path: String
    let code: Int32
    let isWritten: Bool

    var description: String {
      let reason = strerror(code).map { String(cString: $0) } ?? "error \(code)"
      if code == EEXIST { return "\(path) exists already: name another file, or remove it" }
      return isWritten
        ? "cannot write to \(path): \(reason); what was written before can be read" : "cannot make \(path): \(reason)"
    }
  }

  private let descriptor: Int32
  private let path: String

  /// Makes the file at `path`.
  init(path: String) throws(Failure) {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Failure(path: path, code: errno, isWritten: false) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Hands `bytes` to the kernel, all of them.
  func write(_ bytes: [UInt8]) throws(Failure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw Failure(path: path, code: errno, isWritten: true) }
      rest = rest.dropFirst(count)
    }
  }
}
