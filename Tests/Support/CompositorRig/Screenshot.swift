import CPlatform
import HeadlessCompositors
import OffhandPlatform

/// The pixels of a screen, without alpha.
package struct Screenshot: Sendable {
  /// Pixels from left to right.
  package let width: Int
  /// Pixels from top to bottom.
  package let height: Int
  /// Red, green, blue, row by row.
  private let bytes: [UInt8]
  /// Equal neighbours in a row, as one: screens have far fewer of them than pixels, and tests run unoptimized.
  private let runs: [Run]

  /// Pixels of one colour side by side; `end` lies outside.
  private struct Run {
    var row: Int
    var start: Int
    var end: Int
    var pixel: Pixel
  }

  /// The pixel in column `x` and row `y`.
  package subscript(x: Int, y: Int) -> Pixel {
    let at = (y * width + x) * 3
    return Pixel(red: bytes[at], green: bytes[at + 1], blue: bytes[at + 2])
  }

  /// The smallest rectangle that holds every pixel for which `belongs` holds, or nil if there is none.
  package func bounds(where belongs: (Pixel) -> Bool) -> PixelBounds? {
    bounds(within: PixelBounds(left: 0, top: 0, right: width, bottom: height), where: belongs)
  }

  /// The same, looking only at the pixels within `part`.
  package func bounds(within part: PixelBounds, where belongs: (Pixel) -> Bool) -> PixelBounds? {
    var result: PixelBounds?
    for run in runs {
      let left = max(run.start, part.left)
      let right = min(run.end, part.right)
      guard left < right, run.row >= part.top, run.row < part.bottom, belongs(run.pixel) else { continue }
      let found = PixelBounds(left: left, top: run.row, right: right, bottom: run.row + 1)
      result = result?.including(found) ?? found
    }
    return result
  }

  /// How many pixels `belongs` holds for.
  package func count(where belongs: (Pixel) -> Bool) -> Int {
    runs.reduce(0) { $0 + (belongs($1.pixel) ? $1.end - $1.start : 0) }
  }

  /// The pixels of which a channel differs from that of `other` by more than `steps`; all, if it has another size.
  package func differences(from other: Screenshot, by steps: Int) -> [(x: Int, y: Int)] {
    let isAlike = width == other.width && height == other.height
    if isAlike, bytes == other.bytes { return [] }
    var places: [(x: Int, y: Int)] = []
    for y in 0..<height {
      let row = y * width * 3..<(y + 1) * width * 3
      if isAlike, bytes[row] == other.bytes[row] { continue }
      for x in 0..<width where !isAlike || !self[x, y].isNear(other[x, y], tolerance: steps) { places.append((x, y)) }
    }
    return places
  }

  /// The same made smaller: each pixel is the mean of a square of them. `nil` where no whole squares fit.
  package func reduced(width: Int, height: Int) -> [Pixel]? {
    let side = self.width / width
    guard side > 0, side * width == self.width, side * height == self.height else { return nil }
    var sums = [Int](repeating: 0, count: width * height * 3)
    for run in runs {
      let row = run.row / side * width
      // Whole squares at once: screens are mostly of one colour.
      for column in run.start / side...(run.end - 1) / side {
        let count = min(run.end, (column + 1) * side) - max(run.start, column * side)
        let at = (row + column) * 3
        sums[at] += Int(run.pixel.red) * count
        sums[at + 1] += Int(run.pixel.green) * count
        sums[at + 2] += Int(run.pixel.blue) * count
      }
    }
    let area = side * side
    return (0..<width * height).map { index in
      let sum = sums[index * 3..<index * 3 + 3].map { UInt8(($0 + area / 2) / area) }
      return Pixel(red: sum[0], green: sum[1], blue: sum[2])
    }
  }

  /// Decodes a PNG file.
  package init(png path: String) throws {
    var image = png_image()
    image.version = UInt32(PNG_IMAGE_VERSION)
    guard png_image_begin_read_from_file(&image, path) != 0 else { throw RigError("\(path) is no readable PNG") }
    defer { png_image_free(&image) }
    image.format = UInt32(PNG_FORMAT_FLAG_COLOR)
    let width = Int(image.width)
    let height = Int(image.height)
    var pixels = [UInt8](repeating: 0, count: width * height * 3)
    let read = pixels.withUnsafeMutableBytes {
      png_image_finish_read(&image, nil, $0.baseAddress, Int32(width * 3), nil)
    }
    guard read != 0 else { throw RigError("\(path) is a broken PNG") }
    self.init(width: width, height: height, bytes: pixels)
  }

  /// Decodes a binary PPM file with 8 bits a channel: what `grim -t ppm` and QEMU write.
  package init(ppm path: String) throws {
    let file = try Files.contents(of: path)
    var at = 0
    func word() -> String {
      while at < file.count, file[at] <= 32 { at += 1 }
      let start = at
      while at < file.count, file[at] > 32 { at += 1 }
      return String(decoding: file[start..<at], as: UTF8.self)
    }
    let magic = word()
    guard magic == "P6", let width = Int(word()), let height = Int(word()), word() == "255",
      width > 0, height > 0, file.count >= at + 1 + width * height * 3
    else { throw RigError("\(path) is no PPM with 8 bits a channel") }
    self.init(width: width, height: height, bytes: Array(file[(at + 1)..<(at + 1 + width * height * 3)]))
  }

  private init(width: Int, height: Int, bytes: [UInt8]) {
    self.width = width
    self.height = height
    self.bytes = bytes
    runs = bytes.withUnsafeBufferPointer { bytes in
      var runs: [Run] = []
      for row in 0..<height {
        var start = 0
        while start < width {
          let at = (row * width + start) * 3
          let pixel = Pixel(red: bytes[at], green: bytes[at + 1], blue: bytes[at + 2])
          var end = start + 1
          var next = at + 3
          while end < width, bytes[next] == pixel.red, bytes[next + 1] == pixel.green, bytes[next + 2] == pixel.blue {
            end += 1
            next += 3
          }
          runs.append(Run(row: row, start: start, end: end, pixel: pixel))
          start = end
        }
      }
      return runs
    }
  }
}

