import CompositorRig
import Foundation
import Offhand
import Testing

/// A compositor with layers, in a lane of its own: the same edges, the same touches, the same results.
enum LayerCompositor: String, CaseIterable, CustomTestStringConvertible {
  case sway
  case phoc
  case kwin
  /// Of Debian 13.
  case labwc

  var testDescription: String { rawValue }

  /// Why it cannot be tested on this machine; `nil` if it can.
  var obstacle: String? {
    if self == .labwc, let obstacle = Labwc.obstacle { return obstacle }
    let isAvailable =
      switch self {
      case .sway: Weston.isAvailable && Sway.isAvailable
      case .phoc: Weston.isAvailable && Phoc.isAvailable && Program.isInstalled("wlr-randr")
      case .kwin: KWin.isAvailable
      case .labwc: Weston.isAvailable
      }
    return isAvailable ? nil : "\(rawValue) is not installed: scripts/setup compositors"
  }

  /// A session on an output of 640 × 480 pixels, or twice as many in each direction, in which touches are relative to what it shows, as
  /// in windows of weston, in 640 × 480 parts.
  func session(_ toml: String) throws -> LaneSession {
    switch self {
    case .sway:
      let weston = try Weston(shell: .kiosk, width: 640, height: 480, touchScreen: .later)
      let sway = try Sway(inside: weston)
      return try LaneSession(toml, on: sway, output: "WL-1") {
        try weston.touch($0)
      } set: { change in
        switch change {
        case .scale(let scale): try sway.message(["output", "WL-1", "scale", "\(scale)"])
        case .quarterTurn: try sway.message(["output", "WL-1", "transform", "90"])
        }
      }
    case .phoc:
      let weston = try Weston(shell: .kiosk, width: 640, height: 480, touchScreen: .later)
      let phoc = try Phoc(inside: weston)
      return try LaneSession(toml, on: phoc, output: "WL-1") {
        try weston.touch($0)
      } set: { change in
        switch change {
        case .scale(let scale): try phoc.set(output: "WL-1", ["--scale", "\(scale)"])
        case .quarterTurn: try phoc.set(output: "WL-1", ["--transform", "90"])
        }
      }
    case .kwin:
      let kwin = try KWin(width: 640, height: 480)
      let output = LogicalOutput()
      return try LaneSession(toml, on: kwin, output: "Virtual-0") {
        try kwin.touch($0.map(output.logical))
      } set: {
        change in
        output.note(change)
        switch change {
        case .scale(let scale): try kwin.set(output: "Virtual-0", "scale \(scale)")
        case .quarterTurn: try kwin.set(output: "Virtual-0", "transform 1")
        }
      }
    case .labwc:
      let weston = try Weston(shell: .kiosk, width: 1280, height: 960, touchScreen: .later)
      let labwc = try Labwc(inside: weston)
      var isTurned = false
      return try LaneSession(toml, on: labwc, output: "WL-1") { commands in
        // It turns the touches with the picture, as is right for a panel.
        try weston.touch(
          commands.map { $0.at { isTurned ? ($1 / 480 * 1280, (640 - $0) / 640 * 960) : ($0 * 2, $1 * 2) } })
      } set: { change in
        switch change {
        case .scale(let scale): try labwc.set(output: "WL-1", ["--scale", "\(scale)"])
        case .quarterTurn:
          try labwc.set(output: "WL-1", ["--transform", "90"])
          isTurned = true
        }
      }
    }
  }
}

/// A session whose output can be changed.
final class LaneSession: ServiceSession {
  /// A change of the output.
  enum Change {
    case scale(Int)
    /// A quarter turn of what is shown.
    case quarterTurn
  }

  let output: String
  let set: (Change) throws -> Void

  init(
    _ toml: String, on compositor: any HeadlessCompositor, output: String,
    touch: @escaping ([TouchCommand]) throws -> Void, set: @escaping (Change) throws -> Void
  ) throws {
    (self.output, self.set) = (output, set)
    try super.init(toml, on: compositor, touch: touch)
  }
}

/// Converts touches from pixels of an output of 640 × 480 to the logical pixels of what it shows, in which KWin takes them.
private final class LogicalOutput {
  private var width = 640.0
  private var height = 480.0

  func note(_ change: LaneSession.Change) {
    switch change {
    case .scale(let scale): (width, height) = (width / Double(scale), height / Double(scale))
    case .quarterTurn: (width, height) = (height, width)
    }
  }

  func logical(_ command: TouchCommand) -> TouchCommand { command.at { ($0 * width / 640, $1 * height / 480) } }
}

extension TouchCommand {
  /// The same elsewhere.
  fileprivate func at(_ place: (_ x: Double, _ y: Double) -> (x: Double, y: Double)) -> TouchCommand {
    switch self {
    case .down(let id, let x, let y, let time): .down(id: id, x: place(x, y).x, y: place(x, y).y, at: time)
    case .motion(let id, let x, let y, let time): .motion(id: id, x: place(x, y).x, y: place(x, y).y, at: time)
    default: self
    }
  }
}

