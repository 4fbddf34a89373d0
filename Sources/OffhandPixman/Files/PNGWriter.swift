import CPlatform
import Glibc

/// Writes PNG: stills of what was drawn.
public enum PNGWriter {
  /// The bitmap as a PNG file; without alpha if nothing shows through.
  public static func encode(_ bitmap: Bitmap) -> [UInt8] {
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

  /// Writes the bitmap to `path`.
  public static func write(_ bitmap: Bitmap, to path: String) throws(PictureError) {
    try write(encode(bitmap), to: path)
  }

  static func write(_ bytes: [UInt8], to path: String) throws(PictureError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw PictureFile.systemError(path) }
    defer { close(descriptor) }
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress.map { $0 + written }, $0.count - written)
      }
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw PictureFile.systemError(path) }
      written += count
    }
  }

  /// R, G, B (and A) bytes that are not premultiplied, as PNG wants them.
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
