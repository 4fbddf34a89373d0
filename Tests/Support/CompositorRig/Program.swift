import CSpawn
public import Foundation
import Glibc

/// A process under test: its output collected, its end awaited within a bound, and killed by its number if it outlives the
/// test.
public final class Program {
  /// How a process ended.
  public enum End: Sendable, Equatable {
    /// With this exit code.
    case exited(Int32)
    /// By this signal.
    case killed(Int32)
  }

  /// The number of the process.
  public let processID: pid_t
  /// The words it was started with.
  public let command: [String]

  private let directory: TemporaryDirectory
  private var end: End?

  /// Starts `command`; its first word is a path, or a name to find in $PATH.
  ///
  /// It reads from nothing, inherits no descriptor, blocks and ignores no signal.
  ///
  /// - Parameters:
  ///   - environment: added to the environment of the tests, minus every variable that names a compositor.
  ///   - workingDirectory: where it runs, or nil for where the tests run.
  public init(
    _ command: [String], environment: [String: String] = [:], workingDirectory: String? = nil
  ) throws {
    self.command = command
    directory = try TemporaryDirectory()
    var arguments = command.map { strdup($0) } + [nil]
    var variables =
      Program.inherited.merging(environment) { $1 }.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (arguments + variables).forEach { free($0) } }
    var id = pid_t()
    let error = spawn_program(
      &id, &arguments, &variables, workingDirectory, directory.file("out"), directory.file("err"))
    guard error == 0 else { throw RigError("cannot start \(command[0]): \(String(cString: strerror(error)))") }
    processID = id
  }

  /// The path of an executable of this package, beside the tests that run.
  public static func built(_ name: String) -> String {
    let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent(name).path
  }

  /// Whether a command of this name is in $PATH.
  public static func isInstalled(_ name: String) -> Bool {
    (inherited["PATH"] ?? "/usr/bin:/bin").split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
  }

  private static let inherited = ProcessInfo.processInfo.environment.filter { name, _ in
    !["WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DISPLAY", "SWAYSOCK", "XDG_RUNTIME_DIR"].contains(name)
  }

  /// What it wrote to standard output so far.
  public var standardOutput: String { read("out") }
  /// What it wrote to standard error so far.
  public var standardError: String { read("err") }

  /// How it ended, or nil while it runs.
  public func poll() -> End? {
    if end == nil {
      var status: Int32 = 0
      if waitpid(processID, &status, WNOHANG) == processID {
        end = status & 0x7f == 0 ? .exited(status >> 8 & 0xff) : .killed(status & 0x7f)
      }
    }
    return end
  }

  /// Waits until it ends.
  ///
  /// - Throws: ``RigError`` with what it said, when it still runs after `limit`.
  @discardableResult
  public func wait(within limit: Duration = Waiting.patience) throws -> End {
    var result: End?
    try Waiting.until("the end of \(summary)", within: limit) {
      result = poll()
      return result != nil
    }
    guard let result else { throw RigError("\(summary) has no end") }
    return result
  }

  /// Waits until it has written `text` to either stream; an end before that is an error.
  public func waitForOutput(_ text: String, within limit: Duration = Waiting.patience) throws {
    try Waiting.until("\"\(text)\" from \(summary)", within: limit) {
      let ended = poll()
      if standardOutput.contains(text) || standardError.contains(text) { return true }
      if let ended { throw RigError("\(summary) ended (\(ended)) before it wrote \"\(text)\"") }
      return false
    }
  }

  /// Sends it a signal; nothing happens when it has ended.
  public func signal(_ number: Int32) {
    if poll() == nil { kill(processID, number) }
  }

  /// Asks it to end, and kills it with all its children if it does not within `grace`.
  public func stop(grace: Duration = .seconds(2)) {
    signal(SIGTERM)
    _ = try? wait(within: grace)
    kill(-processID, SIGKILL)
    _ = try? wait(within: .seconds(5))
  }

  /// Its command and what it said last, for errors.
  var summary: String {
    let said = standardError.suffix(600)
    return "'\(command.joined(separator: " "))'" + (said.isEmpty ? "" : ", which said: \(said)")
  }

  private func read(_ name: String) -> String {
    guard let data = FileManager.default.contents(atPath: directory.file(name)) else { return "" }
    return String(decoding: data, as: UTF8.self)
  }

  deinit {
    if poll() == nil { stop(grace: .milliseconds(500)) }
  }
}

/// A run on Debian's own kernel in QEMU, with touch screens made through uinput and a screen that the kernel drives.
///
/// The tests judge what it left; they do not start it. An emulated machine takes both cores for minutes, and then neither its
/// programs nor the tests of anything else keep their time.
public enum KernelRun: String, Sendable {
  /// What `scripts/vm/touches` leaves: fingers that reach the screen.
  case touches = "OFFHAND_KERNEL_RESULTS"
  /// What `scripts/vm/sources` leaves: touch sources before devices of every make.
  case sources = "OFFHAND_KERNEL_SOURCES"

  /// Why there is nothing to judge, or nil where there is; tests ask it in `.enabled(if:)`.
  public var obstacle: String? {
    directory == nil ? "$\(rawValue) names no run of scripts/vm/\(self); scripts/test makes one where QEMU can" : nil
  }

  /// The directory with the results, named by the environment.
  public var directory: String? { ProcessInfo.processInfo.environment[rawValue] }
}

/// The user that a compositor runs as.
public enum RigUser: Sendable {
  /// The user that runs the tests.
  case me
  /// A user of this number, which needs no account.
  case other(UInt32)

  /// Sway and cage refuse to run as root; then compositors run as a user that owns nothing.
  public static var ofCompositors: RigUser { geteuid() == 0 ? .other(12345) : .me }

  /// The same where the compositor talks to D-Bus, which wants a user with an account: Debian's `nobody`.
  static var ofCompositorsWithBus: RigUser { geteuid() == 0 ? .other(65534) : .me }

  /// The words before a command that make it run as this user.
  var prefix: [String] {
    switch self {
    case .me: []
    case .other(let id): ["setpriv", "--reuid=\(id)", "--regid=\(id)", "--clear-groups", "--"]
    }
  }
}
