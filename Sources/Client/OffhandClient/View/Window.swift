package import Offhand
package import OffhandWayland

/// A destination for the frames of a program.
package protocol Window: AnyObject {
  /// Its size; `nil` until the compositor has configured it.
  var geometry: WindowGeometry? { get }

  /// Whether it must be drawn even if nothing changes on it.
  var needsFrame: Bool { get }

  /// Whether a changed frame may be drawn at `now`; one that only continues an animation if `continuing`.
  func opportunity(at now: Timestamp, continuing: Bool) -> FrameOpportunity

  /// The moment for which a frame is drawn whose drawing begins at `now`.
  func frameTime(at now: Timestamp) -> FrameTime

  /// Takes the frames that were presented since the last call; none where that is not reported.
  func takePresentations() -> [Presentation]

  /// Draws a frame and shows it: `body` fills the buffer and returns the damage relative to the frame before.
  func draw(_ body: (WindowBuffer) -> Damage) throws -> DrawOutcome
}

extension Window {
  package func takePresentations() -> [Presentation] { [] }
}

/// The size of a window.
package struct WindowGeometry: Sendable, Hashable {
  /// The size in logical pixels, and in mm if known.
  var surface: SurfaceGeometry
  /// Device pixels across.
  var width: Int32
  /// Device pixels down.
  var height: Int32
  /// The background where nothing is drawn.
  var backdrop = ViewBackdrop.nothing
  /// The size of its output in mm, as the user sees it; `nil` if unknown.
  var panel: Size?

  /// The device pixels over the millimetres.
  var grid: PixelGrid { PixelGrid(width: width, height: height, size: surface.size) }
}

/// Memory for one frame of a window, valid while it is drawn.
package struct WindowBuffer {
  /// The first pixel of the first row, in the format of `Bitmap`.
  var memory: UnsafeMutableRawPointer
  /// The distance of rows in bytes.
  var stride: Int
  /// The region to draw besides the damage of this frame, because the memory holds an older one; `nil` if that is everything.
  var missing: Damage?
}

/// A surface of a Wayland compositor.
package final class SurfaceWindow: Window {
  private let role: any SurfaceRole

  package init(_ role: any SurfaceRole) { self.role = role }

  package var geometry: WindowGeometry? {
    guard let layout = role.surface.layout else { return nil }
    let grid = layout.grid
    let output = role.surface.output?.state?.description
    return WindowGeometry(
      surface: layout.geometry, width: grid.width, height: grid.height,
      backdrop: role.surface.content == .translucent ? .programs : .nothing,
      panel: output.flatMap { output in output.plausibleSize.map(output.transform.logical) })
  }

  package var needsFrame: Bool { role.surface.needsFrame }

  package func opportunity(at now: Timestamp, continuing: Bool) -> FrameOpportunity {
    role.surface.opportunity(at: now, continuing: continuing)
  }

  package func frameTime(at now: Timestamp) -> FrameTime { role.surface.frameTime(at: now) }

  package func takePresentations() -> [Presentation] { role.surface.takePresentations() }

  package func draw(_ body: (WindowBuffer) -> Damage) throws -> DrawOutcome {
    try role.surface.draw { buffer in
      body(WindowBuffer(memory: buffer.memory, stride: buffer.stride, missing: buffer.missing))
    }
  }
}
