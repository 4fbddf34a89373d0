import CompositorRig
import Offhand
import OffhandWayland

/// Paints surfaces in one colour, with a square in another.
struct TestPattern {
  var background = Pixel(red: 20, green: 60, blue: 120)
  var square = Pixel(red: 240, green: 200, blue: 40)
  /// Where the square is, in device pixels.
  var place = PixelRect(x: 10, y: 20, width: 40, height: 30)

  /// Draws into `buffer` what is within `damage`, or all.
  func paint(_ buffer: PixelBuffer, within damage: Damage? = nil) {
    for y in 0..<buffer.height {
      let row = (buffer.memory + Int(y) * buffer.stride).assumingMemoryBound(to: UInt32.self)
      for x in 0..<buffer.width {
        if let damage,
          !damage.indices.contains(where: { damage[$0].contains(PixelRect(x: x, y: y, width: 1, height: 1)) })
        {
          continue
        }
        row[Int(x)] = word(place.contains(PixelRect(x: x, y: y, width: 1, height: 1)) ? square : background)
      }
    }
  }

  private func word(_ pixel: Pixel) -> UInt32 {
    0xff00_0000 | UInt32(pixel.red) << 16 | UInt32(pixel.green) << 8 | UInt32(pixel.blue)
  }
}

extension Surface {
  /// Draws the pattern if a frame may be drawn now, whole.
  @discardableResult
  func show(_ pattern: TestPattern) throws -> DrawOutcome? {
    guard opportunity(at: monotonicNow()) == .now else { return nil }
    return try draw { buffer in
      pattern.paint(buffer)
      return Damage(PixelRect(x: 0, y: 0, width: buffer.width, height: buffer.height))
    }
  }
}
