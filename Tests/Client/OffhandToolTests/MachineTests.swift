import ArgumentParser
import CompositorRig
import DesignCases
import Offhand
import OffhandClient
import OffhandCommandLine
import OffhandLibinput
import OffhandWayland
import Testing
@testable import OffhandTool

struct ExaminationTests {
  private let present = CompositorProbe(
    outputs: [OutputDescription(name: "X-1", physicalSize: .zero, modeWidth: 1920, modeHeight: 1080)],
    refreshRates: ["X-1": 59.94], unavailable: [], failure: nil)
  private let absent = CompositorProbe(
    outputs: [], refreshRates: [:], unavailable: [], failure: .noAnswer(after: .seconds(2)))

  @Test func `without a touch screen the compositor's touches remain`() {
    #expect(Examination(devices: .success([]), compositor: present).isFit)
    let alone = Examination(devices: .success([]), compositor: absent)
    #expect(!alone.isFit)
    #expect(alone.findings.filter { $0.verdict == .broken }.count == 2)
  }

  @Test func `without udev the reason is reported`() {
    let examination = Examination(devices: .failure(.unavailable(reason: "no udev")), compositor: present)
    #expect(!examination.isFit)
    #expect(examination.findings[0].text.contains("no udev"))
    #expect(examination.findings[0].remedy != nil)
  }

  @Test func `outputs are reported with what they claim`() {
    let findings = Examination(devices: .success([]), compositor: present).findings
    #expect(findings.contains { $0.subject == "output X-1" && $0.text.contains("59.9 Hz") })
  }

  @Test func `an output without a size is impaired, and the remedy names it`() throws {
    func output(_ stated: Size?) throws -> Finding {
      var description = present.outputs[0]
      description.statedSize = stated
      let probe = CompositorProbe(outputs: [description], refreshRates: [:], unavailable: [], failure: nil)
      return try #require(
        Examination(devices: .success([]), compositor: probe).findings.first { $0.subject == "output X-1" })
    }
    #expect(try output(nil).verdict == .impaired && output(nil).remedy?.contains("--size 'X-1=WIDTHxHEIGHT'") == true)
    #expect(try output(Size(width: 300, height: 190)).verdict == .good)
  }

  @Test func `an output that is slower than it claims is reported with what was measured`() throws {
    let slow = CompositorProbe(
      outputs: present.outputs, refreshRates: present.refreshRates,
      refresh: RefreshMeasurement(output: "X-1", framesPerSecond: 39.52), unavailable: [], failure: nil)
    let findings = Examination(devices: .success([]), compositor: slow).findings
    let output = try #require(findings.first { $0.subject == "output X-1" })
    #expect(output.verdict == .impaired)
    #expect(output.text.contains("claims 59.9 Hz, redraws 39.5 times per second"))
    #expect(output.remedy?.contains("--size") == true && output.remedy?.contains("repaint-window") == true)
  }

  @Test func `a session without a virtual terminal is reported`() throws {
    let lone = Examination(devices: .success([]), compositor: present).findings.first { $0.subject == "session" }
    #expect(lone?.verdict == .impaired && lone?.remedy != nil)
    let known = Examination(devices: .success([]), compositor: present, terminal: 2).findings
    #expect(known.first { $0.subject == "session" }?.text.contains("virtual terminal 2") == true)
  }

  @Test func `a finding is a line, its remedy another`() {
    let finding = Finding(subject: "a", verdict: .broken, text: "b", remedy: "c")
    #expect(finding.mark == ("!!  ", .red) && finding.line == "a: b\n" && finding.remedyLine == "      do: c\n")
    let choice = Finding(subject: "a", verdict: .good, text: "b", remedy: "c")
    #expect(choice.mark == ("ok  ", .green) && choice.remedyLine == "      or: c\n", "what works needs nothing done")
    let foreign = Finding(subject: "pad: fine\nok  session", verdict: .impaired, text: "t")
    #expect(foreign.line.split(separator: "\n").count == 1 && foreign.remedyLine == nil)
  }
}

