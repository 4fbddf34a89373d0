package import OffhandPlatform

/// Headless sway, or sway in a window of another compositor, whose touches it then passes on.
package final class Sway: HeadlessCompositor {
  package let directory: TemporaryFolder
  package let display: String
  package let program: Program
  private let outer: (any HeadlessCompositor)?

  /// Starts headless sway with one output, and waits until it listens; `width` and `height` are pixels of the mode, `rate` is in
  /// Hz, `configuration` are further lines of its configuration. It lives for at most so many `seconds`.
  package convenience init(
    width: Int = 1024, height: Int = 640, rate: Int = 60, configuration: String = "",
    seconds: Int = CompositorProcess.longestLife
  ) throws {
    try self.init(
      outer: nil, environment: ["WLR_BACKENDS": "headless"],
      configuration: "output HEADLESS-1 mode \(width)x\(height)@\(rate)Hz\n\(configuration)", seconds: seconds)
  }

  /// Starts sway in a window of `outer`, which is its output: closing the window removes the output, which headless outputs of
  /// wlroots 0.15 cannot do.
  package convenience init(in outer: any HeadlessCompositor, configuration: String = "") throws {
    try self.init(
      outer: outer, environment: ["WLR_BACKENDS": "wayland", "WAYLAND_DISPLAY": outer.socketPath],
      configuration: configuration)
  }

  private init(
    outer: (any HeadlessCompositor)?, environment: [String: String], configuration: String,
    seconds: Int = CompositorProcess.longestLife
  ) throws {
    self.outer = outer
    directory = try CompositorProcess.makeDirectory()
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
      ].merging(environment) { $1 }, seconds: seconds)
    display = try CompositorProcess.awaitSocket(of: program, in: directory)
    // The socket's file exists before sway listens to it.
    try Waiting.until("a reply of sway") { (try? message(["-t", "get_version"])) != nil }
  }

  deinit { program.stop() }

  /// Runs `swaymsg` and returns what it printed.
  ///
  /// On a busy machine swaymsg gives up after three seconds while sway still executes the command, which then counts as given: the
  /// callers wait for its effect.
  @discardableResult
  package func message(_ words: [String]) throws -> String {
    let tool = try Program(["swaymsg", "-s", directory.file("sway-ipc")] + words)
    guard try tool.wait() == .exited(0) else {
      let isCommand = words.first != "-t"
      if isCommand, tool.standardError.contains("Unable to receive IPC response") { return "" }
      throw RigError("swaymsg failed: \(tool.standardOutput) \(tool.standardError)")
    }
    return tool.standardOutput
  }
}
