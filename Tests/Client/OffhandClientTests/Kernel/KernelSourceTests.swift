import CompositorRig
import Glibc
import Testing

/// Touch sources before a real kernel's devices, both of them at the same time; no frame may be lost anywhere.
@Suite(.enabled(if: KernelRun.sources.obstacle == nil, "\(KernelRun.sources.obstacle ?? "")"), .serialized)
struct KernelSourceTests {
  /// Nothing but what was played came, and nothing of it stayed.
  private func expectCalm(_ account: ProbeAccount, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(account.unfinished.isEmpty, sourceLocation: sourceLocation)
    #expect(account.devices.count == account.removed.count, sourceLocation: sourceLocation)
    #expect(account.summary?.drops == 0, sourceLocation: sourceLocation)
    #expect(account.summary?.unknown == 0, sourceLocation: sourceLocation)
  }

  private func expectSame(
    _ played: [SourceResults.Panel], _ account: ProbeAccount, _ source: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for (index, panel) in played.enumerated() {
      guard index < account.devices.count, account.devices[index].name == panel.name else {
        Issue.record("\(source) never saw \(panel.name)", sourceLocation: sourceLocation)
        continue
      }
      let device = account.devices[index]
      let rest = PlayedReports(panel, on: device).expect(
        account.frames(of: device), source: source, sourceLocation: sourceLocation)
      #expect(rest == 0, "\(panel.name), \(source): more frames than reports", sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: ["libinput", "evdev"])
  func `kernel fingers on screens of every make, frame by frame`(source: String) throws {
    let results = try SourceResults.shared()
    let matrix = try #require(results.matrix, "no corpus: set OFFHAND_CORPUS")
    #expect(matrix.devices.count >= 12)
    let slots = matrix.devices.map(\.slots)
    #expect(slots.contains(2) && slots.contains(60))
    #expect(matrix.devices.contains { ($0.x.res ?? 0) == 0 })
    #expect(matrix.devices.contains { $0.x.res != $0.y.res })
    let probe = try #require(matrix.sources[source])
    let account = try results.account(probe)
    #expect(probe.exit == 0)
    expectSame(matrix.devices, account, source)
    expectCalm(account)
  }

  @Test(arguments: ["libinput", "evdev"])
  func `kernel sizes are the device's, the user's, or said to be assumed`(source: String) throws {
    let results = try SourceResults.shared()
    let matrix = try #require(results.matrix, "no corpus: set OFFHAND_CORPUS")
    let account = try results.account(try #require(matrix.sources[source]))
    for (panel, device) in zip(matrix.devices, account.devices) {
      if panel.name == matrix.liar.name {
        #expect(device.basis == "configured")
        #expect(device.width == matrix.liar.width && device.height == matrix.liar.height)
      } else if let across = panel.x.res, let down = panel.y.res, across > 0, down > 0 {
        #expect(device.basis == "device")
        #expect(abs(device.width - Double(panel.x.max - panel.x.min) / Double(across)) < 0.001)
        #expect(abs(device.height - Double(panel.y.max - panel.y.min) / Double(down)) < 0.001)
      } else {
        #expect(device.basis == "assumed", "\(panel.name)")
      }
    }
  }

  @Test(arguments: ["libinput", "evdev"])
  func `kernel 200 plug cycles lose no frame, no contact, no descriptor and no memory`(source: String) throws {
    let results = try SourceResults.shared()
    let plugs = results.plugs
    let account = try results.account(try #require(plugs.sources[source]))
    #expect(plugs.cycles == 200)
    #expect(account.devices.count == 200)
    #expect(account.frames.count == 600)
    for (cycle, device) in account.devices.enumerated() {
      let phases = account.frames(of: device).flatMap { $0.touches.map(\.phase) }
      #expect(phases == ["began", "moved", cycle % 10 == 0 ? "cancelled" : "ended"])
    }
    expectCalm(account)
    let (before, after) = (try #require(plugs.before[source]), try #require(plugs.after[source]))
    #expect(after.descriptors == before.descriptors)
    #expect(after.kilobytes - before.kilobytes <= 512)
  }

  @Test(arguments: ["libinput", "evdev"])
  func `kernel a screen unplugged with fingers down cancels them, once`(source: String) throws {
    let results = try SourceResults.shared()
    let account = try results.account(try #require(results.unplug.sources[source]))
    let (gone, again) = (results.unplug.devices[0], account.devices[1])
    let frames = account.frames(of: account.devices[0])
    #expect(frames.count == gone.reports.count + 1)
    #expect(frames.last?.touches.map(\.phase) == ["cancelled", "cancelled", "cancelled"])
    #expect(account.frames(of: again).flatMap { $0.touches.map(\.phase) } == ["began", "ended"])
    expectCalm(account)
  }

  @Test(arguments: ["libinput", "evdev"])
  func `kernel a stalled reader counts what was dropped, and then is right again`(source: String) throws {
    let results = try SourceResults.shared()
    let account = try results.account(try #require(results.stalled.sources[source]))
    #expect((account.summary?.drops ?? 0) >= 1)
    #expect(account.unfinished.isEmpty)
    let last = try #require(account.frames.last { $0.touches.contains(where: \.isDown) })
    for place in results.stalled.last {
      let touch = try #require(last.touches.first { $0.slot == place[0] && $0.isDown })
      #expect(abs(touch.x * 50 - Double(place[1])) <= 1 && abs(touch.y * 50 - Double(place[2])) <= 1)
    }
    // The finger that lifted meanwhile did lift, and the one that landed is another.
    #expect(Set(last.touches.filter(\.isDown).map(\.slot)) == [0, 2])
    #expect(account.frames.flatMap(\.touches).contains { $0.slot == 1 && $0.phase == "ended" })
  }

  @Test(arguments: ["libinput", "evdev"])
  func `kernel two screens at once keep their fingers apart`(source: String) throws {
    let results = try SourceResults.shared()
    let account = try results.account(try #require(results.two.sources[source]))
    for (panel, device) in zip(results.two.devices, account.devices) {
      // A frame has the contacts of both; this device's reports are those in which one of its own did something.
      let frames = account.frames(of: device).filter { $0.touches.contains { $0.phase != "stationary" } }
      #expect(PlayedReports(panel, on: device).expect(frames, source: source) == 0)
    }
    let devices = account.frames.flatMap(\.touches).reduce(into: [Int: Set<Int>]()) {
      $0[$1.id, default: []].insert($1.device)
    }
    #expect(devices.values.allSatisfy { $0.count == 1 })
    expectCalm(account)
  }

  @Test(arguments: ["libinput", "evdev"])
  func `kernel a confined source opens no node itself, and has touch screens opened that come later, but no keyboard`(
    source: String
  ) throws {
    let results = try SourceResults.shared()
    let account = try results.account(try #require(results.broker.sources[source]))
    let names = results.broker.names
    #expect(account.openings.count == names.count && names.values.contains { $0.contains("keyboard") })
    #expect(names.values.contains("Typing Panel"))
    for opening in account.openings {
      let name = names[opening.path]
      #expect(opening.direct == EACCES || name == "no input device", "\(opening)")
      #expect((opening.brokered == 0) == (name == "Offhand Test Panel"), "\(name ?? "") \(opening)")
    }
    #expect(account.devices.map(\.name) == ["Offhand Test Panel"])
    expectCalm(account)
  }

  @Test func `kernel capture begins and ends between touches, and weston's view stays whole`() throws {
    let results = try SourceResults.shared()
    let grab = results.grab
    let account = try results.account(grab.source)
    #expect(
      account.captures == [
        "is captured or released as soon as no finger is on it", "is captured",
        "is captured or released as soon as no finger is on it", "is shared",
      ])
    // The stroke during which it was asked for belonged to both, the next three to us, and so did the one after them.
    #expect(grab.heard.map { $0 - grab.shared } == [1, 1, 1, 2])
    #expect(account.frames.count == grab.seen + grab.reports)
    #expect(account.unfinished.isEmpty)
    // Every finger that weston's client saw land it also saw lift, one after the other, and it moved in between.
    var isDown = false
    for line in try results.text(grab.client).split(separator: "\n") where line.contains("wl_touch") {
      if line.contains(".down(") {
        #expect(!isDown)
        isDown = true
      } else if line.contains(".up(") {
        #expect(isDown)
        isDown = false
      } else if line.contains(".motion(") {
        #expect(isDown)
      }
    }
    #expect(!isDown)
  }

  @Test
  func
    `kernel a touch tells which screen lies on the output, and a mapping that is wrong is reported with the right one`()
    throws
  {
    let mapping = try SourceResults.shared().mapping
    #expect(mapping.asked.exit == 0, "\(mapping.asked.errors)")
    #expect(mapping.asked.output.contains(#""name":"Offhand Test Panel""#))
    #expect(mapping.asked.output.contains(#"ENV{WL_OUTPUT}=\"Virtual-1\""#))
    #expect(mapping.same.exit == 0)
    #expect(!mapping.same.errors.contains("elsewhere"))
    // Weston does not turn the touches, so no turn is what makes both agree.
    #expect(mapping.turned.errors.contains(#"ENV{LIBINPUT_CALIBRATION_MATRIX}="1 0 0 0 1 0""#))
  }

  @Test(arguments: ["libinput", "evdev"])
  func `kernel an ordinary user is shown how to get access, and with the rule reads touch screens and no keyboard`(
    source: String
  ) throws {
    let permission = try SourceResults.shared().permission
    let refused = try #require(permission.without[source])
    #expect(refused.exit == 1)
    #expect(refused.errors.split(separator: "\n").count == 1)
    #expect(refused.errors.contains("permission denied") && refused.errors.contains("uaccess"))
    #expect(permission.doctor.output.contains("may not be read: it belongs to root:input with mode 0660"))
    let granted = try #require(permission.granted[source])
    #expect(granted.exit == 0, "\(granted.errors)")
    #expect(
      permission.readable.filter(\.value).map(\.key).sorted() == ["Home Panel", "Offhand Test Panel", "Volume Panel"])
    #expect(permission.readable["Typing Panel"] == false)
    #expect(permission.readable.keys.contains { $0.contains("keyboard") })
  }

  @Test func `kernel another virtual terminal in front takes the touch screens away and gives them back`() throws {
    let results = try SourceResults.shared()
    let terminal = results.terminal
    #expect(terminal.exit == 0)
    // A tap, a finger that was down when the session went, nothing of what happened meanwhile, and a tap.
    #expect(terminal.frames == [[1000], [1000], [], [2000], [], [4000], [4000], []])
    #expect(terminal.cancelled == [0, 0, 0, 0, 1, 0, 0, 0])
  }

  @Test(arguments: ["libinput", "evdev"])
  func `kernel 1000 reports a second, each that the kernel keeps is a frame`(source: String) throws {
    let results = try SourceResults.shared()
    let fast = results.fast
    #expect(fast.player == 0)
    let account = try results.account(try #require(fast.sources[source]))
    let screen = try #require(account.devices.first)
    let places = account.frames.filter { $0.touches.contains(where: \.isDown) }.map { frame -> Int in
      let touch = frame.touches[0]
      // The last unit counts as a whole one.
      let (x, y) = (touch.x / screen.width * 16_000, touch.y / screen.height * 10_000)
      return Int(y.rounded()) * 10_000 + Int(x.rounded())
    }
    #expect(fast.count >= 30_000)
    #expect(zip(places, places.dropFirst()).allSatisfy { $0 < $1 })
    #expect(account.unfinished.isEmpty)
    let drops = account.summary?.drops ?? 0
    // The kernel says nothing of a slot that begins at (0, 0): evdev sees it when it moves.
    let first = source == "evdev" ? 1 : 0
    if drops == 0 {
      #expect(places.count == fast.count - first && places.first == first)
    } else {
      // On a busy host the emulated processor is away for longer than the kernel keeps events. Then nothing may be missing but
      // what the kernel dropped and the source counted; libinput tells of some drops only.
      let gaps = zip(places, places.dropFirst()).count { $1 != $0 + 1 } + (places.first == first ? 0 : 1)
      #expect(source == "libinput" || gaps <= drops)
      #expect(places.count > fast.count / 3)
    }
  }
}

/// Compares what was played on a kernel's screen with what a source made of it, frame by frame.
struct PlayedReports {
  let panel: SourceResults.Panel
  let device: ProbeAccount.Device
  /// How far a position may be off, in units of the device: one, and what the device calls noise.
  private var tolerance: Double { 1 + Double(panel.x.fuzz ?? 0) }

  init(_ panel: SourceResults.Panel, on device: ProbeAccount.Device) {
    (self.panel, self.device) = (panel, device)
  }

  /// Every report gave one frame with the same contacts at the same places; returns how many frames are left over.
  func expect(_ frames: [ProbeAccount.Frame], source: String, sourceLocation: SourceLocation = #_sourceLocation) -> Int
  {
    var next = 0
    for (number, report) in panel.reports.enumerated() {
      guard next < frames.count else {
        Issue.record("\(panel.name), \(source): no frame for report \(number)", sourceLocation: sourceLocation)
        return 0
      }
      var touches = frames[next].touches
      next += 1
      // A finger that took another's place ends the one and begins the other; that may take two frames.
      if report.contains(where: { $0.change == "replaced" }), touches.contains(where: { $0.phase == "cancelled" }),
        !touches.contains(where: { $0.phase == "began" }), next < frames.count
      {
        touches = frames[next].touches
        next += 1
      }
      if let difference = difference(report, touches) {
        Issue.record("\(panel.name), \(source), report \(number): \(difference)", sourceLocation: sourceLocation)
        return 0
      }
    }
    return frames.count - next
  }

  private func difference(_ report: [SourceResults.Contact], _ touches: [ProbeAccount.Touch]) -> String? {
    for contact in report {
      let found = touches.filter { $0.slot == contact.slot }
      // libinput tells of a finger that took another's place as of a jump (Design/Recognizing.md LI7); the guard of the frame
      // assembler makes two fingers of it, which the probe leaves out.
      let phases = contact.change == "replaced" ? ["began", "moved"] : [contact.change]
      guard let touch = found.first(where: { phases.contains($0.phase) }) else {
        return "slot \(contact.slot) \(contact.change) became \(found.map(\.phase))"
      }
      guard let x = contact.x, let y = contact.y else { continue }
      let units = (
        x: touch.x / device.width * PlayedReports.length(panel.x) + Double(panel.x.min),
        y: touch.y / device.height * PlayedReports.length(panel.y) + Double(panel.y.min)
      )
      if abs(units.x - Double(x)) > tolerance || abs(units.y - Double(y)) > tolerance {
        return "slot \(contact.slot) at \(x),\(y) became \(units.x),\(units.y)"
      }
    }
    let expected = Set(report.filter { $0.change != "ended" }.map(\.slot))
    let down = Set(touches.filter(\.isDown).map(\.slot))
    return expected == down ? nil : "the slots \(expected.sorted()) became \(down.sorted())"
  }

  /// libinput counts the last unit as a whole one.
  private static func length(_ axis: SourceResults.Axis) -> Double { Double(axis.max - axis.min + 1) }
}
