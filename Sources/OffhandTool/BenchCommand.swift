import ArgumentParser
import Glibc
import OffhandCommandLine
import OffhandPlatform

/// `offhand bench`: becomes `offhand-bench`, the program that holds the benchmarks and what only they need.
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench", abstract: "Measure parts of the package, with the program offhand-bench beside this one.")

  @Argument(
    parsing: .captureForPassthrough, help: ArgumentHelp("The arguments of offhand-bench.", valueName: "argument"))
  var arguments: [String] = []

  /// `offhand-bench` cannot be started: one plain line with the remedy.
  private struct Missing: Error, CustomStringConvertible {
    let description: String
  }

  func run() throws {
    let name = "offhand-bench"
    let words = [name] + arguments
    var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { pointers.forEach { free($0) } }
    let beside = BenchCommand.folder.map { "\($0)/\(name)" }
    if let beside { execv(beside, &pointers) }
    guard beside == nil || errno == ENOENT else {
      throw Missing(description: "cannot start \(beside ?? name): \(KernelError.reason(errno))")
    }
    execvp(name, &pointers)
    throw Missing(
      description: errno == ENOENT
        ? "there is no offhand-bench beside this program or in $PATH; build it with: swift build -c release --product offhand-bench"
        : "cannot start \(name): \(KernelError.reason(errno))")
  }

  /// The folder of the running program.
  private static var folder: String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0 else { return nil }
    let path = String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    return path.lastIndex(of: "/").map { String(path[..<$0]) }
  }
}
