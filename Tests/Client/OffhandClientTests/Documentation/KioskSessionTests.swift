import CompositorRig
import Foundation
import Glibc
import Testing

/// One of the kiosks of the page *A kiosk from nothing*.
enum KioskWay: String, CaseIterable, CustomTestStringConvertible {
  case sway12 = "sway of this machine"
  case sway13 = "sway of Debian 13"
  case labwc = "labwc of Debian 13"

  var testDescription: String { rawValue }

  var root: SessionRoot { self == .sway12 ? .machine : .debian13 }
  var compositor: String { self == .labwc ? "labwc" : "sway" }

  /// The program that switches the screen off and on.
  var power: String { self == .labwc ? "wlopm" : "swaymsg" }

  /// Why it cannot be used on this machine; `nil` if it can.
  var obstacle: String? {
    if let obstacle = root.obstacle { return obstacle }
    guard Weston.isAvailable, Program.isInstalled("grim") else {
      return "needs weston and grim: scripts/setup compositors"
    }
    let keyboard = self == .labwc ? "squeekboard" : "wvkbd-mobintl"
    let missing = [compositor, power, keyboard, "pkill", "chromium"].first { !root.isInstalled($0) }
    return missing.map { "\($0) is not installed: scripts/setup compositors browser debian13" }
  }
}

private let ways = KioskWay.allCases.filter {
  $0.obstacle == nil && ($0 == .labwc || Environment["OFFHAND_KIOSK_SIZE"] == nil)
}

/// The files that the page shows, by their paths in the home of its user.
private func files(of way: KioskWay) throws -> [String: String] {
  let page = try String(contentsOfFile: RepositoryFile.path("Sources/Offhand/Offhand.docc/Kiosk.md"), encoding: .utf8)
  var files: [String: String] = [:]
  for section in page.components(separatedBy: "\n## ") {
    guard section.hasPrefix("The gestures\n") || section.hasPrefix("With \(way.compositor)\n") else { continue }
    var path: String?
    for (index, part) in section.components(separatedBy: "```").enumerated() {
      if index.isMultiple(of: 2) {
        path = part.components(separatedBy: "`/home/kiosk/").dropFirst().last?.components(separatedBy: "`").first
      } else if let path {
        files[path, default: ""] += part.drop { $0 != "\n" }.dropFirst()
      }
    }
  }
  return files
}

/// The kiosk from the login on, in a window of a compositor whose touches it gets.
///
/// What needs a machine that has booted is imitated: the terminal of the login, and the service manager.
private final class Kiosk: Compositor {
  /// Of the screen in logical pixels; `$OFFHAND_KIOSK_SIZE` names another for labwc, such as `1080x1920`.
  static let size = {
    let sides = Environment["OFFHAND_KIOSK_SIZE"]?.split(separator: "x").compactMap { Double($0) } ?? [1280, 720]
    return (width: sides[0], height: sides[1])
  }()
  /// The window begins with 1280 × 720 pixels and can only grow: on a small screen a logical pixel is four, and a tall one is turned.
  private static let isTurned = size.height > size.width
  private static let scale = size.width < 1280 && !isTurned ? 2.0 : 1
  static let idle = Pixel(red: 0x20, green: 0x50, blue: 0x80)
  static let typed = Pixel(red: 0x20, green: 0x80, blue: 0x40)
  static let pressed = Pixel(red: 0xA0, green: 0x20, blue: 0x20)
  static let bar = Pixel(red: 0xF0, green: 0xC0, blue: 0x20)
  /// Shows what reached it: a letter, or a touch beside the field.
  private static let page = """
    <!doctype html><meta name=viewport content="width=device-width">
    <style>body { margin: 0; background: #205080; font: 30px sans-serif }
    input { font: inherit; margin: 20px; width: 60% }
    div { position: fixed; bottom: 0; left: 0; right: 0; height: 30px; background: #f0c020 }</style>
    <input placeholder="Your name"><div></div>
    <script>
    oninput = () => document.body.style.background = '#208040'
    onpointerdown = event => { if (event.target.tagName != 'INPUT') document.body.style.background = '#a02020' }
    </script>
    """

