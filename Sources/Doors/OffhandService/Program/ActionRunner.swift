import Logging
import Offhand
import OffhandClient
import OffhandPlatform

/// Has the programs of actions started by a process of its own.
///
/// The service gives up the right to start programs, and a program would inherit what the service gave up: a screen lock could no longer
/// check passwords. So the service splits in two before that (`ActionLauncher`), and asks its other half, which starts nothing but what
/// the configuration names.
final class ActionRunner: EventSource {
  /// The longest command in bytes.
  fileprivate static let mostBytes = 1 << 17
  /// The message that asks to read the configuration again, and that says when this is done: no command begins with an empty word.
  fileprivate static let readAgain: [UInt8] = [0]

  /// Variables that concern the service alone: they would confuse a program that talks to the service manager, and `WAYLAND_SOCKET` is the
  /// number of a connection that only the service has.
  private static let ownVariables: Set = [
    "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "LISTEN_FDS", "LISTEN_PID", "WAYLAND_SOCKET",
  ]

  private let logger: Logger
  private let socket: UnixSocket

  /// What programs get of the `variables` of the service.
  static func inherited(_ variables: [String: String]) -> [String: String] {
    variables.filter { !ownVariables.contains($0.key) }
  }

  /// Starts the other process for the actions of `configuration`, and of what `file` holds at each `readAgain`. Call it before there are
  /// threads.
  init(_ file: ConfigurationFile, _ configuration: ServiceConfiguration, logger: Logger) throws(KernelError) {
    self.logger = logger
    socket = try ProcessHalf.start("offhand-actions") { ActionLauncher(file, configuration, logger).run($0) }
  }

  /// Starts the program `words[0]` with the other words as arguments; no shell interprets them.
  func run(_ words: [String]) {
    if !send(Array(words.joined(separator: "\0").utf8)) {
      logger.error("\(ActionLauncher.name(words)) was not started: it is too long, or too much is being started")
    }
  }

  /// Has the other process read the file, whose actions are in effect from now on, and waits for that, at most a second: later the file may
  /// have others, or faults.
  func readAgain() {
    guard send(ActionRunner.readAgain) else {
      return logger.error(
        "programs that are new in the configuration will not start, too much is being started: reload again")
    }
    _ = receive(within: .seconds(1))
  }

  private func send(_ message: [UInt8]) -> Bool {
    message.count <= ActionRunner.mostBytes && message.withUnsafeBytes { socket.send($0) }
  }

  var descriptor: Int32? { socket.descriptor }

  /// Throws if the other process has ended.
  func dispatch(at now: Timestamp) throws {
    guard receive(within: .zero) else { throw ServiceError.launcherEnded }
  }

  /// Takes a reply, if one comes in time; returns `false` if the other process has ended.
  private func receive(within limit: Duration) -> Bool {
    guard Descriptor.wait(for: socket.descriptor, .reading, atMost: limit) else { return true }
    var reply = ActionRunner.readAgain
    return reply.withUnsafeMutableBytes { socket.receive(into: $0) } != nil
  }
}

/// The process that starts the programs of actions, and logs those that fail.
///
/// Each program runs in its own process group, with the environment, output and errors of the service, and continues if the service ends.
/// This process keeps the rights of the user, so it takes nothing from the service but commands that it found in the configuration itself.
private final class ActionLauncher {
  /// The most programs that run at a time: a gesture that starts programs which never end must not exhaust the machine.
  private static let mostPrograms = 64

  private let file: ConfigurationFile
  private let logger: Logger
  /// All commands that the configuration had so far: an action that began before it was read again still ends.
  private var commands: Set<[String]>
  private var programs: [(process: ChildProcess, words: [String])] = []

  init(_ file: ConfigurationFile, _ configuration: ServiceConfiguration, _ logger: Logger) {
    self.file = file
    self.logger = logger
    commands = configuration.commands
  }

  /// Starts what comes over `socket` until the service ends.
  func run(_ socket: borrowing UnixSocket) {
    do throws(KernelError) { try serve(socket) } catch { logger.error("no program can be started: \(error)") }
  }

  private func serve(_ socket: borrowing UnixSocket) throws(KernelError) {
    // A signal to the group, as of Control-C, is for the service.
    let signals = try SignalQueue([.interrupt, .terminate, .hangUp, .childEnded])
    var buffer = [UInt8](repeating: 0, count: ActionRunner.mostBytes)
    while true {
      let ready = Descriptor.wait(forReading: socket.descriptor, or: signals.descriptor, atMost: nil)
      if ready.second {
        while signals.next() != nil {}
        reap()
      }
      guard ready.first else { continue }
      guard let count = buffer.withUnsafeMutableBytes({ socket.receive(into: $0) }) else { return }
      if buffer[..<count].elementsEqual(ActionRunner.readAgain) {
        readFile()
        _ = buffer[..<count].withUnsafeBytes { socket.send($0) }
        continue
      }
      let words = buffer[..<count].split(separator: 0, omittingEmptySubsequences: false)
      start(words.map { String(decoding: $0, as: UTF8.self) })
    }
  }

  private func start(_ words: [String]) {
    guard commands.contains(words) else {
      return logger.error("\(ActionLauncher.name(words)) was not started: the configuration does not name it")
    }
    guard programs.count < ActionLauncher.mostPrograms else {
      return logger.error("\(ActionLauncher.name(words)) was not started: \(programs.count) programs run already")
    }
    let environment = ActionRunner.inherited(Environment.all)
    do throws(KernelError) {
      let process = try ChildProcess(words, environment: environment, output: nil, errors: nil, outlivesOwner: true)
      programs.append((process, words))
    } catch {
      logger.error("\(ActionLauncher.name(words)) was not started: \(error.reason)")
    }
  }

  /// Reads the configuration, as the service has just done and logged.
  private func readFile() {
    let silent = Logger(label: "offhand") { _ in SwiftLogNoOpLogHandler() }
    if let configuration = try? file.read(silent) { commands.formUnion(configuration.commands) }
  }

  /// Forgets programs that have ended.
  private func reap() {
    programs.removeAll { process, words in
      switch process.poll() {
      case nil: return false
      case .exited(0)?: break
      case .exited(let code)?: logger.error("\(ActionLauncher.name(words)) ended with exit code \(code)")
      case .killed(let signal)?: logger.error("\(ActionLauncher.name(words)) was killed by signal \(signal)")
      }
      return true
    }
  }

  fileprivate static func name(_ words: [String]) -> String { "'\(words.joined(separator: " "))'" }
}

extension ServiceConfiguration {
  /// The programs of all actions; a client may ask for the first page at any time.
  fileprivate var commands: Set<[String]> {
    Set(actions.compactMap { if case .run(let words) = $0 { words } else { nil } } + [ServiceAction.restart])
  }
}
