import Offhand

/// Where tray and drawer stand on a surface, and how they look.
struct TrayLayout: Sendable {
  /// What of the tray is seen while it is shut: a grip for a finger.
  static let grip = 13.0
  /// The corners of tray and drawer.
  static let cornerRadius = 5.0

  let bounds: Rect

  /// How far the tray opens: two thirds of the surface, at most 120 mm.
  var trayExtent: Double { max(10, min(bounds.height * 0.66, 120) - TrayLayout.grip) }
  /// How far the drawer opens: half of the surface, at most 90 mm.
  var drawerExtent: Double { max(10, min(bounds.width * 0.5, 90)) }

  /// The tray, open by `position` millimetres; it reaches below the surface, so that a pull past its end shows no gap.
  func tray(_ position: Double) -> Rect {
    let width = min(bounds.width - 16, 190)
    return Rect(
      x: bounds.center.x - width / 2, y: bounds.maxY - TrayLayout.grip - position, width: width,
      height: 2 * trayExtent + 60)
  }

  /// The drawer, open by `position` millimetres; it reaches to the left of the surface.
  func drawer(_ position: Double) -> Rect {
    Rect(
      x: bounds.minX + position - 2 * drawerExtent - 20, y: bounds.minY + 6, width: 2 * drawerExtent + 20,
      height: bounds.height - 12)
  }
}
