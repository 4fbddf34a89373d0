import ArgumentParser
import Logging
import OffhandClient
import OffhandCommandLine
import OffhandLibinput
import OffhandOSC
import OffhandPixman
import OffhandPlatform
import OffhandService

/// `offhand serve`: edges, corners, menus and the curtain for a whole session.
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Reserve edges of the screen, run actions, and serve gestures, placements and menus to other programs.",
    discussion: """
      On compositors with layers (sway, labwc, phoc, KWin, Hyprland and others) a finger that comes from a configured edge belongs \
      to this program alone; elsewhere edges are recognized beside the programs, which receive the same touches.

      The configuration is TOML; without --config it is offhand/serve.toml in $XDG_CONFIG_HOME or ~/.config. SIGHUP reads it \
      again. Clients connect to offhand.sock in $XDG_RUNTIME_DIR and speak JSON lines. With a recording as the source they can be tried \
      without a touch screen. It is played when the first client subscribes, and its touches reach edges, corners and gestures.

      Examples:

        offhand serve --check
        offhand serve --config kiosk.toml --theme light
        offhand serve --source scripts/recordings/edges.jsonl
        offhand serve --tuio 127.0.0.1:3333,wall.local:3333 --tuio-version 2.0

      Files:

        ~/.config/offhand/serve.toml    the configuration
        $XDG_RUNTIME_DIR/offhand.sock     the socket
      """)

  @Option(help: ArgumentHelp("The configuration.", valueName: "file"))
  var config: String?

  @Option(
    help: ArgumentHelp(
      "What 'offhand panel --write' found out about the touch screen, in place of the file that the configuration names.",
      valueName: "file"))
  var panel: String?

  @Flag(help: "Check the configuration, print its faults with line and column, and exit.")
  var check = false

  @Option(help: ArgumentHelp("The path of the socket.", valueName: "path"))
  var socket: String?

  @Option(help: "The colours of menus and the curtain, in place of the configuration's.")
  var theme: ThemeArgument?

  @OptionGroup var fonts: FontOptions

  @Option(
    help: ArgumentHelp(
      "Where touches are sent as TUIO, separated by commas, in place of [tuio] in the configuration.",
      valueName: "host:port"),
    transform: { text throws(ValidationError) in
      try text.split(separator: ",", omittingEmptySubsequences: false).map { part throws(ValidationError) in
        guard let address = TUIOAddress(String(part), hostRequired: true) else {
          throw ValidationError("'\(part)' is no host with a port from 1 to 65535. For example: '127.0.0.1:3333'")
        }
        return address
      }
    })
  var tuio: [TUIOAddress]?

  @Option(help: "The version of TUIO for --tuio: 1.1 or 2.0.")
  var tuioVersion = TUIOWriter.Version.first

  @OptionGroup var source: TouchSourceOptions
  @OptionGroup var log: LogOptions

  func validate() throws {
    try SocketOptions.check(socket)
    if source.input.origin == .wayland {
      throw ValidationError("The service reads touch screens, libinput or evdev, TUIO, or a recording.")
    }
  }

  func run() throws {
    let file = ConfigurationFile(path: config, panel: panel)
    let logger = log.makeLogger()
    do {
      if check {
        let summary = try file.read(logger).summary
        // Of a file that is not there the line above has said what it means.
        if file.exists { StandardError.write("offhand: \(TerminalText.name("\(file.path): \(summary)"))\n") }
      } else {
        try serve(file, logger)
      }
    } catch let failure as ConfigurationFile.Failure {
      for line in failure.lines { StandardError.write("offhand: \(TerminalText.name(line))\n", in: .red) }
      throw ExitCode(RunFailure.exitCode)
    }
  }

  private func serve(_ file: ConfigurationFile, _ logger: Logger) throws {
    var input = source.input
    if input.origin == .automatic { input.origin = .libinput(.defaultSeat) }
    let socket = try socket ?? ServiceConnection.defaultPath()
    var settings = Service.Settings(file: file, socket: socket, input: input, theme: theme?.theme)
    settings.tuio = tuio.map { TUIOSetting(to: $0, tuioVersion) }
    let service = try Service(settings, logger: logger) { [fonts] in Renderer(fonts: try FontBook(family: fonts.font)) }
    // It reads its configuration. Touch screens are opened, programs of actions started, and its socket is removed by other processes
    // (`BrokeredOpener`, `ActionRunner`, `FileRemover`).
    var folders = file.makeFolder() ? Confinement.folders(of: file.path) : []
    folders += service.panelPath.map { Confinement.folders(of: $0) } ?? []
    if case .recording(let path) = input.origin { folders += Confinement.folders(of: path) }
    Confinement(readable: Confinement.systemFiles + folders, manager: service.managerSocket).apply(logger)
    try service.run()
  }
}

extension TUIOWriter.Version: ExpressibleByArgument {}
