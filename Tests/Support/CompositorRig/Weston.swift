import Foundation

/// Weston without a screen of its own, with a touch screen that tests touch.
///
/// It runs at 60 frames a second (weston 10 needs `repaint-window=16` for that), with pixman, as every CI machine can.
public final class Weston: Compositor {
  /// Which shell manages windows.
  public enum Shell: String, Sendable {
    /// Windows with places and sizes of their own.
    case desktop
    /// Every window fills the screen.
    case kiosk
  }

  /// Whether there is a touch screen when weston starts.
  public enum TouchScreen: Sendable {
    /// There is.
    case present
    /// There is none until ``TouchCommand/touchAdd``; a seat with keyboard and pointer is there.
    case later
  }

  /// Its runtime directory, where its sockets lie.
  public let directory: TemporaryDirectory
  /// The name of its socket: what $WAYLAND_DISPLAY is set to.
  public let display: String
  /// The process.
  public let program: Program
  private let touchSocket: Int32
  private let touchAddress: UnixAddress

  /// Whether this machine has what it takes; tests ask it in `.enabled(if:)`.
  public static var isAvailable: Bool { Program.isInstalled("weston") && TouchModule.path != nil }

  /// Starts weston and waits until it listens.
  ///
  /// - Parameters:
  ///   - width: logical pixels.
  ///   - height: logical pixels.
  ///   - scale: buffer pixels for a logical one.
  ///   - transform: as weston names it, e.g. `rotate-90`.
  ///   - panel: how large the output says it is, in millimetres; it says nothing of use without.
  public init(
    shell: Shell = .kiosk, width: Int = 1024, height: Int = 640, scale: Int = 1, transform: String = "normal",
    touchScreen: TouchScreen = .present, panel: (width: Int, height: Int)? = nil
  ) throws {
    guard let module = TouchModule.path else { throw RigError("the touch module for weston cannot be built") }
    directory = try TemporaryDirectory(owner: .ofCompositors)
    // Where weston may read it even when the checkout lies in a private home.
    try FileManager.default.copyItem(atPath: module, toPath: directory.file("touch.so"))
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
    guard let address = UnixAddress(directory.file("touch")) else { throw RigError("\(directory.path) is too long") }
    touchAddress = address
    var environment = ["OFFHAND_TOUCH_SOCKET": directory.file("touch")]
    if touchScreen == .later { environment["OFFHAND_TOUCH_LATE"] = "1" }
    if let panel { environment["OFFHAND_PANEL_SIZE"] = "\(panel.width)x\(panel.height)" }
    program = try CompositorProcess.start(
      [
        "weston", "--backend=headless-backend.so", "--use-pixman", "--shell=\(shell.rawValue)-shell.so",
        "--width=\(width)", "--height=\(height)", "--scale=\(scale)", "--transform=\(transform)", "--socket=wl",
        "--idle-time=0", "--debug", "--config=\(configuration)", "--modules=\(directory.file("touch.so"))",
      ], in: directory, environment: environment)
    touchSocket = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    display = try CompositorProcess.awaitSocket(of: program, in: directory, named: "wl")
    let process = program
    let descriptor = touchSocket
    try Waiting.until("the touch module of \(process.summary)") {
      if let end = process.poll() { throw RigError("\(process.summary) ended (\(end))") }
      return address.withPointer { connect(descriptor, $0, $1) == 0 }
    }
  }

  /// Hands commands to the touch screen, all in one go.
  public func touch(_ commands: TouchCommand...) throws { try touch(commands) }

  /// Hands commands to the touch screen, all in one go.
  public func touch(_ commands: [TouchCommand]) throws {
    let text = Array(commands.map(\.line).joined(separator: "\n").utf8)
    guard send(touchSocket, text, text.count, Int32(MSG_NOSIGNAL)) == text.count else {
      throw RigError("weston's touch module does not listen (errno \(errno)); \(program.summary)")
    }
  }

  /// What it shows right now.
  public func screenshot() throws -> Screenshot {
    let scratch = try TemporaryDirectory()
    let shooter = try run(["weston-screenshooter"], workingDirectory: scratch.path)
    try shooter.wait()
    let files = try FileManager.default.contentsOfDirectory(atPath: scratch.path)
    guard let file = files.first(where: { $0.hasSuffix(".png") }) else {
      throw RigError("weston gave no screenshot; \(shooter.summary)")
    }
    return try Screenshot(png: scratch.file(file))
  }

  deinit {
    close(touchSocket)
    program.stop()
  }
}
