import Offhand
import OffhandTesting
import Testing

/// A hand that is told by its fingers alone: one is a left hand's, two are a right hand's.
private struct CountingEstimator: HandEstimator {
  var environment = PlacementEnvironment(panel: Rect(x: 0, y: 0, width: 300, height: 190))
  let tracks = HandTracks()
  private(set) var hand = Hand.unknown
  private(set) var hints: [GestureHint.Kind] = []

  mutating func ingest(_ frame: borrowing TouchFrame) {
    hand = frame.downCount == 0 ? .unknown : Hand(side: frame.downCount > 1 ? .right : .left, confidence: 0.7)
  }

  mutating func note(_ kind: GestureHint.Kind) -> Bool {
    hints.append(kind)
    return true
  }

  mutating func reset() { hand = .unknown }
}

@Suite struct EstimatingPipelineTests {
  @Test func `A22 what was due before a late frame is the answer of the hand of then`() {
    let pipeline = EstimatingPipeline(
      Pipeline {
        LongPressGestureRecognizer().simultaneousWithAll()
        PanGestureRecognizer(slop: 0).requires(toFail: .longPress)
      }, estimator: CountingEstimator())
    let played = play(pipeline) {
      down(1, 50, 50, at: 0)
      down(2, 90, 50, at: 700)
    }
    #expect(played.first(.longPress)?.milliseconds == "500")
    #expect(played.first(.longPress)?.gesture.hand.side == .left)
  }

  @Test func `What the last lift completes is the answer of the hand that lifted`() {
    let pipeline = EstimatingPipeline(Pipeline { TapGestureRecognizer(touches: 1...2) }, estimator: CountingEstimator())
    let played = play(pipeline) {
      down(1, 50, 50, at: 0)
      down(2, 90, 50, at: 8)
      up(1, at: 80)
      up(2, at: 80)
    }
    #expect(played.first(.tap)?.gesture.hand.side == .right)
  }

  @Test func `A beginning that time alone grants is told to the estimator as well`() {
    let pipeline = EstimatingPipeline(
      Pipeline {
        TapGestureRecognizer()
        PanGestureRecognizer().requires(toFail: .tap)
      }, estimator: CountingEstimator())
    let played = play(pipeline) {
      down(1, 50, 50, at: 0)
      move(1, to: 53, 50, at: 100)
    }
    #expect(played.lines == ["pan began 750"])
    #expect(played.pipeline.estimator.hints == [.drag])
  }
}
