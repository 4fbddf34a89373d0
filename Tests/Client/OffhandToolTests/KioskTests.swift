import ArgumentParser
import CompositorRig
import Foundation
import Offhand
import OffhandPlatform
import Testing
@testable import OffhandTool

/// `offhand kiosk` in a folder that stands for a system, from the first run to the removal.
struct KioskTests {
  private let folder: TemporaryFolder
  private var root: String { folder.file("root") }

  init() throws {
    folder = try TemporaryFolder()
    for name in ["root/etc", "root/home", "bin"] { try Files.makeDirectory(folder.file(name)) }
    try write(release: 13)
    try folder.write("root:x:0:0:root:/root:/bin/bash\n", to: "root/etc/passwd")
    let (root, user) = (folder.file("root"), Environment.user)
    // In place of programs in the system: keeps what is run, and does what becomes of the user.
    let chroot = """
      #!/bin/sh
      shift
      echo "$*" >>'\(folder.file("commands"))'
      case $* in
        apt-get*) [ ! -e '\(folder.file("offline"))' ] || exit 100 ;;
        'adduser --disabled-password'*)
          mkdir -p '\(root)/home/kiosk' && echo 'kiosk:x:\(user):\(user):,,,:/home/kiosk:/bin/bash' >>'\(root)/etc/passwd' ;;
        userdel*) rm -r '\(root)/home/kiosk' && sed -i '/^kiosk:/d' '\(root)/etc/passwd' ;;
      esac

      """
    try Files.write(Array(chroot.utf8), to: folder.file("bin/chroot"), permissions: 0o755)
  }

  private func write(release: Int) throws {
    try folder.write(
      "ID=debian\nVERSION_ID=\"\(release)\"\nPRETTY_NAME=\"Debian \(release)\"\n", to: "root/etc/os-release")
  }

  /// Runs `offhand kiosk` with `words` in the system.
  private func kiosk(_ words: String...) throws -> Run {
    try Run(["kiosk"] + words + ["--root", root], environment: ["PATH": "\(folder.file("bin")):/usr/bin:/bin"])
  }

  /// The commands that were run in the system.
  private var commands: [String] { folder.text(of: "commands").split(separator: "\n").map(String.init) }

  /// All files and folders of the system, with the texts of files.
  private func listing(_ path: String = "") throws -> [String: String] {
    var all: [String: String] = [:]
    for name in try Files.names(in: root + path) {
      let inner = "\(path)/\(name)"
      let isFolder = try Descriptor.status(of: root + inner).isDirectory
      all[inner] = isFolder ? "" : folder.text(of: "root\(inner)")
      if isFolder { all.merge(try listing(inner)) { $1 } }
    }
    return all
  }

  /// A line of the output.
  private func line(_ word: String, _ text: String) -> String {
    word.padding(toLength: 11, withPad: " ", startingAt: 0) + text
  }

  private let serve = "/home/kiosk/.config/offhand/serve.toml"
  private let unit = "/home/kiosk/.config/systemd/user/kiosk.service"

  @Test func `setup writes once, keeps what was edited, and its removal leaves the system as it was`() throws {
    let before = try listing()
    let first = try kiosk("setup", "https://example.org", "--no-install")
    #expect(first.end == .exited(0), "\(first.errors)")
    #expect(first.output.contains(line("new", unit)) && first.output.contains(line("new", serve)))
    #expect(first.output.contains { $0.hasPrefix("do ") && $0.contains("apt-get install") && $0.hasSuffix("chromium") })
    #expect(commands == ["adduser --disabled-password --gecos  kiosk"])
    let made = try listing()
    #expect(made[unit]?.contains("chromium --app=https://example.org --user-data-dir") == true)

    let second = try kiosk("setup", "https://example.org", "--no-install")
    #expect(second.output.last == "Nothing to change." && !second.output.contains { $0.hasPrefix("new") })
    #expect(try listing() == made && commands.count == 1)

    let edited = folder.text(of: "root\(serve)") + "# mine\n"
    try folder.write(edited, to: "root\(serve)")
    let third = try kiosk("setup", "https://example.net", "--no-install")
    #expect(third.output.contains(line("kept", serve)) && third.output.contains(line("changed", unit)))
    #expect(folder.text(of: "root\(serve)") == edited)
    #expect(folder.text(of: "root\(unit)").contains("https://example.net"))

    let forced = try kiosk("setup", "https://example.net", "--no-install", "--force")
    #expect(forced.output.contains(line("replaced", serve)) && forced.output.contains(line("copy", "\(serve).old")))
    #expect(folder.text(of: "root\(serve).old") == edited && folder.text(of: "root\(serve)") == made[serve])

    let removed = try kiosk("remove")
    #expect(removed.end == .exited(0) && removed.output.contains(line("removed", unit)), "\(removed)")
    #expect(commands.last == "userdel --remove kiosk")
    #expect(try listing() == before)
    #expect(try kiosk("remove").output == ["There is no kiosk that setup has made."])
  }

