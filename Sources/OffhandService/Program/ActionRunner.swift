import Logging
import OffhandPlatform

/// Starts the programs of actions, and logs those that fail.
///
/// Each runs in its own process group, with the environment, output and errors of the service, and continues if the service ends.
final class ActionRunner {
  /// The most programs that run at a time: a gesture that starts programs which never end must not exhaust the machine.
  private static let mostPrograms = 64
  /// Variables that concern the service alone, and would confuse a program that talks to the service manager.
  private static let ownVariables: Set = ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "LISTEN_FDS", "LISTEN_PID"]

  private let logger: Logger
  private var programs: [(process: ChildProcess, words: [String])] = []

  init(logger: Logger) { self.logger = logger }

  /// Starts the program `words[0]` with the other words as arguments; no shell interprets them.
  func run(_ words: [String]) {
    guard programs.count < ActionRunner.mostPrograms else {
      return logger.error("\(ActionRunner.name(words)) was not started: \(programs.count) programs run already")
    }
    let environment = Environment.all.filter { !ActionRunner.ownVariables.contains($0.key) }
    do throws(KernelError) {
      let process = try ChildProcess(words, environment: environment, output: nil, errors: nil, outlivesOwner: true)
      programs.append((process, words))
    } catch {
      logger.error("\(ActionRunner.name(words)) was not started: \(error.reason)")
    }
  }

  /// Removes programs that have ended; call it on `SIGCHLD`.
  func reap() {
    programs.removeAll { process, words in
      switch process.poll() {
      case nil: return false
      case .exited(0)?: break
      case .exited(let code)?: logger.error("\(ActionRunner.name(words)) ended with exit code \(code)")
      case .killed(let signal)?: logger.error("\(ActionRunner.name(words)) was killed by signal \(signal)")
      }
      return true
    }
  }

  private static func name(_ words: [String]) -> String { "'\(words.joined(separator: " "))'" }
}