struct ScreenKeyboardTests {
  private let browser = ["/usr/lib/chromium/chromium", "--app=https://example.org", "--enable-wayland-ime"]

  private func remedies(_ programs: [[String]], hasInputMethods: Bool = true, isEnabled: Bool? = true) -> [String?] {
    ScreenKeyboard(programs: programs, hasInputMethods: hasInputMethods, isEnabled: isEnabled).findings.map(\.remedy)
  }

  @Test func `without a screen keyboard nothing is said of one`() {
    #expect(remedies([["/bin/sh"], browser], hasInputMethods: false, isEnabled: false).isEmpty)
  }

  @Test func `a keyboard that opens by itself needs no remedy`() {
    #expect(remedies([["squeekboard"], browser]) == [nil])
    #expect(
      remedies([["wvkbd-mobintl", "--hidden"], ["chromium"]], hasInputMethods: false, isEnabled: false) == [nil])
  }

  @Test func `what keeps a keyboard from being seen is said, each with what mends it`() throws {
    let starts = remedies([["/usr/bin/squeekboard"], ["chromium", "--kiosk", "https://example.org"]])
    #expect(starts.count == 2 && starts[0]?.contains("without --kiosk") == true)
    #expect(starts[1]?.contains("--enable-wayland-ime --wayland-text-input-version=3") == true)
    #expect(remedies([["wvkbd-mobintl"], ["chromium", "--kiosk"]]).first??.contains("without --kiosk") == true)
    #expect(
      remedies([["squeekboard"]], isEnabled: false)
        == ["gsettings set org.gnome.desktop.a11y.applications screen-keyboard-enabled true"])
    #expect(remedies([["squeekboard"]], hasInputMethods: false) == ["use sway, labwc or phoc"])
  }

  @Test func `a browser is judged once, not with each of its processes`() {
    let child = ["/usr/lib/chromium/chromium", "--type=renderer"]
    #expect(remedies([["squeekboard"], browser, child, child]) == [nil])
  }

  @Test func `the words of a program are told apart by ends and, as of Chromium, by spaces`() {
    #expect(ScreenKeyboard.words(Array("a\0--b\0".utf8)) == ["a", "--b"])
    #expect(ScreenKeyboard.words(Array("/usr/lib/chromium/chromium --kiosk\0".utf8)).last == "--kiosk")
  }

  @Test func `the programs of this machine are found`() {
    #expect(ScreenKeyboard.runningPrograms.contains { !$0.isEmpty && $0[0].contains("PackageTests") })
  }

  @Test func `any program in full screen hides a keyboard, and a browser in full screen is named once`() {
    func remedies(_ program: [String]) -> [String?] {
      ScreenKeyboard(
        programs: [["wvkbd-mobintl"], program], hasInputMethods: true, isEnabled: nil, fullScreen: ["org.kde.okular"]
      ).findings.map(\.remedy)
    }
    #expect(
      remedies(["okular"]) == ["start org.kde.okular without full screen, and let the compositor maximize its window"])
    #expect(remedies(["chromium", "--kiosk"]).count == 1)
  }
}

struct LabwcTouchTests {
  private func remedies(_ texts: String...) -> [String?] {
    LabwcTouch(files: texts.enumerated().map { ("/\($0.offset)/rc.xml", $0.element) }).findings.map(\.remedy)
  }

  @Test func `a labwc that makes one pointer of all touches is told what to write, in the file that decides`() {
    let yes = #"<touch deviceName="" mapToOutput="DSI-1" mouseEmulation="yes"/>"#
    #expect(remedies(yes) == [#"write mouseEmulation="no" in /0/rc.xml, then: pkill -HUP labwc"#])
    #expect(remedies("<labwc_config/>", yes).first??.contains("/1/rc.xml") == true)
    #expect(remedies(#"<touch mouseEmulation="no"/>"#, yes).isEmpty && remedies().isEmpty)
    #expect(LabwcTouch(programs: [["/usr/bin/sway"]]) == nil)
  }
}

/// `offhand doctor` with recordings: which filters their devices need.
struct RecordedDeviceTests {
  private let directory: TemporaryFolder

