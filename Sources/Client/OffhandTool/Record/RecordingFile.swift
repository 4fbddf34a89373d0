import ArgumentParser
import Glibc
import OffhandPlatform
import OffhandRecordings

/// A new file that is written piece by piece, and removed if nothing was written.
final class RecordingFile {
  /// A failure to create or write it.
  struct Failure: Error, CustomStringConvertible {
    let path: String
    let cause: KernelError
    let isWritten: Bool

    var description: String {
      if cause.code == EEXIST { return "\(path) exists already: name another file, or remove it" }
      return isWritten
        ? "cannot write to \(path): \(cause.reason); what was written before can be read"
        : "cannot make \(path): \(cause.reason)"
    }
  }

  private let file: Descriptor
  private let path: String
  private var remove: (() -> Void)?
  /// The length of the file in bytes without the end mark behind the last report.
  private(set) var length = 0

  /// Creates the file at `path`, for its owner only: it shows what was typed on a keyboard on the screen. `remove`, or
  /// without it this process, removes it if nothing was written.
  init(path: String, remove: (() -> Void)? = nil) throws(Failure) {
    self.path = path
    self.remove = remove ?? { Files.removeFile(path) }
    do {
      file = try Descriptor(opening: path, .creating(permissions: 0o600))
    } catch {
      throw Failure(path: path, cause: error, isWritten: false)
    }
  }

  deinit { if length == 0 { discard() } }

  /// Removes the file.
  func discard() {
    remove?()
    remove = nil
  }

  /// Writes `bytes`, and `end` behind them, in one call, so that the file is complete at any moment; the next call overwrites
  /// `end`. On failure the file stays as it was.
  func append(_ bytes: [UInt8], end: [UInt8]) throws(Failure) {
    do {
      try file.write(bytes + end, at: length)
    } catch {
      // There was room for the old end.
      try? file.resize(to: length)
      try? file.write(end, at: length)
      throw Failure(path: path, cause: error, isWritten: true)
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
