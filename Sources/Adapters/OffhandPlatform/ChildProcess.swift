import CPlatform
import Glibc

/// A program started by this process, in its own process group (`posix_spawnp`).
///
/// Its standard input is empty; it inherits no descriptor but at most those of its output, and no blocked or ignored signal. Unless it
/// is to outlive its owner, it is stopped when the object is deinitialized.
package final class ChildProcess {
  /// How a process ended.
  package enum End: Sendable, Hashable {
    /// With this exit code.
    case exited(Int32)
    /// By this signal.
    case killed(Int32)
  }

  /// The process number.
  package let id: Int32
  private let outlivesOwner: Bool
  private var end: End?

  /// Starts `command`, whose first word is a path or a name to look up in `$PATH`.
  ///
  /// Its output is appended to the files `output` and `errors`, or goes where this process' output goes if they are `nil`; its
  /// environment is `environment` alone; it runs in `workingDirectory`, or in the current one if that is `nil`. Throws if it
  /// cannot be started.
  package init(
    _ command: [String], environment: [String: String], workingDirectory: String? = nil, output: String?,
    errors: String?, outlivesOwner: Bool = false
  ) throws(KernelError) {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    for (file, number) in [(output, STDOUT_FILENO), (errors, STDERR_FILENO)] {
      guard let file else { continue }
      posix_spawn_file_actions_addopen(&actions, number, file, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    }
    offhand_spawn_isolate(&actions, workingDirectory)
    var arguments = command.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var started = pid_t()
    let code = posix_spawnp(&started, command[0], &actions, &attributes, &arguments, &variables)
    guard code == 0 else { throw KernelError(call: "posix_spawn \(command[0])", code: code) }
    id = started
    self.outlivesOwner = outlivesOwner
  }

  deinit { if !outlivesOwner { stop() } }

  /// How the process ended; `nil` while it runs.
  package func poll() -> End? {
    if end == nil {
      var status: Int32 = 0
      if waitpid(id, &status, WNOHANG) == id {
        end = status & 0x7f == 0 ? .exited(status >> 8 & 0xff) : .killed(status & 0x7f)
      }
    }
    return end
  }

  /// Waits until the process ends; `nil` if it still runs after `patience`.
  package func wait(within patience: Duration) -> End? {
    let limit = ContinuousClock.now + patience
    while poll() == nil, ContinuousClock.now < limit { usleep(2_000) }
    return poll()
  }

  /// Sends the process a signal; has no effect after its end.
  package func signal(_ number: Int32) {
    if poll() == nil { kill(id, number) }
  }

  /// Requests termination (`SIGTERM`) of the process and its children, and kills those that still run when it has ended or `patience`
  /// has passed: `dbus-run-session`, for one, leaves the program that it runs behind.
  package func stop(within patience: Duration = .seconds(2)) {
    guard poll() == nil else { return }
    kill(-id, SIGTERM)
    let isOver = wait(within: patience) != nil
    // No other group gets this number while one of its processes is there.
    kill(-id, SIGKILL)
    if !isOver { _ = wait(within: .seconds(5)) }
  }
}

/// The variables of this process' environment, and what else it was started with.
package enum Environment {
  /// The number of this process (`getpid`).
  package static var process: Int32 { getpid() }

  /// The number of the process that started this one (`getppid`).
  package static var parent: Int32 { getppid() }

  /// The name of this machine in its network (`gethostname`).
  package static var machine: String {
    var name = [CChar](repeating: 0, count: 256)
    return gethostname(&name, name.count - 1) == 0
      ? name.withUnsafeBufferPointer { String(cString: $0.baseAddress!) } : ""
  }

  /// The effective user ID (`geteuid`).
  package static var user: UInt32 { geteuid() }

  /// All variables but those that name a compositor.
  package static var withoutCompositor: [String: String] {
    all.filter { name, _ in
      !["WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DISPLAY", "SWAYSOCK", "XDG_RUNTIME_DIR"].contains(name)
    }
  }

  /// Whether `$PATH` leads to a program of this name, or `name` is the path of one.
  package static func isInstalled(_ name: String) -> Bool {
    if name.contains("/") { return Files.isUsable(name, for: .executing) }
    return (self["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
      .contains { Files.isUsable("\($0)/\(name)", for: .executing) }
  }

  /// The path of the program `name` in the folder of the running one, whether or not there is one.
  package static func beside(_ name: String) -> String {
    own.lastIndex(of: "/").map { "\(own[...$0])\(name)" } ?? name
  }

  /// The absolute path of the running program (`/proc/self/exe`), or the word it was started with if the kernel does not say.
  package static let own: String = {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0 else { return CommandLine.arguments[0] }
    return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }()

  /// Replaces the running program by `command`, whose first word is a path or a name to look up in `$PATH` (`execvp`). Returns
  /// only by throwing.
  package static func execute(_ command: [String]) throws(KernelError) -> Never {
    var arguments = command.map { strdup($0) } + [nil]
    execvp(command[0], &arguments)
    let failure = KernelError.last("exec \(command[0])")
    for text in arguments { free(text) }
    throw failure
  }

  /// The name of the user `id`, or its number if it has none (`getpwuid`).
  package static func userName(_ id: UInt32) -> String {
    getpwuid(id).map { String(cString: $0.pointee.pw_name) } ?? "\(id)"
  }

  /// The ID of the user called `name`, or of this number; `nil` if there is no such user (`getpwnam`).
  package static func user(named name: String) -> UInt32? { UInt32(name) ?? getpwnam(name)?.pointee.pw_uid }

  /// The name of the group `id`, or its number if it has none (`getgrgid`).
  package static func groupName(_ id: UInt32) -> String {
    getgrgid(id).map { String(cString: $0.pointee.gr_name) } ?? "\(id)"
  }

  /// The user's folder that `variable` names, or else `usual` in the user's home; `nil` if neither has an absolute path.
  package static func folder(_ variable: String, or usual: String) -> String? {
    func absolute(_ name: String) -> String? { self[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
    return absolute(variable) ?? absolute("HOME").map { "\($0)/\(usual)" }
  }

  /// The value of the variable `name`; `nil` if it is not set (`getenv`).
  package static subscript(name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// All variables by their names.
  package static var all: [String: String] {
    var variables: [String: String] = [:]
    guard var next = offhand_environment() else { return variables }
    while let text = next.pointee {
      let pair = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if pair.count == 2 { variables[String(pair[0])] = String(pair[1]) }
      next += 1
    }
    return variables
  }
}
