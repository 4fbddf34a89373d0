public import Offhand

/// Plays scripts through a pipeline in virtual time and keeps every event.
///
/// A deadline is served after all frames of its time and before any later one (Design/Recognizing.md "Event time and deadlines").
public struct Player<Pipeline: GesturePipeline> {
  /// The pipeline.
  public var pipeline: Pipeline
  /// All events so far.
  public private(set) var events: [GestureEvent] = []
  /// The touches of each event.
  public private(set) var touches: [[Touch]] = []
  private var assembler = TouchFrameAssembler()

  /// A player of `pipeline`.
  public init(_ pipeline: Pipeline) { self.pipeline = pipeline }

  /// Plays a script, serving the deadlines up to its last frame.
  public mutating func play(_ script: Script) {
    var assembler = self.assembler
    script.forEachFrame(assembler: &assembler) { frame in
      pipeline.process(frame)
      collect()
    }
    self.assembler = assembler
  }

  /// Advances time to `milliseconds` without touches.
  public mutating func wait(until milliseconds: Double) {
    pipeline.advance(to: Timestamp(nanoseconds: Int64((milliseconds * 1e6).rounded())))
    collect()
  }

  /// Changes the pipeline between two frames, and keeps the events of the last call in `body` that may have made some.
  public mutating func change(_ body: (inout Pipeline) -> Void) {
    // Nothing is due by then, and the events that are kept already are gone, also after a call that leaves events.
    pipeline.advance(to: .zero)
    body(&pipeline)
    collect()
  }

  /// The events as short lines, with their times in milliseconds: `pan began 40`.
  public var lines: [String] { events.map { "\($0.name) \($0.state) \($0.milliseconds)" } }

  /// The events without their times: `pan began`.
  public var transitions: [String] { events.map { "\($0.name) \($0.state)" } }

  /// The last event of the gesture named `name`, in `state` if given.
  public func last(_ name: GestureName, _ state: GestureState? = nil) -> GestureEvent? {
    events.last { $0.name == name && (state == nil || $0.state == state) }
  }

  /// The first event of the gesture named `name`, in `state` if given.
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
  /// The event's time in milliseconds, without a decimal point if it is whole.
  package var milliseconds: String {
    let (whole, rest) = timestamp.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000)
    return rest == 0 ? "\(whole)" : "\(Double(timestamp.nanoseconds) / 1e6)"
  }
}

/// Plays `script` through `pipeline`, and waits `milliseconds` after its last step.
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
