import Offhand
import OffhandClient
import Testing

/// The time before the kernel's time stamps, in what is drawn.
struct PanelLatencyTests {
  /// How far beyond the newest sample a finger of 100 mm/s is drawn in a picture that is seen 8 ms after it, in mm.
  private func lead(_ latency: Duration, rule: PredictionRule = .steady) throws -> (
    position: Double, motion: PredictedMotion
  ) {
    var prediction = ViewPrediction(rule, panelLatency: latency)
    var touch = Touch(id: Touch.ID(rawValue: 1), position: .origin)
    var time = Timestamp(seconds: 1)
    for number in 0..<30 {
      touch.position = Point(x: 20 + 0.8 * Double(number), y: 30)
      var frame = TouchFrame(timestamp: time)
      frame.append(touch)
      prediction.record(frame)
      time = time + .milliseconds(8)
    }
    let newest = time - .milliseconds(8)
    let frame = FrameTime(now: newest, presentation: newest + .milliseconds(8))
    let position = try #require(prediction.position(of: touch.id, for: frame))
    let motion = prediction.motion(of: [touch.id], for: frame, allowing: .translation)
    return (position.x - touch.position.x, motion)
  }

  @Test(arguments: [(0, 0.8), (20, 2.8), (60, 4)])
  func `a finger is drawn where it is when the picture is seen, 40 ms ahead at most`(latency: Int, ahead: Double) throws
  {
    let lead = try lead(.milliseconds(latency))
    #expect(abs(lead.position - ahead) < 1e-6)
    #expect(abs(lead.motion.similarity.translation.dx - ahead) < 1e-6, "what it holds moves with it")
  }

  @Test func `without prediction it is drawn where it was reported`() throws {
    #expect(try lead(.milliseconds(20), rule: .none) == (0, PredictedMotion.none))
  }
}
