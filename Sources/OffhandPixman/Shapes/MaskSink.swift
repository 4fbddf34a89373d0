/// Writes coverage into bytes: a mask for pixman.
struct MaskSink: CoverageSink {
  let base: UnsafeMutablePointer<UInt8>
  /// Bytes from one row to the next.
  let stride: Int
  /// The device pixel that the first byte stands for.
  let x: Int
  /// The device row that the first row stands for.
  let y: Int

  @inline(__always)
  private func pointer(_ x: Int, _ y: Int) -> UnsafeMutablePointer<UInt8> {
    base + ((y &- self.y) &* stride &+ (x &- self.x))
  }

  @inline(__always)
  func outside(_ x: Int, _ y: Int, _ count: Int) { pointer(x, y).update(repeating: 0, count: count) }

  @inline(__always)
  func inside(_ x: Int, _ y: Int, _ count: Int) { pointer(x, y).update(repeating: 255, count: count) }

  @inline(__always)
  func edge(_ x: Int, _ y: Int, _ coverage: UInt32) { pointer(x, y).pointee = UInt8(truncatingIfNeeded: coverage) }
}
