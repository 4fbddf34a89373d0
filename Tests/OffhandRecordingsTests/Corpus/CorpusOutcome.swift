import Offhand
import OffhandRecordings

/// One recording, what it was meant to be, and what a pipeline recognized.
struct CorpusOutcome {
  let recording: Recording
  private(set) var events: [GestureEvent] = []

  /// Runs `recording` through the pipeline of that name; in pixels where the recording knows no millimetres.
  init(_ recording: Recording, through pipeline: String = "standard", pixelsPerMillimetre: Double? = nil) {
    self.recording = recording
    let scale = RecordingScale(recording, pixelsPerMillimetre: pixelsPerMillimetre)
    guard
      let named = PipelineCatalog.pipeline(
        named: pipeline, bounds: scale.surface.bounds, posture: scale.posture(of: recording.device))
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
  /// How many fingers it was meant to have.
  var fingers: Int { recording.truth["fingers"]?.integer ?? 0 }
  /// What began or happened.
  var starts: [GestureEvent] { events.filter { $0.state == .began || $0.state == .recognized } }
  /// What began or happened of one name.
  func starts(_ name: GestureName) -> [GestureEvent] { starts.filter { $0.name == name } }
  /// The names of what began or happened.
  var names: Set<String> { Set(starts.map(\.name.description)) }
}
