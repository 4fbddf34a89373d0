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

  @Test func `answers carry the recording's own ids and its own time`() {
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

  @Test(arguments: [1, 7, 16, 100, 700] as [Int64])
  func `M4 however an event loop wakes, the answers are the same`(tick: Int64) {
    let pipeline = Pipeline {
      TapGestureRecognizer().requires(toFail: .doubleTap)
      TapGestureRecognizer(taps: 2).named(.doubleTap)
      PanGestureRecognizer()
    }
    var woken: [String] = []
    var replay = Replay(recording, scale: RecordingScale(recording), through: pipeline)
    for wake in 0...(3000 / tick) {
      replay.run(until: Timestamp(nanoseconds: wake * tick * 1_000_000)) { woken.append(line($0, $1)) }
    }
    replay.run { woken.append(line($0, $1)) }
    #expect(woken == lines(of: recording, through: pipeline))
  }
}
