public import Offhand

/// Plays scripts through a pipeline in virtual time and keeps every answer.
///
/// Deadlines are served as recognizers.md §3.0.3 wants it: after all events of their moment, before any later one.
public struct Player<Pipeline: GesturePipeline> {
  /// The pipeline.
  public var pipeline: Pipeline
  /// All answers so far.
  public private(set) var events: [GestureEvent] = []
  /// The contacts of each answer.
  public private(set) var touches: [[Touch]] = []
  private var assembler = TouchFrameAssembler()

  /// A player of `pipeline`.
  public init(_ pipeline: Pipeline) { self.pipeline = pipeline }

  /// Plays a script; deadlines up to its last frame are served on the way.
  public mutating func play(_ script: Script) {
    var assembler = self.assembler
    script.forEachFrame(assembler: &assembler) { frame in
      pipeline.process(frame)
      collect()
    }
    self.assembler = assembler
  }

  /// Lets time pass until `milliseconds` without any touch.
  public mutating func wait(until milliseconds: Double) {
    pipeline.advance(to: Timestamp(nanoseconds: Int64((milliseconds * 1e6).rounded())))
    collect()
  }

  /// Does something to the pipeline between two frames, and keeps what it answers.
  public mutating func change(_ body: (inout Pipeline) -> Void) {
    body(&pipeline)
    collect()
  }

  /// The answers as short lines: `pan began 40`, with the time in milliseconds.
  public var lines: [String] { events.map { "\($0.name) \($0.state) \($0.milliseconds)" } }

  /// The answers without times: `pan began`.
  public var answers: [String] { events.map { "\($0.name) \($0.state)" } }

  /// The last answer of the gesture named `name`, in `state` if one is given.
  public func last(_ name: GestureName, _ state: GestureState? = nil) -> GestureEvent? {
    events.last { $0.name == name && (state == nil || $0.state == state) }
  }

  /// The first answer of the gesture named `name`, in `state` if one is given.
  public func first(_ name: GestureName, _ state: GestureState? = nil) -> GestureEvent? {
    events.first { $0.name == name && (state == nil || $0.state == state) }
  }

  private mutating func collect() {
    for event in pipeline.events {
      events.append(event)
      touches.append(pipeline.touches(of: event))
    }
  }
}

extension GestureEvent {
  /// The time of the answer in milliseconds, without a fraction where it has none.
  public var milliseconds: String {
    let (whole, rest) = timestamp.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000)
    return rest == 0 ? "\(whole)" : "\(Double(timestamp.nanoseconds) / 1e6)"
  }
}

/// What `pipeline` answers to `script`, and to `milliseconds` of waiting after its last step.
public func play<Pipeline: GesturePipeline>(
  _ pipeline: Pipeline, waiting milliseconds: Double = 5000, @ScriptBuilder _ script: () -> [Step]
) -> Player<Pipeline> {
  var player = Player(pipeline)
  let steps = script()
  player.play(Script(steps: steps))
  let end = steps.last.map { Double($0.time.nanoseconds) / 1e6 } ?? 0
  player.wait(until: end + milliseconds)
  return player
}
