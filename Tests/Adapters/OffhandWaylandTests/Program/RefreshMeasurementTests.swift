import Testing

@testable import OffhandClient
@testable import OffhandWayland

struct RefreshMeasurementTests {
  @Test(arguments: [false, true])
  func `a compositor that calls no frames ends the measurement after the patience`(isShown: Bool) throws {
    let server = try FakeServer.withWindows()
    if isShown { server.answer(XdgWmBase.self, "get_xdg_surface", XdgSurface.self, "configure", 1) }
    let connection = try server.connect()
    #expect(try RefreshMeasurement.measure(on: connection, patience: .milliseconds(100)) == nil)
    #expect(server.count(WlSurface.self, "frame") == (isShown ? 1 : 0))
  }
}
