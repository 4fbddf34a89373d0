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
}

/// The inputs, and what the standard pipeline recognizes in them.
private enum Field {
  private static let folder = Corpus.traces.map { $0 + "/../field/" } ?? ""

  static var isPresent: Bool { FileManager.default.fileExists(atPath: folder + "README.md") }

  static func events(of file: String) throws -> [GestureEvent] {
    var reader = try RecordingReader(path: folder + file)
    let recording = try #require(try reader.next())
    let scale = RecordingScale(recording)
    let pipeline = try #require(
      PipelineCatalog.pipeline(
        named: "standard", bounds: scale.surface.bounds, posture: scale.posture(of: recording.device),
        rightHandPrior: 0.5))
    var events: [GestureEvent] = []
    var replay = Replay(recording, scale: scale, through: pipeline)
    replay.run { event, _ in events.append(event) }
    return events
  }

  /// The taps.
  static func taps(of file: String) throws -> [GestureEvent] {
    try events(of: file).filter { $0.name == "tap" && $0.state == .recognized }
  }
}
