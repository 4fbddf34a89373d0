import CPlatform

/// Reads PNG through libpng's simplified interface, which handles every colour type, depth and interlacing.
enum PNGReader {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  static func decode(_ bytes: [UInt8], named name: String, atLeast side: Int?) throws(PictureError) -> Bitmap {
    // Every PNG ends with this chunk; libpng does not miss it, but a picture without it was cut off.
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

  /// The library's message, which lies in a field of 64 characters.
  static func message(of image: png_image) -> String {
    withUnsafeBytes(of: image.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
