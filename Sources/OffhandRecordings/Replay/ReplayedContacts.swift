import Offhand

/// Remembers which contact of a recording each touch of its replay is.
struct ReplayedContacts: Sendable {
  private var recorded: [Touch.ID: Int] = [:]

  /// Notes the touches that landed in `frame`. A contact that the frame assembler took for two keeps its one id.
  mutating func update(_ frame: borrowing TouchFrame, _ playback: borrowing RecordingPlayback) {
    for index in frame.indices where frame[index].phase == .began {
      if let id = playback.recordedID(inSlot: frame[index].slot) { recorded[frame[index].id] = id }
    }
  }

  /// Gives the answers of the pipeline's last call to `body`.
  func report(_ pipeline: borrowing some GesturePipeline, _ body: (GestureEvent, [Int]) -> Void) {
    for event in pipeline.events { body(event, pipeline.touches(of: event).compactMap { recorded[$0.id] }) }
  }
}
