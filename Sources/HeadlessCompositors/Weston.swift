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
  private let touchSocket: UnixSocket?

  /// Starts weston and waits until it listens.
  ///
  /// `width` and `height` are logical pixels, `scale` buffer pixels per logical one; `transform` is a name of weston's such as
  /// `rotate-90`; `touch` is a module that makes a touch screen (Tests/Rigs/weston-touch), at first or once ``TouchCommand/touchAdd`` asks
  /// for it, beside a keyboard and a pointer; `panel` is the size in mm that the output reports, which that module sets.
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

  /// Sends commands to the touch screen in one message.
  package func touch(_ commands: TouchCommand...) throws { try touch(commands) }

  /// Sends commands to the touch screen in one message.
  package func touch(_ commands: [TouchCommand]) throws {
    guard touchSocket?.send(commands) == true else {
      throw RigError("weston's touch module does not listen; \(program.summary)")
    }
  }
}

/// A command to the touch screen of weston's module; positions in logical pixels of the compositor's space, times in nanoseconds of
/// the monotonic clock (`nil`: now).
package enum TouchCommand: Sendable {
  /// A touch lands.
  case down(id: Int, x: Double, y: Double, at: Int64? = nil)
  /// A touch moves.
  case motion(id: Int, x: Double, y: Double, at: Int64? = nil)
  /// A touch lifts.
  case up(id: Int, at: Int64? = nil)
  /// Ends a frame: what came since the last one belongs together.
  case frame
  /// Tells the compositor that the touches are cancelled.
  case cancel
  /// Plugs the touch screen in.
  case touchAdd
  /// Unplugs the touch screen.
  case touchRemove
  /// The pointer moves.
  case point(x: Double, y: Double, at: Int64? = nil)
  /// A button or a key goes down.
  case press(InputCode)
  /// A button or a key goes up.
  case release(InputCode)
  /// Plugs the mouse in.
  case pointerAdd
  /// Unplugs the mouse.
  case pointerRemove

  /// Buttons and keys by their numbers in `linux/input-event-codes.h`.
  package enum InputCode: Int, Sendable {
    /// Escape.
    case escape = 1
    /// The left Control key.
    case control = 29
    /// The left button of a mouse.
    case leftButton = 0x110
  }

  /// The line that the module reads.
  fileprivate var line: String {
    func stamp(_ time: Int64?) -> String { time.map { " \($0)" } ?? "" }
    return switch self {
    case .down(let id, let x, let y, let at): "down \(id) \(x) \(y)\(stamp(at))"
    case .motion(let id, let x, let y, let at): "motion \(id) \(x) \(y)\(stamp(at))"
    case .up(let id, let at): "up \(id)\(stamp(at))"
    case .frame: "frame"
    case .cancel: "cancel"
    case .touchAdd: "touch-add"
    case .touchRemove: "touch-remove"
    case .point(let x, let y, let at): "point \(x) \(y)\(stamp(at))"
    case .press(let code): "press \(code.rawValue)"
    case .release(let code): "release \(code.rawValue)"
    case .pointerAdd: "pointer-add"
    case .pointerRemove: "pointer-remove"
    }
  }
}

extension UnixSocket {
  /// Sends commands to the touch module behind this socket in one message; returns whether it was sent.
  package borrowing func send(_ commands: [TouchCommand]) -> Bool {
    Array(commands.map(\.line).joined(separator: "\n").utf8).withUnsafeBytes { send($0) }
  }
}
