import ArgumentParser
import Offhand
import OffhandCommandLine
import OffhandPlatform
import OffhandRecordings
import OffhandService

/// `offhand kiosk`: a kiosk in one command.
struct KioskCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kiosk", abstract: "Set up a kiosk on a Debian without a desktop, look after it, and take it back.",
    discussion: """
      Examples:

        offhand kiosk setup https://example.org
        offhand kiosk status
        offhand kiosk home
        offhand kiosk remove
      """,
    subcommands: [
      KioskSetupCommand.self, KioskRemoveCommand.self, KioskStatusCommand.self, KioskHomeCommand.self,
      KioskPinCommand.self,
    ])
}

/// The system in which a kiosk is.
struct KioskSystemOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The folder of another system, such as an image.", valueName: "folder", visibility: .hidden))
  var root = ""

  var machine: KioskMachine { KioskMachine(root: root) }

  /// The end of what `--dry-run` prints.
  static let dryEnd = "Nothing was done. To do it, run this as root without --dry-run.\n"

  /// Throws unless this process may change the system.
  func check(_ verb: String) throws(KioskError) {
    guard machine.root.isEmpty, Environment.user != 0 else { return }
    throw KioskError("only root can \(verb) a kiosk: run this with sudo, or with --dry-run to see what it would do")
  }
}

/// A line of the plan: what is done, and to what.
func planLine(_ word: String, _ text: String) -> String { planWord(word) + TerminalText.name(text) + "\n" }

/// The beginning of such a line.
private func planWord(_ word: String) -> String { word + String(repeating: " ", count: max(11 - word.count, 1)) }

