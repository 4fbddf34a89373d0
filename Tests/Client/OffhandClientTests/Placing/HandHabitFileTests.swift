import CPlatform
import DesignCases
import CompositorRig
import Glibc
import Offhand
import OffhandPlatform
import Testing

@testable import OffhandClient

/// Design/Placing.md case 69: what is kept of a person, if they configured it.
struct HandHabitFileTests {
  private let directory: TemporaryFolder

  init() throws { directory = try TemporaryFolder() }

  @Test(.placement("69")) func `a habit is kept in one line that only its owner reads, and read again`() throws {
    let path = directory.file("hand")
    #expect(try HandHabitFile.habit(at: path) == nil)
    for right in [0.87, 0.13] {
      let habit = HandHabit(rightProbability: right, day: 20_778)
      try HandHabitFile(path: path).write(habit)
      #expect(try HandHabitFile.habit(at: path) == habit)
    }
    #expect(directory.text(of: "hand") == "0.13 2026-11-21\n")
    var status = stat()
    #expect(stat(path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    #expect(directory.names == ["hand"])
  }

  @Test(.placement("69"), arguments: ["right", "0.9", "0.9 tomorrow", "2 2026-11-21", "0.9 2026-11-21 and more"])
  func `a file of something else is refused, not written over`(content: String) throws {
    let path = try directory.write(content, to: "hand")
    let fault = #expect(throws: HandHabitFile.Fault.self) { _ = try HandHabitFile(path: path) }
    #expect(fault?.description.hasPrefix("\(path): no line like '0.87 2026-11-21'") == true)
    #expect(PlacementSettings(habitFile: path).strategy().environment.rightHandPrior == 0.9, "no program stops for it")
    #expect(directory.text(of: "hand") == content)
  }

  @Test(.placement("69"), arguments: ["", "\0\0\0\0\0\0\0\0", "0.5 2026-11-20 \n\n\n"])
  func `a file of which a power cut left nothing, or a longer line, is written over`(content: String) throws {
    let path = try directory.write(content, to: "hand")
    let prior = PlacementSettings(habitFile: path).strategy().environment.rightHandPrior
    #expect(content.first == "0" ? prior < 0.9 : prior == 0.9)
    try HandHabitFile(path: path).write(HandHabit(rightProbability: 0.87, day: 20_778))
    #expect(directory.text(of: "hand") == "0.87 2026-11-21\n")
  }

  @Test(.placement("69")) func `a path that cannot be read or written is an error before the program begins`() throws {
    for path in [directory.path, "/nowhere/hand"] {
      let fault = #expect(throws: HandHabitFile.Fault.self) { _ = try HandHabitFile(path: path) }
      #expect(fault?.description.hasPrefix("\(path): the hand cannot be remembered") == true)
    }
    let reading = #expect(throws: HandHabitFile.Fault.self) { try HandHabitFile.habit(at: "\(#filePath)/hand") }
    #expect(reading?.description.contains("the hand cannot be read") == true)
    let pipe = directory.file("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(throws: HandHabitFile.Fault.self) { _ = try HandHabitFile(path: pipe) }
    #expect(throws: HandHabitFile.Fault.self) { try HandHabitFile.habit(at: pipe) }
  }

  @Test(.placement("69")) func `a link leads to the habit, and stays`() throws {
    let target = try directory.write("0.50 2026-11-20\n", to: "target")
    let link = directory.file("link")
    #expect(symlink(target, link) == 0)
    try HandHabitFile(path: link).write(HandHabit(rightProbability: 0.87, day: 20_778))
    #expect(directory.text(of: "target") == "0.87 2026-11-21\n")
    var status = stat()
    #expect(lstat(link, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
  }

  @Test(.placement("69")) func `a confined program writes the habit on the disk, and no other file beside it`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let file = try HandHabitFile(path: folder.file("hand"))
      let other = try folder.write("precious", to: "other")
      _ = Confinement(readable: Confinement.allFiles).apply()
      unlink(other)
      rename(other, folder.file("new"))
      try file.write(HandHabit(rightProbability: 0.87, day: 20_778))
      #expect(folder.names == ["hand", "other"] && folder.text(of: "other") == "precious")
      #expect(folder.text(of: "hand") == "0.87 2026-11-21\n")
      let filter = seccomp_init(UInt32(SCMP_ACT_ALLOW))
      seccomp_rule_add_array(filter, 0x0005_0000 | UInt32(EIO), seccomp_syscall_resolve_name("fsync"), 0, nil)
      seccomp_load(filter)
      // The disk does not take it.
      #expect(throws: HandHabitFile.Fault.self) { try file.write(HandHabit(rightProbability: 0.5, day: 1)) }
    }
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
