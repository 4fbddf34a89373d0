import CompositorRig
import DesignCases
import Foundation
import Offhand
import OffhandPixman
import OffhandPlatform
import Testing
@testable import OffhandDemos

/// The demos with a mouse, on compositors.
@Suite(.serialized, .enabled(if: Weston.isAvailable, "needs weston and its headers: scripts/setup compositors"))
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

  @Test(.recognition("N33")) func `board: the mouse moves one photo while a finger moves another`() throws {
    let weston = try Weston(width: 1920, height: 1200)
    let photos = try GreenAndRed()
    let program = try weston.start(["board", photos.folder.path])
    let before = try weston.waitForScreen("two photos") { GreenAndRed.green($0) != nil && GreenAndRed.red($0) != nil }
    let (first, second) = (try #require(GreenAndRed.green(before)), try #require(GreenAndRed.red(before)))
    let finger = Point(x: first.midX, y: first.midY)
    try weston.touch(.down(id: 0, x: finger.x, y: finger.y), .frame)
    for step in 1...20 {
      try weston.touch(.motion(id: 0, x: finger.x - 6 * Double(step), y: finger.y), .frame)
      usleep(8000)
    }
    let mouse = Point(x: second.midX, y: second.midY)
    try drag([mouse, mouse + Vector(dx: 130, dy: 60)], on: weston)
    try weston.touch(.up(id: 0), .frame)
    _ = try weston.waitForScreen("both photos to have moved") {
      guard let one = GreenAndRed.green($0), let other = GreenAndRed.red($0) else { return false }
      return one.midX - first.midX < -100 && other.midX - second.midX > 110 && other.midY - second.midY > 45
    }
    try program.end()
  }

  @Test(.recognition("N33")) func `tray: the mouse pulls it open`() throws {
    let weston = try Weston()
    let program = try weston.start(["tray"])
    let shut = try weston.waitForScreen("the tray's grip") { $0.trayArea > 5_000 }
    try drag([Point(x: 512, y: 620), Point(x: 512, y: 250)], on: weston)
    _ = try weston.waitForScreen("the open tray") { $0.trayArea > 4 * shut.trayArea }
    try program.end()
  }

  @Test(.recognition("N33")) func `touches: a ring around the pressed pointer, which goes with the mouse`() throws {
    let weston = try Weston()
    let program = try weston.start(["touches"])
    /// Presses the button until the ring is there: nothing says when the program gets what its pointer does, or does so again; and weston
    /// counts a button that is held when the pointer goes.
    func press(x: Double) throws {
      try Waiting.until("a ring at \(x)") {
        try weston.touch(.release(.leftButton), .point(x: x, y: 400), .press(.leftButton))
        usleep(50_000)
        return try weston.screenshot().ring().map { abs(Double($0.midX) - x) < 3 } ?? false
      }
    }
    // A window that is not shown yet has no pointer above it.
    _ = try weston.waitForScreen("the grid") { $0.showsMonitor }
    try press(x: 700)
    try weston.touch(.pointerRemove)
    _ = try weston.waitForScreen("the ring to go") { $0.ring() == nil }
    try weston.touch(.pointerAdd)
    try press(x: 300)
    try program.end()
  }

  @Test(.recognition("N33"), .enabled(if: Sway.isAvailable, "needs sway, grim and setpriv: scripts/setup compositors"))
  func `zoom: the mouse moves the picture in sway`() throws {
    let weston = try Weston(touchScreen: .later)
    let sway = try Sway(inside: weston)
    let picture = try GreenPicture()
    let program = try sway.start(["zoom", picture.path])
    let home = try #require(
      GreenPicture.bounds(in: try sway.waitForScreen("the picture") { GreenPicture.bounds(in: $0) != nil }))
    let middle = Point(x: home.midX, y: home.midY)
    try drag([middle, middle + Vector(dx: 90, dy: -40)], on: weston, isReleased: false)
    _ = try sway.waitForScreen("the picture to follow the mouse") {
      guard let bounds = GreenPicture.bounds(in: $0) else { return false }
      return bounds.midX - home.midX > 40 && bounds.midY - home.midY < -15
    }
    try weston.touch(.release(.leftButton))
    try program.end()
  }
}
