public import Offhand

/// Memory to draw a frame into: 32 bits a pixel, `0xAARRGGBB` in the machine's byte order, premultiplied; the compositor
/// does not look at it until it is committed. Only valid while it is being drawn.
public struct PixelBuffer {
  /// Device pixels across.
  public let width: Int32
  /// Device pixels down.
  public let height: Int32
  /// Bytes from one row to the next.
  public let stride: Int
  /// How many commits ago the buffer's content was on the surface: 1 for the present one, 0 where it never was.
  public let age: Int
  /// What the buffer lacks of what is on the surface now, and must be drawn besides what changes; `nil` where it is all.
  public let missing: Damage?
  /// The first pixel of the first row.
  package let memory: UnsafeMutableRawPointer
}
