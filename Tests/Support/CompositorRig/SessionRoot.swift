import HeadlessCompositors
import OffhandPlatform

/// The files and processes that a session on a compositor sees: it has numbers of processes and an empty `/tmp` of its own, so that
/// what it ends by name is its own, and it ends with its first process.
package enum SessionRoot: Sendable {
  /// The files of this machine.
  case machine
  /// Those of a Debian 13 (`scripts/root debian13`), as its user `kiosk`.
  case debian13

  /// Why it is not there; `nil` if it is. Tests ask in `.enabled(if:)`.
  package var obstacle: String? {
    guard ["bwrap", "setpriv"].allSatisfy(Program.isInstalled) else { return "needs bwrap: scripts/setup compositors" }
    switch self {
    case .machine: return nil
    case .debian13: return isInstalled("labwc") ? nil : "needs a root of Debian 13: scripts/setup debian13"
    }
  }

  /// Whether it has a program of this name.
  package func isInstalled(_ name: String) -> Bool {
    self == .machine
      ? Program.isInstalled(name) : Files.isUsable("\(SessionRoot.debian)/usr/bin/\(name)", for: .executing)
  }

  /// The words before a command that run it there, with `folders` of this machine, and with what this package has built.
  package func prefix(sharing folders: [String]) -> [String] {
    var words = ["bwrap", "--unshare-pid", "--die-with-parent"]
    switch self {
    case .machine: words += ["--ro-bind", "/", "/"]
    case .debian13:
      words += ["--unshare-user", "--uid", "1000", "--gid", "1000"]
      for name in ["usr", "etc", "var"] { words += ["--ro-bind", "\(SessionRoot.debian)/\(name)", "/\(name)"] }
      for name in ["bin", "sbin", "lib", "lib64"] { words += ["--symlink", "usr/\(name)", "/\(name)"] }
    }
    words += ["--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp", "--tmpfs", "/run"]
    for folder in [SessionRoot.products] + SessionRoot.runtime { words += ["--ro-bind", folder, folder] }
    for folder in folders { words += ["--bind", folder, folder] }
    return words + ["--"]
  }

  /// The folder with the programs that this package has built.
  package static var products: String {
    let program = Files.resolved(Program.built("offhand")) ?? Program.built("offhand")
    return program.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
  }

  private static let debian = RepositoryFile.path(".build/roots/debian13")

  /// The folder of Swift's libraries, which debug builds load.
  private static let runtime: [String] = {
    let maps = String(decoding: (try? Files.contents(of: "/proc/self/maps")) ?? [], as: UTF8.self)
    let library = maps.split(separator: "\n").first { $0.hasSuffix("/libswiftCore.so") }
    guard let library, let start = library.firstIndex(of: "/") else { return [] }
    return [String(library[start...].dropLast("/libswiftCore.so".count))]
  }()
}
