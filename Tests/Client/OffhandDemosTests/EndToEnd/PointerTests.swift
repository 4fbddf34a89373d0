import CompositorRig
import DesignCases
import Foundation
import Offhand
import OffhandPixman
import OffhandPlatform
import Testing
@testable import OffhandDemos

/// The demos with a mouse, on compositors.
@Suite(
  .serialized, .ownThreads, .enabled(if: Weston.isAvailable, "needs weston and its headers: scripts/setup compositors"))
struct PointerTests {
  /// Moves the pointer along `path` in steps of 8 ms, with the button down from the first to the last point.
  private func drag(_ path: [Point], on weston: Weston, isReleased: Bool = true) throws {
    try weston.touch(.point(x: path[0].x, y: path[0].y), .press(.leftButton))
    let start = MonotonicClock.now()
    let steps = 30
    for step in 1...steps + 10 {
      let stamp = (start + .milliseconds(8) * step).nanoseconds
      try Waiting.until("step \(step)") { MonotonicClock.now().nanoseconds >= stamp }
      let part = min(1, Double(step) / Double(steps)) * Double(path.count - 1)
      let leg = min(Int(part), path.count - 2)
      let place = path[leg] + (path[leg + 1] - path[leg]) * (part - Double(leg))
      try weston.touch(.point(x: place.x, y: place.y, at: stamp))
    }
    if isReleased { try weston.touch(.release(.leftButton)) }
  }

  @Test(.recognition("N33")) func `zoom: a drag moves the picture, with Control it scales and turns it`() throws {
    let weston = try Weston()
    let picture = try GreenPicture()
    let program = try weston.start(["zoom", picture.path])
    let home = try #require(
      GreenPicture.bounds(in: try weston.waitForScreen("the picture") { GreenPicture.bounds(in: $0) != nil }))
    try weston.touch(.press(.control))
    // Back beyond the start: the fingers close.
    try drag([Point(x: 512, y: 320), Point(x: 530, y: 320), Point(x: 450, y: 320)], on: weston, isReleased: false)
    let small = try weston.waitForScreen("a smaller picture") {
      guard let bounds = GreenPicture.bounds(in: $0) else { return false }
      return Double(bounds.right - bounds.left) < 0.75 * Double(home.right - home.left)
    }
    let closed = try #require(GreenPicture.bounds(in: small))
    #expect(abs(closed.midX - 512) < 12 && abs(closed.midY - 320) < 12, "scaled about the press, not \(closed)")
    try weston.touch(.release(.leftButton))
    _ = try weston.waitForScreen("the picture to spring back to fit") {
      guard let bounds = GreenPicture.bounds(in: $0) else { return false }
      return abs(bounds.left - home.left) <= 2 && abs(bounds.right - home.right) <= 2
    }
    let before = try #require(GreenPicture.bounds(in: try weston.screenshot()))
    try drag([Point(x: 512, y: 320), Point(x: 530, y: 320), Point(x: 530, y: 420)], on: weston)
    try weston.touch(.release(.control))
    _ = try weston.waitForScreen("a turned picture") {
      guard let bounds = GreenPicture.bounds(in: $0) else { return false }
      return Double(bounds.bottom - bounds.top) > 1.1 * Double(before.bottom - before.top)
    }
    try program.end()
  }
}
