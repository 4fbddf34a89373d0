import Offhand

/// The picture of the pointer: a soft disc as large as a fingertip's spot, smaller and darker while it is pressed.
///
/// It is hidden until the pointer moves over a surface, so that none lies on the picture of a kiosk that has no mouse, and again when a
/// finger lands. A theme's arrow would need a library of its own, and would not say that the pointer is a finger.
final class PointerCursor {
  /// The diameter in logical pixels: 6 mm at 96 to the inch.
  private static let diameter: Int32 = 23
  /// The largest scale at which it is drawn; a compositor may state any.
  private static let largestScale: Int32 = 8
  /// Around the disc for its soft edge, in logical pixels.
  private static let margin: Int32 = 2

  private let pointer: WlPointer
  private let surface: WlSurface
  private let loose: Buffer
  private let pressed: Buffer
  private let display: Display
  /// The number of the last `enter`; `nil` while the pointer is above no surface of this program.
  private var serial: UInt32?
  /// What is shown; `nil` if nothing is.
  private var isPressed: Bool?

  /// A cursor for `pointer`; `nil` if there is no memory for it, and the pointer then keeps what it looked like.
  init?(_ pointer: WlPointer, registry: Registry, _ display: Display) {
    guard let compositor = registry.compositor, let shm = registry.shm else { return nil }
    let scale = registry.outputs.reduce(1) { max($0, min($1.state?.scale ?? 1, PointerCursor.largestScale)) }
    let side = (PointerCursor.diameter + 2 * PointerCursor.margin) * scale
    guard let loose = try? Buffer(width: side, height: side, format: .argb8888, shm: shm, on: display),
      let pressed = try? Buffer(width: side, height: side, format: .argb8888, shm: shm, on: display)
    else { return nil }
    PointerCursor.draw(into: loose, scale: scale, isPressed: false)
    PointerCursor.draw(into: pressed, scale: scale, isPressed: true)
    (self.pointer, self.loose, self.pressed, self.display) = (pointer, loose, pressed, display)
    surface = compositor.createSurface()
    surface.setBufferScale(scale: scale)
  }

  deinit { surface.destroy() }

  /// The pointer is above a surface of this program; it is not seen until it moves.
  func enter(_ serial: UInt32) {
    self.serial = serial
    isPressed = nil
    pointer.setCursor(serial: serial, surface: nil, hotspotX: 0, hotspotY: 0)
  }

  /// Shows it.
  func show(isPressed: Bool) {
    guard let serial, isPressed != self.isPressed else { return }
    let isHidden = self.isPressed == nil
    self.isPressed = isPressed
    let middle = PointerCursor.diameter / 2 + PointerCursor.margin
    if isHidden { pointer.setCursor(serial: serial, surface: surface, hotspotX: middle, hotspotY: middle) }
    let buffer = isPressed ? pressed : loose
    buffer.attach(to: surface, commit: 1)
    surface.damage(x: 0, y: 0, width: 2 * middle + 1, height: 2 * middle + 1)
    surface.commit()
  }

  /// Hides it until `show`.
  func hide() {
    guard let serial, isPressed != nil else { return }
    isPressed = nil
    pointer.setCursor(serial: serial, surface: nil, hotspotX: 0, hotspotY: 0)
  }

  /// Draws the disc: white with a dark rim, so that it is seen on every ground.
  private static func draw(into buffer: Buffer, scale: Int32, isPressed: Bool) {
    let center = Double(buffer.width) / 2
    let unit = Double(scale)
    let radius = Double(diameter) / 2 * unit * (isPressed ? 0.8 : 1)
    for y in 0..<buffer.height {
      let row = (buffer.address + Int(y) * Int(buffer.stride)).assumingMemoryBound(to: UInt32.self)
      for x in 0..<buffer.width {
        let offset = Vector(dx: Double(x) + 0.5 - center, dy: Double(y) + 0.5 - center)
        let depth = (radius - offset.length) / unit
        // How much of the pixel lies within the disc, and within the disc less its white edge.
        let inside = min(max(depth + 0.5, 0), 1)
        let core = min(max(depth - 1.5, 0), 1)
        let halo = min(max((depth + Double(margin)) / Double(margin), 0), 1) * 0.35
        let white = inside - core * (isPressed ? 0.35 : 0.7)
        let alpha = white + (1 - white) * max(halo * (1 - inside), inside * (isPressed ? 0.25 : 0.12))
        row[Int(x)] = pixel(white: white * 0.95, alpha: max(alpha, white) * 0.95)
      }
    }
  }

  /// A grey pixel, premultiplied.
  private static func pixel(white: Double, alpha: Double) -> UInt32 {
    let grey = UInt32((white * 255).rounded())
    return UInt32((alpha * 255).rounded()) << 24 | grey << 16 | grey << 8 | grey
  }
}
