import Foundation

/// Starts compositors: as a user of their own, bounded in time, awaited until they listen.
enum CompositorProcess {
  /// Starts `command` with `directory` as its runtime directory.
  ///
  /// `timeout` bounds its life, so that a test run which is killed leaves nothing behind for long.
  static func start(
    _ command: [String], in directory: TemporaryDirectory, as user: RigUser = .ofCompositors,
    environment: [String: String] = [:]
  ) throws -> Program {
    guard Program.isInstalled(command[0]) else {
      throw RigError("\(command[0]) is not installed; scripts/setup compositors installs it")
    }
    let bounded = ["timeout", "--foreground", "--kill-after=1", "600"] + user.prefix + command
    let own = ["XDG_RUNTIME_DIR": directory.path, "HOME": directory.path]
    return try Program(bounded, environment: own.merging(environment) { $1 }, workingDirectory: directory.path)
  }

  /// Waits until a compositor listens, and answers the name of its socket: `name`, or without it the one that the compositor
  /// chose itself.
  static func awaitSocket(
    of program: Program, in directory: TemporaryDirectory, named: String? = nil
  ) throws -> String {
    var found: String?
    try Waiting.until("the socket of \(program.summary)") {
      if let end = program.poll() { throw RigError("\(program.summary) ended (\(end)) before it listened") }
      let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
      found = names.sorted().first { name in
        (named.map { $0 == name } ?? name.hasPrefix("wayland-")) && !name.hasSuffix(".lock")
          && listens(directory.file(name))
      }
      return found != nil
    }
    guard let found else { throw RigError("no socket of \(program.summary)") }
    return found
  }

  /// Whether somebody accepts connections at `path`: the file alone may be there before that.
  private static func listens(_ path: String) -> Bool {
    guard let address = UnixAddress(path) else { return false }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer { close(descriptor) }
    return address.withPointer { connect(descriptor, $0, $1) == 0 }
  }
}
