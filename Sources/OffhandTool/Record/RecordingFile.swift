import ArgumentParser
import Glibc
import OffhandPlatform
import OffhandRecordings

/// A file that did not exist before, written piece by piece; one in which nothing was written does not stay.
final class RecordingFile {
  /// Why it could not be made or written.
  struct Failure: Error, CustomStringConvertible {
    let path: String
    let code: Int32
    let isWritten: Bool

    var description: String {
      let reason = KernelError.reason(code)
      if code == EEXIST { return "\(path) exists already: name another file, or remove it" }
      return isWritten
        ? "cannot write to \(path): \(reason); what was written before can be read" : "cannot make \(path): \(reason)"
    }
  }

  private let descriptor: Int32
  private let path: String
  /// How long the file is without what stands behind the last report.
  private var length = 0

  /// Makes the file at `path`.
  init(path: String) throws(Failure) {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Failure(path: path, code: errno, isWritten: false) }
  }

  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    if length == 0 { unlink(path) }
  }

  /// Hands `bytes` to the kernel, and `end` behind them, in one go, so that the file is whole at any moment; the next call
  /// writes over `end`. Where that cannot be, the file stays as it was.
  func append(_ bytes: [UInt8], end: [UInt8]) throws(Failure) {
    let piece = bytes + end
    var written = 0
    while written < piece.count {
      let count = piece[written...].withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress, $0.count, off_t(length + written))
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else {
        let failure = Failure(path: path, code: errno, isWritten: true)
        // There was room for the old end.
        _ = ftruncate(descriptor, off_t(length))
        _ = end.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, off_t(length)) }
        throw failure
      }
      written += count
    }
    length += bytes.count
  }
}

/// In which format a recording is written.
enum RecordingFormat: String, ExpressibleByArgument, CaseIterable {
  /// That of `libinput record`.
  case libinput
  /// One JSON object a recording.
  case jsonl

  /// The format that the name of a file asks for: JSON lines by `.jsonl` and `.json`, else libinput's.
  init(path: String) {
    self = [".jsonl", ".json"].contains { path.hasSuffix($0) } ? .jsonl : .libinput
  }

  /// What writes `recording`'s frames in this format.
  func stream(_ recording: Recording) -> any RecordingStream {
    switch self {
    case .libinput: LibinputRecordWriter(recording)
    case .jsonl: JSONLinesStream(recording)
    }
  }
}
