import ArgumentParser
import Logging
import OffhandClient
import OffhandCommandLine
import OffhandLibinput
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
      without a touch screen: it is played when the first of them subscribes, and its touches are those of edges, corners and gestures.

      Examples:

        offhand serve --check
        offhand serve --config kiosk.toml --theme light
        offhand serve --source scripts/recordings/edges.jsonl

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

  @Option(help: "The colours of menus and the curtain, in place of those of the configuration.")
  var theme: ThemeArgument?

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
      for line in failure.lines { StandardError.write("offhand: \(TerminalText.name(line))\n") }
      throw ExitCode(RunFailure.exitCode)
    }
  }

  private func serve(_ file: ConfigurationFile, _ logger: Logger) throws {
    var input = source.input
    if input.origin == .automatic { input.origin = .libinput(.defaultSeat) }
    let socket = try socket ?? ServiceConnection.defaultPath()
    let service = try Service(
      Service.Settings(file: file, socket: socket, input: input, theme: theme?.theme), logger: logger
    ) { Renderer(fonts: try FontBook()) }
    // It reads its configuration. Touch screens are opened, programs of actions started, and its socket is removed by other processes
    // (`BrokeredOpener`, `ActionRunner`, `FileRemover`).
    var folders = file.makeFolder() ? Confinement.folders(of: file.path) : []
    folders += service.panelPath.map { Confinement.folders(of: $0) } ?? []
    if case .recording(let path) = input.origin { folders += Confinement.folders(of: path) }
    Confinement(readable: Confinement.systemFiles + folders, manager: service.managerSocket).apply(logger)
    try service.run()
  }
}
