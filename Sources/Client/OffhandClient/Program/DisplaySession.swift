import OffhandPlatform
import OffhandWayland

/// A connection to the compositor, and the objects with the same lifetime.
final class DisplaySession {
  let connection: Connection
  /// Drives the connection in the loop.
  let source: ConnectionSource
  /// The role of the view at this compositor; never `.overlayWhereOffered`.
  let role: ViewRole
  private let title: String
  /// The name of the program's file, by which compositors and panels know its windows.
  private let applicationID = Environment.own.split(separator: "/").last.map(String.init) ?? "offhand"
  private let display: ViewDisplay

  /// Chooses the role on `connection`.
  init(_ connection: Connection, title: String, display: ViewDisplay, touches: TouchOrigin) {
    self.connection = connection
    source = ConnectionSource(connection)
    self.title = title
    self.display = display
    let canOverlay = connection.offersLayers && touches == .elsewhere
    role = display.role == .overlayWhereOffered ? (canOverlay ? .overlay : .fullscreen) : display.role
  }

  /// Whether Escape was pressed.
  var isEscapePressed: Bool {
    connection.seats.flatMap { $0.takeKeyPresses() }.containsEscape
  }

  /// The present outputs on which the view may be shown.
  var outputs: [Output] {
    guard let name = display.output else { return connection.outputs }
    return connection.outputs.filter { $0.name == name }
  }

  /// Throws if the configured output is not there.
  func checkOutput() throws(ViewDisplayError) {
    guard let name = display.output, outputs.isEmpty else { return }
    throw .noOutput(name: name, present: connection.outputs.map(\.name))
  }

  /// Makes a surface for a view: an overlay of `output`, or a window. Throws if the compositor has no overlays.
  func makeSurface(on output: Output?) throws(SurfaceError) -> any SurfaceRole {
    let extent: ToplevelSurface.Extent
    switch role {
    case .overlay, .overlayWhereOffered:
      return try LayerSurface(connection, namespace: "offhand", output: output, policy: display.policy)
    case .fullscreen: extent = .fullscreen(on: output)
    case .maximized: extent = .maximized
    case .window(let width, let height): extent = .window(width: width, height: height)
    }
    return ToplevelSurface(
      connection, title: title, applicationID: applicationID, extent: extent, policy: display.policy)
  }
}

/// The origin of a program's touches.
enum TouchOrigin {
  /// The compositor: the touches on the surface.
  case compositor
  /// The kernel or a file: the touches on the whole screen.
  case elsewhere
}
