import CPlatform
import Glibc

/// Another program that this one started, in a process group of its own. Wraps `posix_spawn`.
///
/// It reads from nothing, blocks and ignores no signal, and is ended when its owner goes. Descriptors of ours are closed in it
/// because all of them are opened so.
public final class ChildProcess {
  /// How a process ended.
  public enum End: Sendable, Hashable {
    /// With this exit code.
    case exited(Int32)
    /// By this signal.
    case killed(Int32)
  }

  /// The number of the process.
  public let id: Int32
  private var end: End?

  /// Starts `command`, whose first word is a path or a name to find in `$PATH`. What it writes goes to the files `output` and
  /// `errors`, behind what is there. `environment` is all that it sees of an environment. Throws where it cannot be started.
  public init(
    _ command: [String], environment: [String: String], output: String, errors: String
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
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    var arguments = command.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var started = pid_t()
    let code = posix_spawnp(&started, command[0], &actions, &attributes, &arguments, &variables)
    guard code == 0 else { throw KernelError(call: "posix_spawn", code: code) }
    id = started
  }

  deinit { stop() }

  /// How it ended, or `nil` while it runs.
  public func poll() -> End? {
    if end == nil {
      var status: Int32 = 0
      if waitpid(id, &status, WNOHANG) == id {
        end = status & 0x7f == 0 ? .exited(status >> 8 & 0xff) : .killed(status & 0x7f)
      }
    }
    return end
  }

  /// Waits until it ends; `nil` where it still runs after `patience`.
  public func wait(within patience: Duration) -> End? {
    let limit = ContinuousClock.now + patience
    while poll() == nil, ContinuousClock.now < limit { usleep(2_000) }
    return poll()
  }

  /// Asks it to end; kills it and its children if it does not within `patience`.
  public func stop(within patience: Duration = .seconds(2)) {
    guard poll() == nil else { return }
    kill(id, SIGTERM)
    if wait(within: patience) == nil {
      kill(-id, SIGKILL)
      _ = wait(within: .seconds(5))
    }
  }
}
