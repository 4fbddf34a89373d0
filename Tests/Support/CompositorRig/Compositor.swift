// A test of a compositor uses the programs, folders and touches of these modules.
@_exported public import HeadlessCompositors
@_exported public import OffhandPlatform

/// A compositor of a test's own, whose screen can be read.
package protocol Compositor: HeadlessCompositor {
  /// What it currently shows.
  func screenshot() throws -> Screenshot
}

extension Compositor {
  /// Waits until the screen satisfies `condition`, and returns that screenshot. Throws a ``RigError`` that names `what` if it does
  /// not within `limit`.
  package func waitForScreen(
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

  /// Changes an output of a wlroots compositor, in the words of `wlr-randr`.
  package func set(output: String, _ words: [String]) throws {
    let tool = try run(["wlr-randr", "--output", output] + words)
    guard try tool.wait() == .exited(0) else { throw RigError("wlr-randr failed: \(tool.summary)") }
  }

  /// A screenshot by `grim` with `options`, for compositors of wlroots.
  package func grimScreenshot(_ options: [String] = []) throws -> Screenshot {
    let scratch = try TemporaryFolder()
    let tool = try run(["grim", "-t", "ppm"] + options + [scratch.file("screen.ppm")])
    guard try tool.wait() == .exited(0) else { throw RigError("grim failed: \(tool.standardError)") }
    return try Screenshot(ppm: scratch.file("screen.ppm"))
  }
}

extension Weston: Compositor {
  /// Whether there is a touch screen when weston starts.
  package enum TouchScreen: Sendable {
    /// There is.
    case present
    /// There is none until ``TouchCommand/touchAdd``; a seat with keyboard and pointer is there.
    case later
  }

  /// Whether this machine has what it needs; tests ask in `.enabled(if:)`.
  package static var isAvailable: Bool { Program.isInstalled("weston") && touchModule != nil }

  /// The path of the module that gives weston a touch screen, built once per test run; `nil` if the headers of weston 10 are
  /// missing.
  private static let touchModule: String? = {
    let output = Program.built("offhand-weston-touch.so")
    let build = try? Program([RepositoryFile.path("Tests/Rigs/weston-touch/build"), output])
    return (try? build?.wait()) == .exited(0) ? output : nil
  }()

  /// Starts weston with a touch screen and waits until it listens.
  package convenience init(
    shell: Shell = .kiosk, width: Int = 1024, height: Int = 640, scale: Int = 1, transform: String = "normal",
    touchScreen: TouchScreen = .present, panel: (width: Int, height: Int)? = nil
  ) throws {
    guard let module = Weston.touchModule else { throw RigError("the touch module for weston cannot be built") }
    try self.init(
      shell: shell, width: width, height: height, scale: scale, transform: transform,
      touch: (module, touchScreen == .later), panel: panel)
  }

  package func screenshot() throws -> Screenshot {
    let scratch = try TemporaryFolder()
    let shooter = try run(["weston-screenshooter"], workingDirectory: scratch.path)
    try shooter.wait()
    guard let file = scratch.names.first(where: { $0.hasSuffix(".png") }) else {
      throw RigError("weston gave no screenshot; \(shooter.summary)")
    }
    return try Screenshot(png: scratch.file(file))
  }
}

extension Sway: Compositor {
  /// Whether this machine has what it needs; tests ask in `.enabled(if:)`.
  package static var isAvailable: Bool {
    ["sway", "swaymsg", "grim", "setpriv"].allSatisfy(Program.isInstalled)
  }

  /// Starts sway in a window of `weston`, and then plugs weston's touch screen in: wlroots 0.15 sees only a touch screen that appears
  /// after itself. Start `weston` with ``Weston/TouchScreen/later``.
  package convenience init(inside weston: Weston, configuration: String = "") throws {
    try self.init(in: weston, configuration: configuration)
    try weston.touch(.touchAdd)
    try Waiting.until("sway to see the touch screen") {
      try message(["-t", "get_inputs", "--raw"]).contains("\"touch\"")
    }
  }

  package func screenshot() throws -> Screenshot { try grimScreenshot() }
}

/// A compositor of wlroots without a screen, or in a window of a ``Weston``, whose touch screen is then plugged in: start that with
/// ``Weston/TouchScreen/later``.
package class WindowCompositor: Compositor {
  package let directory: TemporaryFolder
  package let display: String
  package let program: Program
  private let outer: Weston?

  /// Starts `command`, and waits until it listens; `root` has its files.
  fileprivate init(_ command: [String], inside weston: Weston?, root: SessionRoot? = nil) throws {
    outer = weston
    directory = try CompositorProcess.makeDirectory()
    var environment = ["WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1"]
    environment["WLR_BACKENDS"] = weston == nil ? "headless" : "wayland"
    environment["WAYLAND_DISPLAY"] = weston?.socketPath
    if root != nil { environment["PATH"] = "/usr/bin:/bin" }
    let folders = [directory.path] + (weston.map { [$0.directory.path] } ?? [])
    program = try CompositorProcess.start(
      (root?.prefix(sharing: folders) ?? []) + command, in: directory, environment: environment)
    display = try CompositorProcess.awaitSocket(of: program, in: directory)
    try weston?.touch(.touchAdd)
  }

  deinit { program.stop() }

  package func screenshot() throws -> Screenshot { try grimScreenshot() }
}

/// Cage: a kiosk around one program, here around one that only waits, so that tests can connect and leave as its clients.
package final class Cage: WindowCompositor {
  /// Whether this machine has what it needs; tests ask in `.enabled(if:)`.
  package static var isAvailable: Bool { ["cage", "grim", "setpriv"].allSatisfy(Program.isInstalled) }

  package init(inside weston: Weston? = nil) throws { try super.init(["cage", "--", "sleep", "600"], inside: weston) }
}

/// Phoc: the compositor of phones, which frames windows and has layers. Headless it draws no client's fullscreen window.
package final class Phoc: WindowCompositor {
  /// Whether this machine has what it needs; tests ask in `.enabled(if:)`.
  package static var isAvailable: Bool { ["phoc", "grim", "setpriv"].allSatisfy(Program.isInstalled) }

  package init(inside weston: Weston? = nil) throws { try super.init(["phoc"], inside: weston) }
}

/// Labwc of Debian 13, the compositor of Raspberry Pi OS; in a window of at least 1280 × 720 pixels, the size with which its own begins.
package final class Labwc: WindowCompositor {
  /// Why it cannot run on this machine; `nil` if it can.
  package static var obstacle: String? {
    ["grim", "wlr-randr"].allSatisfy(Program.isInstalled)
      ? SessionRoot.debian13.obstacle : "needs grim and wlr-randr: scripts/setup compositors"
  }

  package init(inside weston: Weston? = nil) throws {
    try super.init(["labwc"], inside: weston, root: .debian13)
  }
}
