import FoundationEssentials
import Glibc
import OffhandPlatform

/// A directory of a benchmark's own, private to its owner, gone when the benchmark is.
package final class ScratchDirectory {
  /// Its absolute path; short, because paths of sockets have no more than 107 bytes.
  package let path: String

  /// Makes it, owned by the user of that number where one is given.
  package init(owner: UInt32? = nil) throws {
    var template = Array("/tmp/offhand-bench.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw BenchFault("cannot make a directory in /tmp: \(KernelError.reason(errno))")
    }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    if let owner, chown(path, owner, owner) != 0 {
      throw BenchFault("cannot give \(path) to user \(owner): \(KernelError.reason(errno))")
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of `name` in it.
  package func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes `text` into the file `name`, and answers its path.
  package func write(_ text: String, to name: String) throws -> String {
    let path = file(name)
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// What stands in the file `name`; nothing where there is none.
  package func text(in name: String) -> String {
    String(decoding: FileManager.default.contents(atPath: file(name)) ?? Data(), as: UTF8.self)
  }

  /// The names in it.
  package var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path))?.sorted() ?? [] }
}
