import Offhand
import OffhandTesting
import Testing

/// What the page `Adding` shows, so that it stays true.
@Suite struct AddingTests {
  final class CounterEvidence: HandEvidence {
    var cap: Double { 0.5 }

    func logLikelihoodRatio(in situation: borrowing HandSituation) -> Double? {
      guard situation.posture == .kiosk, situation.halfPanel.width > 0 else { return nil }
      return cap * situation.positions.centroid.x / situation.halfPanel.width
    }
  }

  struct TopRowCandidates: CandidateGenerator {
    func generate(for situation: borrowing PlacementSituation, into list: inout [Candidate]) {
      let (bounds, size) = (situation.bounds, situation.size)
      let room = max(0, bounds.width - size.width) / 2
      for step in -4...4 {
        let box = Box(
          x: bounds.x + room * Double(step) / 4, y: bounds.y - (bounds.height - size.height) / 2, width: size.width,
          height: size.height)
        list.append(Candidate(box, kind: .docked, rank: list.count))
      }
    }
  }

  struct FingertipShadow: OcclusionModel {
    func add(_ track: borrowing HandTrack, in environment: PanelSetup, to field: inout OcclusionField) {
      field.beginTrack()
      field.beginHypothesis(weight: 1)
      for index in 0..<track.positions.count {
        let tip = track.positions[index]
        field.append(OcclusionPiece(x: tip.x, y: tip.y, radius: 9, endX: tip.x, endY: tip.y + 30, endRadius: 9))
      }
    }
  }

  private static let panel = Rect(x: 0, y: 0, width: 520, height: 290)

  /// How likely a right hand is taken to be when a finger lands at `x`, in a population of which half is left-handed.
  private func rightProbability(ofFingerAt x: Double, _ sources: [any HandEvidence]) throws -> Double {
    let environment = PanelSetup(panel: AddingTests.panel, posture: .kiosk, rightHandPrior: 0.5)
    var estimator = BayesianHandEstimator(environment: environment, sources: sources)
    var assembler = TouchFrameAssembler()
    Script { down(1, x, 150, at: 0) }.forEachFrame(assembler: &assembler) { estimator.ingest($0) }
    try #require(estimator.tracks.count == 1)
    return estimator.tracks[0].rightProbability
  }

  @Test func `evidence of one's own shifts the belief, mirrored alike`() throws {
    let sources = BayesianHandEstimator.standardSources
    let plain = try rightProbability(ofFingerAt: 500, sources)
    let right = try rightProbability(ofFingerAt: 500, sources + [CounterEvidence()])
    let left = try rightProbability(ofFingerAt: 20, sources + [CounterEvidence()])
    #expect(right > plain + 0.05)
    #expect(abs(right + left - 1) < 1e-12)
  }

  @Test func `a shadow of one's own hides what it says, and the guarantees hold`() {
    func placer(
      _ environment: PanelSetup
    ) -> OverlayPlacer<BayesianHandEstimator, FingertipShadow, RingCandidates, WeightedCost, CalmPolicy> {
      OverlayPlacer(
        environment: environment, estimator: BayesianHandEstimator(environment: environment),
        occlusion: FingertipShadow(), candidates: RingCandidates(), cost: WeightedCost(), policy: CalmPolicy())
    }
    var strategy = placer(PanelSetup(panel: AddingTests.panel, posture: .kiosk))
    var assembler = TouchFrameAssembler()
    Script { down(1, 260, 150, at: 0) }.forEachFrame(assembler: &assembler) { strategy.ingest($0) }
    #expect(strategy.hiddenProbability(at: Point(x: 260, y: 175)) > 0.99)
    #expect(strategy.hiddenProbability(at: Point(x: 260, y: 135)) < 0.01)
    #expect(PlacementLaw.violation(of: [.inside, .mirrored, .calm], from: 1, count: 20) { placer($0) } == nil)
  }

  @Test func `candidates of one's own are where the overlay stands, and the guarantees hold`() {
    func placer(_ environment: PanelSetup) -> some PlacementStrategy {
      OverlayPlacer(
        environment: environment, estimator: BayesianHandEstimator(environment: environment),
        occlusion: ArticulatedOcclusion(), candidates: TopRowCandidates(), cost: WeightedCost(), policy: CalmPolicy())
    }
    var strategy = placer(PanelSetup(panel: AddingTests.panel, posture: .kiosk))
    var assembler = TouchFrameAssembler()
    Script { down(1, 260, 150, at: 0) }.forEachFrame(assembler: &assembler) { strategy.ingest($0) }
    let label = OverlayRequest(
      id: Overlay.ID(rawValue: 1), size: Size(width: 40, height: 12), bounds: AddingTests.panel)
    #expect(strategy.place(label).rect.minY == 0)
    #expect(PlacementLaw.violation(of: [.inside, .mirrored], from: 1, count: 60) { placer($0) } == nil)
  }
}
