/// A real compositor of a test's own: it runs headless, shows what it is told, and goes with the test.
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

  /// Waits until the screen shows what `condition` asks for, and answers that screenshot.
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
