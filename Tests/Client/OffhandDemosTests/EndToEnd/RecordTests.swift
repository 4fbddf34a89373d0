import CompositorRig
import Foundation
import Offhand
import OffhandPlatform
import OffhandRecordings
import Testing

/// `offhand record --source wayland` on a compositor's touch screen.
@Suite(.serialized, .ownThreads, .enabled(if: Weston.isAvailable)) struct RecordTests {
  private func start(on weston: Weston, _ file: String) throws -> Program {
    let program = try weston.run([Program.built("offhand"), "record", "--source", "wayland", "-o", file])
    // What lands before the window is seen goes elsewhere.
    _ = try weston.waitForScreen("the grid") { $0.showsMonitor }
    return program
  }

  /// Touches until the file holds `count` frames with a finger down.
  private func touch(_ weston: Weston, until count: Int, in file: String) throws -> Recording {
    let now = MonotonicClock.now().nanoseconds
    try weston.touch(.down(id: 0, x: 200, y: 100, at: now), .down(id: 1, x: 600, y: 100, at: now), .frame)
    for step in 1..<count { try weston.touch(.motion(id: 0, x: 200 + Double(step) * 10, y: 100), .frame) }
    var recording: Recording?
    try Waiting.until("\(count) frames in \(file)") {
      guard var reader = try? RecordingReader(path: file), let found = try? reader.next() else { return false }
      recording = found
      return found.frames.count >= count
    }
    return try #require(recording)
  }

  @Test(arguments: ["touches.yml", "touches.jsonl"], [SIGINT, SIGTERM, SIGKILL])
  func `what the compositor says is in the file, whatever ends the recording`(name: String, signal: Int32) throws {
    let weston = try Weston()
    let folder = try TemporaryFolder()
    let file = folder.file(name)
    let program = try start(on: weston, file)
    _ = try touch(weston, until: 5, in: file)
    program.signal(signal)
    let end = try program.wait()
    if signal != SIGKILL { #expect(end == .exited(0)) }
    var reader = try RecordingReader(path: file)
    let recording = try #require(try reader.next())
    #expect(try reader.next() == nil)
    let scale = RecordingScale(recording)
    let millimetre = SurfaceGeometry.assumedMillimetresPerPixel
    #expect(recording.frames.prefix(5).allSatisfy { $0.touches.count == 2 })
    let places = recording.frames.prefix(5).map { scale.position(of: $0.touches[0]) }
    for (step, place) in places.enumerated() {
      #expect(abs(place.x - (200 + Double(step) * 10) * millimetre) < 0.01)
      #expect(abs(place.y - 100 * millimetre) < 0.01)
    }
  }

  @Test func `a touch screen that is unplugged ends the recording with its touches cancelled`() throws {
    let weston = try Weston()
    let folder = try TemporaryFolder()
    let file = folder.file("touches.jsonl")
    let program = try start(on: weston, file)
    _ = try touch(weston, until: 3, in: file)
    try weston.touch(.touchRemove)
    #expect(try program.wait() == .exited(0))
    var reader = try RecordingReader(path: file)
    let recording = try #require(try reader.next())
    #expect(recording.frames.last?.touches.isEmpty == true)
    #expect(recording.frames.last?.cancelled.count == 2)
  }

  @Test func `a compositor that goes leaves what was recorded, and one line`() throws {
    let weston = try Weston()
    let folder = try TemporaryFolder()
    let file = folder.file("touches.yml")
    let program = try start(on: weston, file)
    _ = try touch(weston, until: 3, in: file)
    kill(-weston.program.processID, SIGKILL)
    #expect(try program.wait() == .exited(1))
    #expect(program.standardError.contains("the connection to the compositor was lost"))
    var reader = try RecordingReader(path: file)
    #expect(try reader.next()?.frames.isEmpty == false)
  }

  @Test func `without a compositor no file stays`() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("touches.yml")
    let (end, lines) = try ErrorTests.run(["record", "--source", "wayland", "-o", file])
    #expect(end == .exited(1))
    #expect(lines.last?.hasPrefix("offhand: no Wayland compositor at ") == true)
    #expect(!FileManager.default.fileExists(atPath: file))
  }
}
