import Offhand
import OffhandClient
import OffhandCommandLine
import OffhandLibinput
import OffhandPlatform
import OffhandService
import OffhandWayland

/// Whether a kiosk runs, as its system and its compositor tell; root asks from outside the session.
struct KioskStatus {
  private typealias Process = KioskMachine.Process

  /// What is said, each with its subject, and how good it is: ten lines.
  let lines: [(subject: String, text: String, color: TerminalColor?)]
  /// Whether compositor, program and service run.
  let isRunning: Bool

  init(_ machine: KioskMachine) {
    let user = machine.user
    let processes = user.map { machine.processes(of: $0.id) } ?? []
    func first(_ names: String...) -> Process? {
      processes.first { process in
        names.contains { name in process.words[0].split(separator: "/").last?.hasPrefix(name) == true }
      }
    }
    let program = processes.first(where: \.isProgram)
    let service = processes.first { $0.words.count > 1 && $0.words[0].hasSuffix("offhand") && $0.words[1] == "serve" }
    let compositor = first("labwc", "sway")
    let runs = compositor != nil && program != nil && service != nil
    isRunning = runs

    let installation = KioskInstallation(machine)
    let files = KioskStatus.files(installation)
    let examination = KioskStatus.examination(machine, processes)
    let known = examination?.compositor.outputs ?? []
    let outputs = (known.isEmpty ? machine.outputs : known).map { output in
      let size =
        output.plausibleSize.map { "\(Int($0.width)) x \(Int($0.height)) mm" } ?? "no usable size in millimetres"
      return "\(output.name), \(Int(output.modeWidth)) x \(Int(output.modeHeight)) pixels, \(size)"
    }
    let devices = (try? examination?.devices.get()) ?? []
    let screens = devices.filter { $0.kind == .touchScreen }.map { "\($0.name) (\($0.path))" }
    let faults = examination?.findings.filter { $0.verdict != .good } ?? []
    let worst = faults.first { $0.verdict == .broken } ?? faults.first
    func list(_ texts: [String]) -> String { texts.isEmpty ? "none" : texts.joined(separator: "; ") }

    lines = [
      ("files", files.text, files.color),
      ("user", user.map { "\(KioskSettings.user), number \($0.id), with \(processes.count) programs" } ?? "none", nil),
      ("compositor", KioskStatus.text(compositor), compositor == nil ? .red : .green),
      ("program", KioskStatus.text(program), program == nil ? .red : .green),
      ("service", KioskStatus.text(service), service == nil ? .red : .green),
      ("keyboard", KioskStatus.text(first("squeekboard", "wvkbd")), nil),
      ("output", list(outputs), nil),
      ("touch", list(screens), nil),
      (
        "doctor",
        worst.map { (faults.count == 1 ? "" : "\(faults.count) findings, such as ") + "\($0.subject): \($0.text)" }
          ?? (examination == nil ? "no compositor of the kiosk to ask" : "nothing is wrong"),
        worst?.mark.color ?? (examination == nil ? nil : .green)
      ),
      (
        "do",
        // Without a kiosk, another user may be logged in at that terminal.
        installation.manifest.files.isEmpty && !runs
          ? "offhand kiosk setup URL"
          : worst?.remedy ?? (runs ? "nothing" : "journalctl -b, or: systemctl restart getty@tty1"), .bold
      ),
    ]
  }

  private static func files(_ installation: KioskInstallation) -> (text: String, color: TerminalColor) {
    let files = installation.manifest.files
    guard !files.isEmpty else { return ("none that setup wrote: offhand kiosk setup URL", .red) }
    let edited = files.keys.sorted().filter { installation.removal(of: $0) != .removed }
    let text = "\(files.count) that setup wrote"
    guard !edited.isEmpty else { return (text, .green) }
    return ("\(text); edited or gone since: \(edited.joined(separator: ", "))", .yellow)
  }

  private static func text(_ process: Process?) -> String {
    guard let process else { return "does not run" }
    let minutes = Int(process.age.components.seconds) / 60
    let age = minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
    return "\(process.words[0]), for \(age)"
  }

  /// What the doctor finds, but for what it would have to show a window for; `nil` without a compositor of the kiosk's user.
  private static func examination(
    _ machine: KioskMachine, _ processes: [Process]
  ) -> Examination? {
    guard machine.root.isEmpty, let endpoint = machine.compositor else { return nil }
    var preferences = MappingPreferences()
    let file = try? Files.contents(of: KioskSettings.configuration, atMost: 1 << 20)
    file.flatMap { try? ServiceConfiguration(toml: $0) }?.stateSizes(in: &preferences)
    let devices: Result<[InputDeviceReport], TouchDeviceError>
    do throws(TouchDeviceError) { devices = .success(try InputDeviceReport.all()) } catch { devices = .failure(error) }
    let compositor = CompositorProbe(.facts, at: endpoint, stated: preferences)
    return Examination(
      devices: devices, compositor: compositor, preferences: preferences, terminal: 1,
      keyboard: ScreenKeyboard(
        programs: processes.map(\.words), hasInputMethods: compositor.hasInputMethods, isEnabled: nil))
  }
}
