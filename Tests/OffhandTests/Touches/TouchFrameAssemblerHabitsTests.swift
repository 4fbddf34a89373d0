import Offhand
import Testing

/// What compositors do to frames (platform.md §3.3), and how the habits mend it.
struct TouchFrameAssemblerHabitsTests {
  @Test func `weston leaves the last frame out`() {
    var assembly = Assembly(.init(omitsLastFrame: true))
    assembly.down(0, at: 0, 10, 10)
    assembly.down(1, at: 0, 50, 10)
    assembly.frame(at: 0)
    assembly.up(1, at: 8)
    assembly.frame(at: 8)
    assembly.up(0, at: 16)
    #expect(assembly.frames.count == 3)
    #expect(assembly.frames[2].summary == "0 ended 10.0,10.0")
  }

  @Test func `cage never sends a frame`() {
    var assembly = Assembly(.init(omitsLastFrame: true))
    assembly.down(0, at: 0, 10, 10)
    assembly.endBatch()
    #expect(assembly.frames.count == 1)
    assembly.move(0, at: 8, 11, 10)
    assembly.endBatch()
    #expect(assembly.frames.count == 2)
    assembly.up(0, at: 16)
    assembly.endBatch()
    #expect(assembly.frames.map { $0.summary } == ["0 began 10.0,10.0", "0 moved 11.0,10.0", "0 ended 11.0,10.0"])
  }

  @Test func `a source that sends frames may be interrupted inside one`() {
    var assembly = Assembly()
    assembly.down(0, at: 0, 10, 10)
    assembly.frame(at: 0)
    assembly.move(0, at: 8, 11, 10)
    assembly.endBatch()
    #expect(assembly.frames.count == 1)
    assembly.frame(at: 8)
    #expect(assembly.frames.count == 2)
  }

  @Test func `Mir sends the landing of a finger that is down again`() {
    var assembly = Assembly()
    assembly.down(0, at: 0, 10, 10)
    assembly.frame(at: 0)
    assembly.move(0, at: 8, 12, 10)
    assembly.down(1, at: 8, 50, 10)
    assembly.down(0, at: 8, 12, 10)
    assembly.frame(at: 8)
    #expect(assembly.frames.count == 2)
    #expect(assembly.frames[1].summary == "0 moved 12.0,10.0 | 1 began 50.0,10.0")
    #expect(assembly.assembler.diagnostics.duplicateDowns == 1)
  }

  @Test func `KWin loses the first landing`() {
    var assembly = Assembly(.init(losesFirstDown: true))
    assembly.move(0, at: 8, 12, 10)
    assembly.frame(at: 8)
    #expect(assembly.frames.map { $0.summary } == ["0 began 12.0,10.0"])
  }

  @Test func `KWin stamps each event of a frame when it sends it`() {
    var assembly = Assembly(.init(mixesTimestamps: true))
    assembly.down(0, at: 0, 10, 10)
    assembly.down(1, at: 1, 50, 10)
    assembly.frame(at: 1)
    assembly.move(0, at: 8, 11, 10)
    assembly.move(1, at: 9, 51, 10)
    assembly.frame(at: 9)
    // Before the first frame event nobody knows that there will be one, so the stamp decides.
    #expect(assembly.frames.map { $0.count } == [1, 2, 2])
    #expect(assembly.frames[2].summary == "0 moved 11.0,10.0 | 1 moved 51.0,10.0")
  }
}
