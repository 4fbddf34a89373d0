import Offhand
import OffhandPixman
import Testing

@testable import OffhandClient
@testable import OffhandWayland

/// A program's connection to a compositor: its role, its outputs, and the surfaces of its view.
struct DisplaySessionTests {
  private func session(
    _ server: FakeServer, _ role: ViewRole = .overlayWhereOffered, on output: String? = nil,
    touches: TouchOrigin = .elsewhere
  ) throws -> DisplaySession {
    DisplaySession(
      try server.connect(), title: "Test", display: ViewDisplay(role: role, output: output), touches: touches)
  }

  private func withLayers() throws -> FakeServer {
    let server = try FakeServer.withWindows()
    server.offer(ZwlrLayerShellV1.self, version: 4)
    return server
  }

  @Test func `an overlay is shown where the compositor has layers and touches come past it`() throws {
    #expect(try session(withLayers()).role == .overlay)
    #expect(try session(withLayers(), touches: .compositor).role == .fullscreen, "touches pass through an overlay")
    #expect(try session(FakeServer.withWindows()).role == .fullscreen)
    #expect(try session(withLayers(), .window(width: 10, height: 10)).role == .window(width: 10, height: 10))
  }

  @Test func `a view is shown on the output that was named, and one that is not there is an error`() throws {
    #expect(try session(FakeServer.withWindows()).outputs.map(\.name) == ["FAKE-1"])
    let named = try session(FakeServer.withWindows(), on: "FAKE-1")
    #expect(named.outputs.map(\.name) == ["FAKE-1"])
    try named.checkOutput()
    let missing = try session(FakeServer.withWindows(), on: "DP-7")
    #expect(missing.outputs.isEmpty)
    let error = #expect(throws: ViewDisplayError.self) { try missing.checkOutput() }
    #expect(error.map { "\($0)" }?.contains("FAKE-1") == true)
  }

  // MARK: Surfaces

  @Test(arguments: [Int64(0), 1, 2, 7]) func `the panel is as the user sees it, however the output is turned`(
    transform: Int64
  ) throws {
    let window = try FakeWindow(.withWindows(transform: transform))
    let isTurned = transform % 2 == 1
    let expected = isTurned ? Size(width: 150, height: 200) : Size(width: 200, height: 150)
    #expect(SurfaceWindow(window.window).geometry?.panel == expected)
    #expect(SurfaceWindow(window.window).geometry?.backdrop == ViewBackdrop.nothing)
  }

  @Test func `an overlay lies above other programs`() throws {
    let server = try FakeServer.withWindows()
    server.answer(
      ZwlrLayerShellV1.self, "get_layer_surface", ZwlrLayerSurfaceV1.self, "configure", 9, 640, 480)
    server.offer(ZwlrLayerShellV1.self, version: 4)
    let connection = try server.connect()
    let layer = try LayerSurface(connection, namespace: "offhand")
    try connection.roundTrip()
    #expect(SurfaceWindow(layer).geometry?.backdrop == .programs)
  }

  /// Writes down the touches that it is given.
  private struct LoggingView: TouchView {
    var log: [String] = []
    mutating func layout(in environment: ViewEnvironment) {}
    mutating func process(_ frame: borrowing TouchFrame) {
      for index in frame.indices { log.append("\(frame[index].phase)") }
    }
    mutating func advance(to time: Timestamp) {}
    var deadline: Timestamp? { nil }
    func isAnimating(at time: Timestamp) -> Bool { false }
    func draw(for frame: FrameTime, into list: inout DisplayList) {}
  }

  @Test func `fingers on a surface that goes are taken away`() throws {
    let window = try FakeWindow()
    let screens = ViewScreens(
      LoggingView(), posture: nil, filters: ChosenFilters(), prediction: .none,
      renderer: Renderer(fonts: try FontBook()))
    let screen = screens.add(outputName: nil)
    screen.show(
      on: window.window, of: window.connection.outputs.first, touches: .compositor, observer: nil, comparedBy: nil,
      beside: screens)
    try screen.host.update(at: .zero)
    try window.connection.roundTrip()
    try screen.touches?.dispatch(at: Timestamp(seconds: 1000))
    let surface = try #require(window.server.object(WlSurface.self))
    try window.server.send(WlTouch.self, "down", 1, 5, .object(surface), 0, 10.0, 10.0)
    try window.server.send(WlTouch.self, "frame")
    try window.connection.roundTrip()
    try screen.touches?.dispatch(at: Timestamp(seconds: 1001))
    #expect(screen.host.view.log == ["began"])
    screen.leave(at: Timestamp(seconds: 1002))
    #expect(screen.host.view.log == ["began", "cancelled"])
    #expect(screen.surface == nil && screen.touches == nil)
  }
}
