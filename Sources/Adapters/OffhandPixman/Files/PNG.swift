import CPlatform
import OffhandPlatform

/// Reads PNG through libpng's simplified interface, which handles every colour type, depth and interlacing.
enum PNGReader {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  static func decode(_ bytes: [UInt8], named name: String, atLeast side: Int?) throws(PictureError) -> Bitmap {
    // Every PNG ends with this chunk. libpng reads a file without it, but the file was cut off.
    let hasEnd = bytes.count >= 12 && bytes.suffix(8).starts(with: "IEND".utf8)
    var image = png_image()
    image.version = UInt32(PNG_IMAGE_VERSION)
    defer { png_image_free(&image) }
    guard png_image_begin_read_from_memory(&image, bytes, bytes.count) != 0 else {
      throw failure(image, hasEnd, name)
    }
    try PictureFile.check(width: Int(image.width), height: Int(image.height), named: name)
    let hasAlpha = image.format & UInt32(PNG_FORMAT_FLAG_ALPHA) != 0
    // B, G, R, A in memory is 0xAARRGGBB on little-endian machines, which is what pixman calls a8r8g8b8.
    image.format = UInt32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_BGR | PNG_FORMAT_FLAG_ALPHA)
    let bitmap = Bitmap(width: Int(image.width), height: Int(image.height))
    guard png_image_finish_read(&image, nil, bitmap.pixels, Int32(bitmap.stride), nil) != 0 else {
      throw failure(image, hasEnd, name)
    }
    if hasAlpha { premultiply(bitmap) }
    return PictureFile.reduced(bitmap, atLeast: side)
  }

  private static func premultiply(_ bitmap: Bitmap) {
    for index in 0..<bitmap.width * bitmap.height {
      let pixel = bitmap.pixels[index]
      let alpha = pixel >> 24
      if alpha < 255 { bitmap.pixels[index] = Pixel.scaled(pixel | 0xFF00_0000, by: alpha) }
    }
  }

  private static func failure(_ image: png_image, _ hasEnd: Bool, _ name: String) -> PictureError {
    PictureError(file: name, problem: hasEnd ? .broken(message(of: image)) : .truncated)
  }

  /// The library's message, which is in a field of 64 characters.
  static func message(of image: png_image) -> String {
    withUnsafeBytes(of: image.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

/// Writes PNG through libpng.
package enum PNGWriter {
  /// The bitmap as a PNG file, without alpha if every pixel is opaque.
  package static func encode(_ bitmap: Bitmap) -> [UInt8] {
    let channels = bitmap.isOpaque ? 3 : 4
    let samples = straightSamples(of: bitmap, channels: channels)
    var image = png_image()
    image.version = UInt32(PNG_IMAGE_VERSION)
    image.width = UInt32(bitmap.width)
    image.height = UInt32(bitmap.height)
    image.format = UInt32(PNG_FORMAT_FLAG_COLOR | (channels == 4 ? PNG_FORMAT_FLAG_ALPHA : 0))
    var size = bitmap.width * bitmap.height * channels * 2 + 65_536
    var file = [UInt8](repeating: 0, count: size)
    guard png_image_write_to_memory(&image, &file, &size, 0, samples, 0, nil) != 0 else {
      preconditionFailure("libpng refuses a valid picture: \(PNGReader.message(of: image))")
    }
    return Array(file.prefix(size))
  }

  /// Writes the bitmap to the file `path`.
  package static func write(_ bitmap: Bitmap, to path: String) throws(PictureError) {
    try write(encode(bitmap), to: path)
  }

  static func write(_ bytes: [UInt8], to path: String) throws(PictureError) {
    try PictureFile.naming(path) { () throws(KernelError) in try Files.write(bytes, to: path) }
  }

  /// R, G, B (and A) bytes that are not premultiplied, as PNG has them.
  private static func straightSamples(of bitmap: Bitmap, channels: Int) -> [UInt8] {
    let count = bitmap.width * bitmap.height
    return [UInt8](unsafeUninitializedCapacity: count * channels) { samples, initialized in
      for index in 0..<count {
        let pixel = bitmap.pixels[index]
        let alpha = pixel >> 24
        func component(_ shift: UInt32) -> UInt8 {
          let value = pixel >> shift & 0xFF
          return UInt8(alpha == 0 ? 0 : min(255, (value * 255 + alpha / 2) / alpha))
        }
        samples[index * channels] = component(16)
        samples[index * channels + 1] = component(8)
        samples[index * channels + 2] = component(0)
        if channels == 4 { samples[index * channels + 3] = UInt8(alpha) }
      }
      initialized = count * channels
    }
  }
}
