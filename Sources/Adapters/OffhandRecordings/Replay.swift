package import Offhand

/// Runs a recording through a pipeline in virtual time, as fast as the machine can.
///
/// Time is that of the recording: the same recording gives the same events to the last bit on every machine. After its end,
/// time continues until the pipeline has no deadline; touches still down at the end are cancelled, because the end of a
/// recording is not a lift.
package struct Replay<Pipeline: GesturePipeline>: Sendable {
  /// The most deadlines that are handled after the end, for a pipeline whose deadlines never end.
  package static var maximumDeadlinesAfterEnd: Int { 10_000 }

  /// The pipeline in its current state.
  package private(set) var pipeline: Pipeline
  /// The number of frames that the pipeline processed.
  package private(set) var frames = 0

  private var playback: RecordingPlayback
  private var assembler = TouchFrameAssembler()
  private var contacts = ReplayedContacts()

  /// Runs `recording`, in the given scale, through `pipeline`. The pipeline determines the hand: those of the catalog
  /// estimate it from this recording alone, with an even prior. One with a ``DespikeFilter`` takes jumps as they are.
  package init(
    _ recording: Recording, scale: RecordingScale, through pipeline: Pipeline, allowingJumps: Bool = false
  ) {
    if allowingJumps { assembler.teleportGuard = nil }
    playback = RecordingPlayback(recording, scale: scale)
    self.pipeline = pipeline
  }

  /// Runs to the end and gives every event to `body`, with the recording's ids of its touches.
  package mutating func run(_ body: (GestureEvent, [Int]) -> Void) {
    while let time = playback.nextTime { playFrames(until: time, body) }
    var left = Replay.maximumDeadlinesAfterEnd
    while let deadline = pipeline.deadline, left > 0 {
      left -= 1
      serve(until: deadline, body)
    }
  }

  /// Runs up to `time`, as an event loop that wakes then: first the frames, then the deadlines. The events do not depend on how
  /// often and when it is called.
  package mutating func run(until time: Timestamp, _ body: (GestureEvent, [Int]) -> Void) {
    playFrames(until: time, body)
    serve(until: time, body)
  }

  private mutating func playFrames(until time: Timestamp, _ body: (GestureEvent, [Int]) -> Void) {
    while let next = playback.nextTime, next <= time {
      var batch: [TouchSourceEvent] = []
      _ = playback.advance { batch.append($0) }
      for event in batch { Replay.take(event, &assembler, &pipeline, &contacts, &frames, playback, body) }
    }
  }

  private mutating func serve(until time: Timestamp, _ body: (GestureEvent, [Int]) -> Void) {
    guard let deadline = pipeline.deadline, deadline <= time else { return }
    pipeline.advance(to: time)
    contacts.report(pipeline, body)
  }

  /// The assembler emits frames while it is being mutated, so each part is passed separately.
  private static func take(
    _ event: TouchSourceEvent, _ assembler: inout TouchFrameAssembler, _ pipeline: inout Pipeline,
    _ contacts: inout ReplayedContacts, _ frames: inout Int,
    _ playback: borrowing RecordingPlayback, _ body: (GestureEvent, [Int]) -> Void
  ) {
    assembler.add(event) { frame in
      frames += 1
      contacts.update(frame, playback)
      // A deadline before this frame is handled by the pipeline in its state of that time.
      if let deadline = pipeline.deadline, deadline < frame.timestamp {
        pipeline.advance(to: frame.timestamp - .nanoseconds(1))
        contacts.report(pipeline, body)
      }
      pipeline.process(frame)
      contacts.report(pipeline, body)
    }
  }
}

/// The recording's id of each touch of its replay.
struct ReplayedContacts: Sendable {
  private var recorded: [Touch.ID: Int] = [:]

  /// Records the touches that landed in `frame`. A contact that the frame assembler split in two keeps its one id.
  mutating func update(_ frame: borrowing TouchFrame, _ playback: borrowing RecordingPlayback) {
    for index in frame.indices where frame[index].phase == .began {
      if let id = playback.recordedID(inSlot: frame[index].slot) { recorded[frame[index].id] = id }
    }
  }

  /// Passes the events of the pipeline's last call to `body`.
  func report(_ pipeline: borrowing some GesturePipeline, _ body: (GestureEvent, [Int]) -> Void) {
    for event in pipeline.events { body(event, pipeline.touches(of: event).compactMap { recorded[$0.id] }) }
  }
}
