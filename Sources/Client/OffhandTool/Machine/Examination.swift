import Offhand
import OffhandClient
import OffhandCommandLine
import OffhandLibinput
import OffhandPlatform
import OffhandRecordings
import OffhandWayland

/// Everything that keeps this machine from receiving touches and showing pictures, each with a remedy; computed from facts, so
/// that every case can be tested.
struct Examination {
  var devices: Result<[InputDeviceReport], TouchDeviceError>
  var compositor: CompositorProbe
  var preferences = MappingPreferences()
  /// The number of the session's virtual terminal; `nil` if it has none.
  var terminal: Int?
  /// `nil` if it was not asked for.
  var keyboard: ScreenKeyboard?
  /// `nil` where labwc does not run.
  var labwc: LabwcTouch?
  /// `nil` if it was not asked for.
  var bridge: BridgeProbe?

  /// The findings, in the order from the kernel to the screen.
  var findings: [Finding] {
    let programs = [bridge?.finding].compactMap { $0 } + (labwc?.findings ?? []) + (keyboard?.findings ?? [])
    return touchScreens + [session, compositorFinding] + outputs + edges + programs + globals
  }

  /// Whether touches can be received at all, from the kernel or the compositor.
  var isFit: Bool { !findings.contains { $0.verdict == .broken } }

  private var touchScreens: [Finding] {
    switch devices {
    case .failure(let error):
      return [
        Finding(
          subject: "udev", verdict: .broken, text: "\(error)",
          remedy: "systemctl start systemd-udevd, or mount /run/udev into the container")
      ]
    case .success(let devices):
      let screens = devices.filter { $0.kind == .touchScreen }
      let lookalikes = devices.filter { $0.kind != .touchScreen }.compactMap { lookalike($0) }
      guard !screens.isEmpty else {
        return [
          Finding(
            subject: "touch screen", verdict: hasCompositor ? .impaired : .broken,
            text: "none among \(devices.count) input devices",
            remedy: hasCompositor ? "use --source wayland, or plug a touch screen in" : "plug a touch screen in")
        ] + lookalikes
      }
      // Where there is a touch screen, mice and touchpads are what they should be.
      return screens.map { lookalike($0) ?? finding($0) }
    }
  }

  private func lookalike(_ device: InputDeviceReport) -> Finding? {
    device.lookalike.map {
      Finding(subject: "\(device.name) (\(device.path))", verdict: .impaired, text: $0.text, remedy: $0.remedy)
    }
  }

  private var hasCompositor: Bool { compositor.failure == nil }

  private func finding(_ device: InputDeviceReport) -> Finding {
    let subject = device.name.isEmpty ? device.path : "\(device.name) (\(device.path))"
    guard let facts = device.screen else {
      if case .permissionDenied(let permission, _) = device.problem {
        return Finding(
          subject: subject, verdict: hasCompositor ? .impaired : .broken,
          text: "may not be read: \(permission.facts)", remedy: NodePermission.remedy)
      }
      return Finding(
        subject: subject, verdict: .broken, text: device.problem.map { "\($0)" } ?? "cannot be opened", remedy: nil)
    }
    if [facts.x, facts.y].contains(where: { $0?.range.count == 1 }) {
      return Finding(
        subject: subject, verdict: .impaired, text: "readable, but it states no range: positions are far off",
        remedy: "state its range in an hwdb entry (EVDEV_ABS_35 and EVDEV_ABS_36), or in its device tree")
    }
    let list = DeviceList(devices: [], outputs: compositor.outputs, preferences: preferences)
    let (output, surface) = list.mapping(of: device, facts)
    let name = facts.places.first ?? device.path
    if surface.provenance == .assumed {
      return Finding(
        subject: subject, verdict: .impaired, text: "readable, but its size is unknown: millimetres are assumed",
        remedy: "measure the glass and give --size \(ForeignText.shellWord("\(name)=WIDTHxHEIGHT"))")
    }
    if output == nil && compositor.outputs.count > 1 {
      return Finding(
        subject: subject, verdict: .impaired, text: "readable, but the output it lies on is unknown",
        remedy:
          "give --map \(ForeignText.shellWord("\(name)=OUTPUT")); outputs are \(compositor.outputs.map { $0.name }.joined(separator: ", "))"
      )
    }
    let place = output.map { "on \($0.name), \($0.reason.explanation)" } ?? "no output known"
    return Finding(
      subject: subject, verdict: .good,
      text: "readable, \(Int(surface.size.width.rounded())) x \(Int(surface.size.height.rounded())) mm, \(place)")
  }

