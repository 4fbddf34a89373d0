import Offhand
import OffhandWayland

/// Where the frames of a program are seen.
protocol Window: AnyObject {
  /// How large it is; `nil` until the compositor has said so.
  var geometry: WindowGeometry? { get }

  /// Whether it must be drawn even if nothing changes on it.
  var needsFrame: Bool { get }

  /// Whether a frame that differs from the one that is seen may be drawn at `now`.
  func opportunity(at now: Timestamp) -> FrameOpportunity

  /// Draws a frame and shows it: `body` fills the buffer and answers what differs from the frame before.
  func draw(_ body: (WindowBuffer) -> Damage) throws -> DrawOutcome
}

/// How large a window is.
struct WindowGeometry: Sendable, Hashable {
  /// In logical pixels, and in millimetres as far as the output knows.
  var surface: SurfaceGeometry
  /// Device pixels across.
  var width: Int32
  /// Device pixels down.
  var height: Int32
  /// What is seen where nothing is drawn.
  var backdrop = ViewBackdrop.nothing
  /// How large the output is that it is on, in millimetres as the user sees it; `nil` where nobody knows.
  var panel: Size?

  /// The device pixels over the millimetres.
  var grid: PixelGrid { PixelGrid(width: width, height: height, size: surface.size) }
}

/// Memory for one frame of a window; lent for the time of drawing.
struct WindowBuffer {
  /// The first pixel of the first row; pixels as `Bitmap` has them.
  var memory: UnsafeMutableRawPointer
  /// Bytes from one row to the next.
  var stride: Int
  /// What must be drawn besides what changes now, because the memory holds an older frame; `nil` where it is everything.
  var missing: Damage?
}

/// A window of a Wayland compositor.
final class SurfaceWindow: Window {
  private let role: any SurfaceRole

  init(_ role: any SurfaceRole) { self.role = role }

  var geometry: WindowGeometry? {
    guard let layout = role.surface.layout else { return nil }
    let grid = layout.grid
    let output = role.surface.output?.state?.description
    return WindowGeometry(
      surface: layout.geometry, width: grid.width, height: grid.height,
      backdrop: role.surface.content == .translucent ? .programs : .nothing,
      panel: output.flatMap { output in output.plausibleSize.map(output.transform.logical) })
  }

  var needsFrame: Bool { role.surface.needsFrame }

  func opportunity(at now: Timestamp) -> FrameOpportunity { role.surface.opportunity(at: now) }

  func draw(_ body: (WindowBuffer) -> Damage) throws -> DrawOutcome {
    try role.surface.draw { buffer in
      body(WindowBuffer(memory: buffer.memory, stride: buffer.stride, missing: buffer.missing))
    }
  }
}
