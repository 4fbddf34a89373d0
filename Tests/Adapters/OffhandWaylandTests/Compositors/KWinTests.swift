import CompositorRig
import Foundation
import Offhand
import Testing

@testable import OffhandWayland

@Suite(
  .serialized, .ownThreads,
  .enabled(if: KWin.isAvailable, "needs KWin, dbus-run-session, setpriv and python3: scripts/setup compositors"))
struct KWinTests {
  private let pattern = TestPattern()

  @Test func `a fractional scale gives buffers of just the output's pixels, to windows and to layers`() throws {
    let kwin = try KWin(width: 800, height: 500, scale: 1.5)
    let window = try PatternWindow(at: kwin.socketPath, frames: 3) { $0.isFullscreen && !$0.surface.needsFrame }
    let connection = window.connection
    #expect(connection.unavailable.map(\.interface).contains("wp_presentation"))
    let layer = try LayerSurface(connection, namespace: "offhand")
    try connection.pump(until: "the layer") {
      try window.surface.show(pattern)
      try layer.surface.show(pattern)
    } _: {
      layer.surface.commitCount >= 2 && !layer.surface.needsFrame
    }
    for surface in [window.surface, layer.surface] {
      let layout = try #require(surface.layout)
      #expect(layout.scale == SurfaceScale(in120ths: 180))
      #expect([layout.width, layout.height] == [800, 500])
      #expect([layout.grid.width, layout.grid.height] == [1200, 750])
    }
  }

  @Test func `a cancel takes the touch away, and the next one lands anew`() throws {
    let kwin = try KWin(width: 800, height: 500, scale: 1.5)
    let window = try PatternWindow(at: kwin.socketPath, frames: 3) { $0.isFullscreen && !$0.surface.needsFrame }
    let connection = window.connection
    let source = WaylandTouchSource(surface: window.surface)
    var assembler = TouchFrameAssembler(habits: .wayland)
    var phases: [Touch.Phase] = []
    var places: [Point] = []
    // Each is played when the one before has arrived; the first again if it was lost (Design/Platform.md "Touch events of compositors").
    let script: [[TouchCommand]] = [
      [.down(id: 0, x: 400, y: 250), .frame], [.motion(id: 0, x: 420, y: 260), .frame], [.cancel],
      [.down(id: 0, x: 300, y: 200), .frame], [.up(id: 0), .frame],
    ]
    var played = 0
    var lastPlayed = monotonicNow()
    func take(_ frame: borrowing TouchFrame) {
      for index in frame.indices where frame[index].phase != .stationary {
        phases.append(frame[index].phase)
        places.append(frame[index].position)
      }
    }
    try connection.pump(until: "all that the hand did") {
      try window.surface.show(pattern)
      let now = monotonicNow()
      if played == 1, phases.isEmpty, now - lastPlayed > .milliseconds(500) {
        try kwin.touch(.up(id: 0), .frame)
        played = 0
      }
      if played < script.count, let late = phases.lastIndex(of: .ended) {
        // What was given up was not lost, only late: on a busy machine it arrives after its lift was sent.
        phases.removeSubrange(...late)
        places.removeSubrange(...late)
      }
      if connection.seats.contains(where: \.hasTouch), played == phases.count, played < script.count {
        try kwin.touch(script[played])
        played += 1
        lastPlayed = now
      }
      try source.dispatch(at: monotonicNow()) { assembler.add($0) { take($0) } }
      assembler.endBatch { take($0) }
    } _: {
      played == script.count && phases.last == .ended
    }
    #expect(phases == [.began, .moved, .cancelled, .began, .ended])
    // Places are logical pixels whatever the scale; the surface's millimetres are those of its output.
    let layout = try #require(window.surface.layout)
    #expect(places.first.map { abs($0.x - 400 * layout.geometry.size.width / 800) < 0.2 } == true)
  }
}
