import CompositorRig
import Offhand
import OffhandPlatform
import OffhandRecordings
import Testing

@testable import OffhandService

struct PalmTests {
  private let panel = Rect(x: 0, y: 0, width: 217, height: 136)

  /// The number of palms among contacts of these sizes in mm, one a frame of 10 ms.
  private func palms(_ sizes: [(major: Float, minor: Float)?]) -> Int {
    var pipeline = ZoneGestures.pipeline(in: PanelSetup(panel: panel))
    var count = 0
    for (step, size) in (sizes + [nil]).enumerated() {
      let isLast = step == sizes.count
      var touch = Touch(
        id: Touch.ID(rawValue: 1), phase: step == 0 ? .began : isLast ? .ended : .moved, position: Point(x: 90, y: 60))
      touch.shape = size.map { ContactShape(major: $0.major, minor: $0.minor) }
      var frame = TouchFrame(timestamp: Timestamp(seconds: Double(step) / 100))
      frame.append(touch)
      pipeline.process(frame)
      count += pipeline.events.count { $0.name == PalmRecognizer.name && $0.state == .recognized }
    }
    return count
  }

  @Test func `a contact as large as a palm for 200 ms is one`() {
    func contacts(_ major: Float, _ minor: Float, _ count: Int) -> [(major: Float, minor: Float)?] {
      Array(repeating: (major, minor), count: count)
    }
    #expect(palms(contacts(45, 30, 21)) == 1)
    #expect(palms(contacts(45, 30, 20)) == 0)
    #expect(palms(contacts(45, 19, 40)) == 0)
    #expect(palms(contacts(29, 25, 40)) == 0)
    #expect(palms(Array(repeating: nil, count: 40)) == 0)
    // One that shrinks in between has not rested.
    #expect(palms(contacts(45, 30, 15) + contacts(12, 10, 2) + contacts(45, 30, 15)) == 0)
  }

  private static let corpus =
    (Environment["OFFHAND_CORPUS"] ?? RepositoryFile.path("../shared")) + "/traces/capfingerid.jsonl.gz"

  @Test(.enabled(if: Files.isUsable(corpus, for: .reading), "no corpus: set OFFHAND_CORPUS"))
  func `no finger whose contact was measured is a palm`() throws {
    var (recordings, palms) = (0, 0)
    var reader = try RecordingReader(path: PalmTests.corpus)
    while let recording = try reader.next() {
      recordings += 1
      #if DEBUG
        // All of them take a minute.
        guard recordings % 20 == 0 else { continue }
      #endif
      let scale = RecordingScale(recording)
      var replay = Replay(recording, scale: scale, through: Pipeline { PalmRecognizer() })
      replay.run { event, _ in if event.state == .recognized { palms += 1 } }
    }
    #expect(recordings > 1000 && palms == 0)
  }
}