  let directory: TemporaryFolder
  let display: String
  let program: Program
  private let weston: Weston
  private let name: String
  private var film: Program?

  init(_ way: KioskWay) throws {
    name = "\(way)"
    weston = try Weston(
      shell: .kiosk, width: Int(Kiosk.isTurned ? Kiosk.size.height : Kiosk.size.width * Kiosk.scale),
      height: Int(Kiosk.isTurned ? Kiosk.size.width : Kiosk.size.height * Kiosk.scale), touchScreen: .later)
    directory = try CompositorProcess.makeDirectory()
    let home = directory
    /// Puts a file into the user's home; the session's first command takes it from `page`, since it is to be the user's.
    func write(_ text: String, to path: String, permissions: UInt32 = 0o644) throws {
      let file = home.file("page/\(path)")
      try Files.makeDirectory(String(file[..<(file.lastIndex(of: "/") ?? file.endIndex)]))
      try Files.write(Array(text.utf8), to: file, permissions: permissions)
    }
    let address = "file://\(home.file("page.html"))"
    let unit = try #require(try files(of: way)[".config/systemd/user/kiosk.service"])
    let lines = unit.replacing("https://example.org", with: address).replacing("%h", with: "$HOME").split(
      separator: "\n")
    let commands = lines.filter { $0.hasPrefix("ExecStart") }.map { $0.split(separator: "=", maxSplits: 1)[1] }
    try write("while true; do\n\(commands.joined(separator: "\n"))\nsleep 1\ndone\n", to: "program")
    for (path, text) in try files(of: way) {
      try write(text.replacingOccurrences(of: "https://example.org", with: address), to: path)
    }
    try write(Kiosk.page, to: "page.html")
    try write("#!/bin/sh\necho /dev/tty1\n", to: "bin/tty", permissions: 0o755)
    try write(
      """
      #!/bin/sh
      echo "$*" >>~/systemctl
      case $* in
        '--user restart offhand kiosk') offhand serve --log info >~/serve 2>&1 & sh ~/program & ;;
        '--user restart kiosk.service') pkill chromium ;;
        '--user stop kiosk') pkill -f "$HOME/program|chromium" ;;
        poweroff) offhand doctor >~/findings 2>&1; mv ~/findings ~/doctor ;;
      esac
      """, to: "bin/systemctl", permissions: 0o755)
    // An output that is a window of another compositor is closed where it is switched off.
    try write("#!/bin/sh\necho \"$*\" >>~/power\n", to: "bin/\(way.power)", permissions: 0o755)
    // What the session leaves behind is looked for before it ends with the numbers of its processes.
    try write(
      """
      cp -r ~/page/. ~
      sh -c '. ~/.bash_profile'
      for try in $(seq 100); do
        pgrep -l 'wvkbd|squeekboard|chromium|labwc|sway' >~/left || break
        sleep 0.1
      done
      """, to: "login")
    let bus = way.root == .debian13 ? ["dbus-run-session", "--"] : []
    program = try CompositorProcess.start(
      way.root.prefix(sharing: [home.path, weston.directory.path]) + bus + ["sh", home.file("page/login")], in: home,
      environment: [
        "PATH": "\(home.file("bin")):\(SessionRoot.products):/usr/bin:/bin", "WLR_BACKENDS": "wayland",
        "WAYLAND_DISPLAY": weston.socketPath, "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1",
      ])
    display = try CompositorProcess.awaitSocket(of: program, in: home)
    try Waiting.until("the service") { home.text(of: "serve").contains("ready") }
    try weston.touch(.touchAdd)
    if Kiosk.isTurned || Kiosk.scale > 1 {
      try set(output: "WL-1", Kiosk.isTurned ? ["--transform", "90"] : ["--scale", "\(Kiosk.scale)"])
    }
    if let folder = Environment["OFFHAND_KIOSK_PICTURES"] {
      film = try run([RepositoryFile.path("scripts/film"), "--watch", "\(folder)/\(name)-film.png"])
    }
  }

  deinit { program.stop() }

