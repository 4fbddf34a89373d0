import Offhand
import OffhandPixman
import OffhandWayland

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
    geometry = WindowGeometry(surface: surface, width: Int32(width), height: Int32(height))
    bitmap = Bitmap(width: width, height: height)
    pixels = .allocate(capacity: width * height)
    pixels.initialize(repeating: 0, count: width * height)
  }

  deinit { pixels.deallocate() }

  var needsFrame: Bool { damages.isEmpty }

  func opportunity(at now: Timestamp) -> FrameOpportunity { isReady ? .now : .later }

  /// The compositor has shown the frame.
  func frameDone() { isReady = true }

  func draw(_ body: (WindowBuffer) -> Damage) -> DrawOutcome {
    let damage = body(
      WindowBuffer(memory: pixels, stride: bitmap.width * 4, missing: damages.isEmpty ? nil : Damage()))
    if damage.isEmpty { return .unchanged }
    for y in 0..<bitmap.height {
      for x in 0..<bitmap.width { bitmap[x, y] = pixels[y * bitmap.width + x] }
    }
    damages.append(damage)
    isReady = false
    return .committed(damages.count)
  }
}
