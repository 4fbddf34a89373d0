import ArgumentParser
import Logging
import Offhand
import OffhandBridge
import OffhandClient
import OffhandCommandLine
import OffhandLibinput
import OffhandPanel
import OffhandPixman
import OffhandPlatform
import OffhandRecordings
import OffhandService
import OffhandWayland

/// `offhand panel`: what a touch screen does to touches, measured by a person with one finger.
struct PanelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "panel",
    abstract: "Measure what a touch screen does to touches: latency, rate, jitter, dead bands, ghosts.",
    discussion: """
      Exercises, \(PanelExercise.time) in all: tap marks, draw lines, follow a disc. No equipment is needed; Skip leaves an exercise out, and \
      Escape ends the program with what is known by then. The page Panels says what each figure means and assumes.

      Examples:

        offhand panel
        offhand panel /dev/input/event5 --write panel.toml --picture glass.png
        offhand panel --limits purchase.toml --json panel.json
      """)

  @Argument(help: "The device node of the touch screen. Without it, the only one.")
  var device: String?

  @Option(help: ArgumentHelp("Write all figures as one JSON object.", valueName: "file"))
  var json: String?

  @Option(help: ArgumentHelp("Write a PNG of the glass with its dead areas.", valueName: "file"))
  var picture: String?

  @Option(
    help: ArgumentHelp(
      "Limits in TOML, such as 'held_jitter_mm = 1'. Each that is exceeded is printed, and the exit code is 1.",
      valueName: "file"))
  var limits: String?

  @Option(
    help: ArgumentHelp(
      "Write what programs need to know about the touch screen, for their option '--panel'.", valueName: "file"))
  var write: String?

  @OptionGroup var display: DisplayOptions
  @OptionGroup var source: TouchSourceOptions
  @OptionGroup var log: LogOptions

  func validate() throws {
    if device != nil, !source.sources.isEmpty {
      throw ValidationError("Name the touch screen once: as the argument or with '--source'.")
    }
    guard source.input.filters == TouchInput().filters, display.predict == .steady else {
      throw ValidationError("Touches are measured as they come: omit '--filter' and '--predict'.")
    }
    guard display.role.map({ $0.role == .fullscreen }) ?? true else {
      throw ValidationError("The whole glass is measured: omit '--role'.")
    }
  }

  func run() throws {
    let (logger, display) = (log.makeLogger(), display.start())
    let limits = try limits.map { try PanelLimits(file: $0) }
    var input = source.input
    input.filters = []
    if let device { input.origin = .libinput(.nodes([device])) }
    let panel = try MeasuredPanel(&input)
    if let write, panel.identity == nil {
      throw PanelFault(
        "\(write) cannot name the touch screen: which one is touched is not known; give its node, as offhand panel /dev/input/event5"
      )
    }
    // Before minutes of work, and before the rights to open files are given up.
    let files = try [json, picture, write].map { try $0.map(OutputFile.init) }
    let program = try ViewProgram(
      PanelView(claimed: panel.claimed), title: "offhand panel", input: input, display: display, logger: logger)
    program.onPresented = { view, frame, time in view.notePresented(frame, at: time) }
    program.onFrame = { [unowned program] view, _ in if view.isDone { program.stop() } }
    program.confine()
    let end = Result { try program.run() }
    // What was measured before the compositor or the touch screen went is kept.
    var (findings, size) = (PanelFindings(), Size?.none)
    program.forEachView { (findings, size) = ($0.findings, $0.course?.size) }
    let written = write(findings, of: panel, on: size, to: files)
    var output = StandardOutput()
    for (text, mark) in PanelSummary(findings, picture: size ?? .zero).lines {
      try output.write(text, in: mark.map { $0 == .good ? .green : $0 == .fair ? .yellow : .red })
    }
    try output.flush()
    for result in [end] + written { try result.get() }
    let failures = limits?.failures(of: findings) ?? []
    for failure in failures { StandardError.write("offhand: \(TerminalText.name(failure))\n", in: .red) }
    if !failures.isEmpty { throw ExitCode(RunFailure.exitCode) }
  }

  /// Writes all files, each also if another one fails.
  private func write(
    _ findings: PanelFindings, of panel: MeasuredPanel, on size: Size?, to files: [OutputFile?]
  ) -> [Result<Void, any Error>] {
    [
      Result {
        var writer = JSONWriter()
        writer.value(findings.json(of: panel.identity, picture: size))
        writer.endLine()
        try files[0]?.write(writer.bytes)
      },
      Result {
        if let file = files[1], let size { try file.write(PanelGlass(findings, size: size).png(display.theme.theme)) }
      },
      Result { if let profile = panel.profile(findings) { try files[2]?.write(Array(profile.utf8)) } },
    ]
  }
}

