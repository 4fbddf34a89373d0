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

  /// The path of the program that is running.
  package static var ownPath: String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
  }
}
