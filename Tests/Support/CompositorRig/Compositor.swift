import Foundation
import Glibc

/// A real compositor of a test's own: it runs headless, shows what clients draw, and goes with the test.
public protocol Compositor: AnyObject {
  /// Its runtime directory, where its socket lies.
  var directory: TemporaryDirectory { get }
  /// The name of its socket: what $WAYLAND_DISPLAY is set to.
  var display: String { get }
  /// The process.
  var program: Program { get }

  /// What it shows right now.
  func screenshot() throws -> Screenshot
}

extension Compositor {
  /// The absolute path of its socket, which clients in the test process connect to without any environment.
  public var socketPath: String { directory.file(display) }

  /// The variables that lead a client to it.
  public var environment: [String: String] { ["XDG_RUNTIME_DIR": directory.path, "WAYLAND_DISPLAY": display] }

  /// Starts a client of it.
  public func run(
    _ command: [String], environment: [String: String] = [:], workingDirectory: String? = nil
  ) throws -> Program {
    try Program(
      command, environment: self.environment.merging(environment) { $1 }, workingDirectory: workingDirectory)
  }

  /// Waits until the screen shows what `condition` asks for, and returns that screenshot.
  ///
  /// - Throws: ``RigError`` naming `what` when it does not come within `limit`.
  public func waitForScreen(
    _ what: @autoclosure () -> String, within limit: Duration = Waiting.patience,
    _ condition: (Screenshot) -> Bool
  ) throws -> Screenshot {
    var last: Screenshot?
    try Waiting.until(what(), within: limit) {
      last = try screenshot()
      return last.map(condition) ?? false
    }
    guard let last else { throw RigError("no screenshot of \(what())") }
    return last
  }
}

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

  /// Waits until a compositor listens, and returns the name of its socket: `name`, or without it the one that the compositor
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

  /// Whether a process accepts connections at `path`: the file alone may be there before that.
  private static func listens(_ path: String) -> Bool {
    guard let address = UnixAddress(path) else { return false }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer { close(descriptor) }
    return address.withPointer { connect(descriptor, $0, $1) == 0 }
  }
}

/// Waits that end: every wait of a rig has a bound and says what it waited for.
public enum Waiting {
  /// How long what is bound to come is awaited: so long that no busy machine is taken for a fault, as waiting costs nothing
  /// where it comes.
  public static let patience = Duration.seconds(60)

  /// Waits until `condition` holds, looking every two milliseconds.
  ///
  /// - Parameters:
  ///   - what: what is awaited, for the error.
  ///   - limit: how long at most.
  /// - Throws: ``RigError`` when the time is over, or what `condition` throws.
  public static func until(
    _ what: @autoclosure () -> String, within limit: Duration = patience, _ condition: () throws -> Bool
  ) throws {
    let end = ContinuousClock.now + limit
    while try !condition() {
      guard ContinuousClock.now < end else { throw RigError("waited \(limit) in vain for \(what())") }
      usleep(2_000)
    }
  }
}

/// What kept a rig from doing its work: one line, with what the process said where there is something.
public struct RigError: Error, CustomStringConvertible {
  /// The line.
  public let description: String

  /// An error that says `description`.
  public init(_ description: String) { self.description = description }
}