  @Test func `the removal keeps an edited file, and with it the user, unless it is forced`() throws {
    let before = try listing()
    _ = try kiosk("setup", "https://example.org", "--no-install")
    try folder.write("# mine\n", to: "root\(serve)")
    let removed = try kiosk("remove")
    #expect(removed.output.contains(line("kept", serve)) && !commands.contains("userdel --remove kiosk"))
    #expect(folder.text(of: "root\(serve)") == "# mine\n" && folder.text(of: "root\(unit)") == "")
    #expect(try kiosk("remove", "--force").end == .exited(0))
    #expect(try listing() == before)
  }

  @Test func `a dry run prints every file and makes none`() throws {
    let before = try listing()
    let run = try kiosk("setup", "--program", "./page --wide", "--no-keyboard", "--language", "de", "--dry-run")
    #expect(run.end == .exited(0))
    for path in [serve, unit, "/home/kiosk/.bash_profile", "/home/kiosk/.config/labwc/rc.xml"] {
      #expect(run.output.contains("# \(path)"))
    }
    #expect(run.output.contains(#"ExecStart=sh -c "./page --wide""#) && run.output.contains("Environment=LANGUAGE=de"))
    #expect(run.output.contains(#"language = "de""#))
    #expect(!run.output.contains { $0.contains("squeekboard") || $0.contains("chromium") || $0.contains("[[edge]]") })
    #expect(run.output.last == "Nothing was done. To do it, run this as root without --dry-run.")
    #expect(try kiosk("remove", "--dry-run").output == ["There is no kiosk that setup has made."])
    #expect(try listing() == before && commands.isEmpty)
  }

  @Test func `packages are installed first, and their removal is left to a command that is printed`() throws {
    try Files.makeDirectory(folder.file("root/var/lib/dpkg"))
    try folder.write("Package: procps\nStatus: install ok installed\n", to: "root/var/lib/dpkg/status")
    try folder.write("", to: "offline")
    let failed = try kiosk("setup", "https://example.org")
    #expect(failed.end == .exited(1))
    #expect(failed.errors.last?.contains("ended with 100; mend what it says, then run this again") == true)
    #expect(try listing()[unit] == nil)
    Files.removeFile(folder.file("offline"))
    #expect(try kiosk("setup", "https://example.org").end == .exited(0))
    #expect(commands[2].hasPrefix("apt-get install --yes ") && commands[2].hasSuffix(" libglib2.0-bin chromium"))
    let removed = try kiosk("remove")
    #expect(removed.output.contains { $0.hasPrefix("do ") && $0.contains("apt-get purge --autoremove labwc wlopm") })
  }

  @Test func `Debian 12 gets sway, whose idle time comes from touch screens, and other systems are refused`() throws {
    try write(release: 12)
    #expect(try kiosk("setup", "https://example.org", "--no-install").end == .exited(0))
    #expect(commands.last == "adduser kiosk input")
    #expect(try listing()["/home/kiosk/.config/sway/config"] != nil)
    try folder.write("ID=fedora\nVERSION_ID=41\nPRETTY_NAME=\"Fedora 41\"\n", to: "root/etc/os-release")
    let refused = try kiosk("setup", "https://example.org", "--dry-run")
    #expect(refused.end == .exited(1) && refused.errors.first?.contains("Fedora 41, but setup knows Debian 12") == true)
  }

