import Foundation

/// A directory of a rig's own, private to its owner and gone with the rig.
public final class TemporaryDirectory {
  /// Its absolute path. It is short, for paths of sockets may have no more than 107 bytes.
  public let path: String

  /// Makes the directory; as root, it is given to the user that compositors run as.
  public init(owner: RigUser = .me) throws {
    var template = Array("/tmp/offhand.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw RigError("cannot make a directory in /tmp (errno \(errno))") }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    if case .other(let id) = owner, chown(path, id, id) != 0 {
      throw RigError("cannot give \(path) to user \(id) (errno \(errno))")
    }
  }

  /// The path of `name` in it.
  public func file(_ name: String) -> String { path + "/" + name }

  /// Writes `text` into the file `name`, readable by all, and answers its path.
  public func write(_ text: String, to name: String) throws -> String {
    let path = file(name)
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
