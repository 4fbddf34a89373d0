import Testing

@testable import Offhand

/// How the shadow takes in what is not known (Design/HandModel.md "Occlusion").
@Suite struct ArticulatedOcclusionTests {
  /// How likely places around the fingers are hidden, 8 mm apart.
  private func field(
    _ fingers: [Point], _ kind: GestureHint.Kind, _ change: (inout ArticulatedOcclusion) -> Void
  ) -> [Double] {
    var environment = PanelSetup(
      panel: Rect(x: 0, y: 0, width: 400, height: 300), posture: .flatTablet, statedHand: .right)
    environment.viewpoint = .eye(x: 0, y: -200, z: 420)
    var placer = StandardPlacement(environment: environment)
    change(&placer.occlusion)
    placer.ingest(frame(fingers))
    placer.estimator.note(kind)
    var values: [Double] = []
    for row in 0..<30 {
      for column in 0..<40 {
        let place = Point(x: Double(column) * 8 + 40, y: Double(row) * 8 + 40)
        values.append(placer.hiddenProbability(at: place))
      }
    }
    return values
  }

  private let finger = [Point(x: 200, y: 120)]

  @Test func `a loose hand is drawn otherwise than a posed one in a pinch, and alike with a single finger`() {
    let two = pinch(at: Point(x: 200, y: 120))
    #expect(field(two, .pinch) { _ in } != field(two, .pinch) { $0.looseness = 0 })
    #expect(field(finger, .tap) { _ in } == field(finger, .tap) { $0.looseness = 0 })
  }

  @Test func `beside a single finger the others may be stretched out`() {
    let usual = field(finger, .tap) { _ in }
    let curled = field(finger, .tap) { $0.relaxed = $0.finger }
    #expect(usual != curled)
    // Up to 60 mm to the right of a right hand's index, from 40 mm ahead of it to its own height.
    var grown = 0.0
    for row in 5...10 {
      for column in 20...28 { grown = max(grown, usual[40 * row + column] - curled[40 * row + column]) }
    }
    #expect(grown > 0.25)
    let two = pinch(at: Point(x: 200, y: 120))
    #expect(field(two, .pinch) { _ in } == field(two, .pinch) { $0.relaxed = $0.finger })
  }

  @Test func `the forearm hides what is below it`() {
    var environment = PanelSetup(
      panel: Rect(x: 0, y: 0, width: 400, height: 600), posture: .flatTablet, statedHand: .right)
    environment.viewpoint = .orthographic
    environment.statedAzimuth = Angle(degrees: 0)
    var placer = StandardPlacement(environment: environment)
    placer.ingest(frame(finger))
    // Some 150 mm below the wrist.
    #expect(placer.hiddenProbability(at: Point(x: 224, y: 420)) > 0.9)
  }

  @Test func `a hand mixed with another has its joints between theirs`() {
    let half = HandProportions.pinch.mixed(with: .tabulated, share: 0.5)
    #expect(half.wrist.height == (HandProportions.pinch.wrist.height + HandProportions.tabulated.wrist.height) / 2)
    #expect(half.indexBend.behind == HandProportions.pinch.indexBend.behind / 2)
    #expect(HandProportions.pinch.mixed(with: .tabulated, share: 0) == .pinch)
  }
}
