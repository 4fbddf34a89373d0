/// A surface at a place on another one, which it is shown with (`wl_subsurface`): the popover that every compositor can show.
///
/// It is not synchronised: its frames are shown when they are committed, whatever its parent does. Its place changes with
/// the parent's next frame.
public final class Subsurface: SurfaceRole {
  /// What is shown.
  public let surface: Surface
  /// The surface that it lies on.
  public let parent: Surface
  /// Never: it goes with its owner.
  public var isClosed: Bool { false }

  private let subsurface: WlSubsurface

  /// A surface of so many logical pixels on `parent`. It is shown when the first frame is drawn and `parent` is shown.
  /// Throws where the compositor has no subsurfaces.
  public init(
    of parent: Surface, width: Int32, height: Int32, content: SurfaceContent = .translucent,
    input: SurfaceInput = .nothing, policy: any PresentationPolicy = .frameCallback
  ) throws(SurfaceError) {
    let connection = parent.connection
    guard let subcompositor = connection.registry.subcompositor else {
      throw .roleUnavailable(WlSubcompositor.demand.unavailable(offered: nil))
    }
    self.parent = parent
    surface = Surface(connection, content: content, input: input, policy: policy, home: parent.output)
    subsurface = subcompositor.getSubsurface(surface: surface.object, parent: parent.object)
    subsurface.setDesync()
    resize(width: width, height: height)
  }

  deinit { subsurface.destroy() }

  /// Moves the top left corner to the logical pixel (x, y) of the parent, with the parent's next frame.
  public func move(toX x: Int32, y: Int32) {
    subsurface.setPosition(x: x, y: y)
    parent.requireCommit()
  }

  /// Makes it so many logical pixels large, with its next frame.
  public func resize(width: Int32, height: Int32) {
    surface.configure(SurfaceConfiguration(width: max(1, width), height: max(1, height), serial: nil))
  }

  /// Shows nothing until it is given a size again.
  public func hide() { surface.unmap() }
}
