import DesignCases
import Offhand
import OffhandRecordings
import Testing

struct ReplayTests {
  /// A tap of 80 ms by finger 7 and, a second later, a drag by finger 9 that never lifts.
  private var recording: Recording {
    var recording = Recording(source: "s", trace: "t", device: RecordedDevice())
    func frame(_ milliseconds: Int64, _ touches: [RecordedTouch]) {
      recording.frames.append(RecordedFrame(time: Timestamp(nanoseconds: milliseconds * 1_000_000), touches: touches))
    }
    frame(0, [RecordedTouch(id: 7, x: 50, y: 50)])
    frame(80, [])
    for step in 0..<20 {
      frame(1000 + Int64(step) * 10, [RecordedTouch(id: 9, x: 50 + Double(step), y: 50)])
    }
    return recording
  }

  private func lines(of recording: Recording, through pipeline: some GesturePipeline) -> [String] {
    var lines: [String] = []
    var replay = Replay(recording, scale: RecordingScale(recording), through: pipeline)
    replay.run { event, touches in lines.append(line(event, touches)) }
    return lines
  }

  private func line(_ event: GestureEvent, _ touches: [Int]) -> String {
    "\(event.name) \(event.state) \(event.timestamp.nanoseconds / 1_000_000) \(touches)"
  }

  @Test func `events carry the recording's own identities and times`() {
    let lines = lines(
      of: recording,
      through: Pipeline {
        TapGestureRecognizer()
        PanGestureRecognizer()
      })
    #expect(lines.first == "tap recognized 80 [7]")
    #expect(lines.dropFirst().first == "pan began 1020 [9]")
  }

  @Test func `a recording that ends lifts no finger`() {
    #expect(lines(of: recording, through: Pipeline { PanGestureRecognizer() }).last == "pan cancelled 1190 [9]")
  }

  @Test func `what still waits at the end is decided in its own time`() {
    var recording = recording
    recording.frames.removeLast(20)
    let pipeline = Pipeline {
      TapGestureRecognizer().requires(toFail: .doubleTap)
      TapGestureRecognizer(taps: 2).named(.doubleTap)
    }
    #expect(lines(of: recording, through: pipeline) == ["tap recognized 380 [7]"])
  }

  @Test func `a lift at the very moment at which a press would be long is before it`() {
    var recording = recording
    recording.frames[1].time = Timestamp(seconds: 0.5)
    recording.frames.removeLast(20)
    let pipeline = Pipeline {
      LongPressGestureRecognizer(minimumPressDuration: .milliseconds(400)).named("earlier").simultaneous(with: "later")
      LongPressGestureRecognizer(minimumPressDuration: .milliseconds(500)).named("later")
    }
    #expect(lines(of: recording, through: pipeline) == ["earlier began 400 [7]", "earlier ended 500 [7]"])
  }
}

struct RecordingTouchSourceTests {
  private let text = """
    {"source":"s","trace":"a","device":{"name":"d","mm_basis":"absinfo","width_mm":100,"height_mm":60},"frames":[
    {"t":0.0,"touches":[{"id":7,"x_mm":10,"y_mm":20}]},
    {"t":0.01,"touches":[{"id":7,"x_mm":12,"y_mm":20},{"id":9,"x_mm":50,"y_mm":20}]},
    {"t":0.02,"touches":[{"id":9,"x_mm":50,"y_mm":20}]},
    {"t":0.03,"touches":[],"cancelled":[9]}]}
    """.split(separator: "\n").joined()

  private func source(_ text: String, start: Timestamp) throws -> RecordingTouchSource {
    try withTemporaryFile(text) { path in try RecordingTouchSource(path: path, start: start) }
  }

  private func touches(_ events: [TouchSourceEvent]) -> [TouchEvent.Kind] {
    events.compactMap { if case .touch(let touch) = $0 { touch.kind } else { nil } }
  }

  @Test func `a recording plays when its time has come, not before`() throws {
    let source = try source(text, start: Timestamp(seconds: 5))
    #expect(source.descriptor == nil)
    #expect(source.deadline == Timestamp(seconds: 5))
    var events: [TouchSourceEvent] = []
    try source.dispatch(at: Timestamp(seconds: 4.9)) { events.append($0) }
    #expect(events.isEmpty)
    try source.dispatch(at: Timestamp(seconds: 5.01)) { events.append($0) }
    let kinds: [TouchEvent.Kind] = [
      .down(Point(x: 10, y: 20)), .motion(Point(x: 12, y: 20)), .down(Point(x: 50, y: 20)),
    ]
    #expect(touches(events) == kinds)
    #expect(source.deadline == Timestamp(seconds: 5.02))
  }
}
