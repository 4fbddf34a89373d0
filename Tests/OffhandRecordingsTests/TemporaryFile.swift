import Foundation

/// A file that exists while `body` runs.
func withTemporaryFile<Result>(
  _ content: [UInt8], name: String = "recording", _ body: (String) throws -> Result
) throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("offhand-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let file = folder.appendingPathComponent(name)
  try Data(content).write(to: file)
  return try body(file.path)
}

/// A file with `text` that exists while `body` runs.
func withTemporaryFile<Result>(
  _ text: String, name: String = "recording", _ body: (String) throws -> Result
) throws -> Result {
  try withTemporaryFile(Array(text.utf8), name: name, body)
}

extension [UInt8] {
  /// Writes the bytes to the file at `path`.
  func write(to path: String) throws {
    try Data(self).write(to: URL(fileURLWithPath: path))
  }
}