/// `offhand kiosk setup`: packages, a user with its login, and every file of the page *A kiosk from nothing*.
struct KioskSetupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "setup", abstract: "Make a kiosk of this machine: packages, a user with its login, and every file.",
    discussion: """
      Debian 12 and 13 and Raspberry Pi OS, without a desktop. It asks nothing and says what it is going to do. A second run changes only \
      what differs. A file that was edited is kept and named; with --force it is replaced, and a copy stays beside it.

      Examples:

        offhand kiosk setup https://example.org
        offhand kiosk setup https://example.org --idle 5min --diagonal 7in
        offhand kiosk setup --program ./page --no-keyboard --dry-run

      Files:

        /var/lib/offhand/kiosk    what setup has made
      """)

  @Argument(help: ArgumentHelp("The page that Chromium shows.", valueName: "url"))
  var address: String?

  @Option(help: ArgumentHelp("The shell command that runs instead of Chromium.", valueName: "command"))
  var program: String?

  @Option(
    help: ArgumentHelp("The time without a touch after which the next visitor gets the first page.", valueName: "time"))
  var idle = "2min"

  @Option(help: ArgumentHelp("The language of visitors and staff; by default the machine's.", valueName: "language"))
  var language: Language?

  @Flag(help: "Ask for a PIN that opens the menu for staff; without this an earlier one stays.")
  var pin = false

  @Option(help: "How the panel is mounted or held.")
  var posture = Posture.kiosk

  @Option(
    name: .customLong("size"),
    help: ArgumentHelp(
      "The size of an output's picture in millimetres, 20 to 3000 each way; without a name, of all that state no size.",
      valueName: "[name=]WxH"))
  var sizes: [SizeSetting] = []

  @Option(
    help: ArgumentHelp(
      "The diagonal of the picture of an output that states no size, such as 7in, 18cm or 178mm.", valueName: "length"))
  var diagonal: DiagonalArgument?

  @Flag(help: "Without a screen keyboard.")
  var noKeyboard = false

  @Flag(help: "Print the command that installs packages, and do not run it.")
  var noInstall = false

  @Flag(help: "Keep what visitors leave in the browser, such as cookies.")
  var keepProfile = false

  @Flag(help: "Print what would be done and every file, and do nothing.")
  var dryRun = false

  @Flag(help: "Also replace files that were edited; a copy of each stays beside it.")
  var force = false

  @OptionGroup var system: KioskSystemOptions

  func validate() throws {
    guard (address == nil) != (program == nil) else {
      throw ValidationError("Give the address of a page, or '--program COMMAND'.")
    }
    if let address {
      guard ["http://", "https://", "file:///"].contains(where: { address.hasPrefix($0) }),
        !address.contains(where: { $0.isWhitespace || $0 == "\"" }), !hasControl(address)
      else { throw ValidationError("'\(address)' is not the address of a page, such as https://example.org.") }
    } else if keepProfile {
      throw ValidationError("A program has no profile of Chromium: omit '--keep-profile'.")
    }
    if let program, program.allSatisfy(\.isWhitespace) || hasControl(program) {
      throw ValidationError("'--program' takes one line for a shell.")
    }
    guard diagonal == nil || sizes.isEmpty else { throw ValidationError("Give '--size' or '--diagonal', not both.") }
    guard !sizes.contains(where: { !($0.device ?? "").allSatisfy(isWordCharacter) }) else {
      throw ValidationError("'--size' takes the name of an output, such as HDMI-A-1=155x87.")
    }
    guard idle.allSatisfy({ isWordCharacter($0) || $0 == "." }) else { throw KioskSetupCommand.idleFault }
    let toml = settings(.labwc, [], pin: nil).files.first { $0.path.hasSuffix("serve.toml") }?.text ?? ""
    do throws(ConfigurationFaults) { _ = try ServiceConfiguration(toml: Array(toml.utf8)) } catch {
      throw KioskSetupCommand.idleFault
    }
  }

  private static let idleFault = ValidationError(
    "'--idle' takes a time of more than 15 seconds, up to a day, with its unit: for example 2min.")

  private func hasControl(_ text: String) -> Bool { text.unicodeScalars.contains(where: ForeignText.isControl) }

  private func isWordCharacter(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || "-_".contains(character))
  }

  private func settings(
    _ compositor: KioskSettings.Compositor, _ sizes: [(output: String?, size: Size)], pin: String?
  ) -> KioskSettings {
    KioskSettings(
      compositor: compositor,
      program: program.map { KioskSettings.Program.command($0) } ?? .page(address ?? "", keepsProfile: keepProfile),
      idle: idle,
      language: language, pin: pin, posture: posture, sizes: sizes, hasKeyboard: !noKeyboard)
  }

  /// The sizes that the options state. Throws if a diagonal has no shape.
  func statedSizes(of outputs: [OutputDescription]) throws(KioskError) -> [(output: String?, size: Size)] {
    guard let diagonal else { return sizes.map { ($0.device, $0.size) } }
    let unknown = outputs.filter { $0.plausibleSize == nil }
    let meant = unknown.isEmpty ? outputs : unknown
    guard meant.count == 1, meant[0].modeWidth > 0, meant[0].modeHeight > 0 else {
      throw KioskError(
        meant.count > 1
          ? "--diagonal: \(meant.map(\.name).joined(separator: ", ")) are connected; give each its --size NAME=WIDTHxHEIGHT"
          : "--diagonal: no output is connected whose pixels are known; give --size WIDTHxHEIGHT in millimetres")
    }
    let size = diagonal.size(across: meant[0].modeWidth, down: meant[0].modeHeight)
    guard Size.isPlausible(size) else {
      throw KioskError("--diagonal: \(meant[0].name) would be too small or too large")
    }
    return [(meant[0].name, size)]
  }

  func run() throws {
    let machine = system.machine
    let release = try machine.release()
    let outputs = machine.outputs
    let stated = try statedSizes(of: outputs)
    if !dryRun { try system.check("set up") }
    let installation = KioskInstallation(machine)
    let kiosk = settings(
      release >= 13 ? .labwc : .sway, stated, pin: pin ? try KioskPinCommand.ask() : installation.pin)
    let plan = KioskPlan(kiosk, release: release, in: installation, replacesEdited: force)

    var output = StandardOutput()
    let shown = program ?? "Chromium with \(address ?? "")"
    try output.write(planLine("kiosk", "\(kiosk.compositor.rawValue) on Debian \(release): \(shown)"))
    for command in plan.installs {
      try output.write(planLine(noInstall ? "do" : "run", KioskMachine.shellLine(machine.words(command))))
    }
    for command in plan.commands { try output.write(planLine("run", KioskMachine.shellLine(machine.words(command)))) }
    for (file, change) in plan.changes where change != .same { try output.write(planLine(change.rawValue, file.path)) }
    for (path, change) in plan.removals where change != .same { try output.write(planLine(change.rawValue, path)) }
    if plan.keeps {
      try output.write(
        "           Kept files were edited or are of another make; --force replaces them, and keeps copies.\n")
    }
    for screen in stated.isEmpty ? outputs : [] where screen.plausibleSize == nil {
      let (width, height) = (Int(screen.physicalSize.width), Int(screen.physicalSize.height))
      let claim = width > 0 && height > 0 ? "a size that cannot be, \(width) x \(height) mm" : "no size"
      try output.write(
        planLine("size", "\(screen.name) states \(claim): measure its picture and give --diagonal, such as 7in"))
    }
    guard !dryRun else {
      for file in kiosk.files { try output.write("\n# \(file.path)\n\(file.text)") }
      try output.write("\n\(KioskSystemOptions.dryEnd)")
      return try output.flush()
    }
    try output.flush()
    let copies = try plan.carryOut(installing: !noInstall)
    for copy in copies { try output.write(planLine("copy", copy)) }
    let isIdle = plan.isEmpty && (noInstall || plan.installs.isEmpty)
    try output.write(isIdle ? "Nothing to change.\n" : "Done. The kiosk starts with: systemctl reboot\n")
    try output.flush()
  }
}

