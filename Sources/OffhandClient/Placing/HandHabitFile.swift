import Glibc
import Offhand
import OffhandPlatform

/// A file with one line: the probability that a user's hand is the right one, and the day of that estimate (Design/Placing.md case 69).
package struct HandHabitFile {
  /// A failure to read or write it.
  package struct Fault: Error, CustomStringConvertible {
    package let description: String

    init(_ path: String, _ reason: String) { description = "\(path): \(reason)" }

    init(_ path: String, _ what: String, _ error: KernelError) { self.init(path, "\(what): \(error.reason)") }
  }

  /// The most bytes that are read; every valid line is shorter.
  private static let limit = 64

  let path: String

  /// Reads the habit; `nil` if there is no file yet, or one of which a power cut left nothing. Throws if the file cannot be read, holds
  /// something else, or could not be created.
  func read() throws(Fault) -> HandHabit? {
    let bytes: [UInt8]
    let isRegular: Bool
    do throws(KernelError) {
      let file = try Descriptor(opening: path, .reading)
      bytes = try file.contents(atMost: HandHabitFile.limit)
      isRegular = try file.status().isRegular
    } catch {
      guard error.code == ENOENT else { throw Fault(path, "the hand cannot be read", error) }
      // Reported now, not when the program ends.
      do { try Files.check(Files.folder(of: path), for: .writing) } catch {
        throw Fault(path, "the hand cannot be remembered", error)
      }
      return nil
    }
    if isRegular, bytes.allSatisfy({ $0 == 0 }) { return nil }
    var text = String(decoding: bytes, as: UTF8.self)
    while text.last?.isWhitespace == true { text.removeLast() }
    guard let habit = HandHabit(text) else {
      throw Fault(path, "no line like '0.87 2026-11-21'; name another file, or remove this one")
    }
    return habit
  }

  /// Replaces the file by one with `habit` that only the user can read. Throws if it cannot be written.
  func write(_ habit: HandHabit) throws(Fault) {
    do {
      try Files.replace(path, with: Array("\(habit)\n".utf8))
    } catch {
      throw Fault(path, "the hand cannot be remembered", error)
    }
  }
}
