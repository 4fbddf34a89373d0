/// How coverage falls from inside to outside, by the signed distance in pixels.
enum Edge {
  /// Within half a pixel to either side, in proportion: antialiasing.
  case sharp
  /// Within so many pixels to either side, eased: a soft shadow.
  case soft(Double)

  /// How far from the edge coverage is neither nothing nor everything.
  @inline(__always)
  var reach: Double {
    switch self {
    case .sharp: 0.5
    case .soft(let blur): max(blur, 0.5)
    }
  }

  /// The coverage at `distance`, 0 to 255.
  @inline(__always)
  func coverage(_ distance: Double) -> UInt32 {
    let part = (reach - distance) / (2 * reach)
    guard part > 0 else { return 0 }
    guard part < 1 else { return 255 }
    switch self {
    case .sharp: return UInt32(part * 255 + 0.5)
    case .soft: return UInt32(part * part * (3 - 2 * part) * 255 + 0.5)
    }
  }
}
