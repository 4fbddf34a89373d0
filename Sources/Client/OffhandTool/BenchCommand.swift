import ArgumentParser
import Glibc
import OffhandCommandLine
import OffhandPlatform

/// `offhand bench`: becomes `offhand-bench`, the program that holds the benchmarks and what only they need.
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench", abstract: "Measure parts of the package, with the program offhand-bench beside this one.",
    // Packages for users have the tool alone: there it is in no menu, manual or completion.
    shouldDisplay: Files.isUsable(Environment.beside(program), for: .executing))

  private static let program = "offhand-bench"

  @Argument(
    parsing: .captureForPassthrough, help: ArgumentHelp("The arguments of offhand-bench.", valueName: "argument"))
  var arguments: [String] = []

  /// `offhand-bench` cannot be started: one plain line with the remedy.
  private struct Missing: Error, CustomStringConvertible {
    let description: String
  }

  func run() throws {
    let name = BenchCommand.program
    for program in [Environment.beside(name), name] {
      do throws(KernelError) {
        try Environment.execute([program] + arguments)
      } catch  where error.code != ENOENT {
        throw Missing(description: "cannot start \(program): \(error.reason)")
      } catch {}
    }
    throw Missing(
      description: """
        there is no \(name) beside this program or in $PATH; packages do not contain the benchmarks, and in a clone of the \
        sources this builds them: swift build -c release --product \(name)
        """)
  }
}
