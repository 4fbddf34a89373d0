import CompositorRig
import Logging
import Offhand
import OffhandClient
import OffhandPixman
import OffhandPlatform
import OffhandWayland
import Testing

@testable import OffhandService

@Suite(.serialized, .ownThreads, .enabled(if: Sway.isAvailable, "needs sway: scripts/setup compositors"))
struct IdleWarningTests {
  private func stage(on sway: Sway) throws -> OverlayStage {
    let connection = try Connection(to: .named(sway.socketPath))
    let loop = try EventLoop()
    loop.add(ConnectionSource(connection))
    return OverlayStage(
      connection: connection, loop: loop, posture: nil, theme: .dark, renderer: { Renderer(fonts: try FontBook()) },
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  @Test func `a curtain for cleaning keeps no stage away once the cloth has lifted`() throws {
    let sway = try Sway(width: 640, height: 480)
    let stage = try stage(on: sway)
    let (curtain, setting) = (CurtainHost(stage), ServiceConfiguration.CurtainSetting())
    _ = curtain.perform(.up, setting) { _ in }
    // It would end this process.
    defer { _ = curtain.perform(.down, setting) { _ in } }
    try curtain.update(at: MonotonicClock.now())
    for phase in [Touch.Phase.began, .ended] {
      var frame = TouchFrame(timestamp: MonotonicClock.now())
      frame.append(Touch(id: Touch.ID(rawValue: 1), phase: phase, position: Point(x: 9, y: 9)))
      curtain.receive(frame)
      #expect(curtain.isTouched == (phase == .began))
    }
    let idle = ServiceConfiguration.Idle(after: .seconds(1), warning: .milliseconds(500))
    let host = try #require(
      IdleHost([idle], on: stage, menus: MenuHost(stage), curtain: curtain) { _, _ in })
    try Waiting.until("the stage") {
      try stage.loop.round(.none) { try host.update(at: $0) }
      return host.hasBegun
    }
  }

  @Test(.enabled(if: Weston.isAvailable, "needs weston: scripts/setup compositors"))
  func `until the warning takes the touches on its panel, all of them are the program's`() throws {
    let rig = try ServiceRig("")
    let stage = try stage(on: rig.sway)
    let idle = ServiceConfiguration.Idle(after: .seconds(120), warning: .milliseconds(119_500))
    let host = try #require(
      IdleHost([idle], on: stage, menus: MenuHost(stage), curtain: CurtainHost(stage)) { _, _ in })
    try Waiting.until("the first frame of the warning") {
      try stage.loop.round(.none) { try host.update(at: $0) }
      return host.warning?.host.frames == 1
    }
    // What it takes counts from its next frame on.
    try stage.connection.roundTrip()
    try rig.fence(x: 40, y: 40)
    #expect(host.warning?.host.frames == 1)
  }

  @Test func `a warning whose output goes is shown on another one`() throws {
    // Closing a window of its own is what unplugs an output of sway.
    let outer = try Sway(width: 640, height: 480)
    let sway = try Sway(in: outer)
    try sway.message(["create_output"])
    let stage = try stage(on: sway)
    let (connection, loop) = (stage.connection, stage.loop)
    let idle = ServiceConfiguration.Idle(after: .seconds(120), warning: .milliseconds(119_500))
    let host = try #require(
      IdleHost([idle], on: stage, menus: MenuHost(stage), curtain: CurtainHost(stage)) { _, _ in })
    func wait(for output: String) throws {
      try Waiting.until("a warning on \(output)") {
        try loop.round(.none) { try host.update(at: $0) }
        return host.warning?.output.name == output
      }
    }
    try wait(for: "WL-1")
    try Waiting.until("both outputs") {
      try loop.round(.none) { _ in }
      return connection.outputs.count == 2
    }
    try outer.message(["[title=\"wlroots - WL-1\"]", "kill"])
    try wait(for: "WL-2")
    #expect(!host.hasBegun)
  }
}
