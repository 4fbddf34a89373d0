import FoundationEssentials
import Glibc

/// What programs that a benchmark starts see of the environment, and where they are found.
package enum BenchEnvironment {
  /// The user that compositors run as: sway refuses to run as root, so then it is one that owns nothing.
  package static let compositorUser: UInt32? = geteuid() == 0 ? 12345 : nil

  /// Only what leads to programs and libraries: nothing that names a compositor.
  package static var variables: [String: String] {
    ProcessInfo.processInfo.environment.filter { name, _ in
      !["WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DISPLAY", "SWAYSOCK", "XDG_RUNTIME_DIR"].contains(name)
    }
  }

  /// Whether `$PATH` leads to a program of this name, or `name` is the path of one.
  package static func isInstalled(_ name: String) -> Bool {
    if name.contains("/") { return access(name, X_OK) == 0 }
    return (variables["PATH"] ?? "/usr/bin:/bin").split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
  }

  /// The path of the program `name` in the folder of the running one. Throws if there is none.
  package static func beside(_ name: String) throws -> String {
    let folder = ownPath.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    let path = "\(folder)/\(name)"
    guard access(path, X_OK) == 0 else {
      throw BenchFault("there is no \(path); build it with: swift build -c release --product \(name)")
    }
    return path
  }

  /// The command of a build of the benchmarks: `offhand-bench` itself, or `offhand bench`.
  package static func benchCommand(of program: String) -> [String] {
    program.split(separator: "/").last == "offhand-bench" ? [program] : [program, "bench"]
  }

  /// The path of the program that is running.
  package static var ownPath: String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
  }
}
