import Foundation

/// Mutter, GNOME's compositor, without a screen of its own. It frames no windows, and nothing here can take a picture of it.
public final class Mutter {
  /// Its runtime directory, where its socket lies.
  public let directory: TemporaryDirectory
  /// The process.
  public let program: Program
  private let display: String

  /// Whether this machine has what it takes; tests ask it in `.enabled(if:)`.
  public static var isAvailable: Bool { ["mutter", "dbus-run-session", "setpriv"].allSatisfy(Program.isInstalled) }

  /// The absolute path of its socket.
  public var socketPath: String { directory.file(display) }

  /// Starts Mutter with one output of so many logical pixels, and waits until it listens.
  public init(width: Int, height: Int) throws {
    directory = try TemporaryDirectory(owner: .ofCompositorsWithBus)
    program = try CompositorProcess.start(
      [
        "dbus-run-session", "--", "mutter", "--headless", "--wayland", "--no-x11", "--virtual-monitor",
        "\(width)x\(height)@60", "--wayland-display", "wayland-0",
      ], in: directory, as: .ofCompositorsWithBus)
    display = try CompositorProcess.awaitSocket(of: program, in: directory, named: "wayland-0")
  }

  deinit { program.stop() }
}

/// KWin without a screen of its own: the one compositor here with fractional scales and with a touch that is cancelled.
public final class KWin {
  /// Its runtime directory, where its socket lies.
  public let directory: TemporaryDirectory
  /// The process.
  public let program: Program
  private let display: String

  /// Whether this machine has what it takes; tests ask it in `.enabled(if:)`.
  public static var isAvailable: Bool {
    ["kwin_wayland", "dbus-run-session", "setpriv"].allSatisfy(Program.isInstalled)
      && FileManager.default.isExecutableFile(atPath: python)
  }
  private static let python = "/usr/bin/python3"

  /// The absolute path of its socket, which clients in the test process connect to without any environment.
  public var socketPath: String { directory.file(display) }

  /// Starts KWin with one output of so many logical pixels, and waits until it listens.
  public init(width: Int, height: Int, scale: Double) throws {
    directory = try TemporaryDirectory(owner: .ofCompositorsWithBus)
    // Debian's binary has a capability that a sandbox refuses; a copy has none.
    let binary = directory.file("kwin_wayland")
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
    let found = path.split(separator: ":").map { "\($0)/kwin_wayland" }.first(where: FileManager.default.fileExists)
    try FileManager.default.copyItem(atPath: found ?? "/usr/bin/kwin_wayland", toPath: binary)
    program = try CompositorProcess.start(
      [
        "dbus-run-session", "--", binary, "--virtual", "--width", "\(width)", "--height", "\(height)", "--scale",
        "\(scale)", "--no-lockscreen", "--socket", "wayland-0",
      ], in: directory, as: .ofCompositorsWithBus, environment: ["KWIN_WAYLAND_NO_PERMISSION_CHECKS": "1"])
    display = try CompositorProcess.awaitSocket(of: program, in: directory, named: "wayland-0")
  }

  /// Plugs a touch screen in and plays `script` on it, in the words of Tests/Rigs/kwin-touch/touch.py.
  public func touch(_ script: String) throws -> Program {
    let file = try directory.write(script, to: "touches")
    // Readable where the checkout is not, as below root's home.
    let player = try directory.write(
      String(contentsOfFile: RepositoryFile.path("Tests/Rigs/kwin-touch/touch.py"), encoding: .utf8), to: "touch.py")
    return try Program(RigUser.ofCompositorsWithBus.prefix + [KWin.python, player, socketPath, file])
  }

  deinit { program.stop() }
}
