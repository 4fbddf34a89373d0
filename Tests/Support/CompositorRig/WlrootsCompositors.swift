/// Cage without a screen of its own, or nested in a ``Weston``: a kiosk around one program, here around one that only waits,
/// so that tests may come and go as its clients.
public final class Cage: Compositor {
  /// Its runtime directory, where its socket lies.
  public let directory: TemporaryDirectory
  /// The name of its socket: what $WAYLAND_DISPLAY is set to.
  public let display: String
  /// The process.
  public let program: Program
  private let outer: Weston?

  /// Whether this machine has what it takes; tests ask it in `.enabled(if:)`.
  public static var isAvailable: Bool { ["cage", "grim", "setpriv"].allSatisfy(Program.isInstalled) }

  /// Starts cage and waits until it listens.
  ///
  /// - Parameter weston: the compositor to nest it in; its touch screen is plugged in afterwards, so let it start with
  ///   ``Weston/TouchScreen/later``.
  public init(inside weston: Weston? = nil) throws {
    outer = weston
    directory = try weston?.directory ?? TemporaryDirectory(owner: .ofCompositors)
    let backend = weston.map { ["WLR_BACKENDS": "wayland", "WAYLAND_DISPLAY": $0.display] }
    program = try CompositorProcess.start(
      ["cage", "--", "sleep", "600"], in: directory,
      environment: ["WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1"]
        .merging(backend ?? ["WLR_BACKENDS": "headless"]) { $1 })
    display = try CompositorProcess.awaitSocket(of: program, in: directory)
    try weston?.touch(.touchAdd)
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
