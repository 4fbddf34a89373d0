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
    for program in [Environment.beside(name), name] {
      do throws(KernelError) {
        try Environment.execute([program] + arguments)
      } catch  where error.code != ENOENT {
        throw Missing(description: "cannot start \(program): \(error.reason)")
      } catch {}
    }
    throw Missing(
      description:
        "there is no \(name) beside this program or in $PATH; build it with: swift build -c release --product \(name)")
  }
}
