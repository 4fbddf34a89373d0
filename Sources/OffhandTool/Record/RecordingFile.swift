import ArgumentParser
import Glibc
import OffhandPlatform
import OffhandRecordings

/// A new file that is written piece by piece, and removed if nothing was written.
final class RecordingFile {
  /// A failure to create or write it.
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
  /// The length of the file in bytes without the end mark behind the last report.
  private var length = 0

  /// Creates the file at `path`, for its owner only: it shows what was typed on a keyboard on the screen.
  init(path: String) throws(Failure) {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Failure(path: path, code: errno, isWritten: false) }
  }

  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    if length == 0 { unlink(path) }
  }

  /// Removes the file when it is closed.
  func discard() { length = 0 }

  /// Writes `bytes`, and `end` behind them, in one call, so that the file is complete at any moment; the next call overwrites
  /// `end`. On failure the file stays as it was.
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

/// The format of a recording.
enum RecordingFormat: String, ExpressibleByArgument, CaseIterable {
  /// The format of `libinput record`.
  case libinput
  /// One JSON object per recording.
  case jsonl

  /// The format of a file name: JSON lines for `.jsonl` and `.json`, else libinput's.
  init(path: String) {
    self = [".jsonl", ".json"].contains { path.hasSuffix($0) } ? .jsonl : .libinput
  }

  /// Makes a writer for the frames of `recording` in this format.
  func stream(_ recording: Recording) -> any RecordingStream {
    switch self {
    case .libinput: LibinputRecordWriter(recording)
    case .jsonl: JSONLinesStream(recording)
    }
  }
}
