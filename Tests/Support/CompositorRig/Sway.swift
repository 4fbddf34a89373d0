import Foundation

/// Sway without a screen of its own, or nested in a ``Weston``, whose touches it then passes on.
public final class Sway: Compositor {
  /// Its runtime directory, where its sockets lie.
  public let directory: TemporaryDirectory
  /// The name of its socket: what $WAYLAND_DISPLAY is set to.
  public let display: String
  /// The process.
  public let program: Program
  private let outer: (any Compositor)?

  /// Whether this machine has what it takes; tests ask it in `.enabled(if:)`.
  public static var isAvailable: Bool {
    ["sway", "swaymsg", "grim", "setpriv"].allSatisfy(Program.isInstalled)
  }

  /// Starts headless sway with one output, and waits until it listens.
  ///
  /// - Parameters:
  ///   - width: pixels of the mode.
  ///   - height: pixels of the mode.
  ///   - configuration: lines added to its configuration.
  public convenience init(width: Int = 1024, height: Int = 640, configuration: String = "") throws {
    try self.init(
      outer: nil, directory: TemporaryDirectory(owner: .ofCompositors),
      environment: ["WLR_BACKENDS": "headless"],
      configuration: "output HEADLESS-1 mode \(width)x\(height)@60Hz\n\(configuration)")
  }

  /// Starts sway in a window of `weston`, and plugs weston's touch screen in afterwards: wlroots 0.15 sees only a touch screen
  /// that appears after itself. So let `weston` start with ``Weston/TouchScreen/later``.
  public convenience init(inside weston: Weston, configuration: String = "") throws {
    try self.init(
      outer: weston, directory: weston.directory,
      environment: ["WLR_BACKENDS": "wayland", "WAYLAND_DISPLAY": weston.display], configuration: configuration)
    try weston.touch(.touchAdd)
    try Waiting.until("sway to see the touch screen") {
      try message(["-t", "get_inputs", "--raw"]).contains("\"touch\"")
    }
  }

  /// Starts sway in a window of another sway, which is each of its outputs: closing the window takes the output away, which
  /// headless outputs of wlroots 0.15 know no way to do.
  public convenience init(inside sway: Sway, configuration: String = "") throws {
    try self.init(
      outer: sway, directory: TemporaryDirectory(owner: .ofCompositors),
      environment: ["WLR_BACKENDS": "wayland", "WAYLAND_DISPLAY": sway.socketPath], configuration: configuration)
  }

  private init(
    outer: (any Compositor)?, directory: TemporaryDirectory, environment: [String: String], configuration: String
  ) throws {
    self.outer = outer
    self.directory = directory
    let file = try directory.write(
      """
      xwayland disable
      default_border none
      default_floating_border none
      focus_follows_mouse no
      output * background #000000 solid_color
      \(configuration)
      """, to: "sway.conf")
    program = try CompositorProcess.start(
      ["sway", "--config", file], in: directory,
      environment: [
        "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1", "SWAYSOCK": directory.file("sway-ipc"),
      ].merging(environment) { $1 })
    display = try CompositorProcess.awaitSocket(of: program, in: directory)
    // The socket's file is there before anybody listens to it.
    try Waiting.until("sway to answer") { (try? message(["-t", "get_version"])) != nil }
  }

  /// Runs `swaymsg` and returns what it printed.
  ///
  /// On a busy machine swaymsg gives up after three seconds while sway still does what it was told: a command counts as
  /// given then, since the tests wait for its effect anyway.
  @discardableResult
  public func message(_ words: [String]) throws -> String {
    let tool = try Program(["swaymsg", "-s", directory.file("sway-ipc")] + words)
    guard try tool.wait() == .exited(0) else {
      let isCommand = words.first != "-t"
      if isCommand, tool.standardError.contains("Unable to receive IPC response") { return "" }
      throw RigError("swaymsg failed: \(tool.standardOutput) \(tool.standardError)")
    }
    return tool.standardOutput
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
