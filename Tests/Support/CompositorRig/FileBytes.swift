import Foundation

/// Files read whole.
enum FileBytes {
  /// The bytes of the file at `path`.
  static func read(_ path: String) throws -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: path) else { throw RigError("cannot read \(path)") }
    return [UInt8](data)
  }
}
