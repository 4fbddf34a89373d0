package import OffhandPlatform

/// Headless weston with pixman at 60 frames per second, for which weston 10 requires `repaint-window=16`.
package final class Weston: HeadlessCompositor {
  /// The program that manages windows.
  package enum Shell: String, Sendable {
    /// Windows with positions and sizes of their own.
    case desktop
    /// Every window fills the screen. Without a seat it shows none (Design/Platform.md "Windows without a seat").
    case kiosk
  }

  package let directory: TemporaryFolder
  package let display: String
  package let program: Program
  /// What the touch module reads; `nil` without one.
  package let touchSocket: UnixSocket?

  /// Starts weston and waits until it listens.
  ///
  /// `width` and `height` are logical pixels, `scale` buffer pixels per logical one; `transform` is a name of weston's such as
  /// `rotate-90`; `touch` is a module that makes a touch screen (Tests/Rigs/weston-touch), at first or once a command
  /// asks for it, beside a keyboard and a pointer; `panel` is the size in mm that the output reports, which that module sets.
  package init(
    shell: Shell, width: Int, height: Int, scale: Int = 1, transform: String = "normal",
    touch: (module: String, isLater: Bool)?,
    panel: (width: Int, height: Int)? = nil
  ) throws {
    let directory = try CompositorProcess.makeDirectory()
    self.directory = directory
    let configuration = try directory.write(
      """
      [core]
      repaint-window=16
      [shell]
      panel-position=none
      background-color=0xff000000
      animation=none
      startup-animation=none
      close-animation=none
      locking=false
      """, to: "weston.ini")
    var command = [
      "weston", "--backend=headless-backend.so", "--use-pixman", "--shell=\(shell.rawValue)-shell.so",
      "--width=\(width)", "--height=\(height)", "--scale=\(scale)", "--transform=\(transform)", "--socket=wl",
      "--idle-time=0", "--debug", "--config=\(configuration)",
    ]
    var environment: [String: String] = [:]
    if let touch {
      // The compositor's user may not be able to read the original.
      do {
        try Files.write(Files.contents(of: touch.module), to: directory.file("touch.so"))
      } catch {
        throw RigError("cannot read the touch module: \(error); Tests/Rigs/weston-touch/build makes it")
      }
      command.append("--modules=\(directory.file("touch.so"))")
      environment["OFFHAND_TOUCH_SOCKET"] = directory.file("touch")
      if touch.isLater { environment["OFFHAND_TOUCH_LATE"] = "1" }
      if let panel { environment["OFFHAND_PANEL_SIZE"] = "\(panel.width)x\(panel.height)" }
    }
    let program = try CompositorProcess.start(command, in: directory, environment: environment)
    self.program = program
    display = try CompositorProcess.awaitSocket(of: program, in: directory, named: "wl")
    var socket: UnixSocket?
    if touch != nil {
      try Waiting.until("the touch module of \(program.summary)") {
        if let end = program.poll() { throw RigError("\(program.summary) ended (\(end))") }
        socket = try? UnixSocket(sendingTo: directory.file("touch"))
        return socket != nil
      }
    }
    touchSocket = socket
  }

  deinit { program.stop() }
}
