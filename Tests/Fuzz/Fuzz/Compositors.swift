@testable import FakeServerSupport
import Glibc
import Offhand
@testable import OffhandWayland

/// Compositors that send what they like: every event of every interface that the client listens to, in any order, with any numbers.
///
/// The connection goes on or ends with an error. Keymaps are left out: their descriptors would be numbers of this process.
enum Compositors {
  static func take(_ content: [UInt8]) {
    var supply = Supply(content)
    do { try play(&supply) } catch is ConnectionError {} catch is SurfaceError {} catch {
      preconditionFailure("an error of another kind: \(error)")
    }
  }

  private static func play(_ supply: inout Supply) throws {
    let server: FakeServer
    do { server = try FakeServer.withWindows(scale: Int64(supply.byte()), transform: Int64(supply.byte() & 15)) } catch
    {
      preconditionFailure("\(error)")
    }
    server.offer(ZwlrLayerShellV1.self, version: 4)
    server.offer(ZwpTabletManagerV2.self, version: 1)
    server.offer(WpViewporter.self, version: 1)
    server.offer(WpFractionalScaleManagerV1.self, version: 1)
    server.offer(WpPresentation.self, version: 1)
    server.offer(ZxdgOutputManagerV1.self, version: 3)
    let connection = try Connection(to: .descriptor(server.descriptor))
    connection.losesCancels = true
    let window = ToplevelSurface(
      connection, title: "fuzz", applicationID: "fuzz", extent: .window(width: 64, height: 48))
    let layer = try LayerSurface(connection, namespace: "fuzz", output: nil, policy: .immediate)
    let touches = WaylandTouchSource(surface: window.surface)
    let pointers = WaylandTouchSource(surface: window.surface, input: .pointers)
    let pens = WaylandTouchSource(surface: window.surface, input: .pens)
    var now = Timestamp.zero
    func turn() throws {
      // Touches that are reported no more have to end as well.
      now = now + .seconds(2)
      for surface in [window.surface, layer.surface] where surface.opportunity(at: .zero) == .now {
        // A size that is drawn quickly; of larger ones the layout alone is tried.
        guard let grid = surface.layout?.grid, grid.width <= 1024, grid.height <= 1024 else { continue }
        _ = try surface.draw { Damage(PixelRect(x: 0, y: 0, width: $0.width, height: $0.height)) }
      }
      try connection.prepareToWait()
      var socket = pollfd(fd: connection.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
      _ = poll(&socket, 1, 1)
      try connection.dispatch()
      for source in [touches, pointers, pens] {
        try source.dispatch(at: now) { event in
          if case .touch(let touch) = event, case .down(let place) = touch.kind {
            precondition(place.x.isFinite && place.y.isFinite)
          }
        }
      }
      for output in connection.outputs { _ = output.state?.description }
    }
    try turn()
    for _ in 0..<64 where !supply.isEmpty {
      for _ in 0...supply.choice(6) { send(&supply, to: server) }
      try turn()
    }
  }

  private static func send(_ supply: inout Supply, to server: FakeServer) {
    switch supply.choice(16) {
    case 0, 1: send(WlTouch.self, &supply, server)
    case 2: send(WlOutput.self, &supply, server)
    case 3: send(WlSeat.self, &supply, server)
    case 4: send(WlPointer.self, &supply, server)
    case 5: send(WlSurface.self, &supply, server)
    case 6: send(XdgSurface.self, &supply, server)
    case 7: send(XdgToplevel.self, &supply, server)
    case 8, 9: send(ZwlrLayerSurfaceV1.self, &supply, server)
    case 10: send(ZwpTabletSeatV2.self, &supply, server)
    case 11: send(ZwpTabletToolV2.self, &supply, server)
    case 12: send(WpFractionalScaleV1.self, &supply, server)
    case 13: send(WpPresentationFeedback.self, &supply, server)
    case 14: send(WlCallback.self, &supply, server)
    default: send(WlShm.self, &supply, server)
    }
  }

  private static func send<Object: EventfulObject>(_: Object.Type, _ supply: inout Supply, _ server: FakeServer) {
    let events = Object.description.events
    let event = events[supply.choice(events.count)]
    guard !"\(event.signature)".contains("h") else { return }
    let objects = [WlSurface.self, WlOutput.self, ZwpTabletToolV2.self, ZwpTabletV2.self] as [any ProtocolObject.Type]
    let arguments = (0..<event.argumentCount).map { _ -> FakeServer.Argument in
      switch supply.choice(8) {
      case 0: .number(Int64(Int32(bitPattern: supply.word())))
      case 1: .text(supply.text(20))
      case 2: .number(Int64(server.object(of: objects[supply.choice(objects.count)]) ?? 0))
      default: .number(Int64(supply.byte()) << [0, 0, 8][supply.choice(3)])
      }
    }
    server.send(Object.self, number: Int32(supply.choice(3)), any: "\(event.name)", arguments)
  }
}

extension FakeServer {
  /// The number of the first living object of a kind.
  fileprivate func object(of type: any ProtocolObject.Type) -> UInt32? {
    func first<Object: ProtocolObject>(_ type: Object.Type) -> UInt32? { object(type) }
    return first(type)
  }
}