/// The touch screen that is measured, as far as it is known.
struct MeasuredPanel {
  let identity: PanelIdentity?
  /// The size that it claims, along the x and y that it reports; `nil` unless that of the picture is known besides.
  let claimed: Size?
  /// How the picture lies on the output; `nil` unless there is one output alone.
  private let transform: OutputTransform?
  /// Whether the touch screen is read here, so that its calibration is known.
  private let isRead: Bool

  /// The only touch screen of `input`, which is then read alone, in millimetres of the picture as the output claims them: those that the
  /// touch screen claims are judged. Throws if there are several, or none.
  init(_ input: inout TouchInput) throws {
    let connection = try Connection()
    let screens = ((try? InputDeviceReport.all()) ?? []).filter { $0.kind == .touchScreen }
    let nodes: [String]? =
      switch input.origin {
      case .libinput(.nodes(let paths)), .evdev(.nodes(let paths)): paths.map { Files.resolved($0) ?? $0 }
      case .automatic, .libinput, .evdev, .wayland, .recording, .custom: nil
      }
    if input.readsScreens || input.origin == .wayland {
      try MeasuredPanel.check(
        screens.compactMap { report in
          report.screen.map { (path: report.path, name: report.name, plug: $0.plug, identity: $0.identity) }
        }, at: nodes)
    }
    var report = screens.count == 1 ? screens[0] : nil
    switch input.origin {
    case .automatic, .libinput(.seat), .evdev(.seat):
      guard screens.count < 2 else {
        let names = screens.map { "\($0.path) (\($0.name))" }.joined(separator: ", ")
        throw PanelFault("there are \(screens.count) touch screens; name one of them: \(names)")
      }
      if let report, report.screen != nil {
        // A node that goes away ends the program; a seat would wait for another one.
        let nodes = DeviceSelection.nodes([report.path])
        input.origin = if case .evdev = input.origin { .evdev(nodes) } else { .libinput(nodes) }
      } else if input.origin == .automatic, !connection.seats.contains(where: \.hasTouch) {
        throw PanelFault("there is no touch screen, and the compositor has none: plug one in, or name its device node")
      }
    case .libinput(.nodes), .evdev(.nodes): report = screens.first { $0.path == nodes?.first }
    case .wayland:
      guard connection.seats.contains(where: \.hasTouch) else {
        throw PanelFault("the compositor has no touch screen: plug one in, or name its device node")
      }
    case .recording, .custom: report = nil
    }
    self.init(
      try PanelIdentity.all(of: input), report?.screen?.panel, on: connection.outputs.compactMap(\.state?.description),
      &input)
  }

  /// Throws if the bridge holds one of `screens` at `nodes`, or any if they are `nil`: that one is then silent, and its twin has what
  /// gestures and filters leave of its touches.
  static func check(
    _ screens: [(path: String, name: String, plug: String, identity: [Int])], at nodes: [String]?
  ) throws {
    let twins = screens.filter { $0.plug.hasSuffix(Keeper.place) }
    let isHeld = screens.contains { screen in
      nodes?.contains(screen.path) != false
        && twins.contains { ($0.name, $0.identity) == (screen.name, screen.identity) }
    }
    guard isHeld else { return }
    throw PanelFault("the bridge holds the touch screen: systemctl stop offhand-bridge, and measure again")
  }

