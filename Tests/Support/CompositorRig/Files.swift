import Foundation
import Glibc

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

  /// Writes `text` into the file `name`, readable by all, and returns its path.
  public func write(_ text: String, to name: String) throws -> String {
    let path = file(name)
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// A file of this repository, wherever it is checked out.
public enum RepositoryFile {
  /// The absolute path of what lies at `place` below the root.
  public static func path(_ place: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../../\(place)")
      .standardizedFileURL.path
  }
}

/// Files read whole.
enum FileBytes {
  /// The bytes of the file at `path`.
  static func read(_ path: String) throws -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: path) else { throw RigError("cannot read \(path)") }
    return [UInt8](data)
  }
}

/// The address of a Unix socket, in the form the kernel wants.
struct UnixAddress {
  private var value = sockaddr_un()

  /// Nil if the path has more bytes than an address holds.
  init?(_ path: String) {
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: value.sun_path) else { return nil }
    value.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &value.sun_path) { $0.copyBytes(from: bytes) }
  }

  /// Calls `body` with the address and its length.
  func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    withUnsafePointer(to: value) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }
}
