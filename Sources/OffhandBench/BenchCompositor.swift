import ArgumentParser
import Foundation
import OffhandBenchmarks
import OffhandPlatform
import OffhandWayland

/// A compositor and its refresh rate.
struct CompositorKind: Hashable, ExpressibleByArgument {
  /// The program.
  enum Program: String, CaseIterable {
    case weston
    case sway
    /// Sway in a window of weston: it both reports presentations and allows reading the screen back.
    case nested
  }

  /// The program.
  var program: Program
  /// Refresh rate of its output, in Hz.
  var rate: Int

  static let weston = CompositorKind(program: .weston, rate: 60)
  static let sway60 = CompositorKind(program: .sway, rate: 60)
  static let nested = CompositorKind(program: .nested, rate: 60)
  static let sway1000 = CompositorKind(program: .sway, rate: 1000)

  init(program: Program, rate: Int) {
    self.program = program
    self.rate = rate
  }

  /// Reads `weston`, `sway`, `nested` or `sway-1000`.
  init?(argument: String) {
    let parts = argument.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count <= 2, let program = Program(rawValue: String(parts[0])) else { return nil }
    let rate = parts.count == 2 ? Int(parts[1]) ?? 0 : 60
    // Headless weston has only one mode, and so has a compositor in its window.
    guard program == .sway ? (1...1000).contains(rate) : rate == 60 else { return nil }
    self.init(program: program, rate: rate)
  }

  /// The command whose version is reported.
  var command: String { program == .nested ? "sway" : program.rawValue }

  /// The name on the command line.
  var name: String { program == .sway && rate != 60 ? "sway-\(rate)" : program.rawValue }

  /// Programs that must be installed.
  var needs: [String] {
    (program == .nested ? ["weston", "sway"] : [program.rawValue]) + ["timeout"]
      + (BenchEnvironment.compositorUser == nil ? [] : ["setpriv"])
  }

  /// Throws if one of them is not installed.
  func check() throws {
    for program in needs where !BenchEnvironment.isInstalled(program) {
      throw BenchFault(
        "\(program) is not installed, and '--compositor \(name)' needs it; scripts/setup compositors installs it")
    }
  }
}

/// A headless compositor that lives as long as one run.
final class BenchCompositor {
  /// Default width of the output, in logical pixels.
  static let width = 1920
  /// Default height of the output, in logical pixels.
  static let height = 1080
  /// Time in seconds after which a compositor ends by itself, if the benchmark was killed. No run lasts longer.
  private static let longestLife = 900

  /// Width of the output, in logical pixels.
  let width: Int
  /// Height of the output, in logical pixels.
  let height: Int
  /// The kind of compositor.
  let kind: CompositorKind
  /// Its runtime directory, with its socket.
  let directory: TemporaryFolder
  /// The path of its socket.
  private(set) var socket = ""
  /// The socket of weston's touch module; `nil` without one.
  let touchSocket: String?
  private let process: ChildProcess
  /// The compositor in whose window it runs.
  private let outer: BenchCompositor?