  init() throws { directory = try TemporaryFolder() }

  /// Eight presses of 0.4 s; `contact` gives the id and the x of the finger in each report of 10 ms, `nil` while none is down.
  @Test func `verdicts are coloured on a terminal or if asked for, and never in a pipe`() throws {
    func escapes(_ words: [String]) throws -> Int {
      try doctor(words) { report in Self.press(report).map { ($0, 60) } }.output.count { $0.contains("\u{1B}[3") }
    }
    #expect(try escapes([]) == 0)
    #expect(try escapes(["--color", "always"]) > 0)
    #expect(try escapes(["--color", "never"]) == 0)
  }

  private func doctor(_ words: [String] = [], _ contact: (_ report: Int) -> (id: Int, x: Double)?) throws -> Run {
    let line = recordingLine("t", reports: 400) { contact($0).map { [($0.id, $0.x, 40)] } ?? [] }
    return try Run(["doctor"] + words + [try directory.write(line, to: "panel.jsonl")])
  }

  private static func press(_ report: Int) -> Int? { report % 50 < 40 ? report / 50 : nil }

  @Test(.recognition("N29")) func `a good panel needs no filter`() throws {
    let run = try doctor { report in Self.press(report).map { ($0, 60) } }
    #expect(run.end == .exited(0))
    #expect(
      run.output == [
        "ok  panel: 8 touches; still fingers are off by 0.0 mm, 0 contacts were lost for a moment, 0 palms lay beside fingers"
      ])
  }

  @Test(.recognition("N29")) func `a panel that loses contacts and trembles needs filters, which are named`() throws {
    let run = try doctor { report in
      guard let press = Self.press(report), report % 50 != 20 else { return nil }
      // A new id after the loss, and a place that changes by 0.8 mm from report to report.
      return (2 * press + (report % 50 > 20 ? 1 : 0), report % 2 == 0 ? 60 : 60.8)
    }
    #expect(run.output.first?.hasPrefix("--  panel: 16 touches; still fingers are off by 0.5") == true)
    #expect(run.output.first?.contains("8 contacts were lost for a moment") == true)
    #expect(run.output.last == "      do: run programs with --filter glitch,noise,jitter")
    #expect(run.end == .exited(0))
  }

  @Test func `touches of one spot that are too short for a finger are ghosts, with their interval and a remedy`() throws
  {
    let run = try doctor { report in report % 80 < 2 ? (report / 80, 120) : nil }
    #expect(run.output.contains("--  panel: ghosts at (120.0, 40.0) mm: 5 touches of at most 20.0 ms, one every 0.8 s"))
    #expect(run.output.contains { $0.contains("[[dead]] area_mm = [114, 34, 12, 12]") }, "\(run)")
    let taps = try doctor { report in report % 80 < 6 ? (report / 80, 120) : nil }
    #expect(!taps.output.contains { $0.contains("ghosts") })
  }

  @Test func `reports that jump, dead time and positions beyond the range are named`() throws {
    let jumps = try doctor { report in Self.press(report).map { ($0, report % 50 == 20 ? 150 : 60) } }
    #expect(jumps.output.first?.contains("8 reports jumped away") == true, "\(jumps)")
    #expect(jumps.output.last == "      do: run programs with --filter despike")
    let dead = try directory.write(
      recordingLine("t", every: 0.25, reports: 4) { [(1, 60 + 20 * Double($0), 40)] }, to: "dead.jsonl")
    #expect(try Run(["doctor", dead]).output.contains { $0.contains("dead time: 3 times") && $0.contains("0.3 s") })
    let beyond = try doctor { report in Self.press(report).map { ($0, 310) } }
    #expect(beyond.output.contains { $0.contains("positions lie beyond the range that it states") })
  }

  @Test func `a touch screen that is watched is measured as a recording of it is`() throws {
    let device = TouchDevice(
      id: DeviceID(rawValue: 4), name: "Panel", path: "/dev/input/event4",
      surface: SurfaceGeometry(size: Size(width: 300, height: 200), pixelWidth: 0, pixelHeight: 0, provenance: .device))
    let watched = WatchedDevices(SilentSource())
    watched.receive(.deviceAdded(device))
    #expect(watched.findings.map(\.verdict) == [.good])
    func say(_ kind: TouchEvent.Kind, at milliseconds: Int64) {
      let time = Timestamp(nanoseconds: milliseconds * 1_000_000)
      watched.receive(.touch(TouchEvent(device: device.id, slot: 0, timestamp: time, kind: kind)))
      watched.receive(.frame(device.id, time))
    }
    for ghost in 0..<4 {
      say(.down(Point(x: 130.6, y: 6.3)), at: Int64(ghost) * 12_864)
      say(.up, at: Int64(ghost) * 12_864 + 1)
    }
    for step in 0..<40 {
      let place = Point(x: step % 10 == 5 ? 200 : 60, y: 40)
      say(step == 0 ? .down(place) : .motion(place), at: 60_000 + Int64(step) * 10)
    }
    say(.motion(Point(x: 90, y: 40)), at: 60_800)
    say(.motion(Point(x: 91, y: 40)), at: 60_810)
    let findings = watched.findings
    #expect(findings.first?.text.contains("4 reports jumped away") == true, "\(findings)")
    #expect(
      findings.contains { $0.text.contains("ghosts at (130.6, 6.3) mm: 4 touches") && $0.text.contains("12.9 s") })
    #expect(findings.contains { $0.text.contains("dead time: 1 times") })
  }

  @Test func `a recording without touches says what to record`() throws {
    let run = try doctor(["--json"]) { _ in nil }
    #expect(run.output.first?.contains("nothing was touched") == true)
    #expect(run.output.first?.contains("offhand record") == true)
  }

  @Test func `a missing recording is an error with its name`() throws {
    let run = try Run(["doctor", "missing.jsonl"])
    #expect(run.end == .exited(1))
    #expect(run.errors.count == 1 && run.errors[0].contains("missing.jsonl"))
  }
}

