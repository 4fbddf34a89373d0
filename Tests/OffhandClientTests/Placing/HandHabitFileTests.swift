import DesignCases
import CompositorRig
import Foundation
import Glibc
import Offhand
import Testing

@testable import OffhandClient

/// Design/Placing.md case 69: what is kept of a person, if they configured it.
struct HandHabitFileTests {
  private let directory: TemporaryFolder

  init() throws { directory = try TemporaryFolder() }

  @Test(.placement("69")) func `a habit is kept in one line that only its owner reads, and read again`() throws {
    let file = HandHabitFile(path: directory.file("hand"))
    #expect(try file.read() == nil)
    for right in [0.87, 0.13] {
      let habit = HandHabit(rightProbability: right, day: 20_778)
      try file.write(habit)
      #expect(try file.read() == habit)
    }
    #expect(try String(contentsOfFile: file.path, encoding: .utf8) == "0.13 2026-11-21\n")
    var status = stat()
    #expect(stat(file.path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    #expect(access(file.path + ".new", F_OK) != 0)
  }

  @Test(.placement("69"), arguments: ["right", "0.9", "0.9 tomorrow", "2 2026-11-21", "0.9 2026-11-21 and more"])
  func `a file of something else is refused, not written over`(content: String) throws {
    let path = try directory.write(content, to: "hand")
    let fault = #expect(throws: HandHabitFile.Fault.self) { try HandHabitFile(path: path).read() }
    #expect(fault?.description.hasPrefix("\(path): no line like '0.87 2026-11-21'") == true)
    #expect(PlacementSettings(habitFile: path).strategy().environment.rightHandPrior == 0.9, "no program stops for it")
  }

  @Test(.placement("69"), arguments: ["", "\0\0\0\0\0\0\0\0"])
  func `a file of which a power cut left nothing counts as none, and is replaced`(content: String) throws {
    let file = HandHabitFile(path: try directory.write(content, to: "hand"))
    #expect(try file.read() == nil)
    #expect(PlacementSettings(habitFile: file.path).strategy().environment.rightHandPrior == 0.9)
    try file.write(HandHabit(rightProbability: 0.87, day: 20_778))
    #expect(try file.read() != nil)
  }

  @Test(.placement("69")) func `a path that cannot be read or written is an error`() throws {
    let reading = #expect(throws: HandHabitFile.Fault.self) { try HandHabitFile(path: directory.path).read() }
    #expect(reading?.description.contains("the hand cannot be read") == true)
    let writing = #expect(throws: HandHabitFile.Fault.self) {
      try HandHabitFile(path: "/nowhere/hand").write(HandHabit(rightProbability: 0.5, day: 0))
    }
    #expect(writing?.description.hasPrefix("/nowhere/hand: the hand cannot be remembered") == true)
  }

  @Test(.placement("69")) func `a folder that is not there and a pipe are reported before the program begins`() throws {
    let missing = #expect(throws: HandHabitFile.Fault.self) { try HandHabitFile(path: "/nowhere/hand").read() }
    #expect(missing?.description.hasPrefix("/nowhere/hand: the hand cannot be remembered") == true)
    let pipe = directory.file("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(throws: HandHabitFile.Fault.self) { try HandHabitFile(path: pipe).read() }
  }

  @Test(.placement("69")) func `a link, a pipe or another's file of the draft's name is not written to`() throws {
    let file = HandHabitFile(path: directory.file("hand"))
    let draft = file.path + ".new"
    let other = try directory.write("precious", to: "other")
    let habit = HandHabit(rightProbability: 0.87, day: 20_778)
    let obstacles: [() throws -> Void] = [
      { #expect(symlink(other, draft) == 0) }, { #expect(mkfifo(draft, 0o600) == 0) },
      {
        _ = try directory.write("", to: "hand.new")
        #expect(chmod(draft, 0o666) == 0)
      },
    ]
    for obstacle in obstacles {
      try obstacle()
      try file.write(habit)
      #expect(try file.read() == habit)
      var status = stat()
      #expect(lstat(file.path, &status) == 0 && status.st_mode == S_IFREG | 0o600)
    }
    #expect(try String(contentsOfFile: other, encoding: .utf8) == "precious")
  }

  @Test(.placement("69")) func `a strategy begins with what was kept, and without a file with what is usual`() throws {
    let path = try directory.write("0.13 2999-01-01\n", to: "hand")
    #expect(PlacementSettings(habitFile: path).strategy().environment.rightHandPrior == 0.13)
    // Of what was kept a quarter of a century ago hardly anything counts.
    _ = try directory.write("0.13 2001-01-01\n", to: "old")
    #expect(PlacementSettings(habitFile: directory.file("old")).strategy().environment.rightHandPrior > 0.4)
    #expect(PlacementSettings(habitFile: directory.file("none")).strategy().environment.rightHandPrior == 0.9)
    #expect(PlacementSettings().strategy().environment.rightHandPrior == 0.9)
  }
}
