import Offhand
import OffhandTesting
import Testing

@testable import OffhandWayland

/// Touches that are down for ever, since the compositor passed no cancel on.
@Suite struct SilenceLimitTests {
  /// The touches on a screen, by what the assembler made of them.
  private struct Stage {
    var screen = TouchScreen(
      seat: 1,
      device: TouchDevice(
        id: DeviceID(rawValue: 1), name: "stage", surface: SurfaceGeometry(assumedFromPixelWidth: 640, pixelHeight: 480)
      ))
    var limit = SilenceLimit.surface
    var assembler = TouchFrameAssembler(habits: .wayland)
    var frames: [String] = []

    /// Takes reports that arrive together at `seconds`, then looks for lost touches.
    mutating func take(_ reports: TouchReport..., at seconds: Double) {
      let now = Timestamp(seconds: 1000 + seconds)
      var events: [TouchSourceEvent] = []
      for report in reports { screen.take(report, at: now) { events.append($0) } }
      screen.cancelLost(limit, at: now) { events.append($0) }
      var lines: [String] = []
      func note(_ frame: borrowing TouchFrame) {
        lines.append(frame.indices.map { "\(frame[$0].phase) \(frame[$0].slot)" }.joined(separator: " "))
      }
      for event in events { assembler.add(event) { note($0) } }
      assembler.endBatch { note($0) }
      frames += lines
    }

    /// Seconds to the moment at which it wants to be called.
    var deadline: Double? { screen.deadline(limit).map { $0.seconds(since: Timestamp(seconds: 1000)) } }
  }

  private func down(_ id: Int32, _ x: Double = 10) -> TouchReport { .down(id, surface: nil, x: x, y: 10, stamp) }
  private func motion(_ id: Int32, _ x: Double) -> TouchReport { .motion(id, x: x, y: 10, stamp) }
  /// A compositor whose stamps say nothing: silence is measured by arrival.
  private var stamp: TouchStamp { TouchStamp(milliseconds: 7, nanoseconds: nil) }

  @Test func `a finger that is not reported for ten seconds while another lands is cancelled`() {
    var stage = Stage()
    stage.take(down(1), .frame, at: 0)
    stage.take(down(0, 90), .frame, at: 3)
    #expect(stage.deadline == 13)
    stage.take(motion(0, 91), .frame, at: 12.9)
    stage.take(at: 13)
    #expect(stage.frames == ["began 1", "stationary 1 began 0", "stationary 1 moved 0", "cancelled 1 stationary 0"])
    #expect(stage.deadline == nil)
    // It is gone until it lifts or lands again.
    stage.take(motion(1, 14), .frame, at: 14)
    #expect(stage.frames.count == 4)
    stage.take(down(1, 40), .frame, at: 15)
    #expect(stage.frames.last == "stationary 0 began 1")
    // One that the compositor cancelled is not waited for.
    stage.take(.cancel, at: 16)
    stage.take(down(2), .frame, at: 17)
    #expect(stage.deadline == nil)
  }

  @Test func `a finger that rests is never cancelled if nobody else lands, and one that moves is not lost`() {
    var stage = Stage()
    stage.take(down(1), .frame, at: 0)
    #expect(stage.deadline == nil)
    stage.take(at: 1e6)
    #expect(stage.frames == ["began 1"])
    stage.take(down(0, 90), .frame, at: 1e6)
    stage.take(motion(1, 11), .frame, at: 1e6 + 9.9)
    #expect(stage.deadline == nil)
    stage.take(.shape(0, major: 8, minor: 6), .frame, at: 2e6)
    #expect(!stage.frames.joined().contains("cancelled"))
  }

  @Test func `a pull from an edge is cancelled after ten seconds of silence`() {
    var stage = Stage(limit: .strip)
    stage.take(down(0), .frame, at: 0)
    stage.take(motion(0, 40), .frame, at: 1)
    #expect(stage.deadline == 11)
    stage.take(at: 10.9)
    stage.take(at: 11)
    #expect(stage.frames == ["began 0", "moved 0", "cancelled 0"])
  }