/// A colour as a screen shows it.
package struct Pixel: Sendable, Hashable {
  /// 0 to 255.
  package let red: UInt8
  /// 0 to 255.
  package let green: UInt8
  /// 0 to 255.
  package let blue: UInt8

  /// The colour of these channels, each from 0 to 255.
  package init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Whether no channel differs by more than `tolerance`.
  package func isNear(_ other: Pixel, tolerance: Int = 8) -> Bool {
    abs(Int(red) - Int(other.red)) <= tolerance && abs(Int(green) - Int(other.green)) <= tolerance
      && abs(Int(blue) - Int(other.blue)) <= tolerance
  }
}

/// A rectangle of whole pixels; `right` and `bottom` lie outside.
package struct PixelBounds: Sendable, Hashable {
  /// The first column.
  package let left: Int
  /// The first row.
  package let top: Int
  /// The column after the last.
  package let right: Int
  /// The row after the last.
  package let bottom: Int

  /// The rectangle between these edges.
  package init(left: Int, top: Int, right: Int, bottom: Int) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }

  /// Pixels from left to right.
  package var width: Int { right - left }
  /// Pixels from top to bottom.
  package var height: Int { bottom - top }
  /// The middle, horizontally.
  package var midX: Double { Double(left + right) / 2 }
  /// The middle, vertically.
  package var midY: Double { Double(top + bottom) / 2 }

  /// Whether every edge is within `tolerance` pixels of that of `other`.
  package func isNear(_ other: PixelBounds, tolerance: Int = 2) -> Bool {
    [left - other.left, top - other.top, right - other.right, bottom - other.bottom]
      .allSatisfy { abs($0) <= tolerance }
  }

  /// The smallest rectangle that holds both.
  func including(_ other: PixelBounds) -> PixelBounds {
    PixelBounds(
      left: min(left, other.left), top: min(top, other.top), right: max(right, other.right),
      bottom: max(bottom, other.bottom))
  }
}
