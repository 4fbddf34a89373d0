import CompositorRig
import Foundation
import Testing

/// Whoever does nothing sleeps: after a gesture, once everything has come to rest, no demo wakes any more.
@Suite(.serialized, .enabled(if: Weston.isAvailable, "needs weston and its headers: scripts/setup compositors"))
struct IdleTests {
  /// What the fingers do, in pixels of a screen of 1024 by 640: from where to where.
  private static let gestures: [(demo: String, ways: [(from: (Double, Double), to: (Double, Double))])] = [
    ("zoom", [((450, 380), (380, 450)), ((560, 280), (640, 210))]),
    ("board", [((512, 300), (620, 220))]),
    ("tray", [((512, 620), (512, 300))]),
    ("touches", [((300, 300), (600, 350)), ((700, 300), (650, 200))]),
  ]

  @Test(arguments: gestures.indices) func `no wake-up once all has come to rest`(index: Int) throws {
    let (demo, ways) = IdleTests.gestures[index]
    let weston = try Weston()
    let program = try weston.run([Program.built("offhand"), demo, "--source", "wayland", "--log", "info"])
    try program.waitForOutput("complete")
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
    var wakeups = try IdleTests.wakeups(of: program)
    try Waiting.until("two seconds without a wake-up of \(demo)") {
      usleep(2_000_000)
      let before = wakeups
      wakeups = try IdleTests.wakeups(of: program)
      return wakeups == before
    }
    program.signal(SIGTERM)
    #expect(try program.wait() == .exited(0))
  }

  /// How often the threads of `program` slept and woke.
  private static func wakeups(of program: Program) throws -> Int {
    let tasks = "/proc/\(program.processID)/task"
    return try FileManager.default.contentsOfDirectory(atPath: tasks).reduce(0) { sum, task in
      let status = try String(contentsOfFile: "\(tasks)/\(task)/status", encoding: .utf8)
      let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
      return sum + (line.flatMap { Int($0.filter(\.isNumber)) } ?? 0)
    }
  }
}
