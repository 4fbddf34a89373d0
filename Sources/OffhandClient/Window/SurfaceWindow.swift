import Offhand
import OffhandWayland

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
