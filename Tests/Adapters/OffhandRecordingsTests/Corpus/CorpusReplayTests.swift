import DesignCases
import Foundation
import Offhand
import OffhandRecordings
import Testing

@Suite(.enabled(if: Corpus.isPresent, "no corpus: set OFFHAND_CORPUS"))
struct CorpusReplayTests {
  private let standard = PipelineCatalog.entries[0]

  /// At a tenth of the speed a loop that wakes every 8 ms sees 0.8 ms of the recording, at a hundred times 800 ms.
  @Test(.recognition("M4"), arguments: Corpus.files)
  func `a recording gives the same events at 0.1, 1 and 100 times its speed and in one batch`(file: String) throws {
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
      recording, scale,
      through: standard.make(PanelSetup(panel: scale.surface.bounds, posture: scale.posture(of: recording.device))),
      waking: tick)
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

/// Where the public recordings are: `$OFFHAND_CORPUS`, or `../shared` beside the checkout.
enum Corpus {
  /// The folder with the traces; `nil` where this machine has none.
  static let traces: String? = {
    let environment = ProcessInfo.processInfo.environment["OFFHAND_CORPUS"]
    let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../../..")
    let shared = environment ?? checkout.appendingPathComponent("../shared").standardized.path
    let traces = shared + "/traces"
    return FileManager.default.fileExists(atPath: traces) ? traces : nil
  }()

  /// Whether there is anything to read.
  static var isPresent: Bool { traces != nil }

  /// The files of recordings, in order of their names; `devices.jsonl` holds no recordings.
  static var files: [String] {
    guard let traces, let names = try? FileManager.default.contentsOfDirectory(atPath: traces) else { return [] }
    return names.filter { $0.contains(".jsonl") && $0 != "devices.jsonl" }.sorted()
  }

  /// Gives every recording of `file` to `body`.
  static func forEachRecording(in file: String, _ body: (Recording) throws -> Void) throws {
    var reader = try RecordingReader(path: (traces ?? "") + "/" + file)
    while let recording = try reader.next() { try body(recording) }
  }
}

/// One recording, what it was meant to be, and what a pipeline recognized.
struct CorpusOutcome {
  let recording: Recording
  private(set) var events: [GestureEvent] = []

  /// Runs `recording` through the pipeline of that name; in pixels where the recording knows no millimetres. Hands are told apart as
  /// `replay` does for its device, or by `separation`.
  init(
    _ recording: Recording, through pipeline: String = "standard", pixelsPerMillimetre: Double? = nil,
    separation: HandSeparation? = nil
  ) {
    self.recording = recording
    let scale = RecordingScale(recording, pixelsPerMillimetre: pixelsPerMillimetre)
    guard
      let named = PipelineCatalog.pipeline(
        named: pipeline, bounds: scale.surface.bounds, posture: scale.posture(of: recording.device),
        separation: separation ?? scale.separation(of: recording.device))
    else { return }
    run(scale, through: named)
  }

  private mutating func run(_ scale: RecordingScale, through pipeline: some GesturePipeline) {
    var events: [GestureEvent] = []
    var replay = Replay(recording, scale: scale, through: pipeline)
    replay.run { event, _ in events.append(event) }
    self.events = events
  }

  /// What the set says of it under `key`.
  func truth(_ key: String) -> String { recording.truth[key]?.string ?? "" }
  /// What began or happened.
  var starts: [GestureEvent] { events.filter { $0.state == .began || $0.state == .recognized } }
  /// What began or happened of one name.
  func starts(_ name: GestureName) -> [GestureEvent] { starts.filter { $0.name == name } }
  /// The names of what began or happened.
  var names: Set<String> { Set(starts.map(\.name.description)) }
}
