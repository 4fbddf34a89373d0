import Offhand
import Testing

@Suite struct PredictedMotionTests {
  private let ids = [Touch.ID(rawValue: 1), Touch.ID(rawValue: 2)]

  /// Two fingers that part, turn and drift at constant speed, and what is predicted 20 ms after the newest frame.
  private func predictor() -> (SteadyMotionPredictor, FrameTime) {
    var predictor = SteadyMotionPredictor()
    var frame = TouchFrame(timestamp: Timestamp(seconds: 2))
    frame.append(Touch(id: ids[0], position: Point(x: 40, y: 50)))
    frame.append(Touch(id: ids[1], position: Point(x: 70, y: 50)))
    for step in 0...20 {
      let time = Double(step) * 0.008
      frame.timestamp = Timestamp(seconds: 2 + time)
      frame[0].position = Point(x: 40 - 100 * time, y: 50 - 60 * time)
      frame[1].position = Point(x: 70 + 140 * time, y: 50 + 80 * time)
      predictor.record(frame)
      frame.settle()
      frame[0].phase = .moved
      frame[1].phase = .moved
    }
    return (predictor, FrameTime(now: frame.timestamp, presentation: frame.timestamp + .milliseconds(20)))
  }

  @Test func `two fingers are carried to where they are predicted`() throws {
    let (predictor, frame) = predictor()
    let motion = PredictedMotion(of: ids, by: predictor, for: frame, allowing: [.translation, .scale, .rotation])
    for id in ids {
      let position = try #require(predictor.position(of: id, at: frame.presentation, asOf: frame.now))
      #expect(position.displacement.length > 2)
      #expect(motion.similarity.apply(position.measured).distance(to: position.position) < 1e-9)
    }
  }

  @Test func `only the components of the gesture are predicted`() {
    let (predictor, frame) = predictor()
    func motion(_ components: GestureComponents) -> PredictedMotion {
      PredictedMotion(of: ids, by: predictor, for: frame, allowing: components)
    }
    let pan = motion(.translation)
    #expect(pan.similarity.scale == 1 && pan.similarity.rotation == .zero)
    #expect((pan.similarity.translation - Vector(dx: 0.4, dy: 0.2)).length < 1e-6)
    let pinch = motion(.scale)
    #expect(pinch.similarity.scale > 1.05 && pinch.similarity.rotation == .zero)
    #expect(pinch.similarity.apply(pinch.center).distance(to: pinch.center) < 1e-9)
    #expect(motion([]).similarity == Similarity(translation: motion([]).similarity.translation))
  }

  @Test func `nothing is predicted of touches that are not down, of close ones, or for now`() {
    let (predictor, frame) = predictor()
    #expect(PredictedMotion(of: [Touch.ID(rawValue: 9)], by: predictor, for: frame, allowing: .translation) == .none)
    let now = PredictedMotion(
      of: ids, by: predictor, for: FrameTime(now: frame.now), allowing: [.translation, .scale, .rotation])
    #expect(now.similarity.apply(now.center).distance(to: now.center) < 1e-9 && abs(now.similarity.scale - 1) < 1e-12)
    let one = PredictedMotion(
      of: ids.prefix(1), by: predictor, for: frame, allowing: [.translation, .scale, .rotation])
    #expect(one.similarity.scale == 1 && one.similarity.rotation == .zero)
  }

  @Test func `an absurd forecast is not believed`() {
    let now = Timestamp(seconds: 3)
    for presentation in [now - .milliseconds(1), now + .milliseconds(101), Timestamp(nanoseconds: .max)] {
      let frame = FrameTime(now: now, presentation: presentation)
      #expect(frame.presentation == now)
    }
    #expect(FrameTime(now: now, presentation: now + .milliseconds(100)).presentation == now + .milliseconds(100))
  }
}
