import Offhand
import OffhandPixman
import Testing

@testable import OffhandClient

struct PanelPostureTests {
  @Test(
    arguments: [
      (Size(width: 68, height: 150), .handheld), (Size(width: 217, height: 136), .flatTablet),
      (Size(width: 136, height: 217), .flatTablet), (Size(width: 280, height: 175), .flatTablet),
      (Size(width: 309, height: 174), .monitor), (Size(width: 527, height: 296), .monitor),
      (Size(width: 708, height: 398), .kiosk), (Size(width: 40, height: 40), .unknown),
    ] as [(Size, Posture)])
  func `the size of a panel suggests how it stands, and says so`(size: Size, posture: Posture) {
    let assumed = PanelPosture(stated: nil, panel: size)
    #expect(assumed.posture == posture)
    #expect(assumed.provenance == .assumed(from: size))
    #expect(assumed.description.contains("\(Int(size.width)) x \(Int(size.height)) mm"))
    #expect(assumed.description.contains(posture.rawValue))
    #expect(assumed.description.contains("--posture"))
  }

  @Test(arguments: [nil, Size(width: 0, height: 0), Size(width: 1024, height: 9999), Size(width: .nan, height: 100)])
  func `of a panel without a size nothing is assumed`(size: Size?) {
    let unknown = PanelPosture(stated: nil, panel: size)
    #expect(unknown.posture == .unknown)
    #expect(unknown.provenance == .unknown)
    #expect(unknown.description.contains("--posture"))
  }

  @Test(arguments: Posture.allCases) func `what the user says holds whatever the size`(posture: Posture) {
    let stated = PanelPosture(stated: posture, panel: Size(width: 68, height: 150))
    #expect(stated.posture == posture)
    #expect(stated.provenance == .stated)
  }

  /// A view that only takes down on what it is laid out.
  struct Listener: QuietView {
    var posture: Posture?
    mutating func layout(in environment: ViewEnvironment) { posture = environment.posture }
  }

  /// A view whose overlays have a strategy.
  private struct Placing: PlacingView, QuietView {
    var strategy = StandardPlacement(environment: PanelSetup(panel: Rect(x: 0, y: 0, width: 1, height: 1)))
    mutating func layout(in environment: ViewEnvironment) { adopt(environment) }
  }

  @Test func `overlays are placed on the panel that the view has, in its posture`() throws {
    let window = MemoryWindow(width: 200, height: 100, size: Size(width: 527, height: 296))
    let host = ViewHost(Placing(), on: window, posture: .kiosk, renderer: Renderer(fonts: try FontBook()))
    try host.update(at: .zero)
    #expect(host.view.strategy.environment.panel == Rect(x: 0, y: 0, width: 527, height: 296))
    #expect(host.view.strategy.environment.posture == .kiosk)
  }

  @Test func `a view learns it with its layout, and anew where the panel is another`() throws {
    let window = MemoryWindow(width: 200, height: 100, size: Size(width: 100, height: 50))
    let host = ViewHost(Listener(), on: window, renderer: Renderer(fonts: try FontBook()))
    var heard: [Posture] = []
    host.onPosture = { heard.append($0.posture) }
    try host.update(at: .zero)
    #expect(host.view.posture == .unknown)
    window.geometry?.panel = Size(width: 527, height: 296)
    try host.update(at: .zero)
    #expect(host.view.posture == .monitor)
    // The size of a window is not that of its panel.
    window.geometry?.surface.size = Size(width: 60, height: 40)
    try host.update(at: .zero)
    #expect(heard == [.unknown, .monitor])
    // What a touch screen says of itself is known better than what the output says.
    var glass = SurfaceGeometry(assumedFromPixelWidth: 200, pixelHeight: 100)
    glass.size = Size(width: 217, height: 136)
    glass.provenance = .device
    host.receive(added: TouchDevice(id: DeviceID(rawValue: 1), name: "glass", surface: glass))
    try host.update(at: .zero)
    #expect(heard == [.unknown, .monitor, .flatTablet])
    #expect(host.view.posture == .flatTablet)
  }
}
