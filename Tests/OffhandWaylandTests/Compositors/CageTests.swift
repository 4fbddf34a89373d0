import CompositorRig
import Offhand
import Testing

@testable import OffhandWayland

@Suite(
  .enabled(if: Cage.isAvailable && Weston.isAvailable, "needs cage, grim, setpriv, weston: scripts/setup compositors"))
struct CageTests {
  @Test func `touches without a single frame event make frames, and windows need neither viewports nor feedback`()
    throws
  {
    let weston = try Weston(shell: .kiosk, width: 640, height: 480, touchScreen: .later)
    let cage = try Cage(inside: weston)
    let connection = try Connection(to: .named(cage.socketPath))
    let window = ToplevelSurface(connection, title: "Test", applicationID: "test", extent: .fullscreen(on: nil))
    let source = WaylandTouchSource(surface: window.surface)
    let pattern = TestPattern()
    var assembler = TouchFrameAssembler(habits: .wayland)
    var frames: [[Touch]] = []
    func turn() throws {
      try window.surface.show(pattern)
      try source.dispatch(at: monotonicNow()) { event in assembler.add(event) { frames.append($0.touches) } }
      assembler.endBatch { frames.append($0.touches) }
    }
    try connection.pump(until: "frames and a touch screen", turn: turn) {
      window.surface.commitCount >= 5 && connection.seats.contains(where: \.hasTouch)
    }
    _ = try cage.waitForScreen("the pattern") { $0[300, 300].isNear(pattern.background) }
    try weston.touch(.down(id: 0, x: 250, y: 200), .frame)
    try connection.pump(until: "the landing", turn: turn) { frames.count >= 1 }
    try weston.touch(.motion(id: 0, x: 260, y: 210), .frame)
    try connection.pump(until: "the motion", turn: turn) { frames.count >= 2 }
    try weston.touch(.up(id: 0), .frame)
    try connection.pump(until: "the lift", turn: turn) { frames.count >= 3 }
    #expect(frames.map { $0.map(\.phase) } == [[.began], [.moved], [.ended]])
    #expect(window.surface.feedbackCounts == (0, 0))
    #expect(connection.unavailable.map(\.interface).contains("wp_viewporter"))
  }
}
