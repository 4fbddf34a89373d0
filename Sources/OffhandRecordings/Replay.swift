public import Offhand

/// Runs a recording through a pipeline in virtual time, as fast as the machine can.
///
/// Time is what the recording says: the same recording gives the same answers to the last bit on every machine, however
/// fast or slow. When the recording is over, time goes on until nothing in the pipeline waits any more; fingers that are
/// still down then were cancelled, because a recording that ends lifts no finger.
public struct Replay<Pipeline: GesturePipeline>: Sendable {
  /// How many deadlines are served after the end; a pipeline that has more than that never comes to rest.
  public static var maximumDeadlinesAfterEnd: Int { 10_000 }

  /// The pipeline, in the state in which the recording left it.
  public private(set) var pipeline: Pipeline
  /// How many frames the pipeline was given.
  public private(set) var frames = 0

  private var playback: RecordingPlayback
  private var assembler = TouchFrameAssembler()
  private var contacts = ReplayedContacts()

  /// Runs `recording`, in the given scale, through `pipeline`. Whose hand it is, is the pipeline's business: those of the
  /// catalog estimate it, from this recording alone, and take either hand for as likely.
  public init(_ recording: Recording, scale: RecordingScale, through pipeline: Pipeline) {
    playback = RecordingPlayback(recording, scale: scale)
    self.pipeline = pipeline
  }

  /// What had to be left out or mended on the way.
  public var diagnostics: TouchDiagnostics { assembler.diagnostics }

  /// Runs to the end; gives every answer to `body`, with the ids that the recording gives to its fingers.
  public mutating func run(_ body: (GestureEvent, [Int]) -> Void) {
    while let time = playback.nextTime { playFrames(until: time, body) }
    var left = Replay.maximumDeadlinesAfterEnd
    while let deadline = pipeline.deadline, left > 0 {
      left -= 1
      serve(until: deadline, body)
    }
  }

  /// Runs up to `time`, as an event loop that wakes then: first the frames, then the deadlines. However often and whenever
  /// it is called, the answers are the same.
  public mutating func run(until time: Timestamp, _ body: (GestureEvent, [Int]) -> Void) {
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

  /// The assembler gives frames out while it is being changed, so each part is passed by itself.
  private static func take(
    _ event: TouchSourceEvent, _ assembler: inout TouchFrameAssembler, _ pipeline: inout Pipeline,
    _ contacts: inout ReplayedContacts, _ frames: inout Int,
    _ playback: borrowing RecordingPlayback, _ body: (GestureEvent, [Int]) -> Void
  ) {
    assembler.add(event) { frame in
      frames += 1
      contacts.update(frame, playback)
      // What waited for a moment before this frame is the answer of the hand that was there then.
      if let deadline = pipeline.deadline, deadline < frame.timestamp {
        pipeline.advance(to: frame.timestamp - .nanoseconds(1))
        contacts.report(pipeline, body)
      }
      pipeline.process(frame)
      contacts.report(pipeline, body)
    }
  }
}

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
