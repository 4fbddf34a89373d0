import Offhand
import OffhandPixman

@testable import OffhandClient

/// A window in memory that shows frames when it is told to.
final class MemoryWindow: Window {
  var geometry: WindowGeometry?
  var isReady = true
  let bitmap: Bitmap
  private(set) var damages: [Damage] = []
  private let pixels: UnsafeMutablePointer<UInt32>

  init(width: Int, height: Int, size: Size) {
    let surface = SurfaceGeometry(
      size: size, pixelWidth: Double(width), pixelHeight: Double(height), provenance: .output)
    geometry = WindowGeometry(surface: surface, scale: 1)
    bitmap = Bitmap(width: width, height: height)
    pixels = .allocate(capacity: width * height)
    pixels.initialize(repeating: 0, count: width * height)
  }

  deinit { pixels.deallocate() }

  var descriptor: Int32? { nil }
  func dispatch(at now: Timestamp) {}

  /// The compositor has shown the frame.
  func frameDone() { isReady = true }

  func present(_ damage: Damage, draw: (WindowBuffer) -> Void) {
    draw(WindowBuffer(memory: pixels, stride: bitmap.width * 4, age: damages.isEmpty ? 0 : 1))
    for y in 0..<bitmap.height {
      for x in 0..<bitmap.width { bitmap[x, y] = pixels[y * bitmap.width + x] }
    }
    damages.append(damage)
    isReady = false
  }
}
