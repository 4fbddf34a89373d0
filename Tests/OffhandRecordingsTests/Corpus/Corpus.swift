import Foundation
import OffhandRecordings

/// Where the public recordings are: `$OFFHAND_CORPUS`, or `../shared` beside the checkout.
enum Corpus {
  /// The folder with the traces; `nil` where this machine has none.
  static let traces: String? = {
    let environment = ProcessInfo.processInfo.environment["OFFHAND_CORPUS"]
    let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..")
    let shared = environment ?? checkout.appendingPathComponent("../shared").standardized.path
    let traces = shared + "/traces"
    return FileManager.default.fileExists(atPath: traces) ? traces : nil
  }()

  /// Whether there is anything to read.
  static var isPresent: Bool { traces != nil }

  /// The files of recordings, in order of their names; `devices.jsonl` holds no recordings.
  static var files: [String] {
    guard let traces, let names = try? FileManager.default.contentsOfDirectory(atPath: traces) else { return [] }
    return names.filter { $0.contains(".jsonl") && $0 != "devices.jsonl" }.sorted()
  }

  /// Gives every recording of `file` to `body`.
  static func forEachRecording(in file: String, _ body: (Recording) throws -> Void) throws {
    var reader = try RecordingReader(path: (traces ?? "") + "/" + file)
    while let recording = try reader.next() { try body(recording) }
  }
}
