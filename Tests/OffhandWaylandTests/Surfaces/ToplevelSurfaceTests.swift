import Offhand
import Testing

@testable import OffhandWayland

struct ToplevelSurfaceTests {
  /// A window of 300×200 on a fake compositor that has not told it a size.
  private struct Rig {
    let server: FakeServer
    let connection: Connection
    let window: ToplevelSurface

    init() throws {
      server = try .withWindows()
      connection = try server.connect()
      window = ToplevelSurface(
        connection, title: "Test", applicationID: "test", extent: .window(width: 300, height: 200), policy: .immediate)
      try connection.roundTrip()
    }

    func configure(_ width: Int64, _ height: Int64, serial: Int64) throws {
      try server.send(XdgToplevel.self, "configure", .number(width), .number(height))
      try server.send(XdgSurface.self, "configure", .number(serial))
      try connection.roundTrip()
    }

    var size: [Int32?] { [window.surface.layout?.width, window.surface.layout?.height] }
  }

  @Test func `a window takes the size it was made with where the compositor leaves that to it`() throws {
    let rig = try Rig()
    try rig.configure(0, 0, serial: 1)
    #expect(rig.size == [300, 200])
  }

  @Test func `a window takes the compositor's size, and keeps it where the next word leaves it open`() throws {
    let rig = try Rig()
    try rig.configure(500, 400, serial: 1)
    #expect(rig.size == [500, 400])
    try rig.configure(0, 0, serial: 2)
    #expect(rig.size == [500, 400])
  }

  @Test func `a window is no larger than the room there is`() throws {
    let rig = try Rig()
    try rig.server.send(XdgToplevel.self, "configure_bounds", .number(250), .number(0))
    try rig.configure(0, 0, serial: 1)
    #expect(rig.size == [250, 200])
  }
}
