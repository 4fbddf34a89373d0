import Offhand

/// A window, or the whole screen (`xdg_toplevel`).
public final class ToplevelSurface: SurfaceRole {
  /// How much of the output it takes.
  public enum Extent {
    /// All of an output; of one that the compositor picks where none is given.
    case fullscreen(on: Output?)
    /// So many logical pixels, as long as the user does not change that.
    case window(width: Int32, height: Int32)
  }

  /// What is shown.
  public let surface: Surface
  /// Whether the user or the compositor has closed it.
  public private(set) var isClosed = false
  /// Whether the compositor shows it on the whole screen.
  public private(set) var isFullscreen = false

  /// Whether the compositor frames it, so that it can be moved and closed by its title bar. Where it does not, we draw no frame
  /// either: compositors without frames move any window by the Super key and a drag, and our programs end with Escape.
  public private(set) var isFramed = false

  let shellSurface: XdgSurface
  private let toplevel: XdgToplevel
  /// What asks for a frame; `nil` on the whole screen, and where the compositor knows no frames.
  private let decoration: ZxdgToplevelDecorationV1?
  private let extent: Extent
  /// What the compositor has said of the size since the last complete word.
  private var announced: (width: Int32, height: Int32) = (0, 0)
  /// The last size as a window, to which it returns where the compositor leaves the size to us.
  private var windowed: (width: Int32, height: Int32)?
  /// The room that a window may take; 0 where the compositor does not say.
  private var bounds: (width: Int32, height: Int32) = (0, 0)

  /// The size where nobody says one: fits any screen.
  private static let fallback: (width: Int32, height: Int32) = (800, 480)

  /// A window with `title`, of the program `applicationID`. It is shown when the first frame is drawn.
  public init(
    _ connection: Connection, title: String, applicationID: String, extent: Extent,
    policy: any PresentationPolicy = .frameCallback
  ) {
    guard let shell = connection.registry.wmBase else {
      preconditionFailure("a window was made on a connection that was not established")
    }
    let home: Output? = if case .fullscreen(let output) = extent { output } else { nil }
    self.extent = extent
    surface = Surface(connection, content: .opaque, input: .everything, policy: policy, home: home)
    shellSurface = shell.getXdgSurface(surface: surface.object)
    toplevel = shellSurface.getToplevel()
    if case .window = extent {
      decoration = connection.registry.decorations?.getToplevelDecoration(toplevel: toplevel)
    } else {
      decoration = nil
    }
    shellSurface.listen { [unowned self] event in
      if case .configure(let serial) = event { configure(serial) }
    }
    toplevel.listen { [unowned self] in receive($0) }
    decoration?.listen { [unowned self] event in
      if case .configure(let mode) = event { isFramed = mode == .serverSide }
    }
    decoration?.setMode(mode: .serverSide)
    surface.acknowledge = { [shellSurface] in shellSurface.ackConfigure(serial: $0) }
    toplevel.setTitle(title: title)
    toplevel.setAppId(appId: applicationID)
    if case .fullscreen(let output) = extent { toplevel.setFullscreen(output: output?.object) }
    surface.object.commit()
  }

  deinit {
    // The protocol wants the decoration to go first.
    decoration?.destroy()
    toplevel.destroy()
    shellSurface.destroy()
  }

  private func receive(_ event: XdgToplevel.Event) {
    switch event {
    case .configure(let width, let height, let states):
      announced = (width, height)
      isFullscreen = states.contains(XdgToplevel.State.fullscreen.rawValue)
    case .close: isClosed = true
    case .configureBounds(let width, let height): bounds = (width, height)
    case .wmCapabilities: break
    }
  }

  private func configure(_ serial: UInt32) {
    let own = preferredSize
    if !isFullscreen, announced.width > 0, announced.height > 0 { windowed = announced }
    surface.configure(
      SurfaceConfiguration(
        width: announced.width > 0 ? announced.width : own.width,
        height: announced.height > 0 ? announced.height : own.height, serial: serial))
  }

  /// The size where the compositor leaves it to us; sway first does so even for the whole screen.
  private var preferredSize: (width: Int32, height: Int32) {
    switch extent {
    case .window(let width, let height):
      if let windowed { return windowed }
      return (
        max(1, bounds.width > 0 ? min(width, bounds.width) : width),
        max(1, bounds.height > 0 ? min(height, bounds.height) : height)
      )
    case .fullscreen:
      guard let screen = surface.output?.state?.description, screen.logicalWidth >= 1, screen.logicalHeight >= 1 else {
        return ToplevelSurface.fallback
      }
      return (Int32(clamping: Int(screen.logicalWidth)), Int32(clamping: Int(screen.logicalHeight)))
    }
  }
}
