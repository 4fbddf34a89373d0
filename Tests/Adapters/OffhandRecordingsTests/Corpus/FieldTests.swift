import Foundation
import Offhand
import OffhandRecordings
import Testing

/// Inputs after public reports of panels and drivers, beside the traces of the corpus.
@Suite(.enabled(if: Field.isPresent, "no inputs after public reports: set OFFHAND_CORPUS"))
struct FieldTests {
  @Test func `iptsd's orientation is the hand's, as the same angle from -90 to 90 is`() throws {
    func hand(_ file: String) throws -> Hand {
      try #require(try Field.events(of: file).last { $0.gesture.hand.side != .unknown }).gesture.hand
    }
    let (degrees, control) = (try hand("iptsd-orientation-135.evemu"), try hand("control-orientation-minus45.evemu"))
    #expect(degrees.side == .right && control.side == .right)
    #expect(abs(degrees.confidence - control.confidence) < 0.01)
  }

  @Test func `a slot without a position is no second finger of a tap`() throws {
    #expect(try Field.taps(of: "second-slot-without-position.evemu").map(\.gesture.fingers) == [1])
  }

  @Test func `contacts with a long axis of 0 are lifts, so that each tap counts`() throws {
    #expect(try Field.taps(of: "typeA-major0-lift.evemu").count == 2)
  }

  @Test func `a resolution of one unit to the millimetre is unknown, so that taps are taps`() throws {
    #expect(try Field.taps(of: "resolution-1-on-7inch.evemu").count == 3)
  }

  @Test func `a device that states no range is taken for a converter that its positions fit`() throws {
    let tap = try #require(try Field.taps(of: "ranges-0-0.evemu").first)
    #expect(tap.gesture.location.x < 110 && tap.gesture.location.y < 80)
  }

  @Test func `single reports of a resistive panel that jump are no swipe where they are filtered`() throws {
    let file = "resistive-pressure-spikes.evemu"
    let events = try Field.events(of: file, filters: [.despike])
    let pan = events.filter { $0.name == "pan" && $0.state == .ended }
    #expect(abs(try #require(pan.first).gesture.translation.dy - 18) < 4)
    let swipes = events.filter { $0.name == "swipe" && $0.state == .recognized }
    #expect(swipes.allSatisfy { $0.gesture.direction == .down }, "\(swipes)")
  }

  @Test func `a touch beside a pen is left out where that is filtered`() throws {
    #expect(try Field.landings(of: "pen-and-touchscreen.yml") == [.pen, .finger])
    #expect(try Field.landings(of: "pen-and-touchscreen.yml", filters: [.pen]) == [.pen])
  }
}

/// The inputs, and what the standard pipeline recognizes in them.
private enum Field {
  private static let folder = Corpus.traces.map { $0 + "/../field/" } ?? ""

  static var isPresent: Bool { FileManager.default.fileExists(atPath: folder + "README.md") }

  static func events(of file: String, filters: Set<ChosenFilters.Kind> = []) throws -> [GestureEvent] {
    var reader = try RecordingReader(path: folder + file)
    let recording = try #require(try reader.next())
    let scale = RecordingScale(recording)
    let pipeline = try #require(
      PipelineCatalog.pipeline(
        named: "standard", bounds: scale.surface.bounds, posture: scale.posture(of: recording.device),
        rightHandPrior: 0.5))
    var events: [GestureEvent] = []
    var replay = Replay(
      recording, scale: scale, through: pipeline.filtered { ChosenFilters(filters) },
      allowingJumps: filters.contains(.despike))
    replay.run { event, _ in events.append(event) }
    return events
  }

  /// What lands and passes `filters`.
  static func landings(of file: String, filters kinds: Set<ChosenFilters.Kind> = []) throws -> [Touch.Tool] {
    var reader = try RecordingReader(path: folder + file)
    let recording = try #require(try reader.next())
    var (filters, assembler, tools) = (ChosenFilters(kinds), TouchFrameAssembler(), [Touch.Tool]())
    var playback = RecordingPlayback(recording, scale: RecordingScale(recording))
    var batch: [TouchSourceEvent] = []
    while playback.advance({ batch.append($0) }) {}
    for event in batch {
      assembler.add(event) { original in
        var frame = TouchFrame()
        frame.assume(original)
        filters.filter(&frame)
        tools += frame.indices.filter { frame[$0].phase == .began }.map { frame[$0].tool }
      }
    }
    return tools
  }

  /// The taps.
  static func taps(of file: String, filters: Set<ChosenFilters.Kind> = []) throws -> [GestureEvent] {
    try events(of: file, filters: filters).filter { $0.name == "tap" && $0.state == .recognized }
  }
}