  @Test func `landings on other surfaces of the program count, and a compositor may send no frames`() {
    var stage = Stage()
    stage.take(down(1), at: 0)
    stage.take(.elsewhere(0, stamp), at: 1)
    #expect(stage.deadline == 11)
    stage.take(at: 11)
    #expect(stage.frames == ["began 1", "cancelled 1"])
  }

  @Test func `only sources on a compositor that loses cancels wait for silence`() throws {
    for losesCancels in [false, true] {
      let window = try FakeWindow(nil)
      window.connection.losesCancels = losesCancels
      let source = WaylandTouchSource(surface: window.surface, silence: .strip)
      try window.connection.roundTrip()
      var ends = 0
      let take = { (seconds: Double) in
        try source.dispatch(at: Timestamp(seconds: seconds)) { event in
          if case .touch(let touch) = event, case .cancel = touch.kind { ends += 1 }
        }
      }
      try take(1000)
      let surface = FakeServer.Argument.object(try #require(window.server.object(WlSurface.self)))
      try window.server.send(WlTouch.self, "down", 1, 7, surface, 0, 2560, 2560)
      try window.server.send(WlTouch.self, "frame")
      try window.connection.roundTrip()
      try take(1000)
      #expect(source.deadline == (losesCancels ? Timestamp(seconds: 1010) : nil))
      try take(1010)
      #expect(ends == (losesCancels ? 1 : 0))
      #expect(source.deadline == nil)
    }
  }

  @Test func `compositors are known by their names, also as NixOS starts them`() {
    for name in ["labwc", "gala", "gnome-kiosk", ".labwc-wrapped", ".gnome-shell-wr", ".gnome-kiosk-wr"] {
      #expect(SilenceLimit.isNeeded(by: name), "\(name)")
    }
    for name in ["", ".", "sway", "gnome", ".gnome", ".sway-wrapped"] { #expect(!SilenceLimit.isNeeded(by: name)) }
  }

  @Test(arguments: [0, 4]) func `the time is a setting of the connection, and a hold is waited for besides`(hold: Int)
    throws
  {
    let window = try FakeWindow(nil)
    window.connection.losesCancels = true
    window.connection.lostAfter = .seconds(3)
    var limit = SilenceLimit.strip
    limit.hold = .seconds(hold)
    let source = WaylandTouchSource(surface: window.surface, silence: limit)
    try window.connection.roundTrip()
    let surface = FakeServer.Argument.object(try #require(window.server.object(WlSurface.self)))
    try source.dispatch(at: Timestamp(seconds: 1000)) { _ in }
    try window.server.send(WlTouch.self, "down", 1, 7, surface, 0, 2560, 2560)
    try window.server.send(WlTouch.self, "frame")
    try window.connection.roundTrip()
    try source.dispatch(at: Timestamp(seconds: 1000)) { _ in }
    #expect(source.deadline == Timestamp(seconds: Double(1003 + hold)))
  }

  @Test func `whatever is lost, in the end only fingers that are there are down`() {
    for seed in UInt64(0)..<40 {
      var touches = RandomTouches(seed: seed, discipline: .cancelsLost, devices: 1)
      var stage = Stage()
      var time = 0.0
      // The last step, which cancels all, does not arrive either.
      for step in touches.sequence(reports: 100).dropLast() {
        time = step.time.seconds(since: .zero)
        switch step.kind {
        case .down(let place):
          stage.take(.down(step.finger, surface: nil, x: place.x, y: place.y, stamp), .frame, at: time)
        case .motion(let place): stage.take(.motion(step.finger, x: place.x, y: place.y, stamp), .frame, at: time)
        case .up: stage.take(.up(step.finger, stamp), .frame, at: time)
        default: break
        }
      }
      stage.take(down(99), .frame, at: time + 1)
      stage.take(motion(99, 11), .frame, at: time + 12)
      stage.take(.up(99, stamp), .frame, at: time + 13)
      #expect(!stage.assembler.hasTouches, "seed \(seed)")
    }
  }
}
