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
  func draw(_ body: (PixelBuffer) -> Damage) throws -> DrawOutcome
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

extension Surface: Window {
  package var geometry: WindowGeometry? {
    guard let layout else { return nil }
    let output = output?.state?.description
    return WindowGeometry(
      surface: layout.geometry, width: layout.grid.width, height: layout.grid.height,
      backdrop: content == .translucent ? .programs : .nothing,
      panel: output.flatMap { output in output.plausibleSize.map(output.transform.logical) })
  }
}
