import Glibc
import Offhand
import OffhandPlatform

/// A file with one line: the probability that a user's hand is the right one, and the day of that estimate (Design/Placing.md case 69).
///
/// A confined program can neither open nor replace a file: it writes the one that is open, in place. The line is short, and as long as the
/// one before it, so a power cut leaves either of them.
package struct HandHabitFile: ~Copyable {
  /// A failure to read or write it.
  package struct Fault: Error, CustomStringConvertible {
    package let description: String

    init(_ path: String, _ reason: String) { description = "\(path): \(reason)" }

    init(_ path: String, _ what: String, _ error: KernelError) { self.init(path, "\(what): \(error.reason)") }
  }

  /// The most bytes that are read; every valid line is shorter.
  private static let limit = 64

  private let path: String
  private let file: Descriptor

  /// Opens the file at `path`, or an empty one that only the user can read. Throws if it cannot be written, or holds something else.
  init(path: String) throws(Fault) {
    let file: Descriptor
    do throws(KernelError) {
      file = try Descriptor(opening: Files.resolved(path) ?? path, .keeping(permissions: 0o600))
    } catch {
      throw Fault(path, "the hand cannot be remembered", error)
    }
    _ = try HandHabitFile.habit(in: file, path)
    self.path = path
    self.file = file
  }

  /// The habit in the file at `path`; `nil` if there is no file yet, or one without content. Throws if it cannot be read, or holds
  /// something else.
  static func habit(at path: String) throws(Fault) -> HandHabit? {
    let file: Descriptor
    do throws(KernelError) {
      file = try Descriptor(opening: path, .reading)
    } catch {
      if error.code == ENOENT { return nil }
      throw Fault(path, "the hand cannot be read", error)
    }
    return try habit(in: file, path)
  }

  private static func habit(in file: borrowing Descriptor, _ path: String) throws(Fault) -> HandHabit? {
    var bytes: [UInt8]
    let isRegular: Bool
    do throws(KernelError) {
      isRegular = try file.status().isRegular
      bytes = isRegular ? try file.contents(atMost: limit) : []
    } catch {
      throw Fault(path, "the hand cannot be read", error)
    }
    // A power cut can leave a new file empty, or with zeros.
    if isRegular, bytes.allSatisfy({ $0 == 0 }) { return nil }
    while bytes.last.map({ Character(Unicode.Scalar($0)).isWhitespace }) == true { bytes.removeLast() }
    guard let habit = HandHabit(String(decoding: bytes, as: UTF8.self)) else {
      throw Fault(path, "no line like '0.87 2026-11-21'; name another file, or remove this one")
    }
    return habit
  }

  /// Replaces the line by one with `habit`. Throws if it cannot be written.
  func write(_ habit: HandHabit) throws(Fault) {
    let line = Array("\(habit)\n".utf8)
    do throws(KernelError) {
      try file.write(line, at: 0)
      try file.resize(to: line.count)
      try file.synchronize()
    } catch {
      throw Fault(path, "the hand cannot be remembered", error)
    }
  }
}