  /// Makes the times of the idle machine a few seconds.
  func hasten() throws {
    let path = directory.file(".config/offhand/serve.toml")
    var text = try String(contentsOfFile: path, encoding: .utf8)
    for (long, short) in [("2min", "5s"), ("15s", "4s"), ("10min", "9s")] {
      #expect(text.contains("\"\(long)\""))
      text = text.replacingOccurrences(of: "\"\(long)\"", with: "\"\(short)\"")
    }
    try Files.write(Array(text.utf8), to: path)
    kill(try process("offhand"), SIGHUP)
  }

  /// Ends the film, if there is one, before the session ends.
  func endFilm() throws {
    film?.signal(SIGTERM)
    #expect(try film?.wait() ?? .exited(0) == .exited(0))
  }

  func screenshot() throws -> Screenshot { try grimScreenshot(["-s", "1"]) }

  /// Waits for a screen and, where `$OFFHAND_KIOSK_PICTURES` names a folder, leaves a picture of it there, beside a film of all.
  @discardableResult
  func wait(for what: String, picture: String? = nil, _ condition: (Screenshot) -> Bool) throws -> Screenshot {
    let screen = try waitForScreen(what, condition)
    if let picture, let folder = Environment["OFFHAND_KIOSK_PICTURES"] {
      try run(["grim", "\(folder)/\(name)-\(picture).png"]).wait()
    }
    return screen
  }

  private static func landing(_ x: Double, _ y: Double) -> TouchCommand {
    isTurned ? .down(id: 0, x: y, y: size.width - x) : .down(id: 0, x: x * scale, y: y * scale)
  }

  func tap(_ x: Double, _ y: Double, for duration: Duration = .milliseconds(60)) throws {
    try weston.touch(Kiosk.landing(x, y), .frame)
    MonotonicClock.sleep(for: duration)
    try weston.touch(.up(id: 0), .frame)
    MonotonicClock.sleep(for: .milliseconds(80))
  }

  /// A pull from the bottom edge, 60 mm long.
  func pull() throws {
    let (x, bottom) = (Kiosk.size.width / 2, Kiosk.size.height - 2)
    try weston.touch(Kiosk.landing(x, bottom), .frame)
    for step in 1...20 {
      MonotonicClock.sleep(for: .milliseconds(10))
      guard case .down(let id, let x, let y, _) = Kiosk.landing(x, bottom - 12 * Double(step)) else { continue }
      try weston.touch(.motion(id: id, x: x, y: y), .frame)
    }
    try weston.touch(.up(id: 0), .frame)
  }

  /// Opens the menu in the corner, and chooses one of its three rows, of which the last one asks again.
  func choose(row: Int, picture: String? = nil, over color: Pixel) throws {
    for _ in 1...4 { try tap(10, 10) }
    try tap(10, 10, for: .milliseconds(2300))
    try choose(at: [0.16, 0.47, 0.86][row], picture: picture, over: color)
    guard row == 2 else { return }
    MonotonicClock.sleep(for: .milliseconds(800))
    try choose(at: 0.86, picture: "confirm", over: color)
  }

  private func choose(at share: Double, picture: String?, over color: Pixel) throws {
    func menu(_ screen: Screenshot) -> PixelBounds? {
      screen.bounds { $0.isNear(Pixel(red: 0x12, green: 0x13, blue: 0x17), tolerance: 1) }
    }
    let screen = try wait(for: "the menu", picture: picture) { screen in
      Kiosk.fills(screen, color) && (menu(screen).map { $0.width > 80 && $0.height > 80 } ?? false)
    }
    let box = try #require(menu(screen))
    try tap(box.midX, Double(box.top) + Double(box.height) * share)
  }

  /// Whether most of the screen has the colour of the program's page.
  static func fills(_ screen: Screenshot, _ color: Pixel, share: Double = 0.7) -> Bool {
    Double(screen.count { $0.isNear(color) }) > share * size.width * size.height
  }

  /// The lower end of the program, in pixels from the top.
  static func end(_ screen: Screenshot) -> Int { screen.bounds { $0.isNear(bar) }?.bottom ?? 0 }