  private var session: Finding {
    guard let terminal else {
      return Finding(
        subject: "session", verdict: .impaired,
        text: """
          the login did not say which virtual terminal this is: touch screens are closed when the compositor loses its own, \
          and 'offhand record' and 'listen' would continue while another session is in the foreground
          """,
        remedy: "run offhand in a session on a virtual terminal, or set XDG_VTNR to the number of yours")
    }
    return Finding(
      subject: "session", verdict: .good,
      text: "on virtual terminal \(terminal); touch screens are closed while another one is in the foreground")
  }

  private var compositorFinding: Finding {
    if let failure = compositor.failure {
      return Finding(
        subject: "compositor", verdict: .broken, text: "\(failure)",
        remedy: "start one (weston, sway, cage), and run offhand in its session")
    }
    return Finding(subject: "compositor", verdict: .good, text: "connected")
  }

  private var outputs: [Finding] { compositor.outputs.map { finding($0) } }

  private func finding(_ output: OutputDescription) -> Finding {
    let size = output.plausibleSize.map { "\(Int($0.width)) x \(Int($0.height)) mm" } ?? "no usable size in millimetres"
    var text = "\(Int(output.modeWidth)) x \(Int(output.modeHeight)) pixels, \(size)"
    let claimed = compositor.refreshRates[output.name]
    if let claimed { text += ", claims \(Examination.rounded(claimed)) Hz" }
    let isKnown = output.plausibleSize != nil
    var finding = Finding(
      subject: "output \(output.name)", verdict: isKnown ? .good : .impaired, text: text,
      remedy: isKnown
        ? nil
        : "measure the picture and give --size \(ForeignText.shellWord("\(output.name)=WIDTHxHEIGHT")), or serve [[output]] size_mm"
    )
    guard let refresh = compositor.refresh, refresh.output == output.name else { return finding }
    finding.text += ", redraws \(Examination.rounded(refresh.framesPerSecond)) times per second"
    if let claimed, refresh.framesPerSecond < 0.9 * claimed {
      finding.verdict = .impaired
      let faster = "on weston, set 'repaint-window=16' in the [core] section of weston.ini"
      finding.remedy = finding.remedy.map { "\($0); \(faster)" } ?? faster
    }
    return finding
  }

  private static func rounded(_ rate: Double) -> Double { (rate * 10).rounded() / 10 }

  /// What `offhand serve` can do for edges.
  private var edges: [Finding] {
    guard hasCompositor else { return [] }
    guard compositor.unavailable.contains(where: { $0.interface == "zwlr_layer_shell_v1" }) else {
      return [
        Finding(
          subject: "edges", verdict: .good, text: "exclusive: programs do not receive the touches of 'offhand serve'")
      ]
    }
    return [
      Finding(
        subject: "edges", verdict: .impaired,
        text: "shared: the compositor has no layers, so programs also receive the touches of 'offhand serve'",
        remedy: "use a compositor with layers, such as sway, labwc, phoc or KWin")
    ]
  }

  private var globals: [Finding] {
    compositor.unavailable.map { global in
      Finding(subject: global.interface, verdict: .impaired, text: "not offered: \(global.consequence)")
    }
  }
}

/// One result of the examination.
struct Finding: Equatable {
  /// The severity of a finding.
  enum Verdict: String {
    /// It works.
    case good
    /// It works less well than it could.
    case impaired
    /// It does not work.
    case broken
  }

  var subject: String
  var verdict: Verdict
  var text: String
  /// The remedy or the command to run; `nil` if none is needed.
  var remedy: String?

  /// The verdict at the beginning of a line, and its colour on a terminal.
  var mark: (text: String, color: TerminalColor) {
    switch verdict {
    case .good: ("ok  ", .green)
    case .impaired: ("--  ", .yellow)
    case .broken: ("!!  ", .red)
    }
  }

  /// What follows the mark: the finding. Names in it are foreign.
  var line: String { TerminalText.name("\(subject): \(text)") + "\n" }

  /// The remedy on another line; of what works, it is a choice.
  var remedyLine: String? { remedy.map { "      \(verdict == .good ? "or" : "do"): \(TerminalText.name($0))\n" } }

  /// The finding as a JSON object.
  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("subject", subject)
      writer.field("verdict", verdict.rawValue)
      writer.field("text", text)
      writer.field("remedy", remedy)
    }
  }
}