  @Test func `an output that states no size is named, and a diagonal gives it one`() throws {
    let connector = "root/sys/class/drm/card1-HDMI-A-1"
    try Files.makeDirectory(folder.file(connector))
    try folder.write("connected\n", to: "\(connector)/status")
    try folder.write("1920x1080\n1280x720\n", to: "\(connector)/modes")
    try Files.write([UInt8](repeating: 0, count: 128), to: folder.file("\(connector)/edid"))
    let unknown = try kiosk("setup", "https://example.org", "--dry-run")
    #expect(
      unknown.output.contains { $0.hasPrefix(line("size", "HDMI-A-1 states no size: ")) && $0.contains("--diagonal") })
    let known = try kiosk("setup", "https://example.org", "--dry-run", "--diagonal", "7in")
    #expect(!known.output.contains { $0.hasPrefix("size ") })
    #expect(known.output.contains(#"name = "HDMI-A-1""#) && known.output.contains("size_mm = [155, 87]"))
    try folder.write("disconnected\n", to: "\(connector)/status")
    let shapeless = try kiosk("setup", "https://example.org", "--dry-run", "--diagonal", "7in")
    #expect(shapeless.errors.last?.contains("give --size WIDTHxHEIGHT") == true)
  }

  @Test func `in the home of the kiosk's user root follows no link`() throws {
    try Files.makeDirectory(folder.file("root/home/kiosk"))
    try #expect(Program(["/bin/ln", "-s", "../../etc", folder.file("root/home/kiosk/.config")]).wait() == .exited(0))
    let run = try kiosk("setup", "https://example.org", "--no-install")
    #expect(run.errors.last?.contains("/home/kiosk/.config is a link") == true, "\(run)")
    #expect(try listing()["/etc/offhand/serve.toml"] == nil)
  }

  @Test(arguments: [
    [], ["https://example.org", "--program", "x"], ["example.org"], ["https://example.org\" x"],
    ["https://example.org", "--idle", "10s"], ["https://example.org", "--idle", "soon"],
    ["https://example.org", "--language", "sv"], ["https://example.org", "--size", "155x87", "--diagonal", "7in"],
    ["https://example.org", "--diagonal", "7"], ["--program", "x", "--keep-profile"],
  ])
  func `what cannot be a kiosk is refused`(words: [String]) {
    #expect(throws: (any Error).self) { _ = try KioskSetupCommand.parse(words) }
  }

  @Test(arguments: KioskSettings.Compositor.allCases)
  func `the page shows what setup writes, and installs what it installs`(compositor: KioskSettings.Compositor) throws {
    let path = RepositoryFile.path("Sources/Offhand/Offhand.docc/Kiosk.md")
    let page = try String(contentsOfFile: path, encoding: .utf8)
    var shown: [String: String] = [:]
    for section in page.components(separatedBy: "\n## ") {
      let titles = ["Packages, a user and its login", "The gestures", "With \(compositor.rawValue)"]
      guard titles.contains(where: { section.hasPrefix("\($0)\n") }) else { continue }
      var path: String?
      for (index, part) in section.components(separatedBy: "```").enumerated() {
        if index.isMultiple(of: 2) {
          let names = part.components(separatedBy: "`").filter {
            $0.hasPrefix("/home/kiosk/") || $0.hasPrefix("/etc/systemd/")
          }
          path = names.last
        } else if let path {
          let text = String(part.drop { $0 != "\n" }.dropFirst())
          shown[path] = shown[path].map { "\($0)\n\(text)" } ?? text
        }
      }
    }
    let settings = KioskSettings(
      compositor: compositor, program: .page("https://example.org", keepsProfile: false))
    #expect(shown.count == settings.files.count)
    for file in settings.files { #expect(file.text == shown[file.path], "\(file.path)") }
    #expect(page.contains("\napt-get install ./offhand_*.deb \(settings.packages.joined(separator: " "))\n"))
    #expect(page.contains("\n\(KioskSettings.addUser.map { $0.isEmpty ? "\"\"" : $0 }.joined(separator: " "))\n"))
  }

  @Test func `what means something in a unit of systemd is written as it is meant`() {
    func unit(_ program: KioskSettings.Program) -> String {
      KioskSettings(compositor: .sway, program: program).files.first { $0.path.hasSuffix(".service") }?.text ?? ""
    }
    let page = unit(.page("https://example.org/?a=1&b='2'%20$x", keepsProfile: true))
    #expect(
      page.contains("ExecStart=chromium \"--app=https://example.org/?a=1&b='2'%%20$$x\" --ozone-platform=wayland\n"))
    #expect(unit(.command(#"a "b\n" $C"#)).contains(#"ExecStart=sh -c "a \"b\\n\" $$C""#))
  }

  @Test func `a PIN is asked for, and stays when setup runs without`() throws {
    func setup(_ words: String, input: String = "") throws -> String {
      let line = "printf '\(input)' | offhand kiosk setup https://example.org --no-install \(words) --root '\(root)'"
      let path = "\(folder.file("bin")):\(SessionRoot.products):/usr/bin:/bin"
      let program = try Program(["/bin/sh", "-c", line], environment: ["PATH": path])
      _ = try program.wait()
      return program.standardOutput + program.standardError
    }
    #expect(try setup("--pin", input: "12a4\\n").contains("a PIN has 4 to 16 digits"))
    #expect(try setup("--pin", input: "1234\\n1235\\n").contains("the second PIN was another"))
    _ = try setup("--pin", input: "1234\\n1234\\n")
    let made = folder.text(of: "root\(serve)")
    let hash = try #require(made.firstMatch(of: /pin = "(.*)"/)?.1)
    #expect(PasswordHash.matches("1234", String(hash)))
    #expect(try setup("").contains("Nothing to change") && folder.text(of: "root\(serve)") == made)
    #expect(try Descriptor.status(of: root + serve).permissions == 0o600)
  }

  @Test func `the status says in ten lines what runs, and since when`() throws {
    #expect(try kiosk("status").output.contains(line("do", "offhand kiosk setup URL")))
    _ = try kiosk("setup", "https://example.org", "--no-install")
    func run(_ id: Int, _ words: String..., unit: String = "session-1.scope") throws {
      try Files.makeDirectory(folder.file("root/proc/\(id)"))
      try folder.write("0::/user.slice/app.slice/\(unit)\n", to: "root/proc/\(id)/cgroup")
      try folder.write(words.map { "\($0)\0" }.joined(), to: "root/proc/\(id)/cmdline")
      let zeros = String(repeating: "0 ", count: 17)
      try folder.write("\(id) (a b) S 1 \(zeros)262000 0 0\n", to: "root/proc/\(id)/stat")
    }
    try run(10, "labwc")
    try folder.write("10000.00 9000.00\n", to: "root/proc/uptime")
    let alone = try kiosk("status")
    #expect(alone.end == .exited(1) && alone.output.contains(line("program", "does not run")))
    try run(12, "/usr/lib/chromium/chromium", "--app=https://example.org", unit: "kiosk.service")
    try run(13, "/usr/bin/offhand", "serve")
    try folder.write("", to: "root\(unit)")
    let status = try kiosk("status")
    #expect(status.end == .exited(0) && status.output.count == 10, "\(status)")
    #expect(status.output.contains(line("compositor", "labwc, for 2 h 3 min")))
    #expect(status.output.contains(line("program", "/usr/lib/chromium/chromium, for 2 h 3 min")))
    let colored = try kiosk("status", "--color", "always").output
    #expect(colored.contains { $0.hasPrefix("\u{1B}[32mcompositor") && $0.contains("\u{1B}[0mlabwc") }, "\(colored)")
    #expect(colored.contains { $0.hasPrefix("\u{1B}[33mfiles") })
    #expect(status.output.first == line("files", "6 that setup wrote; edited or gone since: \(unit)"))
  }
}