  /// The number of the process called `name` in this session.
  func process(_ name: String) throws -> Int32 {
    var rest = [program.processID]
    while let process = rest.popLast() {
      let comm = try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)
      if comm == "\(name)\n" { return process }
      let list = try Program(["pgrep", "-P", "\(process)"])
      try list.wait()
      rest += list.standardOutput.split(separator: "\n").compactMap { Int32($0) }
    }
    throw RigError("there is no process \(name); \(program.summary)")
  }
}

/// The kiosks of the page, with its files and its lines.
struct KioskSessionTests {
  @Test(arguments: KioskWay.allCases) func `this machine has what the kiosk needs`(_ way: KioskWay) throws {
    if let obstacle = way.obstacle { try Test.cancel("\(obstacle)") }
  }

  @Test(arguments: ways)
  func `keyboard, menu, restart, curtain, idleness and crash are as the page says`(_ way: KioskWay) throws {
    let kiosk = try Kiosk(way)
    // Where a picture is made smaller, its border is mixed.
    let full = Int(Kiosk.size.height)
    try kiosk.wait(for: "the program") { Kiosk.fills($0, Kiosk.idle, share: 0.8) && Kiosk.end($0) >= full - 1 }

    // The keyboard: above the program, which is made lower, and types into it.
    try kiosk.pull()
    try kiosk.wait(for: "the keyboard", picture: "edge") { 200..<full - 100 ~= Kiosk.end($0) }
    try kiosk.tap(300, 40)
    if way == .labwc {
      try kiosk.tap(1000, 200)
      try kiosk.wait(for: "a touch in the program") { Kiosk.fills($0, Kiosk.pressed) && Kiosk.end($0) >= full - 1 }
      try kiosk.tap(300, 40)
    }
    let shown = try kiosk.wait(for: "the keyboard") { 200..<full - 100 ~= Kiosk.end($0) }
    let top = Double(Kiosk.end(shown))
    try kiosk.tap(Kiosk.size.width / 2, top + 0.42 * (Kiosk.size.height - top))
    try kiosk.wait(for: "a letter", picture: "keyboard") { Kiosk.fills($0, Kiosk.typed, share: 0.3) }
    if way == .labwc {
      try kiosk.tap(1000, 200)
    } else {
      try kiosk.pull()
    }
    try kiosk.wait(for: "the end of the keyboard") { Kiosk.end($0) >= full - 1 }
    if way != .labwc { try kiosk.tap(1000, 200) }
    try kiosk.wait(for: "a touch in the program") { Kiosk.fills($0, Kiosk.pressed) }

    // The menu is above the program, whose page is a new one after the restart.
    try kiosk.choose(row: 1, picture: "menu", over: Kiosk.pressed)
    try kiosk.wait(for: "the program again", picture: "restart") { Kiosk.fills($0, Kiosk.idle, share: 0.8) }

    // The program received none of the touches in the corner, on the menu and on the curtain.
    try kiosk.choose(row: 0, over: Kiosk.idle)
    try kiosk.wait(for: "the curtain", picture: "curtain") { !Kiosk.fills($0, Kiosk.idle, share: 0.01) }
    try kiosk.tap(1000, 200, for: .milliseconds(3500))
    try kiosk.wait(for: "the end of the curtain") { Kiosk.fills($0, Kiosk.idle, share: 0.8) }

    try kiosk.choose(row: 2, over: Kiosk.idle)
    try Waiting.until("the switch") { kiosk.directory.text(of: "systemctl").hasSuffix("poweroff\n") }
    let names = way == .labwc ? "WAYLAND_DISPLAY" : "WAYLAND_DISPLAY SWAYSOCK"
    #expect(
      kiosk.directory.text(of: "systemctl")
        == "--user import-environment \(names)\n--user restart offhand kiosk\n--user restart kiosk.service\npoweroff\n")

    let verdict =
      way == .labwc
      ? "ok  keyboard squeekboard: opens where a text field has the focus"
      : "ok  keyboard wvkbd-mobintl: is shown and hidden by a signal"
    try Waiting.until("the doctor to find no fault") { kiosk.directory.text(of: "doctor").contains(verdict) }

