import OffhandRecordings
import Testing

@testable import Offhand
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

  @Test func `hands are pointers of 2.0 with their fingers, people and angle, and no touches for a reader`() throws {
    var assembler = TouchFrameAssembler()
    var writer = TUIOWriter(.second, name: "other@host", size: Self.size)
    let (device, thumb, index) = (DeviceID(rawValue: 1), Touch.ID(rawValue: 1), Touch.ID(rawValue: 2))
    var hand = People.Hand(
      id: 7, person: 3, edge: .bottom, side: .left, center: Point(x: 500, y: 250), direction: Angle(radians: -1),
      touches: [thumb, index], fingers: [.thumb, .index])
    var messages: [OSCMessage] = []
    func pass(_ kinds: [TouchEvent.Kind], at milliseconds: Int) {
      let time = Timestamp.zero + .milliseconds(milliseconds)
      for (slot, kind) in kinds.enumerated() {
        assembler.add(.touch(TouchEvent(device: device, slot: Int32(slot), timestamp: time, kind: kind))) { _ in }
      }
      assembler.add(.frame(device, time)) { frame in
        messages = writer.datagrams(for: frame, of: [hand]).flatMap { datagram in
          datagram.withUnsafeBytes { OSCBundle.messages(in: $0) } ?? []
        }
      }
    }
    func kinds() -> [OSCMessage.Value] { messages.filter { $0.path == "/tuio2/ptr" }.map { $0.values[1] } }
    pass([.down(Point(x: 500, y: 300)), .down(Point(x: 500, y: 200))], at: 0)
    #expect(kinds() == [.int(0x3000a), .int(0x30006), .int(0x30019)])
    let id = OSCMessage.Value.int(0x4000_0007)
    let pointer = try #require(messages.last { $0.path == "/tuio2/ptr" })
    #expect(pointer.values[3...6] == [.float(0.5), .float(0.5), .float(Float(2 * Double.pi - 1)), .float(0)])
    #expect(messages.contains(OSCMessage("/tuio2/lia", [id, .bool(true), .int(1), .int(0), .int(2), .int(0)])))
    #expect(messages.last == OSCMessage("/tuio2/alv", [.int(1), .int(2), id]))
    var table = Table()
    table.read(messages)
    #expect(table.down.count == 2)
    // What has not changed is not said again.
    pass([.motion(Point(x: 500, y: 310))], at: 10)
    #expect(kinds() == [.int(0x3000a)])
    hand.person = 4
    pass([.motion(Point(x: 500, y: 311))], at: 20)
    #expect(kinds() == [.int(0x4000a), .int(0x40006), .int(0x40019)])
  }

  @Test func `its own frames do not come round`() {
    var table = Table()
    table.read(cursors(1, alive: [1], [(1, 0.5, 0.5)], of: TUIOWriter.ownName(1)))
    #expect(table.said().isEmpty && table.devices.isEmpty)
  }
}
