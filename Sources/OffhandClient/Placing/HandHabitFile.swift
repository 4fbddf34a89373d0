import Glibc
import Offhand
import OffhandPlatform

/// A file with one line: how likely a user's hand is the right one, and the day on which that was learned (placement.md case 69).
package struct HandHabitFile {
  /// Why it cannot be read or written.
  package struct Fault: Error, CustomStringConvertible {
    package let description: String

    init(_ path: String, _ reason: String) { description = "\(path): \(reason)" }

    /// A call of the system failed.
    init(_ path: String, _ what: String, code: Int32) {
      self.init(path, "\(what): \(KernelError.reason(code))")
    }
  }

  /// Longer than any such line.
  private static let limit = 64

  let path: String

  /// What was kept; `nil` where nothing was yet. Throws where the file cannot be read, holds something else,
  /// or could not be made.
  func read() throws(Fault) -> HandHabit? {
    // A pipe that nobody writes to must not keep the program from beginning.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if descriptor < 0, errno == ENOENT {
      // Better told now than when there is something to keep.
      let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
      guard access(folder, W_OK) == 0 else { throw Fault(path, "the hand cannot be kept", code: errno) }
      return nil
    }
    guard descriptor >= 0 else { throw Fault(path, "the hand cannot be read", code: errno) }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: HandHabitFile.limit)
    let count = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
    guard count >= 0 else { throw Fault(path, "the hand cannot be read", code: errno) }
    var text = String(decoding: bytes.prefix(count), as: UTF8.self)
    while text.last?.isWhitespace == true { text.removeLast() }
    guard let habit = HandHabit(text) else {
      throw Fault(path, "no line like '0.87 2026-11-21'; name another file, or remove this one")
    }
    return habit
  }

  /// Keeps `habit` in place of what was kept, for nobody but the user to read. Throws where it cannot be written.
  func write(_ habit: HandHabit) throws(Fault) {
    let draft = path + ".new"
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Fault(path, "the hand cannot be kept", code: errno) }
    let line = Array("\(habit)\n".utf8)
    let count = line.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    let code = errno
    close(descriptor)
    guard count == line.count, rename(draft, path) == 0 else {
      let reason = count == line.count ? errno : code
      unlink(draft)
      throw Fault(path, "the hand cannot be kept", code: reason)
    }
  }
}