/// The argument of `--diagonal`.
struct DiagonalArgument: ExpressibleByArgument {
  private static let units = [("in", 25.4), ("cm", 10), ("mm", 1)]
  let millimetres: Double

  init?(argument: String) {
    guard let (unit, length) = DiagonalArgument.units.first(where: { argument.hasSuffix($0.0) }),
      let number = Double(argument.dropLast(unit.count)), number.isFinite, number > 0
    else { return nil }
    millimetres = number * length
  }

  /// The size of a picture with square pixels, to whole millimetres.
  func size(across width: Double, down height: Double) -> Size {
    let scale = millimetres / (width * width + height * height).squareRoot()
    return Size(width: (width * scale).rounded(), height: (height * scale).rounded())
  }
}

/// `offhand kiosk remove`: takes back what setup has made.
struct KioskRemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Take back exactly what 'offhand kiosk setup' has made.",
    discussion: """
      Files that were edited since are kept and named; so is the user, if one is in its home. With --force they go, too. \
      The packages stay; the command that removes them is printed.

      Examples:

        offhand kiosk remove
        offhand kiosk remove --dry-run

      Files:

        /var/lib/offhand/kiosk    what setup has made
      """)

  @Flag(help: "Print what would be done, and do nothing.")
  var dryRun = false

  @Flag(help: "Also remove files that were edited.")
  var force = false

  @OptionGroup var system: KioskSystemOptions

  func run() throws {
    if !dryRun { try system.check("remove") }
    let removal = KioskRemoval(KioskInstallation(system.machine), removesEdited: force)
    var output = StandardOutput()
    if removal.isEmpty { try output.write("There is no kiosk that setup has made.\n") }
    for (path, change) in removal.changes where change != .same { try output.write(planLine(change.rawValue, path)) }
    for command in removal.commands {
      try output.write(planLine("run", KioskMachine.shellLine(system.machine.words(command))))
    }
    if !removal.packages.isEmpty {
      let words = system.machine.words(["apt-get", "purge", "--autoremove"] + removal.packages)
      try output.write(planLine("do", "\(KioskMachine.shellLine(words)), if nothing else needs them"))
    }
    if dryRun, !removal.isEmpty { try output.write(KioskSystemOptions.dryEnd) }
    try output.flush()
    if !dryRun { try removal.carryOut() }
  }
}

/// `offhand kiosk status`: whether the kiosk runs, in ten lines.
struct KioskStatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Say whether the kiosk runs, since when, on which output, and what it lacks.",
    discussion: """
      Ten lines, also over ssh. The exit code is 1 if the compositor, the program or the service does not run.

      Examples:

        offhand kiosk status
      """)

  @OptionGroup var color: ColorOptions
  @OptionGroup var system: KioskSystemOptions

  func run() throws {
    let status = KioskStatus(system.machine)
    var output = StandardOutput()
    for (subject, text, color) in status.lines {
      try output.write(planWord(subject), in: color)
      try output.write(TerminalText.name(text) + "\n")
    }
    try output.flush()
    if !status.isRunning { throw ExitCode(RunFailure.exitCode) }
  }
}

/// `offhand kiosk home`: the first page, for the next visitor.
struct KioskHomeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "home", abstract: "Have the program of the kiosk begin anew, as for the next visitor.",
    discussion: """
      A page that subscribes to the service's event home may go to its first page itself. 'offhand serve' must be running; root \
      reaches the service of the kiosk's user.

      Examples:

        offhand kiosk home
      """)

  @OptionGroup var service: SocketOptions

  func run() throws {
    var connection = try service.connect()
    _ = try connection.request(patience: .seconds(2)) { $0.field("home", true) }
  }
}

/// `offhand kiosk pin`: the line with which a menu wants a PIN.
struct KioskPinCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pin", abstract: "Ask for a PIN, and print the line of serve.toml that makes a menu ask for it.",
    discussion: """
      The line has a salted hash, which does not show the PIN. It belongs below [menu.staff].

      Examples:

        offhand kiosk pin >>pin
      """)

  func run() throws {
    var output = StandardOutput()
    try output.write("pin = \"\(try KioskPinCommand.ask())\"\n")
    try output.flush()
  }

  /// The hash of a PIN that somebody types, which may stand in a string of TOML.
  static func ask() throws(KioskError) -> String {
    let pin = PasswordHash.ask("PIN of 4 to 16 digits: ") ?? ""
    guard PinPad.lengths.contains(pin.count), pin.allSatisfy({ $0.isASCII && $0.isNumber }) else {
      throw KioskError("a PIN has 4 to 16 digits")
    }
    guard PasswordHash.ask("Once more: ") ?? pin == pin else { throw KioskError("the second PIN was another") }
    guard let hash = PasswordHash.make(pin) else { throw KioskError("this system makes no salted hashes (crypt)") }
    return hash
  }
}

extension Language: ExpressibleByArgument {}
