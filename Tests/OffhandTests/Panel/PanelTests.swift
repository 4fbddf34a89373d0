import Offhand
import Testing

@Suite struct PanelTests {
  private static let panel = Rect(x: 40, y: 30, width: 200, height: 120)

  @Test(
    arguments: [
      (62, 110, .handheld), (160, 76, .handheld), (84, 185, .handheld), (85, 185, .flatTablet), (84, 186, .flatTablet),
      (155, 86, .flatTablet), (217, 136, .flatTablet), (136, 217, .flatTablet), (280, 201, .flatTablet),
      (295, 184, .monitor), (527, 296, .monitor), (620, 349, .monitor), (708, 398, .kiosk), (1650, 930, .kiosk),
      (40, 40, .unknown), (39, 79, .unknown), (0, 0, .unknown), (1, 1, .unknown), (3200, 1800, .unknown),
      (.nan, 100, .unknown),
    ] as [(Double, Double, Posture)])
  func `the size of a panel suggests how it stands`(width: Double, height: Double, posture: Posture) {
    #expect(Posture(of: Size(width: width, height: height)) == posture)
  }

  @Test(arguments: ScreenEdge.allCases) func `a position goes to the user's frame and back`(edge: ScreenEdge) {
    let frame = UserFrame(panel: PanelTests.panel, edge: edge)
    let position = Point(x: 71, y: 64)
    #expect(frame.outward(frame.inward(position)) == position)
    #expect(frame.inward(PanelTests.panel.center) == .origin)
    #expect(frame.turned(frame.turned(PanelTests.panel.size)) == PanelTests.panel.size)
  }

  @Test(arguments: ScreenEdge.allCases)
  func `the user's edge is towards the user, half the panel away`(edge: ScreenEdge) {
    let frame = UserFrame(panel: PanelTests.panel, edge: edge)
    let towards = frame.inward(-edge.inward)
    #expect(towards == UserVector(dx: 0, dy: 1))
    let center = PanelTests.panel.center
    let reach = edge.depth(of: center, in: PanelTests.panel)
    let middle = frame.inward(center + -edge.inward * reach)
    #expect(middle == UserPoint(x: 0, y: frame.halfSize.height))
  }

  @Test func `a panel without a size counts as a point at the origin`() {
    for panel in [Rect(x: 5, y: 5, width: 0, height: 10), Rect(x: .nan, y: 0, width: 10, height: 10)] {
      let frame = UserFrame(panel: panel, edge: .bottom)
      #expect(frame.center == .origin && frame.halfSize == .zero)
    }
  }
}
