import ArgumentParser
import OffhandRecordings

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
