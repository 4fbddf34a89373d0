import Glibc
import OffhandRecordings

/// The lines of a probe, gathered and written once a turn of the loop.
final class ProbeLog {
  private let descriptor: Int32
  private var writer = JSONWriter()

  struct Failure: Error { let code: Int32 }

  init(path: String) throws {
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    if descriptor < 0 { throw Failure(code: errno) }
  }

  /// Adds an object.
  func line(_ body: (inout JSONWriter) -> Void) {
    writer.object(body)
    writer.endLine()
  }

  /// Writes what was added.
  func flush() {
    var rest = writer.bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { break }
      rest = rest.dropFirst(count)
    }
    writer.removeAll()
  }
}
