import Offhand

@testable import OffhandWayland

/// A window on a fake compositor that has told it a size.
final class FakeWindow {
  let server: FakeServer
  let connection: Connection
  let window: ToplevelSurface
  private var serial: Int64 = 0

  init(
    _ server: FakeServer? = nil, policy: any PresentationPolicy = .immediate, width: Int64 = 640, height: Int64 = 480
  )
    throws
  {
    self.server = try server ?? .withWindows()
    connection = try self.server.connect()
    window = ToplevelSurface(
      connection, title: "Test", applicationID: "test", extent: .fullscreen(on: nil), policy: policy)
    try connection.roundTrip()
    try configure(width: width, height: height)
    try connection.roundTrip()
  }

  var surface: Surface { window.surface }

  /// Asks for a size; the client hears it at its next round trip.
  func configure(width: Int64, height: Int64) throws {
    serial += 1
    try server.send(XdgToplevel.self, "configure", .number(width), .number(height))
    try server.send(XdgSurface.self, "configure", .number(serial))
  }

  /// Draws a frame whose `damage` changed, or all of it, and waits until the compositor has it.
  @discardableResult
  func draw(_ damage: Damage? = nil, _ look: (PixelBuffer) -> Void = { _ in }) throws -> DrawOutcome {
    let outcome = try surface.draw { buffer in
      look(buffer)
      return damage ?? Damage(PixelRect(x: 0, y: 0, width: buffer.width, height: buffer.height))
    }
    try connection.roundTrip()
    return outcome
  }
}
