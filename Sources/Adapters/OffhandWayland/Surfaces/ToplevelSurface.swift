import Offhand

/// A window or a fullscreen surface (`xdg_toplevel`).
package final class ToplevelSurface: SurfaceRole {
  /// The part of an output that it covers.
  package enum Extent {
    /// All of an output, which the compositor picks if it is `nil`.
    case fullscreen(on: Output?)
    /// What panels and screen keyboards leave of an output, which the compositor picks.
    case maximized
    /// A size in logical pixels, which the user may change.
    case window(width: Int32, height: Int32)
  }

  /// The content.
  package let surface: Surface
  /// Whether the user or the compositor has closed it.
  package private(set) var isClosed = false
  /// Whether the compositor shows it fullscreen.
  package private(set) var isFullscreen = false
  private var isMaximized = false

  /// Whether the compositor draws a frame with a title bar. If it does not, we draw none either: such compositors move a window by
  /// the Super key and a drag, and our programs end with Escape.
  package private(set) var isFramed = false

  let shellSurface: XdgSurface
  private let toplevel: XdgToplevel
  /// Requests a frame; `nil` for fullscreen, and if the compositor draws no frames.
  private let decoration: ZxdgToplevelDecorationV1?
  private let extent: Extent
  /// The size of the configuration that is being received.
  private var announced: (width: Int32, height: Int32) = (0, 0)
  /// The last size as a window, used again when the compositor leaves the size to us.
  private var windowed: (width: Int32, height: Int32)?
  /// The greatest size of a window; 0 if the compositor gives none.
  private var bounds: (width: Int32, height: Int32) = (0, 0)

  /// A window with `title` of the program `applicationID`, shown from its first frame on.
  package init(
    _ connection: Connection, title: String, applicationID: String, extent: Extent,
    policy: PresentationPolicy = .frameCallback
  ) {
    guard let shell = connection.registry.wmBase else {
      preconditionFailure("a window was made on a connection that was not established")
    }
    let home: Output? = if case .fullscreen(let output) = extent { output } else { nil }
    self.extent = extent
    surface = Surface(connection, content: .opaque, input: .everything, policy: policy, home: home)
    shellSurface = shell.getXdgSurface(surface: surface.object)
    toplevel = shellSurface.getToplevel()
    if case .fullscreen = extent {
      decoration = nil
    } else {
      decoration = connection.registry.decorations?.getToplevelDecoration(toplevel: toplevel)
    }
    shellSurface.listen { [unowned self] event in
      if case .configure(let serial) = event { configure(serial) }
    }
    toplevel.listen { [unowned self] in receive($0) }
    decoration?.listen { [unowned self] event in
      if case .configure(let mode) = event { isFramed = mode == .serverSide }
    }
    decoration?.setMode(mode: .serverSide)
    surface.acknowledgeSizes { [shellSurface] in shellSurface.ackConfigure(serial: $0) }
    toplevel.setTitle(title: title)
    toplevel.setAppId(appId: applicationID)
    switch extent {
    case .fullscreen(let output): toplevel.setFullscreen(output: output?.object)
    case .maximized: toplevel.setMaximized()
    case .window: break
    }
    surface.object.commit()
  }

  deinit {
    // The protocol requires that the decoration is destroyed first.
    decoration?.destroy()
    toplevel.destroy()
    shellSurface.destroy()
  }

  private func receive(_ event: XdgToplevel.Event) {
    switch event {
    case .configure(let width, let height, let states):
      announced = (width, height)
      isFullscreen = states.contains(XdgToplevel.State.fullscreen.rawValue)
      isMaximized = states.contains(XdgToplevel.State.maximized.rawValue)
    case .close: isClosed = true
    case .configureBounds(let width, let height): bounds = (width, height)
    }
  }

  private func configure(_ serial: UInt32) {
    let own = preferredSize
    if !isFullscreen, !isMaximized, announced.width > 0, announced.height > 0 { windowed = announced }
    surface.configure(
      SurfaceConfiguration(
        width: announced.width > 0 ? announced.width : own.width,
        height: announced.height > 0 ? announced.height : own.height, serial: serial))
  }

  /// The size when the compositor leaves it to us; sway does so at first even for fullscreen.
  private var preferredSize: (width: Int32, height: Int32) {
    switch extent {
    case .window(let width, let height):
      if let windowed { return windowed }
      return (
        max(1, bounds.width > 0 ? min(width, bounds.width) : width),
        max(1, bounds.height > 0 ? min(height, bounds.height) : height)
      )
    case .fullscreen, .maximized: return surface.outputSize
    }
  }
}