  /// Starts the compositor and waits until it listens. `touchModule` is the path of the module that gives weston a touch screen.
  init(
    _ kind: CompositorKind, touchModule: String? = nil, width: Int = BenchCompositor.width,
    height: Int = BenchCompositor.height
  ) throws {
    try kind.check()
    self.kind = kind
    self.width = width
    self.height = height
    outer = kind.program == .nested ? try BenchCompositor(.weston) : nil
    directory = try TemporaryFolder(owner: BenchEnvironment.compositorUser)
    var environment = BenchEnvironment.variables
    environment["XDG_RUNTIME_DIR"] = directory.path
    environment["HOME"] = directory.path
    let command: [String]
    switch kind.program {
    case .weston:
      command = try BenchCompositor.westonCommand(in: directory, width, height, touchModule)
      environment["OFFHAND_TOUCH_SOCKET"] = directory.file("touch")
    case .sway, .nested:
      command = try BenchCompositor.swayCommand(in: directory, width, height, rate: kind.rate)
      environment["WLR_BACKENDS"] = outer == nil ? "headless" : "wayland"
      environment["WAYLAND_DISPLAY"] = outer?.socket
      environment["WLR_RENDERER"] = "pixman"
      environment["WLR_LIBINPUT_NO_DEVICES"] = "1"
    }
    touchSocket = touchModule == nil ? nil : directory.file("touch")
    let user = BenchEnvironment.compositorUser.map {
      ["setpriv", "--reuid=\($0)", "--regid=\($0)", "--clear-groups", "--"]
    }
    process = try ChildProcess(
      ["timeout", "--foreground", "--kill-after=1", "\(BenchCompositor.longestLife)"] + (user ?? []) + command,
      environment: environment, output: directory.file("log"), errors: directory.file("log"))
    try awaitSocket()
  }

  deinit { process.stop() }

  private static func westonCommand(
    in directory: TemporaryFolder, _ width: Int, _ height: Int, _ touchModule: String?
  ) throws -> [String] {
    // Without a seat the kiosk never shows a window, and without the module there is no seat (Design/Platform.md "Windows without a seat").
    let shell = touchModule == nil ? "desktop" : "kiosk"
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
      "weston", "--backend=headless-backend.so", "--use-pixman", "--shell=\(shell)-shell.so", "--width=\(width)",
      "--height=\(height)", "--socket=wayland-bench", "--idle-time=0", "--config=\(configuration)",
    ]
    if let touchModule {
      // The compositor's user may not be able to read the original.
      do {
        try FileManager.default.copyItem(atPath: touchModule, toPath: directory.file("touch.so"))
      } catch {
        throw BenchFault("cannot read the touch module \(touchModule); Tests/Rigs/weston-touch/build makes it")
      }
      command.append("--modules=\(directory.file("touch.so"))")
    }
    return command
  }

  private static func swayCommand(
    in directory: TemporaryFolder, _ width: Int, _ height: Int, rate: Int
  ) throws -> [String] {
    let configuration = try directory.write(
      """
      xwayland disable
      default_border none
      focus_follows_mouse no
      output * background #000000 solid_color
      output HEADLESS-1 mode \(width)x\(height)@\(rate)Hz
      """, to: "sway.conf")
    return ["sway", "--config", configuration]
  }

  private func awaitSocket() throws {
    let limit = ContinuousClock.now + .seconds(20)
    while ContinuousClock.now < limit {
      if process.poll() != nil { throw BenchFault("\(kind.name) ended before it listened: \(lastWords)") }
      let found = directory.names.first { $0.hasPrefix("wayland-") && !$0.hasSuffix(".lock") }
      let isComplete = touchSocket.map { FileManager.default.fileExists(atPath: $0) } ?? true
      // The file exists shortly before the compositor listens.
      if let found, isComplete, (try? Connection(to: .named(directory.file(found)))) != nil {
        socket = directory.file(found)
        return
      }
      MonotonicClock.sleep(for: .milliseconds(2))
    }
    throw BenchFault("\(kind.name) does not listen after 20 s: \(lastWords)")
  }

  private var lastWords: String {
    directory.text(of: "log").split(whereSeparator: \.isNewline).suffix(3).joined(separator: "; ")
  }

  /// The version that the compositor reports.
  static func version(of kind: CompositorKind) -> String {
    guard let scratch = try? TemporaryFolder(),
      let process = try? ChildProcess(
        [kind.command, "--version"], environment: BenchEnvironment.variables, output: scratch.file("out"),
        errors: scratch.file("err")), process.wait(within: .seconds(5)) != nil
    else { return "unknown" }
    let line = scratch.text(of: "out").split(whereSeparator: \.isNewline).first.map(String.init) ?? "unknown"
    return line.split(separator: " ").last.map(String.init) ?? line
  }
}