/// The lanes that this machine has; the others are skipped by name.
private let lanes = LayerCompositor.allCases.filter { $0.obstacle == nil }

@Suite(
  .serialized, .ownThreads, .enabled(if: !lanes.isEmpty, "needs a compositor with layers: scripts/setup compositors"))
struct LayerCompositorTests {
  private static let drawer = "[[edge]]\nedge = \"left\"\nemit = \"drawer\"\n"
  private static let all = ScreenEdge.allCases.map { "[[edge]]\nedge = \"\($0)\"\nemit = \"\($0)\"\n" }.joined()

  @Test(arguments: LayerCompositor.allCases) func `this machine has the compositor`(_ lane: LayerCompositor) throws {
    if let obstacle = lane.obstacle { try Test.cancel("\(obstacle)") }
  }

  @Test(arguments: lanes)
  func `a swipe from the edge is the subscriber's and not the program's, others are the program's`(
    _ lane: LayerCompositor
  ) throws {
    let session = try lane.session(LayerCompositorTests.drawer)
    let client = try session.subscriber()
    #expect(client.hello.text("edges") == "exclusive")
    try session.fence()
    session.below.clear()

    try session.stroke(from: (2, 200), to: (182, 210))
    let lines = try client.lines("a whole gesture") { $0.text("state") == "ended" }
    try session.fence()
    #expect(session.below.events.count == 2, "the program received only the touch in the middle")
    #expect(lines.first?.text("state") == "began")
    #expect(lines.dropFirst().dropLast().allSatisfy { $0.text("state") == "changed" } && lines.count > 10)
    #expect(lines.allSatisfy { $0.text("event") == "drawer" && $0.text("output") == session.output })
    #expect(lines.last?["open"] as? Bool == true)
    let progress = lines.compactMap { $0["progress"] as? Double }
    #expect(progress == progress.sorted() && progress.count == lines.count)

    session.below.clear()
    try session.stroke(from: (300, 200), to: (2, 210))
    try session.fence()
    #expect(session.below.events.count == 22 + 2)
    #expect(try client.poll() == nil)
  }

