import Glibc
import Offhand
import OffhandPlatform

/// A file with one line: the probability that a user's hand is the right one, and the day of that estimate (Design/Placing.md case 69).
package struct HandHabitFile {
  /// A failure to read or write it.
  package struct Fault: Error, CustomStringConvertible {
    package let description: String

    init(_ path: String, _ reason: String) { description = "\(path): \(reason)" }

    /// The failure of a system call with `code`.
    init(_ path: String, _ what: String, code: Int32) {
      self.init(path, "\(what): \(KernelError.reason(code))")
    }
  }

  /// The most bytes that are read; every valid line is shorter.
  private static let limit = 64

  let path: String

  /// Reads the habit; `nil` if there is no file yet. Throws if the file cannot be read, holds something else, or could not be
  /// created.
  func read() throws(Fault) -> HandHabit? {
    // O_NONBLOCK: opening a FIFO without a writer would block.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if descriptor < 0, errno == ENOENT {
      // Reported now, not when the program ends.
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

  /// Replaces the file by one with `habit` that only the user can read. Throws if it cannot be written.
  func write(_ habit: HandHabit) throws(Fault) {
    let draft = path + ".new"
    // Whatever has this name may be a link, a FIFO, or readable to others: it is removed, and the new file is created.
    unlink(draft)
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
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