struct MapCommandTests {
  private let screen = TouchDevice(
    id: DeviceID(rawValue: 1), name: "Panel", path: "/dev/input/event5",
    surface: SurfaceGeometry(size: Size(width: 300, height: 200), pixelWidth: 0, pixelHeight: 0, provenance: .device))

  @Test func `a result is the option to give and the rule to install`() {
    let text = MapCommand.text(.init(output: "HDMI-A-1", screen: screen, busPath: "pci-0000:00:14.0-usb-0:4:1.0"))
    #expect(
      text == """
        HDMI-A-1: Panel at /dev/input/event5
          --map 'pci-0000:00:14.0-usb-0:4:1.0=HDMI-A-1'
          SUBSYSTEM=="input", KERNEL=="event*", ENV{ID_PATH}=="pci-0000:00:14.0-usb-0:4:1.0", ENV{WL_OUTPUT}="HDMI-A-1"

        """)
  }

  @Test func `names that a shell or udev would read otherwise are written so that they do not`() {
    let result = MapProgram.MappedOutput(output: #"it's "x" \ $(y)"#, screen: screen, busPath: "pci-0")
    let lines = MapCommand.text(result).split(separator: "\n")
    #expect(lines[1] == #"  --map 'pci-0=it'\''s "x" \ $(y)'"#)
    #expect(lines[2].hasSuffix(#"ENV{ID_PATH}=="pci-0", ENV{WL_OUTPUT}=e"it's \"x\" \\ $$(y)""#))
  }

  @Test func `a screen without a bus path is named by its node`() {
    let rule = MapCommand.rule(.init(output: "DP-1", screen: screen, busPath: "/dev/input/event5"))
    #expect(rule.contains(#"ENV{DEVNAME}=="/dev/input/event5""#))
  }

  @Test func `an output that was not touched is reported`() {
    #expect(MapCommand.text(.init(output: "DP-1", screen: nil, busPath: "")) == "DP-1: not touched\n")
  }

  @Test(arguments: [["--source", "wayland"], ["--source", "a.jsonl"], ["--seconds", "0"]])
  func `what cannot be mapped is refused`(arguments: [String]) {
    #expect(throws: (any Error).self) { _ = try MapCommand.parse(arguments) }
  }
}

