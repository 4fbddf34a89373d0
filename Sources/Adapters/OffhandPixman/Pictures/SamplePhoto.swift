import Glibc
import Offhand

/// Painted landscapes, for demos that are given no photos.
public enum SamplePhoto {
  /// The number of different landscapes.
  public static let count = 14

  /// The colours of a time of day: the sky from the zenith to the horizon, the sun, the hills from far to near.
  private struct Light {
    var zenith: Color
    var horizon: Color
    var sun: Color
    var far: Color
    var near: Color

    init(_ zenith: UInt32, _ horizon: UInt32, _ sun: UInt32, _ far: UInt32, _ near: UInt32) {
      (self.zenith, self.horizon, self.sun) = (Color(rgb: zenith), Color(rgb: horizon), Color(rgb: sun))
      (self.far, self.near) = (Color(rgb: far), Color(rgb: near))
    }
  }

  private static let lights = [
    Light(0x2B4C7E, 0xF6B48F, 0xFFE9C7, 0x8A6F8F, 0x1F2237), Light(0x6FB4E8, 0xE6F3FA, 0xFFFFFF, 0x8FB3C7, 0x234A3A),
    Light(0x1B1F3B, 0x6C5B8F, 0xF4F1DE, 0x4B4473, 0x0D0F1F), Light(0xF08A5D, 0xF9ED69, 0xFFF6D5, 0xB83B5E, 0x3C1642),
    Light(0x9AD1D4, 0xF7F4EA, 0xFFFDF5, 0x80A4A8, 0x2F4B4E), Light(0x355C7D, 0xF67280, 0xFFD9C0, 0x6C5B7B, 0x201A30),
    Light(0xC9D6DF, 0xF5F5F5, 0xFFFFFF, 0xA3B4BF, 0x52616B),
  ]

  /// Landscape number `index`, 960 by 640 pixels times `scale`; every third is in portrait format.
  public static func bitmap(_ index: Int, scale: Double = 1) -> Bitmap {
    let isUpright = index % 3 == 2
    let bitmap = Bitmap(
      width: Int((isUpright ? 640 : 960) * scale), height: Int((isUpright ? 960 : 640) * scale))
    let light = lights[index % lights.count]
    let seed = Double(index) * 1.7
    paintSky(light, seed, into: bitmap)
    let hasLake = index % 4 == 1
    for ridge in 0..<5 { paintRidge(ridge, light, seed, 320 * scale, into: bitmap) }
    if hasLake { mirrorLowerPart(of: bitmap, scale) }
    return bitmap
  }

  /// A gradient, and the sun with its glow.
  private static func paintSky(_ light: Light, _ seed: Double, into bitmap: Bitmap) {
    let centerX = Double(bitmap.width) * (0.5 + 0.3 * sin(seed * 2.1))
    let centerY = Double(bitmap.height) * (0.32 + 0.1 * cos(seed * 1.3))
    let radius = Double(min(bitmap.width, bitmap.height)) * 0.06
    for y in 0..<bitmap.height {
      let base = light.zenith.blended(with: light.horizon, Double(y) / Double(bitmap.height) * 1.5)
      for x in 0..<bitmap.width {
        let dx = Double(x) - centerX
        let dy = Double(y) - centerY
        let distance = (dx * dx + dy * dy).squareRoot()
        let glow = radius / max(distance, radius)
        let disc = min(max(radius - distance + 0.5, 0), 1)
        let color = base.blended(with: light.sun, max(disc, 0.75 * glow * glow))
        bitmap[x, y] = color.dithered(x, y).premultiplied
      }
    }
  }

  /// A line of hills: nearer ones are darker and lower, with haze at the foot and trees on the crest. `unit` is the length of a wave in pixels.
  private static func paintRidge(
    _ ridge: Int, _ light: Light, _ seed: Double, _ unit: Double, into bitmap: Bitmap
  ) {
    let depth = Double(ridge) / 4
    let color = light.far.blended(with: light.near, depth)
    let level = 0.46 + 0.12 * Double(ridge)
    let height = Double(bitmap.height)
    for x in 0..<bitmap.width {
      let t = Double(x) / unit * (1.6 - depth * 0.7) + seed * (1.3 + depth)
      let shape = sin(t * 1.9) * 0.5 + sin(t * 4.3 + 1.1) * 0.25 + sin(t * 9.7 + 0.4) * 0.1 + sin(t * 23) * 0.03
      let tree = max(conifer(Double(x) / (0.05 * unit), ridge), conifer(Double(x) / (0.031 * unit) + 0.4, ridge + 5))
      let crest = height * (level - shape * (0.11 - 0.045 * depth))
      let top = crest - 0.09 * unit * depth * tree
      let first = Int(top.rounded(.down))
      for y in max(0, first)..<bitmap.height {
        let haze = min(1, max(0, (Double(y) - crest) / (height * 0.3)))
        let tone = color.blended(with: light.horizon, 0.34 * haze * (1 - depth)).dithered(x, y)
        let coverage = y == first ? Float(1 - (top - Double(first))) : 1
        bitmap[x, y] =
          coverage < 1
          ? Pixel.over(tone.faded(coverage).premultiplied, bitmap[x, y]) : tone.premultiplied
      }
    }
  }

  /// The height of a row of trees at `place`, one in each whole number, from 0 to 1; branches notch their sides.
  private static func conifer(_ place: Double, _ row: Int) -> Double {
    let number = place.rounded(.down)
    let across = 1 - abs(2 * (place - number) - 1)
    return (0.4 + 0.6 * Double(noise(Int(number), row))) * (across + 0.05 * sin(across * 40))
  }

  /// A number from 0 to 1 that looks random.
  fileprivate static func noise(_ x: Int, _ y: Int) -> Float {
    var bits = UInt32(truncatingIfNeeded: x) &* 0x9E37_79B1 ^ UInt32(truncatingIfNeeded: y) &* 0x85EB_CA77
    bits = (bits ^ bits >> 15) &* 0x2C1B_3C6D
    return Float(bits >> 8) / 0x100_0000
  }

  /// Still water: the lower part mirrors the upper one, darker towards the viewer.
  private static func mirrorLowerPart(of bitmap: Bitmap, _ scale: Double) {
    let shore = bitmap.height * 64 / 100
    for y in shore..<bitmap.height {
      let depth = Double(y - shore) / scale
      let source = max(0, shore - 1 - Int(Double(y - shore) * 1.1))
      let ripple = Int((sin(depth * depth * 0.004) * (1 + depth * 0.02) * scale).rounded())
      for x in 0..<bitmap.width {
        let column = min(max(x + ripple, 0), bitmap.width - 1)
        let seen = bitmap[column, source]
        bitmap[x, y] = Pixel.over(
          Color(
            red: 0.02, green: 0.08, blue: 0.12, alpha: Float(0.2 + 0.25 * depth * scale / Double(bitmap.height))
          )
          .premultiplied, seen)
      }
    }
  }
}

extension Color {
  /// The colour with less than half a step of noise, so that a slow gradient has no bands.
  fileprivate func dithered(_ x: Int, _ y: Int) -> Color {
    let noise = (SamplePhoto.noise(x, y) - 0.5) / 255
    return Color(red: red + noise, green: green + noise, blue: blue + noise)
  }
}
