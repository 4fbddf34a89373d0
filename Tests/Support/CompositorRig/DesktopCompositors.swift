package import HeadlessCompositors
package import OffhandPlatform

/// Mutter, GNOME's compositor, without a screen of its own. It frames no windows, and nothing here can take a picture of it.
package final class Mutter {
  /// Its runtime directory, where its socket lies.
  package let directory: TemporaryFolder
  /// The process.
  package let program: Program
  private let display: String

  /// Whether this machine has what it takes; tests ask it in `.enabled(if:)`.
  package static var isAvailable: Bool { ["mutter", "dbus-run-session", "setpriv"].allSatisfy(Program.isInstalled) }

  /// The absolute path of its socket.
  package var socketPath: String { directory.file(display) }

  /// Starts Mutter with one output of so many logical pixels, and waits until it listens.
  package init(width: Int, height: Int) throws {
    directory = try CompositorProcess.makeDirectory(of: .withBus)
    program = try CompositorProcess.start(
      [
        "dbus-run-session", "--", "mutter", "--headless", "--wayland", "--no-x11", "--virtual-monitor",
        "\(width)x\(height)@60", "--wayland-display", "wayland-0",
      ], in: directory, as: .withBus)
    display = try CompositorProcess.awaitSocket(of: program, in: directory, named: "wayland-0")
  }

  deinit { program.stop() }
}

/// KWin without a screen of its own: the one compositor here with fractional scales and with a touch that is cancelled.
package final class KWin {
  /// Its runtime directory, where its socket lies.
  package let directory: TemporaryFolder
  /// The process.
  package let program: Program
  private let display: String

  /// Whether this machine has what it takes; tests ask it in `.enabled(if:)`.
  package static var isAvailable: Bool {
    ["kwin_wayland", "dbus-run-session", "setpriv"].allSatisfy(Program.isInstalled)
      && Program.isInstalled(python)
  }
  private static let python = "/usr/bin/python3"

  /// The absolute path of its socket, which clients in the test process connect to without any environment.
  package var socketPath: String { directory.file(display) }

  /// Starts KWin with one output of so many logical pixels, and waits until it listens.
  package init(width: Int, height: Int, scale: Double) throws {
    directory = try CompositorProcess.makeDirectory(of: .withBus)
    // Debian's binary has a capability that a sandbox refuses; a copy has none.
    let binary = directory.file("kwin_wayland")
    let path = Environment["PATH"] ?? "/usr/bin"
    let found = path.split(separator: ":").map { "\($0)/kwin_wayland" }.first { Files.isUsable($0, for: .executing) }
    try Files.write(Files.contents(of: found ?? "/usr/bin/kwin_wayland"), to: binary, permissions: 0o755)
    program = try CompositorProcess.start(
      [
        "dbus-run-session", "--", binary, "--virtual", "--width", "\(width)", "--height", "\(height)", "--scale",
        "\(scale)", "--no-lockscreen", "--socket", "wayland-0",
      ], in: directory, as: .withBus, environment: ["KWIN_WAYLAND_NO_PERMISSION_CHECKS": "1"])
    display = try CompositorProcess.awaitSocket(of: program, in: directory, named: "wayland-0")
  }

  /// Plugs a touch screen in and plays `script` on it, in the words of Tests/Rigs/kwin-touch/touch.py.
  package func touch(_ script: String) throws -> Program {
    let file = try directory.write(script, to: "touches")
    // Readable where the checkout is not, as below root's home.
    let player = try directory.write(
      String(decoding: Files.contents(of: RepositoryFile.path("Tests/Rigs/kwin-touch/touch.py")), as: UTF8.self),
      to: "touch.py")
    return try Program(CompositorUser.withBus.prefix + [KWin.python, player, socketPath, file])
  }

  deinit { program.stop() }
}
