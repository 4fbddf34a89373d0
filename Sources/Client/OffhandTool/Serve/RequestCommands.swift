import ArgumentParser
import OffhandCommandLine
import OffhandPixman
import OffhandPlatform
import OffhandRecordings
import OffhandService
import OffhandWayland

/// The option that names the socket of the service.
struct SocketOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The path of the service's socket.", valueName: "path"))
  var socket: String?

  func validate() throws { try SocketOptions.check(socket) }

  /// Refuses an empty path, which an unset variable in a script leaves; it would mean the working directory.
  static func check(_ path: String?) throws {
    if path == "" { throw ValidationError("The path of the socket is empty.") }
  }

  /// Connects to the socket that is named, else to that of the session; root, which has none, to that of the kiosk's user.
  func connect() throws -> ServiceConnection {
    let kiosk = Environment.user == 0 ? KioskMachine().sessionFolder.map { "\($0)/offhand.sock" } : nil
    let own = Result { () throws(ServiceError) in try ServiceConnection.defaultPath() }
    let path = try socket ?? kiosk.flatMap { Files.isUsable($0, for: .reading) ? $0 : nil } ?? own.get()
    return try ServiceConnection(to: path)
  }
}

/// `offhand menu`: a menu beside the hand, for scripts.
struct MenuCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "menu",
    abstract: "Show a menu beside the hand and print the choice.",
    discussion: """
      Each line of the standard input is a row: a label, or a key and a label separated by a tab. The chosen row's key, or its label, is printed; \
      the exit code is 1 if the menu is dismissed. 'offhand serve' must be running.

      Examples:

        offhand menu <rows
        offhand menu --at 120,80 --timeout 30 <rows

      Files:

        $XDG_RUNTIME_DIR/offhand.sock    the socket of the service
      """)

  @Option(
    help: ArgumentHelp(
      "The position, in millimetres from the top left corner; by default where the last touch was.", valueName: "x,y"))
  var at: MenuPlaceArgument?

  @Option(help: ArgumentHelp("The output, such as DP-1.", valueName: "name"))
  var output: String?

  @Option(help: "How many seconds the menu waits for a touch.")
  var timeout = 15.0

  @OptionGroup var service: SocketOptions

  /// The longest row in bytes.
  private static let longestRow = 1 << 12

  func validate() throws {
    guard timeout > 0, timeout <= 3600 else {
      throw ValidationError("'--timeout' takes a time above 0, up to 3600 seconds, for example 15.")
    }
  }

  func run() throws {
    let lines = try LineReader(path: "-", limit: MenuCommand.longestRow)
    var rows: [(key: String, label: String)] = []
    while let line = try lines.next() {
      guard !line.isEmpty else { continue }
      let parts = line.split(separator: UInt8(ascii: "\t"), maxSplits: 1, omittingEmptySubsequences: false)
      let text = parts.map { String(decoding: $0, as: UTF8.self) }
      rows.append((text[0], text.count > 1 ? text[1] : text[0]))
    }
    var connection = try service.connect()
    let reply = try connection.request(patience: nil) { writer in
      writer.array("menu") { writer in
        for row in rows {
          writer.array { writer in
            writer.value(row.key)
            writer.value(row.label)
          }
        }
      }
      if let at {
        writer.array("at") { writer in
          writer.value(at.x)
          writer.value(at.y)
        }
      }
      writer.field("output", output)
      writer.field("timeout", timeout)
    }
    guard case .string(let choice)? = reply["chosen"] else { throw ExitCode(RunFailure.exitCode) }
    var standardOutput = StandardOutput()
    try standardOutput.write(choice + "\n")
    try standardOutput.flush()
  }
}

/// The argument of `--at`.
struct MenuPlaceArgument: ExpressibleByArgument {
  let x: Double
  let y: Double

  init?(argument: String) {
    let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard numbers.count == 2, let x = numbers[0], let y = numbers[1], x.isFinite, y.isFinite else { return nil }
    (self.x, self.y) = (x, y)
  }
}

/// `offhand curtain`: covers every output, for scripts.
struct CurtainCommandLine: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "curtain",
    abstract: "Cover every output so that touches reach no program.",
    discussion: """
      up, for cleaning: until a finger rests on it for three seconds, or until down. until-tap: until the first touch has ended, \
      which no program receives. Run that before the screen is switched off: the tap that wakes it then does nothing else. \
      The command returns when every output is covered. 'offhand serve' must be running.

      Examples:

        offhand curtain until-tap
        offhand curtain up

      Files:

        $XDG_RUNTIME_DIR/offhand.sock    the socket of the service
      """)

  @Argument(help: "up, until-tap or down.")
  var action: CurtainCommand

  @OptionGroup var service: SocketOptions

  func run() throws {
    var connection = try service.connect()
    _ = try connection.request(patience: .seconds(10)) { writer in
      writer.field("curtain", action.rawValue)
    }
    if action == .up {
      StandardError.write("offhand: the curtain is up until a finger rests on it, or 'offhand curtain down' runs\n")
    }
  }
}

extension CurtainCommand: ExpressibleByArgument {}

/// `offhand status`: what the service is doing.
struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Print what the service is doing: clients, the curtain, a menu, idleness.",
    discussion: """
      'offhand serve' must be running. From outside the session root reaches the service of a kiosk's user.

      Examples:

        offhand status --json
      """)

  @Flag(help: "Print one JSON object.")
  var json = false

  @OptionGroup var service: SocketOptions

  func run() throws {
    var connection = try service.connect()
    let reply = try connection.request(patience: .seconds(2)) { $0.field("status", true) }
    guard case .object(let fields)? = reply["status"] else { return }
    var output = StandardOutput()
    let sorted = fields.sorted { $0.key < $1.key }
    if json { try output.write(JSONWriter.line { for (name, value) in sorted { $0.field(name, value) } }) }
    for (name, value) in sorted where !json {
      var writer = JSONWriter()
      writer.value(value)
      let text = String(decoding: writer.bytes, as: UTF8.self)
      try output.write(planLine(name, text.filter { $0 != "\"" }))
    }
    try output.flush()
  }
}

/// `offhand screenshot`: what is on an output.
struct ScreenshotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "screenshot", abstract: "Write what is on an output to a PNG file.",
    discussion: """
      The compositor must let programs see the screen (zwlr_screencopy_manager_v1: sway, labwc and others). From outside the session \
      root sees the screen of a kiosk's user.

      Examples:

        offhand screenshot now.png
      """)

  @Argument(help: ArgumentHelp("The file that is written.", valueName: "file"))
  var file: String

  @Option(help: ArgumentHelp("The output, such as DP-1; the first one otherwise.", valueName: "name"))
  var output: String?

  func run() throws {
    let isInside = Environment["WAYLAND_DISPLAY"] != nil || Environment["WAYLAND_SOCKET"] != nil
    let endpoint = isInside || Environment.user != 0 ? nil : KioskMachine().compositor
    let connection = try Connection(
      to: endpoint ?? .environment, waiting: Connection.Wait(atMost: .seconds(2)))
    let picture = try ScreenCopy(connection, output: output).picture(within: .seconds(5))
    let bitmap = Bitmap(width: picture.width, height: picture.height)
    for y in 0..<picture.height {
      for x in 0..<picture.width { bitmap[x, y] = picture.pixels[y * picture.width + x] }
    }
    try PNGWriter.write(bitmap, to: file)
  }
}