  /// The only one of `panels`, which claims what `panel` does, of `input` behind the picture of the only one of `outputs`.
  init(_ panels: [PanelIdentity], _ panel: TouchPanel?, on outputs: [OutputDescription], _ input: inout TouchInput) {
    identity = panels.count == 1 ? panels[0] : nil
    transform = outputs.count == 1 ? outputs[0].transform : nil
    isRead =
      switch input.origin {
      case .libinput, .evdev: true
      case .automatic, .wayland, .recording, .custom: false
      }
    if outputs.count == 1, let identity, let size = outputs[0].plausibleSize {
      input.measuredSizes = [identity.name: outputs[0].transform.logical(size)]
      claimed = panel?.calibratedSize.map { outputs[0].transform.logical($0) }
    } else {
      // Touches are then in the millimetres that it claims.
      claimed = nil
    }
  }

  /// The text of `panel.toml`; `nil` if the touch screen has no name.
  func profile(_ findings: PanelFindings) -> String? {
    guard let identity else { return nil }
    var profile = PanelProfile(identity)
    profile.latency = findings.latency.map { .milliseconds(min(max($0.value, 0), 200)) }
    // Those of the programs do nothing on a good panel, and exercises do not show every fault.
    profile.filters = findings.filters?.union(TouchInput().filters)
    let orientation = findings.orientation ?? .normal
    if let claimed, let ratio = findings.sizeRatio, max(abs(ratio.dx - 1), abs(ratio.dy - 1)) > 0.03 {
      let size = orientation.logical(Size(width: claimed.width * ratio.dx, height: claimed.height * ratio.dy))
      if Size.isPlausible(size) { profile.size = size }
    }
    guard orientation != .normal else { return profile.text() }
    guard let transform else {
      return profile.text(comments: [
        "Touches are not where the picture is. What puts them right is known only with one output: measure again without the others."
      ])
    }
    // Positions result from the panel's by its calibration and the transform of the output.
    let calibration = transform.matrix.followed(by: orientation.inverse.matrix).followed(by: transform.inverse.matrix)
    if isRead { profile.calibration = calibration }
    let without = [
      "Without it, 'calibration' does in those that read this file and the touch screen. With the rule, remove 'calibration'."
    ]
    return profile.text(
      comments: ["Touches are not where the picture is. The udev rule below puts them right for all programs."]
        + (isRead ? without : []) + [
          "If a rule sets a matrix already, multiply it by this one, this one on the left:",
          "SUBSYSTEM==\"input\", ATTRS{name}==\(ForeignText.udevPattern(identity.name)), ENV{LIBINPUT_CALIBRATION_MATRIX}=\"\(calibration.text())\"",
        ])
  }
}

/// A file that is written at the end of a program that has given up its rights by then.
private final class OutputFile {
  private let path: String
  private let replacer: FileReplacer?
  /// A terminal, pipe or device, which stays open.
  private let stream: Descriptor?

  init(_ path: String) throws {
    self.path = path
    let isStream = (try? Descriptor.status(of: path)).map { !$0.isRegular && !$0.isDirectory } ?? false
    do throws(KernelError) {
      replacer = isStream ? nil : try FileReplacer(path)
      stream = isStream ? try Descriptor(opening: path, .writingStream) : nil
    } catch {
      throw PanelFault("\(path): \(error.hasNoPeer ? "nothing reads it; start what does first" : error.reason)")
    }
  }

  func write(_ bytes: [UInt8]) throws {
    do throws(KernelError) {
      if let replacer { try replacer.replace(with: bytes) } else { try stream?.write(bytes) }
    } catch {
      throw PanelFault("\(path): \(error.reason)")
    }
  }
}
