package import OffhandPlatform

/// A compositor without a screen, which lives as long as the object.
package protocol HeadlessCompositor: AnyObject {
  /// Its runtime directory.
  var directory: TemporaryFolder { get }
  /// The name of its socket in that directory: the value of `$WAYLAND_DISPLAY`.
  var display: String { get }
}

extension HeadlessCompositor {
  /// The absolute path of its socket, which a client can connect to without any environment.
  package var socketPath: String { directory.file(display) }

  /// The variables that lead a client to it.
  package var environment: [String: String] { ["XDG_RUNTIME_DIR": directory.path, "WAYLAND_DISPLAY": display] }

  /// Starts a client of it.
  package func run(
    _ command: [String], environment: [String: String] = [:], workingDirectory: String? = nil
  ) throws -> Program {
    try Program(
      command, environment: self.environment.merging(environment) { $1 }, workingDirectory: workingDirectory)
  }
}

/// The user that a compositor runs as.
package enum CompositorUser: Sendable {
  /// The user of this process.
  case same
  /// The user with this ID, which needs no account.
  case other(UInt32)

  /// sway and cage refuse to run as root, where compositors run as a user that owns nothing.
  package static var standard: CompositorUser { Environment.user == 0 ? .other(12345) : .same }

  /// The same for a compositor that talks to D-Bus, which requires a user with an account: Debian's `nobody`.
  package static var withBus: CompositorUser { Environment.user == 0 ? .other(65534) : .same }

  /// The words before a command that make it run as this user.
  package var prefix: [String] {
    switch self {
    case .same: []
    case .other(let id): ["setpriv", "--reuid=\(id)", "--regid=\(id)", "--clear-groups", "--"]
    }
  }

  fileprivate var id: UInt32? {
    switch self {
    case .same: nil
    case .other(let id): id
    }
  }
}

/// Starts compositors as a user of their own, for a bounded time, and waits until they listen.
package enum CompositorProcess {
  /// Time in seconds after which a compositor ends by itself, if the process that started it was killed. No test lasts longer.
  package static let longestLife = 900

  /// Creates a runtime directory of `user`.
  package static func makeDirectory(of user: CompositorUser = .standard) throws -> TemporaryFolder {
    try TemporaryFolder(owner: user.id)
  }

  /// Starts `command` with `directory` as its runtime directory, for at most so many `seconds`.
  package static func start(
    _ command: [String], in directory: TemporaryFolder, as user: CompositorUser = .standard,
    environment: [String: String] = [:], seconds: Int = longestLife
  ) throws -> Program {
    for name in [command[0], "timeout"] + user.prefix.prefix(1) where !Program.isInstalled(name) {
      throw RigError("\(name) is not installed; scripts/setup compositors installs it")
    }
    let bounded = ["timeout", "--foreground", "--kill-after=1", "\(seconds)"] + user.prefix + command
    let own = ["XDG_RUNTIME_DIR": directory.path, "HOME": directory.path]
    return try Program(bounded, environment: own.merging(environment) { $1 }, workingDirectory: directory.path)
  }

  /// Waits until a compositor listens, and returns the name of its socket: `name`, or the one that the compositor chose itself.
  package static func awaitSocket(
    of program: Program, in directory: TemporaryFolder, named name: String? = nil
  ) throws -> String {
    var found: String?
    try Waiting.until("the socket of \(program.summary)") {
      if let end = program.poll() { throw RigError("\(program.summary) ended (\(end)) before it listened") }
      found = directory.names.first { entry in
        (name.map { $0 == entry } ?? entry.hasPrefix("wayland-")) && !entry.hasSuffix(".lock")
          && UnixSocket.isListening(at: directory.file(entry))
      }
      return found != nil
    }
    guard let found else { throw RigError("no socket of \(program.summary)") }
    return found
  }
}
