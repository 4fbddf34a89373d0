/// A surface that is shown on another one (`wl_subsurface`): the popover that every compositor can show.
///
/// It is not synchronised: its frames are shown when they are committed. Its position changes with the parent's next frame.
package final class Subsurface: SurfaceRole {
  /// The content.
  package let surface: Surface
  /// The surface that it is shown on.
  package let parent: Surface
  /// Always false: the compositor does not close subsurfaces.
  package var isClosed: Bool { false }

  private let subsurface: WlSubsurface

  /// A surface of `width` × `height` logical pixels on `parent`, shown from its first frame on while `parent` is. Throws if the
  /// compositor has no subsurfaces.
  package init(
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
  package func move(toX x: Int32, y: Int32) {
    subsurface.setPosition(x: x, y: y)
    parent.requireCommit()
  }

  /// Changes the size in logical pixels, with the next frame.
  package func resize(width: Int32, height: Int32) {
    surface.configure(SurfaceConfiguration(width: max(1, width), height: max(1, height), serial: nil))
  }

  /// Hides it until the next `resize`.
  package func hide() { surface.unmap() }
}
