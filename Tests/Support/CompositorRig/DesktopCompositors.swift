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
///
/// A program plays on its touch screen and changes its outputs, which are named `Virtual-0` and so on, from the left to the right
/// (Tests/Rigs/kwin-touch).
package final class KWin: HeadlessCompositor {
  package let directory: TemporaryFolder
  package let display: String
  package let program: Program
  private let player: Program
  private let commands: UnixSocket

  /// Whether this machine has what it takes; tests ask it in `.enabled(if:)`.
  package static var isAvailable: Bool {
    ["kwin_wayland", "dbus-run-session", "setpriv", python].allSatisfy(Program.isInstalled)
  }
  private static let python = "/usr/bin/python3"

  /// Starts KWin with outputs of so many logical pixels beside each other, and waits until it listens and has a touch screen.
  package init(width: Int, height: Int, scale: Double = 1, outputs: Int = 1) throws {
    let directory = try CompositorProcess.makeDirectory(of: .withBus)
    self.directory = directory
    // Debian's binary has a capability that a sandbox refuses; a copy has none.
    let binary = directory.file("kwin_wayland")
    let path = Environment["PATH"] ?? "/usr/bin"
    let found = path.split(separator: ":").map { "\($0)/kwin_wayland" }.first { Files.isUsable($0, for: .executing) }
    try Files.write(Files.contents(of: found ?? "/usr/bin/kwin_wayland"), to: binary, permissions: 0o755)
    program = try CompositorProcess.start(
      [
        "dbus-run-session", "--", binary, "--virtual", "--width", "\(width)", "--height", "\(height)", "--scale",
        "\(scale)", "--output-count", "\(outputs)", "--no-lockscreen", "--socket", "wayland-0",
      ], in: directory, as: .withBus, environment: ["KWIN_WAYLAND_NO_PERMISSION_CHECKS": "1"])
    display = try CompositorProcess.awaitSocket(of: program, in: directory, named: "wayland-0")
    // Readable where the checkout is not, as below root's home.
    let script = try directory.write(
      String(decoding: Files.contents(of: RepositoryFile.path("Tests/Rigs/kwin-touch/touch.py")), as: UTF8.self),
      to: "touch.py")
    let player = try CompositorProcess.start(
      [KWin.python, script, directory.file(display), directory.file("touch")], in: directory, as: .withBus)
    self.player = player
    var socket: UnixSocket?
    try Waiting.until("the touch screen of KWin") {
      if let end = player.poll() { throw RigError("\(player.summary) ended (\(end))") }
      socket = try? UnixSocket(sendingTo: directory.file("touch"))
      return socket != nil
    }
    guard let socket else { throw RigError("no touch screen of KWin") }
    commands = socket
  }

  deinit {
    player.stop()
    program.stop()
  }

  /// Sends commands to the touch screen in one message. Times are ignored.
  package func touch(_ list: TouchCommand...) throws { try touch(list) }

  /// Sends commands to the touch screen in one message. Times are ignored.
  package func touch(_ list: [TouchCommand]) throws {
    guard commands.send(list) else { throw RigError("the player of touches does not listen; \(player.summary)") }
  }

  /// Changes an output: `scale N`, `transform N` of `wl_output.transform`, or `enable 0` and `enable 1`, which unplug it and plug it in.
  package func set(output: String, _ setting: String) throws {
    let sent = Array("output \(output) \(setting)".utf8).withUnsafeBytes { commands.send($0) }
    guard sent else { throw RigError("the player of touches does not listen; \(player.summary)") }
  }
}
