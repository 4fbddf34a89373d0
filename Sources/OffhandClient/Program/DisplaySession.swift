import OffhandWayland

/// Everything that lives as long as one connection to the compositor, and goes with it.
final class DisplaySession {
  let connection: Connection
  /// Its turn in the loop.
  let source: ConnectionSource
  /// What the view is to this compositor, the choice made.
  let role: ViewRole
  private let title: String
  private let display: ViewDisplay

  /// Connects, and finds out what is offered. `touches` says whether touches come from the compositor as well.
  ///
  /// Throws where there is no compositor.
  init(title: String, display: ViewDisplay, touches: TouchOrigin) throws {
    connection = try Connection()
    source = ConnectionSource(connection)
    self.title = title
    self.display = display
    let canOverlay = connection.offersLayers && touches == .elsewhere
    role = display.role == .overlayWhereOffered ? (canOverlay ? .overlay : .fullscreen) : display.role
  }

  /// Whether the user wants the program to end.
  var isAskedToEnd: Bool {
    connection.seats.contains { $0.takeKeyPresses().contains { $0.symbol == KeyPress.escape } }
  }

  /// The outputs that are there and wished.
  var outputs: [Output] {
    guard let name = display.output else { return connection.outputs }
    return connection.outputs.filter { $0.name == name }
  }

  /// Throws where the output that was wished is not there.
  func checkOutput() throws(ViewDisplayError) {
    guard let name = display.output, outputs.isEmpty else { return }
    throw .noOutput(name: name, present: connection.outputs.map(\.name))
  }

  /// Makes the surface of a view: an overlay of `output`, or a window. Throws where the compositor has no overlays.
  func makeSurface(on output: Output?) throws(SurfaceError) -> any SurfaceRole {
    let extent: ToplevelSurface.Extent
    switch role {
    case .overlay, .overlayWhereOffered:
      return try LayerSurface(connection, namespace: "offhand", output: output, policy: display.policy)
    case .fullscreen: extent = .fullscreen(on: output)
    case .window(let width, let height): extent = .window(width: width, height: height)
    }
    return ToplevelSurface(
      connection, title: title, applicationID: "offhand", extent: extent, policy: display.policy)
  }
}

/// Whether a program's touches come from the compositor that shows it.
enum TouchOrigin {
  /// They do: they are those on its surface.
  case compositor
  /// They come from the kernel or from a file, whatever lies on the screen.
  case elsewhere
}
