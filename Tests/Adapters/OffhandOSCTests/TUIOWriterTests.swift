import Offhand
import OffhandRecordings
import Testing

@testable import OffhandOSC

struct TUIOWriterTests {
  private static let size = Size(width: 1000, height: 500)

  /// A recording with positions that the wire's numbers can hold.
  private static func recording(_ name: String) throws -> Recording {
    // Tests/Adapters/OffhandOSCTests/TUIOWriterTests.swift
    let folder = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    var reader = try RecordingReader(path: "/\(folder)/scripts/recordings/\(name).jsonl")
    var recording = try #require(try reader.next())
    for frame in recording.frames.indices {
      for touch in recording.frames[frame].touches.indices {
        let (x, y) = (recording.frames[frame].touches[touch].x, recording.frames[frame].touches[touch].y)
        recording.frames[frame].touches[touch].x = Double(Float(x / size.width)) * size.width
        recording.frames[frame].touches[touch].y = Double(Float(y / size.height)) * size.height
      }
    }
    return recording
  }

  @Test(arguments: TUIOWriter.Version.allCases, ["pinch-right", "pinch-left", "two-hands", "edges"])
  func `what goes out and comes in again gives the gestures of the recording`(
    version: TUIOWriter.Version, name: String
  ) throws {
    let recording = try Self.recording(name)
    let glass = RecordingScale(recording).surface.bounds
    var playback = RecordingPlayback(recording, scale: RecordingScale(recording), start: .zero + .seconds(1))
    var (here, there) = (TouchFrameAssembler(), TouchFrameAssembler())
    var (direct, round) = (StandardPipeline(outputs: [glass]), StandardPipeline(outputs: [glass]))
    var (expected, found): ([GestureEvent], [GestureEvent]) = ([], [])
    var writer = TUIOWriter(version, name: "other@host", size: Self.size)
    var reader = TUIOReader(.init(defaultSize: Self.size))
    func take(_ frame: borrowing TouchFrame) {
      // The end of a recording cancels touches, and TUIO knows lifts alone.
      guard !frame.indices.contains(where: { frame[$0].phase == .cancelled }) else { return }
      direct.process(frame)
      expected += direct.events
      var events: [TouchSourceEvent] = []
      for datagram in writer.datagrams(for: frame) {
        let messages = datagram.withUnsafeBytes { OSCBundle.messages(in: $0) }
        reader.read(messages ?? [], from: "::1", at: frame.timestamp) { events.append($0) }
      }
      for event in events {
        there.add(event) {
          round.process($0)
          found += round.events
        }
      }
    }
    while playback.nextTime != nil {
      var events: [TouchSourceEvent] = []
      _ = playback.advance { events.append($0) }
      for event in events { here.add(event) { take($0) } }
    }
    #expect(!expected.isEmpty)
    #expect(found.map { "\($0)" } == expected.map { "\($0)" })
  }

  @Test func `a frame has what changed, and everything again before a receiver gives it up`() throws {
    var assembler = TouchFrameAssembler()
    var writer = TUIOWriter(.first, name: "other@host", size: Self.size)
    let device = DeviceID(rawValue: 1)
    func sets(_ changes: [(slot: Int32, kind: TouchEvent.Kind)], at milliseconds: Int) -> [[OSCMessage.Value]] {
      let time = Timestamp.zero + .milliseconds(milliseconds)
      var datagrams: [[UInt8]] = []
      for change in changes {
        assembler.add(.touch(TouchEvent(device: device, slot: change.slot, timestamp: time, kind: change.kind))) { _ in
        }
      }
      assembler.add(.frame(device, time)) { datagrams = writer.datagrams(for: $0) }
      let messages = datagrams.flatMap { datagram in datagram.withUnsafeBytes { OSCBundle.messages(in: $0) } ?? [] }
      return messages.map(\.values).filter { $0.first == .string("set") }
    }
    let (left, right) = (Point(x: 100, y: 100), Point(x: 900, y: 100))
    #expect(sets([(0, .down(left)), (1, .down(right))], at: 0).count == 2)
    let moved = sets([(0, .motion(Point(x: 110, y: 100)))], at: 100)
    #expect(moved == [[.string("set"), .int(1), .float(0.11), .float(0.2), .float(0.1), .float(0), .float(1)]])
    #expect(sets([(0, .motion(Point(x: 120, y: 100)))], at: 950).count == 2)
  }

  @Test func `what rests is repeated, and that all have lifted three times`() throws {
    var assembler = TouchFrameAssembler()
    var writer = TUIOWriter(.second, name: "other@host", size: Self.size)
    let device = DeviceID(rawValue: 1)
    func change(_ kind: TouchEvent.Kind, at time: Timestamp) {
      assembler.add(.touch(TouchEvent(device: device, slot: 0, timestamp: time, kind: kind))) { _ in }
      assembler.add(.frame(device, time)) { _ = writer.datagrams(for: $0) }
    }
    #expect(writer.deadline == nil)
    change(.down(Point(x: 100, y: 100)), at: .zero)
    for _ in 0..<5 {
      let due = try #require(writer.deadline)
      let bytes = try #require(writer.datagrams(repeatedAt: due).first)
      let messages = try #require(bytes.withUnsafeBytes { OSCBundle.messages(in: $0) })
      #expect(messages.map(\.path) == ["/tuio2/frm", "/tuio2/ptr", "/tuio2/alv"])
      #expect(writer.deadline == due + TUIOWriter.interval)
    }
    change(.up, at: .zero + .seconds(5))
    for _ in 0..<3 { _ = writer.datagrams(repeatedAt: try #require(writer.deadline)) }
    #expect(writer.deadline == nil)
  }

  @Test func `its own frames do not come round`() {
    var table = Table()
    table.read(cursors(1, alive: [1], [(1, 0.5, 0.5)], of: TUIOWriter.ownName(1)))
    #expect(table.said().isEmpty && table.devices.isEmpty)
  }
}
