import Offhand
import OffhandPlatform
import OffhandWayland

/// A kiosk that cannot be set up or removed: what, where, and what to do.
struct KioskError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// The system of a kiosk: that of this machine, or the one below a folder, such as an image that is mounted.
struct KioskMachine {
  /// A user as `/etc/passwd` has it.
  struct User: Equatable {
    var id: UInt32
    var group: UInt32
  }

  /// The folder; empty for this machine.
  let root: String

  init(root: String = "") {
    self.root = root.hasSuffix("/") ? String(root.dropLast()) : root
  }

  /// The text of the file at `path` in the system; `nil` if there is none that may be read.
  func text(_ path: String) -> String? {
    (try? Files.contents(of: root + path)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The first line of that file, if it has one.
  private func line(_ path: String) -> String? {
    text(path)?.split(separator: "\n").first.map(String.init)
  }

  /// The number of Debian's release; throws if another system is there.
  func release() throws(KioskError) -> Int {
    var values: [String: String] = [:]
    for line in (text("/etc/os-release") ?? "").split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1)
      if parts.count == 2 { values[String(parts[0])] = String(parts[1].filter { $0 != "\"" }) }
    }
    if ["debian", "raspbian"].contains(values["ID"]), let release = values["VERSION_ID"].flatMap({ Int($0) }),
      (12...13).contains(release)
    {
      return release
    }
    throw KioskError(
      """
      \(root)/etc/os-release: \(values["PRETTY_NAME"] ?? "the system is not known"), but setup knows Debian 12 and 13 and Raspberry \
      Pi OS; the page 'A kiosk from nothing' has the files
      """)
  }

  /// The kiosk's user; `nil` if there is none.
  var user: User? {
    for line in (text("/etc/passwd") ?? "").split(separator: "\n") {
      let fields = line.split(separator: ":", omittingEmptySubsequences: false)
      guard fields.count == 7, fields[0] == KioskSettings.user, let id = UInt32(fields[2]),
        let group = UInt32(fields[3])
      else { continue }
      return User(id: id, group: group)
    }
    return nil
  }

  /// Whether the kiosk's user is in the group that may read touch screens.
  var userReadsTouchScreens: Bool {
    (text("/etc/group") ?? "").split(separator: "\n").contains { line in
      let fields = line.split(separator: ":", omittingEmptySubsequences: false)
      return fields.first == "input" && fields.last?.split(separator: ",").contains("kiosk") == true
    }
  }

  /// Those of `names` that are not installed.
  func missing(_ names: [String]) -> [String] {
    var installed: Set<String> = []
    var name = ""
    for line in (text("/var/lib/dpkg/status") ?? "").split(separator: "\n") {
      if line.hasPrefix("Package: ") { name = String(line.dropFirst(9)) }
      if line.hasPrefix("Status: "), line.hasSuffix(" installed") { installed.insert(name) }
    }
    return names.filter { !installed.contains($0) }
  }

  /// The words that run `command` in the system.
  func words(_ command: [String]) -> [String] { (root.isEmpty ? [] : ["chroot", root]) + command }

  /// Runs `command` in the system to its end; its output is that of this program. Throws if it fails.
  func run(_ command: [String]) throws {
    let words = words(command)
    let line = KioskMachine.shellLine(words)
    // Debian's packages ask no questions.
    let environment = Environment.all.merging(["DEBIAN_FRONTEND": "noninteractive"]) { $1 }
    let program: ChildProcess
    do throws(KernelError) {
      program = try ChildProcess(words, environment: environment, output: nil, errors: nil)
    } catch {
      throw KioskError("'\(line)' cannot be run: \(error.reason); install \(words[0]), then run this again")
    }
    // Packages may come over a slow line.
    switch program.wait(within: .seconds(4 * 3600)) {
    case .exited(0): return
    case .exited(let code): throw KioskError("'\(line)' ended with \(code); mend what it says, then run this again")
    case .killed(let signal): throw KioskError("'\(line)' was ended by signal \(signal); run this again")
    case nil: throw KioskError("'\(line)' has not ended for four hours; run it by hand, then run this again")
    }
  }

  /// Has systemd read its units again, if this machine is the system and systemd runs it.
  func reloadUnits() throws {
    guard root.isEmpty, Files.isUsable("/run/systemd/system", for: .reading) else { return }
    try run(["systemctl", "daemon-reload"])
  }

