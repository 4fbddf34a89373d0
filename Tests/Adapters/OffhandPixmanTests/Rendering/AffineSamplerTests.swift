import CPlatform
import Offhand
import OffhandTesting
import Testing

@testable import OffhandPixman

@Suite struct AffineSamplerTests {
  private static let side = 96

  /// Colours that change within a few pixels and are sharp edges in places; premultiplied with an alpha of their own if not opaque.
  private static func picture(width: Int, height: Int, isOpaque: Bool, using random: inout SeededGenerator) -> Bitmap {
    Bitmap(width: width, height: height) { _, _ in
      let alpha = isOpaque ? 255 : UInt32.random(in: 0...255, using: &random)
      let components = (0..<3).map { _ in
        Bool.random(using: &random) ? UInt32.random(in: 0...alpha, using: &random) : alpha
      }
      return components.reduce(alpha) { $0 << 8 | $1 }
    }
  }

  /// What pixman draws through the same map; a function of the position, which must have four pixels around it.
  private static func pixman(_ bitmap: Bitmap, _ sampler: AffineSampler) -> Bitmap {
    let target = Bitmap(width: side, height: side)
    let from = pixman_image_create_bits(
      PIXMAN_a8r8g8b8, CInt(bitmap.width), CInt(bitmap.height), bitmap.pixels, CInt(bitmap.stride))
    let into = pixman_image_create_bits(PIXMAN_a8r8g8b8, CInt(side), CInt(side), target.pixels, CInt(target.stride))
    func fixed(_ value: Double) -> pixman_fixed_t { pixman_fixed_t((value * 65536).rounded()) }
    var matrix = pixman_transform_t()
    matrix.matrix.0 = (fixed(sampler.u.acrossX), fixed(sampler.u.acrossY), fixed(sampler.u.start))
    matrix.matrix.1 = (fixed(sampler.v.acrossX), fixed(sampler.v.acrossY), fixed(sampler.v.start))
    matrix.matrix.2 = (0, 0, fixed(1))
    pixman_image_set_transform(from, &matrix)
    pixman_image_set_filter(from, PIXMAN_FILTER_BILINEAR, nil, 0)
    pixman_image_composite32(PIXMAN_OP_SRC, from, nil, into, 0, 0, 0, 0, 0, 0, CInt(side), CInt(side))
    pixman_image_unref(from)
    pixman_image_unref(into)
    return target
  }

  /// The exact mean of the four pixels around (`column`, `row`), in the order of the bytes of a pixel.
  private static func exact(_ bitmap: Bitmap, _ column: Double, _ row: Double) -> [Double] {
    let left = min(Int(column), bitmap.width - 2)
    let top = min(Int(row), bitmap.height - 2)
    let (across, down) = (column - Double(left), row - Double(top))
    return [0, 8, 16, 24].map { shift in
      func component(_ x: Int, _ y: Int) -> Double { Double(bitmap[x, y] >> UInt32(shift) & 0xFF) }
      let upper = component(left, top) * (1 - across) + component(left + 1, top) * across
      let lower = component(left, top + 1) * (1 - across) + component(left + 1, top + 1) * across
      return upper * (1 - down) + lower * down
    }
  }

  /// Pixman cuts its weights off after 7 bits, so that beside an edge from 0 to 255 it may be 4 of 255 off the exact mean itself.
  @Test(arguments: [true, false]) func `a turned picture has the colours that the exact mean and pixman have`(
    isOpaque: Bool
  ) {
    var random = SeededGenerator(seed: isOpaque ? 1 : 2)
    let grid = PixelGrid(
      width: Int32(Self.side), height: Int32(Self.side), size: Size(width: Double(Self.side), height: Double(Self.side))
    )
    var (compared, worstOfExact, sumOfPixman, worstOfPixman) = (0, 0.0, 0, 0)
    for _ in 0..<60 {
      let (width, height) = (Int.random(in: 2...90, using: &random), Int.random(in: 2...90, using: &random))
      let bitmap = Self.picture(width: width, height: height, isOpaque: isOpaque, using: &random)
      let size = Size(width: Double(width), height: Double(height))
      let turn = Similarity(
        scale: exp2(Double.random(in: -0.5...2, using: &random)),
        rotation: Angle(degrees: .random(in: -180...180, using: &random)),
        about: Point(x: size.width / 2, y: size.height / 2),
        translation: Vector(dx: (96 - size.width) / 2 + .random(in: -9...9, using: &random), dy: (96 - size.height) / 2)
      )
      let sampler = AffineSampler(bitmap, size: size, from: grid, through: turn.inverse)
      let reference = Self.pixman(bitmap, sampler)
      for y in 0..<Self.side {
        for strip in stride(from: 0, to: Self.side, by: AffineSampler.strip) {
          sampler.smooth(strip, y, AffineSampler.strip) { index, pixel in
            let x = strip + index
            let column =
              sampler.u.start + (Double(x) + 0.5) * sampler.u.acrossX + (Double(y) + 0.5) * sampler.u.acrossY - 0.5
            let row =
              sampler.v.start + (Double(x) + 0.5) * sampler.v.acrossX + (Double(y) + 0.5) * sampler.v.acrossY - 0.5
            guard column >= 0, row >= 0, column <= Double(width - 1), row <= Double(height - 1) else { return }
            let means = Self.exact(bitmap, column, row)
            for (place, shift) in [UInt32(0), 8, 16, 24].enumerated() {
              let own = Int(pixel >> shift & 0xFF)
              let single = Int(sampler.smooth(x, y) >> shift & 0xFF)
              worstOfExact = max(worstOfExact, abs(Double(own) - means[place]), abs(Double(single) - means[place]))
              let difference = abs(own - Int(reference[x, y] >> shift & 0xFF))
              sumOfPixman += difference
              worstOfPixman = max(worstOfPixman, difference)
            }
            compared += 4
          }
        }
      }
    }
    #expect(compared > 100_000)
    #expect(worstOfExact <= 2)
    #expect(worstOfPixman <= 6)
    #expect(Double(sumOfPixman) / Double(compared) < 1)
  }
}
