import CompositorRig
import Foundation
import Offhand
import OffhandPixman
import OffhandPlatform
import Testing

/// That programs with a view give up their rights, and do what they did.
@Suite(.serialized, .ownThreads, .enabled(if: Weston.isAvailable)) struct ConfinementTests {
  private func status(_ name: String, of program: Program) throws -> Substring? {
    let lines = try String(contentsOfFile: "/proc/\(program.processID)/status", encoding: .utf8).split(separator: "\n")
    return lines.first { $0.hasPrefix("\(name):") }?.dropFirst(name.count + 2)
  }

  private func pinch(on weston: Weston) throws {
    try weston.touch(.down(id: 0, x: 300, y: 200), .down(id: 1, x: 500, y: 200), .frame)
    for step in 1...30 {
      try weston.touch(
        .motion(id: 0, x: 300 - Double(step), y: 200), .motion(id: 1, x: 500 + Double(step), y: 200), .frame)
      usleep(8000)
    }
    try weston.touch(.up(id: 0), .up(id: 1), .frame)
  }

  @Test(arguments: [
    ["zoom"], ["zoom", "--chart", "--explain"], ["board"], ["tray"], ["touches"], ["record", "-o", "FILE"],
  ])
  func `what shows a view is confined, and nothing that it does is refused`(words: [String]) throws {
    let weston = try Weston()
    let folder = try TemporaryFolder()
    let words = words.map { $0 == "FILE" ? folder.file("touches.yml") : $0 }
    let program = try weston.run([Program.built("offhand")] + words + ["--source", "wayland", "--log", "debug"])
    try program.waitForOutput("dangerous system calls are refused")
    try program.waitForOutput("complete")
    try pinch(on: weston)
    #expect(try status("NoNewPrivs", of: program) == "1" && status("Seccomp", of: program) == "2")
    try program.end()
    #expect(!program.standardError.contains("was refused"), "\(program.standardError)")
  }

  @Test func `a recording without touches is removed, by a program that can remove no file itself`() throws {
    let weston = try Weston()
    let folder = try TemporaryFolder()
    let program = try weston.run(
      [Program.built("offhand"), "record", "-o", folder.file("empty"), "--source", "wayland", "--log", "debug"])
    try program.waitForOutput("complete")
    #expect(folder.names.contains("empty"))
    // As Control-C, to all of its processes.
    kill(-program.processID, SIGINT)
    #expect(try program.wait() == .exited(0))
    #expect(!folder.names.contains("empty") && !program.standardError.contains("was refused"))
  }
}
