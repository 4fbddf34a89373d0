import CPlatform

/// The pixels of a screen, without alpha.
public struct Screenshot: Sendable {
  /// Pixels from left to right.
  public let width: Int
  /// Pixels from top to bottom.
  public let height: Int
  /// Red, green, blue, row by row.
  private let bytes: [UInt8]

  /// The pixel in column `x` and row `y`.
  public subscript(x: Int, y: Int) -> Pixel {
    let at = (y * width + x) * 3
    return Pixel(red: bytes[at], green: bytes[at + 1], blue: bytes[at + 2])
  }

  /// The smallest rectangle that holds every pixel for which `belongs` holds, or nil if there is none.
  public func bounds(where belongs: (Pixel) -> Bool) -> PixelBounds? {
    bounds(within: PixelBounds(left: 0, top: 0, right: width, bottom: height), where: belongs)
  }

  /// The same, looking only at the pixels within `part`.
  public func bounds(within part: PixelBounds, where belongs: (Pixel) -> Bool) -> PixelBounds? {
    var result: PixelBounds?
    for y in max(0, part.top)..<max(0, part.top, min(height, part.bottom)) {
      for x in max(0, part.left)..<max(0, part.left, min(width, part.right)) where belongs(self[x, y]) {
        result = result?.including(x, y) ?? PixelBounds(left: x, top: y, right: x + 1, bottom: y + 1)
      }
    }
    return result
  }

  /// How many pixels `belongs` holds for.
  public func count(where belongs: (Pixel) -> Bool) -> Int {
    var count = 0
    for y in 0..<height { for x in 0..<width where belongs(self[x, y]) { count += 1 } }
    return count
  }

  /// Decodes a PNG file.
  public init(png path: String) throws {
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
    self.width = width
    self.height = height
    bytes = pixels
  }

  /// Decodes a binary PPM file with 8 bits a channel: what `grim -t ppm` and QEMU write.
  public init(ppm path: String) throws {
    let file = try FileBytes.read(path)
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
    self.width = width
    self.height = height
    bytes = Array(file[(at + 1)..<(at + 1 + width * height * 3)])
  }
}