  @Test(arguments: lanes)
  func `a menu is above a program in full screen, and the program receives nothing of its touches`(
    _ lane: LayerCompositor
  ) throws {
    let session = try lane.session(LayerCompositorTests.drawer)
    let client = try session.subscriber()
    try session.fence()
    session.below.clear()
    try client.send(#"{"id":1,"menu":["One","Two"],"at":[40,40]}"#)
    // KWin gives nobody a picture of its screen.
    if let compositor = session.compositor as? any Compositor {
      // Its panel is nearly black, the program blue.
      _ = try compositor.waitForScreen("the menu") { screen in
        screen.bounds { $0.blue < 60 }.map { $0.width > 30 && $0.height > 30 && $0.width < screen.width / 2 } ?? false
      }
    } else {
      usleep(500_000)
    }
    // Beside it, which closes it.
    try session.touch([.down(id: 0, x: 600, y: 440), .frame, .up(id: 0), .frame])
    let reply = try client.lines("the reply") { $0["id"] as? Int == 1 }.last
    #expect(reply?.text("dismissed") == "touch")
    try session.fence()
    #expect(session.below.events.count == 2, "the program received only the touch in the middle")
  }

  @Test(arguments: lanes) func `of a finger on the program and then one on the strip, the second is the service's`(
    _ lane: LayerCompositor
  ) throws {
    let session = try lane.session(LayerCompositorTests.drawer)
    let client = try session.subscriber()
    try session.fence()
    session.below.clear()
    try session.touch([.down(id: 1, x: 300, y: 300), .frame])
    try session.stroke(id: 0, from: (2, 200), to: (100, 200))
    try session.touch([.motion(id: 1, x: 320, y: 300), .frame, .up(id: 1), .frame])
    if lane == .kwin {
      // KWin 5.27 gives all fingers to the surface on which the first one landed.
      try session.fence()
      #expect(session.below.events.count == 22 + 3 + 2)
      #expect(try client.poll() == nil)
      return
    }
    let lines = try client.lines("a whole gesture") { $0.text("state") == "ended" }
    #expect(lines.first?["fingers"] as? Int == 1)
    try session.fence()
    #expect(session.below.events.count == 3 + 2)
  }

  @Test(arguments: lanes)
  func `a finger that comes down elsewhere does not disturb a pull`(_ lane: LayerCompositor) throws {
    let session = try lane.session(LayerCompositorTests.drawer)
    let client = try session.subscriber()
    try session.fence()
    session.below.clear()
    try session.stroke(id: 0, from: (2, 200), to: (90, 200), steps: 10, lifts: false)
    _ = try client.lines("the beginning") { $0.text("state") == "changed" }
    try session.touch([.down(id: 1, x: 400, y: 300), .frame, .motion(id: 1, x: 420, y: 300), .frame])
    for step in 1...10 {
      usleep(8000)
      try session.touch([.motion(id: 0, x: 90 + 9 * Double(step), y: 200), .frame])
      if step == 5 { try session.touch([.up(id: 1), .frame]) }
    }
    try session.touch([.up(id: 0), .frame])
    let lines = try client.lines("the end") { ["ended", "cancelled"].contains($0.text("state")) }
    #expect(lines.last?.text("state") == "ended" && lines.last?["open"] as? Bool == true, "\(lines.last ?? [:])")
    #expect(lines.last?["fingers"] as? Int == 1)
    try session.fence()
    // KWin 5.27 gives all fingers to the surface on which the first one landed.
    #expect(session.below.events.count == (lane == .kwin ? 0 : 3) + 2)
  }

  @Test(arguments: lanes) func `strips are made anew at a scale and at a quarter turn`(_ lane: LayerCompositor) throws {
    let session = try lane.session(LayerCompositorTests.all)
    let client = try session.subscriber()
    let size = try panelSize(client.hello)
    try session.fence()
    try session.set(.scale(2))
    // Where no size is known, a logical pixel has one.
    let half = try changedPanel(client) { $0 != size }
    #expect(abs(half[0] * 2 - size[0]) < 0.1 && abs(half[1] * 2 - size[1]) < 0.1)
    try expectPulls(in: session, client)
    try session.set(.quarterTurn)
    let turned = try changedPanel(client) { $0 != half }
    #expect(turned == half.reversed())
    try expectPulls(in: session, client)
  }

  @Test(arguments: lanes)
  func `a strip that is removed under a finger cancels its gesture, and no program receives the rest of the touch`(
    _ lane: LayerCompositor
  ) throws {
    let session = try lane.session(LayerCompositorTests.drawer)
    let client = try session.subscriber()
    try session.fence()
    session.below.clear()
    try session.stroke(from: (2, 200), to: (90, 200), steps: 10, lifts: false)
    _ = try client.lines("the beginning") { $0.text("state") == "changed" }
    // The output has another size: its strips go at once.
    try session.set(.scale(2))
    let lines = try client.lines("the end") { $0.text("state") == "cancelled" }
    #expect(lines.last?["open"] as? Bool == false)
    try session.touch([.motion(id: 0, x: 120, y: 200), .frame, .up(id: 0), .frame])
    try session.below.settle()
    try session.fence(x: 120, y: 100)
    #expect(session.below.events.count { $0.slot == 0 } == 0, "nothing of the finger reaches the program")
    try session.waitForStrip(at: (2, 100))
    try session.stroke(from: (2, 100), to: (180, 100))
    _ = try client.lines("the next gesture") { $0.text("state") == "ended" }
  }

  @Test(.enabled(if: KWin.isAvailable, "needs a compositor that reports idleness, KWin: scripts/setup compositors"))
  func
    `when nothing is touched for the idle time the curtain comes, and the program receives nothing of the first tap`()
    throws
  {
    let session = try LayerCompositor.kwin.session("[curtain]\nafter_idle = \"3s\"\n")
    try session.fence()
    session.below.clear()
    usleep(4_500_000)
    try session.touch([.down(id: 0, x: 300, y: 200), .frame, .up(id: 0), .frame])
    // The curtain is there for 200 ms more.
    usleep(600_000)
    try session.fence()
    #expect(session.below.events.count == 2)
  }

  /// The size of the one panel in a hello or a later line.
  private func panelSize(_ line: [String: Any]) throws -> [Double] {
    try #require((line["panels"] as? [[String: Any]])?.first?["size_mm"] as? [Double])
  }

  /// Waits until the panel has a size for which `condition` holds.
  private func changedPanel(_ client: TestClient, until condition: ([Double]) -> Bool) throws -> [Double] {
    let lines = try client.lines("another panel") { line in (try? panelSize(line)).map(condition) ?? false }
    return try panelSize(lines[lines.count - 1])
  }

  /// Pulls from each edge.
  private func expectPulls(in session: LaneSession, _ client: TestClient) throws {
    try session.below.settle()
    session.below.clear()
    let pulls = [
      ("left", (2.0, 200.0), (200.0, 200.0)), ("top", (300, 2), (300, 200)), ("right", (638, 200), (440, 200)),
      ("bottom", (300, 478), (300, 280)),
    ]
    for (edge, from, to) in pulls {
      try session.waitForStrip(at: from)
      try session.stroke(from: from, to: to)
      let lines = try client.lines("a pull") { $0.text("state") == "ended" }
      #expect(lines.allSatisfy { $0.text("event") == edge }, "\(edge): \(lines.map { $0.text("event") })")
    }
    #expect(session.below.events.allSatisfy { $0.slot == 9 })
  }
}
