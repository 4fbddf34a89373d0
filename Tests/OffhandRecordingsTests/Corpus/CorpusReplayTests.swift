import Offhand
import OffhandRecordings
import Testing

@Suite(.enabled(if: Corpus.isPresent, "no corpus: set OFFHAND_CORPUS"))
struct CorpusReplayTests {
  private let standard = PipelineCatalog.entries[0]

  /// At a tenth of the speed a loop that wakes every 8 ms sees 0.8 ms of the recording, at a hundred times 800 ms.
  @Test(arguments: Corpus.files)
  func `M4 a recording gives the same answers at 0.1, 1 and 100 times its speed and in one batch`(file: String) throws {
    var count = 0
    try Corpus.forEachRecording(in: file) { recording in
      count += 1
      guard count <= 12 || count % 200 == 0 else { return }
      let batch = log(recording, waking: nil)
      for (speed, tick) in [(0.1, 800), (1, 8000), (100, 800_000)] as [(Double, Int64)] {
        // An hour of silence at a tenth of the speed is many wake-ups about nothing.
        if speed == 0.1 && (recording.frames.last?.time.seconds ?? 0) > 5 { continue }
        if log(recording, waking: .microseconds(tick)) != batch {
          Issue.record("\(recording.trace) differs at \(speed) times its speed")
        }
      }
    }
  }

  /// Every answer as one number: all its parts, hashed.
  private func log(_ recording: Recording, waking tick: Duration?) -> [Int] {
    let scale = RecordingScale(recording)
    return log(
      recording, scale, through: standard.make(scale.surface.bounds, scale.posture(of: recording.device)), waking: tick)
  }

  private func log(
    _ recording: Recording, _ scale: RecordingScale, through pipeline: some GesturePipeline, waking tick: Duration?
  ) -> [Int] {
    var lines: [Int] = []
    var replay = Replay(recording, scale: scale, through: pipeline)
    func note(_ event: GestureEvent, _ touches: [Int]) {
      var hasher = Hasher()
      hasher.combine(event.name)
      hasher.combine(event.state)
      hasher.combine(event.timestamp)
      hasher.combine(touches)
      hasher.combine(event.gesture)
      lines.append(hasher.finalize())
    }
    if let tick, let last = recording.frames.last {
      var now = recording.frames[0].time
      while now <= last.time + .seconds(2) {
        replay.run(until: now, note)
        now = now + tick
      }
    }
    replay.run(note)
    return lines
  }
}
