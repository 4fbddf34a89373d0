import Offhand
import OffhandTesting
import Testing

@Suite struct JitterFilterTests {
  private func filtered(_ places: [Double], radius: Double = 0.2, noise: Double = 0) -> [(
    x: Double, phase: Touch.Phase
  )] {
    var filter = JitterFilter(radius: radius)
    return places.enumerated().map { index, x in
      var frame = TouchFrame(timestamp: Timestamp(nanoseconds: Int64(index) * 8_000_000))
      frame.noiseFloor = noise
      var touch = Touch(id: Touch.ID(rawValue: 1), position: Point(x: x, y: 0))
      touch.phase = index == 0 ? .began : .moved
      frame.append(touch)
      filter.filter(&frame)
      return (frame[0].position.x, frame[0].phase)
    }
  }

  @Test func `a finger that trembles stands still`() {
    let seen = filtered([50, 50.1, 49.9, 50.2, 49.85])
    #expect(seen.allSatisfy { $0.x == 50 })
    #expect(seen.map(\.phase) == [.began, .stationary, .stationary, .stationary, .stationary])
  }

  @Test func `a finger that goes lags by the radius and is as fast as it is`() {
    let seen = filtered([50, 51, 52, 53])
    #expect(seen.map(\.phase) == [.began, .moved, .moved, .moved])
    for (place, due) in zip(seen.map(\.x), [50, 50.8, 51.8, 52.8]) { #expect(abs(place - due) < 1e-12) }
  }

  @Test func `a finger that turns back is heard of after twice the radius`() {
    let seen = filtered([50, 51, 50.65, 50.5])
    #expect(seen[2].phase == .stationary)
    #expect(abs(seen[3].x - 50.7) < 1e-12)
  }

  @Test func `what a noise filter calls noise is the least radius`() {
    #expect(filtered([50, 50.5, 49.6], noise: 0.6).allSatisfy { $0.x == 50 })
  }

  @Test func `another finger of the same place starts where it lands`() {
    var filter = JitterFilter()
    for (id, x) in [(1, 50.0), (2, 50.1)] {
      var frame = TouchFrame()
      frame.append(Touch(id: Touch.ID(rawValue: UInt64(id)), position: Point(x: x, y: 0)))
      filter.filter(&frame)
      #expect(frame[0].position.x == x)
    }
  }

  @Test func `a long press on a trembling panel needs it`() {
    let trembling = Script(
      steps: [down(1, 50, 50, at: 0)] + (1..<80).map { move(1, to: $0 % 2 == 0 ? 47.9 : 52.1, 50, at: Double($0) * 8) })
    func answers(_ pipeline: some GesturePipeline) -> [String] {
      var player = Player(pipeline)
      player.play(trembling)
      return player.answers
    }
    let pipeline = Pipeline { LongPressGestureRecognizer() }
    #expect(answers(pipeline).isEmpty)
    #expect(answers(pipeline.filtered { JitterFilter(radius: 2.5) }).first == "long-press began")
  }
}