    if way == .sway12 {
      #expect(kiosk.directory.text(of: "serve").contains("[[idle]] and after_idle have no effect"))
    } else {
      try rest(kiosk, way)
    }

    try kiosk.endFilm()
    // A crash of the compositor ends the login, and with it everything.
    kill(try kiosk.process(way.compositor), SIGKILL)
    try kiosk.program.wait()
    #expect(kiosk.directory.text(of: "left") == "")
  }

  /// The warning, the first page, the dark, and the light that a tap brings.
  private func rest(_ kiosk: Kiosk, _ way: KioskWay) throws {
    // The doctor has opened a window, and sway makes room for it.
    try kiosk.wait(for: "the program alone") { Kiosk.fills($0, Kiosk.idle, share: 0.8) }
    try kiosk.tap(1000, 200)
    try kiosk.wait(for: "a touch in the program") { Kiosk.fills($0, Kiosk.pressed) }
    try kiosk.hasten()
    try kiosk.wait(for: "the warning", picture: "warning") {
      $0.count { $0.isNear(Pixel(red: 0x12, green: 0x13, blue: 0x17), tolerance: 1) } > 10_000
    }
    try kiosk.wait(for: "the first page") { Kiosk.fills($0, Kiosk.idle, share: 0.8) }
    let (off, on) = way == .labwc ? ("--off *\n", "--on *\n") : ("output * dpms off\n", "output * dpms on\n")
    try Waiting.until("no power") { kiosk.directory.text(of: "power") == off }
    try kiosk.tap(1000, 200)
    try Waiting.until("power") { kiosk.directory.text(of: "power") == off + on }
    try kiosk.wait(for: "the page that the tap did not press") { Kiosk.fills($0, Kiosk.idle, share: 0.8) }
  }

  @Test(.enabled(if: Sway.isAvailable, "needs sway and grim: scripts/setup compositors"))
  func `sway accepts its configuration and every command to it`() throws {
    let files = try files(of: .sway12)
    let configuration = try #require(files[".config/sway/config"])
    let folder = try CompositorProcess.makeDirectory()
    let sway = try Sway()
    let commands = (files[".config/offhand/serve.toml"] ?? "").components(separatedBy: "\"swaymsg\", \"").dropFirst()
      .compactMap { $0.components(separatedBy: "\"").first }
    #expect(commands.count == 2)
    for command in commands { try sway.message([command]) }
    let check = try CompositorProcess.start(
      ["sway", "--validate", "--config", try folder.write(configuration, to: "config")], in: folder,
      environment: ["WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1"])
    #expect(try check.wait() == .exited(0), "\(check.standardError)")
  }

  @Test(.enabled(if: KioskWay.labwc.obstacle == nil, "\(KioskWay.labwc.obstacle ?? "")"))
  func `labwc switches the screen off and on by the commands to it`() throws {
    let labwc = try Labwc()
    func run(_ command: String) throws -> String {
      let inside = SessionRoot.debian13.prefix(sharing: [labwc.directory.path])
      let program = try labwc.run(CompositorUser.standard.prefix + inside + ["sh", "-c", command])
      #expect(try program.wait() == .exited(0), "\(program.standardError)")
      return program.standardOutput
    }
    let settings = try #require(try files(of: .labwc)[".config/offhand/serve.toml"])
    let commands = settings.components(separatedBy: "run = [\"wlopm\", ").dropFirst()
    let states = try commands.map { command in
      let words = command.prefix { $0 != "]" }.replacing(",", with: "")
      _ = try run("wlopm \(words)")
      return try run("wlopm")
    }
    #expect(states == ["HEADLESS-1 off\n", "HEADLESS-1 on\n"])
  }

  @Test func `Chromium is not in full screen, which hides the keyboard`() throws {
    for way in KioskWay.allCases {
      let program = try #require(try files(of: way)[".config/systemd/user/kiosk.service"])
      #expect(program.contains("chromium --app=") && !program.contains("--kiosk"))
    }
  }
}
