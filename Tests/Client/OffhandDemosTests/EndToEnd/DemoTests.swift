import CompositorRig
import Foundation
import Offhand
import OffhandPixman
import OffhandPlatform
import Testing
@testable import OffhandDemos

/// The demos on a compositor's touch screen.
@Suite(.serialized, .ownThreads, .enabled(if: Weston.isAvailable)) struct DemoTests {
  /// Moves fingers from where they land to where they rest, in a quarter of a second, and keeps them there long enough that
  /// lifting them throws nothing.
  private func drag(_ ways: [(from: Point, to: Point)], on weston: Weston) throws {
    let start = MonotonicClock.now()
    for step in 0...40 {
      let stamp = (start + .milliseconds(8) * step).nanoseconds
      try Waiting.until("step \(step)") { MonotonicClock.now().nanoseconds >= stamp }
      let part = min(1, Double(step) / 24)
      let commands = ways.enumerated().map { id, way in
        let place = way.from + (way.to - way.from) * part
        return step == 0
          ? TouchCommand.down(id: id, x: place.x, y: place.y, at: stamp)
          : TouchCommand.motion(id: id, x: place.x, y: place.y, at: stamp)
      }
      try weston.touch(commands + [.frame])
    }
    let end = MonotonicClock.now().nanoseconds
    try weston.touch(ways.indices.map { TouchCommand.up(id: $0, at: end) } + [.frame])
  }

  @Test func `board two hands move two photos at once, and both stay where they are put`() throws {
    // Large enough that the two do not overlap.
    let weston = try Weston(width: 1920, height: 1200)
    let photos = try GreenAndRed()
    let program = try weston.start(["board", photos.folder.path, "--placement", "classic"])
    let before = try weston.waitForScreen("two photos") { GreenAndRed.green($0) != nil && GreenAndRed.red($0) != nil }
    let first = try #require(GreenAndRed.green(before))
    let second = try #require(GreenAndRed.red(before))
    let way = Vector(dx: -160, dy: -90)
    let starts = [Point(x: first.midX, y: first.midY), Point(x: second.midX, y: second.midY)]
    try drag([(starts[0], starts[0] + way), (starts[1], starts[1] - way)], on: weston)
    // Both go as far as the fingers: the slop of the pan is theirs too, since they moved before it began.
    let moved = way
    var last = "nothing"
    _ = try weston.waitForScreen("the photos to be \(moved) apart from where they were; last \(last)") {
      guard let one = GreenAndRed.green($0), let other = GreenAndRed.red($0) else { return false }
      last = "\(one) from \(first), \(other) from \(second)"
      return abs(one.midX - first.midX - moved.dx) <= 3 && abs(one.midY - first.midY - moved.dy) <= 3
        && abs(other.midX - second.midX + moved.dx) <= 3 && abs(other.midY - second.midY + moved.dy) <= 3
    }
    try program.end()
  }

  @Test func `board reports files that are no pictures and shows the others`() throws {
    let weston = try Weston()
    let photos = try GreenAndRed()
    _ = try photos.folder.write("not a picture", to: "b.png")
    let program = try weston.start(["board", photos.folder.path])
    _ = try weston.waitForScreen("the good photo") { GreenAndRed.green($0) != nil }
    #expect(program.standardError.contains("b.png: neither PNG nor JPEG"))
    try program.end()
  }

  @Test func `touches shows a ring around the finger, and nothing once it has left and faded`() throws {
    let weston = try Weston()
    let program = try weston.start(["touches"])
    _ = try weston.waitForScreen("the grid") { $0.showsMonitor }
    try weston.touch(.down(id: 0, x: 700, y: 400), .frame)
    _ = try weston.waitForScreen("the ring") {
      guard let ring = $0.ring() else { return false }
      return abs(ring.midX - 700) < 3 && ring.bottom > 415 && ring.bottom < 435
    }
    try weston.touch(.up(id: 0), .frame)
    _ = try weston.waitForScreen("the ring to fade") {
      $0.count { $0.red > 200 && $0.green < 160 } == 0 && $0.ring() == nil
    }
    try program.end()
  }
}

/// Whoever does nothing sleeps: after a gesture, once everything has come to rest, no demo wakes any more.
@Suite(
  .serialized, .ownThreads,
  .enabled(if: Weston.isAvailable, "needs weston and its headers: scripts/setup compositors"))
struct IdleTests {
  /// What the fingers do, in pixels of a screen of 1024 by 640: from where to where.
  private static let gestures: [(demo: String, ways: [(from: (Double, Double), to: (Double, Double))])] = [
    ("zoom", [((450, 380), (380, 450)), ((560, 280), (640, 210))]),
    ("board", [((512, 300), (620, 220))]),
    ("tray", [((512, 620), (512, 300))]),
    ("touches", [((300, 300), (600, 350)), ((700, 300), (650, 200))]),
  ]

  @Test(arguments: gestures.indices) func `there are no wake-ups at rest`(index: Int) throws {
    let (demo, ways) = IdleTests.gestures[index]
    let weston = try Weston()
    let program = try weston.start([demo])
    for step in 0...20 {
      let part = Double(step) / 20
      try weston.touch(
        ways.enumerated().map { id, way in
          let (x, y) = (way.from.0 + (way.to.0 - way.from.0) * part, way.from.1 + (way.to.1 - way.from.1) * part)
          return step == 0 ? .down(id: id, x: x, y: y) : .motion(id: id, x: x, y: y)
        } + [.frame])
      usleep(10_000)
    }
    // Lifted in motion: what can be thrown flies.
    try weston.touch(ways.indices.map { .up(id: $0) } + [.frame])
    var wakeups = ProcessFigures(program.processID)?.wakeups
    try Waiting.until("two seconds without a wake-up of \(demo)") {
      usleep(2_000_000)
      let before = wakeups
      wakeups = ProcessFigures(program.processID)?.wakeups
      return wakeups == before
    }
    try program.end()
  }
}

/// What `offhand doctor` measures of a compositor.
@Suite(.serialized, .ownThreads) struct DoctorTests {
  /// How often a second the doctor says the compositor redraws.
  private func rate(measuredOn compositor: any Compositor) throws -> Double {
    let program = try compositor.run([Program.built("offhand"), "doctor"])
    _ = try program.wait()
    let words = program.standardOutput.split { $0 == " " || $0 == "\n" }
    let place = try #require(words.firstIndex(of: "redraws"), "\(program.standardOutput)")
    // "redraws 59.9 times per second"
    return try #require(words[place...].dropFirst().first.flatMap { Double($0) })
  }

  @Test(.enabled(if: Weston.isAvailable)) func `how often weston redraws is measured`() throws {
    let rate = try rate(measuredOn: try Weston())
    #expect(rate > 0 && rate < 70)
  }

  @Test(.enabled(if: Sway.isAvailable, "needs sway, grim and setpriv: scripts/setup compositors"))
  func `how often sway redraws is measured, at the rate of its mode`() throws {
    let slow = try rate(measuredOn: try Sway(configuration: "output HEADLESS-1 mode 1024x640@20Hz"))
    #expect(slow > 0 && slow < 25)
    let fast = try rate(measuredOn: try Sway(configuration: "output HEADLESS-1 mode 1024x640@200Hz"))
    #expect(fast > slow && fast < 230)
  }
}