  /// Ends the session of the kiosk's user, and waits for the end of its programs: half a minute, and then as long for what has to be
  /// killed.
  func endSession() {
    guard root.isEmpty, let user else { return }
    for command in [["terminate-user"], ["kill-user", "--signal=KILL"]] where !processes(of: user.id).isEmpty {
      // A failure shows in what is done after it.
      try? run(["loginctl"] + command + [KioskSettings.user])
      for _ in 0..<300 where !processes(of: user.id).isEmpty { MonotonicClock.sleep(for: .milliseconds(100)) }
    }
  }

  /// A program that runs.
  struct Process {
    var words: [String]
    /// How long it has been running.
    var age: Duration
    /// Whether it belongs to the unit of the kiosk's program.
    var isProgram: Bool
  }

  /// The programs of a user, the oldest first.
  func processes(of user: UInt32) -> [Process] {
    let uptime = line("/proc/uptime")?.split(separator: " ").first.flatMap { Double($0) } ?? 0
    let programs = ((try? Files.names(in: root + "/proc")) ?? []).compactMap { name -> Process? in
      guard let id = Int(name), (try? Descriptor.status(of: "\(root)/proc/\(name)"))?.owner == user,
        let words = (try? Files.contents(of: "\(root)/proc/\(name)/cmdline")).map({ ScreenKeyboard.words($0) }),
        // The name, in parentheses, may have others in it; the start in hundredths of a second follows.
        let fields = text("/proc/\(name)/stat")?.split(separator: ")").last?.split(separator: " "), fields.count > 19,
        let start = Double(fields[19]), !words.isEmpty
      else { return nil }
      // Chromium moves itself from its unit into a scope of its own, and leaves only its crash handler there.
      let group = text("/proc/\(id)/cgroup") ?? ""
      let isProgram = ["/\(KioskSettings.unit)\n", "/app-org.chromium.Chromium-"].contains { group.contains($0) }
      return Process(words: words, age: .seconds(max(uptime - start / 100, 0)), isProgram: isProgram)
    }
    return programs.sorted { $0.age > $1.age }
  }

  /// A command as a person types it.
  static func shellLine(_ words: [String]) -> String {
    words.map { word in
      let isPlain =
        !word.isEmpty && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_./:=+@,".contains($0)) }
      return isPlain ? word : ForeignText.shellWord(word)
    }.joined(separator: " ")
  }

  /// The folder of the sockets of the kiosk's session; `nil` if there is no user.
  var sessionFolder: String? { user.map { "\(root)/run/user/\($0.id)" } }

  /// The compositor of the kiosk's session; `nil` if none runs.
  var compositor: Connection.Endpoint? {
    guard let folder = sessionFolder, let names = try? Files.names(in: folder),
      let socket = names.first(where: { $0.hasPrefix("wayland-") && !$0.hasSuffix(".lock") })
    else { return nil }
    return .named("\(folder)/\(socket)")
  }

  /// The connected outputs that the kernel knows, as a compositor gets them. Those of ribbon cables have no description of their own, so
  /// that nothing is known of their size here: they are left out.
  var outputs: [OutputDescription] {
    let folder = "/sys/class/drm"
    return ((try? Files.names(in: root + folder)) ?? []).compactMap { connector in
      guard line("\(folder)/\(connector)/status") == "connected", let dash = connector.firstIndex(of: "-"),
        let mode = line("\(folder)/\(connector)/modes")
      else { return nil }
      let name = String(connector[connector.index(after: dash)...])
      let sides = mode.split(separator: "x").map { Double($0.prefix { $0.isNumber }) ?? 0 }
      let description = (try? Files.contents(of: "\(root)\(folder)/\(connector)/edid")) ?? []
      guard sides.count == 2, !description.isEmpty || !["DSI", "DPI"].contains(where: { name.hasPrefix($0) }) else {
        return nil
      }
      // Its bytes 21 and 22 are centimetres (EDID 1.4, 3.6).
      let size =
        description.count >= 128
        ? Size(width: Double(description[21]) * 10, height: Double(description[22]) * 10) : .zero
      return OutputDescription(name: name, physicalSize: size, modeWidth: sides[0], modeHeight: sides[1])
    }
  }
}
