import CPlatform
import Glibc

/// File and directory operations by path.
package enum Files {
  /// The bytes of the file at `path`, at most `limit` of them.
  package static func contents(of path: String, atMost limit: Int = .max) throws(KernelError) -> [UInt8] {
    try Descriptor(opening: path, .reading).contents(atMost: limit)
  }

  /// Writes `bytes` to the file at `path`, replacing its content; creates it with `permissions` if it does not exist.
  package static func write(
    _ bytes: [UInt8], to path: String, permissions: UInt32 = 0o644
  ) throws(KernelError) {
    try Descriptor(opening: path, .replacing(permissions: permissions)).write(bytes)
  }

  /// A use of a file.
  package enum Purpose: Sendable {
    case reading
    case writing
    case executing

    fileprivate var mode: Int32 {
      switch self {
      case .reading: R_OK
      case .writing: W_OK
      case .executing: X_OK
      }
    }
  }

  /// Throws unless this process may use the file at `path` for `purpose` (`access`).
  package static func check(_ path: String, for purpose: Purpose) throws(KernelError) {
    guard access(path, purpose.mode) == 0 else { throw .last("access \(path)") }
  }

  /// Whether this process may use the file at `path` for `purpose`; false if there is none.
  package static func isUsable(_ path: String, for purpose: Purpose) -> Bool {
    (try? check(path, for: purpose)) != nil
  }

  /// Whether users other than its owner may read or change the file at `path` (`stat`).
  package static func isOpenToOthers(_ path: String) throws(KernelError) -> Bool {
    try Descriptor.status(of: path).permissions & 0o077 != 0
  }

  /// The absolute path of the file at `path` without links; `nil` if there is none (`realpath`).
  package static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Removes the file or link at `path`, but no directory (`unlink`).
  package static func removeFile(_ path: String) { unlink(path) }

  /// Makes writes beyond the limit of a file's size fail with an error (`EFBIG`), in the whole process; otherwise `SIGXFSZ`
  /// ends it.
  package static func failAtSizeLimit() { signal(SIGXFSZ, SIG_IGN) }

  /// The names in the directory at `path`, sorted, without `.` and `..` (`readdir`).
  package static func names(in path: String) throws(KernelError) -> [String] {
    guard let directory = opendir(path) else { throw .last("opendir \(path)") }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Creates the directory at `path` and its missing parents (`mkdir`).
  package static func makeDirectory(_ path: String, permissions: UInt32 = 0o755) throws(KernelError) {
    if mkdir(path, permissions) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
      throw .last("mkdir \(path)")
    }
    try makeDirectory(String(path[..<slash]), permissions: permissions)
    guard mkdir(path, permissions) == 0 || errno == EEXIST else { throw .last("mkdir \(path)") }
  }

  /// Replaces the file at `path`, or makes one, as a whole or not at all, also after a power cut; a link is replaced, not followed.
  ///
  /// It belongs to `owner`, a user ID and a group ID, or else to this process' user.
  package static func replace(
    _ path: String, with bytes: [UInt8], permissions: UInt32 = 0o644, owner: (user: UInt32, group: UInt32)? = nil
  ) throws(KernelError) {
    let draft = "\(path).\(Environment.process).new"
    do throws(KernelError) {
      let file = try Descriptor(opening: draft, .creating(permissions: permissions))
      try file.write(bytes)
      if let owner, fchown(file.number, owner.user, owner.group) != 0 { throw .last("fchown \(draft)") }
      try file.synchronize()
      guard rename(draft, path) == 0 else { throw .last("rename \(path)") }
    } catch {
      removeFile(draft)
      throw error
    }
  }

  /// Gives the file or folder at `path`, or a link itself, to a user ID and a group ID (`lchown`).
  package static func give(_ path: String, to owner: (user: UInt32, group: UInt32)) throws(KernelError) {
    guard lchown(path, owner.user, owner.group) == 0 else { throw .last("lchown \(path)") }
  }

  /// Removes the directory at `path` if it is empty, and returns whether it did (`rmdir`).
  @discardableResult
  package static func removeEmptyDirectory(_ path: String) -> Bool { rmdir(path) == 0 }

  /// Removes the file, or the directory with all its contents, at `path`; a symbolic link is removed, not followed. Entries
  /// that cannot be removed remain.
  package static func remove(_ path: String) {
    guard unlink(path) != 0, errno == EISDIR || errno == EPERM else { return }
    for name in (try? names(in: path)) ?? [] { remove("\(path)/\(name)") }
    rmdir(path)
  }
}

/// A directory for temporary files in `$TMPDIR`, or in `/tmp` if that is not set; readable by its owner only, and removed
/// with all its contents when the object is deinitialized.
package final class TemporaryFolder {
  /// The absolute path.
  package let path: String

  /// Creates a directory whose name begins with `prefix` (`mkdtemp`); if `owner` is not `nil`, it becomes the directory's
  /// user ID and group ID. Socket paths are limited to 107 bytes: keep `prefix` short.
  package init(prefix: String = "offhand", owner: UInt32? = nil) throws(KernelError) {
    let parent = Environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    var template = Array("\(parent)/\(prefix).XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw .last("mkdtemp in \(parent)") }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    if let owner, chown(path, owner, owner) != 0 { throw .last("chown \(path)") }
  }

  deinit { Files.remove(path) }

  /// The path of `name` in the directory.
  package func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes `text` into the file `name` and returns its path.
  @discardableResult
  package func write(_ text: String, to name: String) throws(KernelError) -> String {
    let path = file(name)
    try Files.write(Array(text.utf8), to: path)
    return path
  }

  /// The text of the file `name`; empty if there is none.
  package func text(of name: String) -> String {
    String(decoding: (try? Files.contents(of: file(name))) ?? [], as: UTF8.self)
  }

  /// The names in the directory, sorted.
  package var names: [String] { (try? Files.names(in: path)) ?? [] }
}
