/// Phoc without a screen of its own: the shell of phones, which frames windows and has layers. Fullscreen windows it does not
/// draw, headless: of no client.
public final class Phoc: Compositor {
  /// Its runtime directory, where its socket lies.
  public let directory: TemporaryDirectory
  /// The name of its socket: what $WAYLAND_DISPLAY is set to.
  public let display: String
  /// The process.
  public let program: Program

  /// Whether this machine has what it takes; tests ask it in `.enabled(if:)`.
  public static var isAvailable: Bool { ["phoc", "grim", "setpriv"].allSatisfy(Program.isInstalled) }

  /// Starts phoc and waits until it listens.
  public init() throws {
    directory = try TemporaryDirectory(owner: .ofCompositors)
    program = try CompositorProcess.start(
      ["phoc"], in: directory,
      environment: ["WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1"])
    display = try CompositorProcess.awaitSocket(of: program, in: directory)
  }

  /// What it shows right now.
  public func screenshot() throws -> Screenshot {
    let scratch = try TemporaryDirectory()
    let tool = try run(["grim", "-t", "ppm", scratch.file("screen.ppm")])
    guard try tool.wait() == .exited(0) else { throw RigError("grim failed: \(tool.standardError)") }
    return try Screenshot(ppm: scratch.file("screen.ppm"))
  }

  deinit { program.stop() }
}
