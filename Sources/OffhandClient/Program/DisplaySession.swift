import OffhandWayland

/// Everything that lives as long as one connection to the compositor, and goes with it.
final class DisplaySession {
  let connection: Connection
  let role: any SurfaceRole
  /// Its turn in the loop.
  let source: ConnectionSource
  /// What touches the compositor brings, where they are taken from it.
  var touches: TouchFeed<WaylandTouchSource>?

  /// Connects, and asks for the place. Throws where there is no compositor, and where it does not offer the place.
  init(title: String, place: ViewPlace) throws {
    connection = try Connection()
    role =
      switch place {
      case .fullscreen:
        ToplevelSurface(
          connection, title: title, applicationID: "offhand", extent: .fullscreen(on: nil), policy: .frameCallback)
      case .overlay: try LayerSurface(connection, namespace: "offhand")
      }
    source = ConnectionSource(connection)
  }

  /// Whether the user or the compositor wants the program to end.
  var isAskedToEnd: Bool {
    role.isClosed || connection.seats.contains { $0.takeKeyPresses().contains { $0.symbol == KeyPress.escape } }
  }
}
