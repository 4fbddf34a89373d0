import DesignCases
import CompositorRig
import Offhand
import Testing

@testable import OffhandWayland

/// Design/Placing.md case 67: a popup that a real compositor moves under the hand. One that speaks version 3 of `xdg_popup` is asked
/// once for a better place and gives it; an older one is left alone.
@Suite(.serialized) struct PopupPlacementTests {
  private static let pattern = TestPattern()
  private static let size = (width: Int32(150), height: Int32(80))

  /// A right hand's finger on a window that fills 800 by 500 pixels, and a popup beside it that reaches beyond the screen; what
  /// was made of every place that the compositor gave it, and where it is in the end.
  private func showPopup(on socketPath: String) throws -> (
    verdicts: [PopupReview.Verdict], popup: PopupSurface, better: PopupAnchor
  ) {
    let connection = try Connection(to: .named(socketPath))
    let window = ToplevelSurface(connection, title: "Test", applicationID: "test", extent: .fullscreen(on: nil))
    try connection.pump(until: "the window", within: .seconds(30)) {
      try window.surface.show(PopupPlacementTests.pattern)
    } _: {
      window.isFullscreen && window.surface.commitCount >= 3 && !window.surface.needsFrame
    }
    let surface = try #require(window.surface.layout).geometry
    var strategy = StandardPlacement(
      environment: PanelSetup(panel: surface.bounds, posture: .flatTablet, statedHand: .right))
    var frame = TouchFrame(timestamp: Timestamp(seconds: 1))
    frame.append(Touch(id: Touch.ID(rawValue: 1), position: surface.point(pixelX: 640, pixelY: 200)))
    strategy.ingest(frame)
    func rect(_ place: PopupAnchor) -> Rect {
      let origin = surface.point(pixelX: Double(place.x), pixelY: Double(place.y))
      let end = surface.point(pixelX: Double(place.x + place.width), pixelY: Double(place.y + place.height))
      return Rect(x: origin.x, y: origin.y, width: end.x - origin.x, height: end.y - origin.y)
    }
    let size = PopupPlacementTests.size
    let extent = rect(PopupAnchor(x: 0, y: 0, width: size.width, height: size.height)).size
    let answer = strategy.place(
      OverlayRequest(
        id: Overlay.ID(rawValue: 1), role: .popover, size: extent, bounds: surface.bounds, gesture: GestureHint(.tap)))
    let better = PopupAnchor(
      x: Int32((answer.rect.minX * surface.pixelsPerMillimetreX).rounded()),
      y: Int32((answer.rect.minY * surface.pixelsPerMillimetreY).rounded()), width: size.width, height: size.height)
    #expect(answer.quality == .clear)
    // Where a program would put it that thinks its surface were wider.
    let popup = PopupSurface(of: window, at: PopupAnchor(x: 830, y: 260, width: size.width, height: size.height))
    var verdicts: [PopupReview.Verdict] = []
    let expected: [PopupReview.Verdict] = popup.canBeRepositioned ? [.reposition, .accept] : [.accept]
    try connection.pump(until: "\(expected); so far \(verdicts)", within: .seconds(30)) {
      try window.surface.show(PopupPlacementTests.pattern)
      try popup.surface.show(PopupPlacementTests.pattern)
      let verdict = popup.judge(hidden: { strategy.hiddenFraction(of: rect($0)) }, elsewhere: { better })
      if let verdict {
        if verdicts.isEmpty {
          let place = try #require(popup.geometry)
          #expect(place.x + place.width <= 800, "slid onto the screen")
          #expect(strategy.hiddenFraction(of: rect(place)) > PopupReview.hiddenLimit)
        }
        verdicts.append(verdict)
      }
    } _: {
      verdicts.count >= expected.count
    }
    #expect(verdicts == expected)
    #expect(!popup.isClosed)
    return (verdicts, popup, better)
  }

  @Test(
    .placement("67"),
    .enabled(if: Mutter.isAvailable, "needs Mutter, dbus-run-session and setpriv: apt-get install mutter"))
  func `Mutter gives a popup that it slid under the hand the better place`() throws {
    let mutter = try Mutter(width: 800, height: 500)
    let (verdicts, popup, better) = try showPopup(on: mutter.socketPath)
    #expect(verdicts == [.reposition, .accept])
    #expect(popup.geometry == better)
  }

  @Test(
    .placement("67"),
    .enabled(if: KWin.isAvailable, "needs KWin, dbus-run-session, setpriv and python3: scripts/setup compositors"))
  func `KWin gives a popup that it slid under the hand the better place`() throws {
    let kwin = try KWin(width: 800, height: 500)
    let (verdicts, popup, better) = try showPopup(on: kwin.socketPath)
    #expect(verdicts == [.reposition, .accept])
    #expect(popup.geometry == better)
  }

  @Test(.placement("67"), .enabled(if: Sway.isAvailable, "needs sway, grim and setpriv: scripts/setup compositors"))
  func `sway, whose popups are older, keeps the popup where it slid it, unless it has grown`() throws {
    let sway = try Sway(width: 800, height: 500)
    let (_, popup, better) = try showPopup(on: sway.socketPath)
    let slid = PopupAnchor(
      x: 650, y: 260, width: PopupPlacementTests.size.width, height: PopupPlacementTests.size.height)
    #expect(popup.geometry == (popup.canBeRepositioned ? better : slid))
  }
}