struct OutputDrawingTests {
  private var drawing: OutputDrawing {
    var left = OutputDescription(
      name: "eDP-1", physicalSize: Size(width: 344, height: 194), modeWidth: 1920, modeHeight: 1080)
    left.logicalWidth = 1280
    left.logicalHeight = 720
    let right = OutputDescription(
      name: "HDMI-A-1", physicalSize: .zero, modeWidth: 1280, modeHeight: 720, transform: .rotated90)
    var compositor = CompositorProbe(outputs: [left, right], refreshRates: [:], unavailable: [], failure: nil)
    compositor.positions = ["eDP-1": Point(x: 0, y: 560), "HDMI-A-1": Point(x: 1280, y: 0)]
    return OutputDrawing(compositor, touched: ["eDP-1": ["ELAN\u{1B}[2J"]])
  }

  @Test func `outputs are drawn as they lie, each with its sizes and touch screens`() {
    #expect(
      drawing.text(across: 50, "┌┐└┘─│") == """
                                        ┌────────────────┐
                                        │HDMI-A-1        │
                                        │720 x 1280 px   │
                                        │size unknown    │
                                        │                │
                                        │                │
                                        │                │
        ┌──────────────────────────────┐│                │
        │eDP-1                         ││                │
        │1920 x 1080 px                ││                │
        │344 x 194 mm                  ││                │
        │touch: ELAN\\u{1B}[2J          ││                │
        │                              ││                │
        │                              ││                │
        │                              ││                │
        └──────────────────────────────┘└────────────────┘

        """)
  }

  @Test(arguments: 0...90) func `it is never wider than the terminal`(columns: Int) {
    let text = drawing.text(across: columns, "++++-|")
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= columns && $0.allSatisfy(\.isASCII) })
    #expect(columns < 80 || text.contains("|HDMI-A-1"))
  }

  @Test func `copies of a picture are drawn beside each other, and without outputs nothing is`() {
    let outputs = ["A", "B"].map {
      OutputDescription(name: $0, physicalSize: .zero, modeWidth: 800, modeHeight: 480)
    }
    var compositor = CompositorProbe(outputs: outputs, refreshRates: [:], unavailable: [], failure: nil)
    for name in ["A", "B"] { compositor.positions[name] = .origin }
    #expect(OutputDrawing(compositor, touched: [:]).text(across: 80, "++++-|").contains(/\|A +\|\|B +\|/))
    let none = CompositorProbe(outputs: [], refreshRates: [:], unavailable: [], failure: nil)
    #expect(OutputDrawing(none, touched: [:]).text(across: 80, "++++-|").isEmpty)
  }
}

struct BridgeProbeTests {
  private func finding(_ state: BridgeProbe.State, _ change: (inout BridgeProbe) -> Void = { _ in }) -> Finding {
    var probe = BridgeProbe(state)
    probe.compositor = "sway"
    change(&probe)
    return probe.finding
  }

  @Test func `a bridge that is not there is no fault, one that refuses is`() {
    #expect(finding(.absent).verdict == .good && finding(.absent).remedy != nil)
    let refused = finding(.refused("only the user in front of the seat may connect"))
    #expect(refused.verdict == .impaired && refused.text.contains("in front of the seat"))
    #expect(finding(.holding(1)) { $0.makesTwins = false }.remedy == "modprobe uinput")
  }

  @Test func `a compositor that was not checked is one to check`() {
    #expect(
      finding(.holding(2)).remedy == "offhand bridge --check" && finding(.holding(2)).text.contains("sway was not"))
    #expect(finding(.holding(2)) { $0.takesBack = true }.text.contains("taken back"))
    #expect(finding(.holding(2)) { $0.takesBack = false }.remedy == nil)
  }

  @Test func `without a socket there is no bridge`() {
    #expect(BridgeProbe(at: "/no/such/socket", under: nil).state == .absent)
  }
}
