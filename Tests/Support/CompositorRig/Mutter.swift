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
