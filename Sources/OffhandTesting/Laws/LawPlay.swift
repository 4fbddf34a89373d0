public import Offhand

/// Plays steps through a pipeline whose type is not known, keeps its answers, and notes what was said against the grammar.
public struct LawPlay {
  /// The pipeline.
  public private(set) var pipeline: any GesturePipeline
  /// All answers so far.
  public private(set) var events: [GestureEvent] = []
  /// The fingers of each answer, in the order of their landing.
  public private(set) var fingers: [[Touch.ID]] = []
  /// How many frames were played.
  public private(set) var frames = 0
  /// What was said against the grammar, or came out of a cancel.
  public private(set) var violations: [String] = []
  private var grammar = Grammar()
  private var assembler = TouchFrameAssembler()

  /// A play with `pipeline`.
  public init(_ pipeline: any GesturePipeline) {
    self.pipeline = pipeline
  }

  /// Plays `steps`. Between two frames, time passes as `moments` says: shares of the pause, at which deadlines are served.
  public mutating func play(_ steps: [Step], waking moments: [Double] = []) {
    var assembler = self.assembler
    var last: Timestamp?
    Script(steps: steps).forEachFrame(assembler: &assembler) { frame in
      if let last { pass(from: last, to: frame.timestamp, moments) }
      last = frame.timestamp
      pipeline.process(frame)
      frames += 1
      for event in pipeline.events where event.timestamp == frame.timestamp { judgeLoss(event) }
      read()
    }
    self.assembler = assembler
  }

  /// Takes all fingers away at `time`, and says what is left over.
  public mutating func finish(at time: Timestamp) {
    pipeline.cancel(at: time)
    read()
    violations += grammar.violations
    for lane in grammar.open { violations.append("\(pipeline.names[lane]) is left open") }
    if !pipeline.isIdle { violations.append("the pipeline is not idle though no finger is down") }
    if pipeline.deadline != nil { violations.append("a deadline is left over") }
  }

  private mutating func pass(from start: Timestamp, to end: Timestamp, _ moments: [Double]) {
    let pause = Double(end.nanoseconds - start.nanoseconds)
    for moment in moments where pause > 1 {
      pipeline.advance(to: Timestamp(nanoseconds: start.nanoseconds + Int64(pause * moment)))
      read()
    }
  }

  /// Nothing comes of fingers that were taken away: no end, no tap, no fling.
  private mutating func judgeLoss(_ event: GestureEvent) {
    if event.state == .cancelled, event.gesture.velocity != .zero {
      violations.append("\(event.name) was broken off and still flies")
    }
    guard event.state == .ended || event.state == .recognized else { return }
    let touches = pipeline.touches(of: event)
    guard touches.contains(where: { $0.phase == .cancelled }), !touches.contains(where: { $0.phase == .ended }) else {
      return
    }
    violations.append("\(event.name) says \(event.state) though its fingers were taken away")
  }

  private mutating func read() {
    for event in pipeline.events {
      grammar.read(event)
      events.append(event)
      fingers.append(pipeline.touches(of: event).map(\.id))
    }
  }
}
