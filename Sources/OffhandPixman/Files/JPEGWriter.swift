import CPlatform

/// Writes JPEG through TurboJPEG: photos for benchmarks and tests, which no repository should carry.
public enum JPEGWriter {
  /// The bitmap as a JPEG file, its colours halved in both directions as cameras do; `quality` is 1 to 100.
  public static func encode(_ bitmap: Bitmap, quality: Int = 90) -> [UInt8] {
    guard let encoder = tjInitCompress() else { preconditionFailure("TurboJPEG does not start") }
    defer { tjDestroy(encoder) }
    var size = tjBufSize(CInt(bitmap.width), CInt(bitmap.height), CInt(TJSAMP_420.rawValue))
    return [UInt8](unsafeUninitializedCapacity: Int(size)) { bytes, count in
      var start = bytes.baseAddress
      let result = tjCompress2(
        encoder, bitmap.pixels, CInt(bitmap.width), CInt(bitmap.stride), CInt(bitmap.height), CInt(TJPF_BGRA.rawValue),
        &start, &size, CInt(TJSAMP_420.rawValue), CInt(min(max(quality, 1), 100)), CInt(TJFLAG_NOREALLOC))
      guard result == 0 else {
        preconditionFailure(
          "TurboJPEG refuses a valid picture: \(tjGetErrorStr2(encoder).map { String(cString: $0) } ?? "")")
      }
      count = Int(size)
    }
  }

  /// Writes the bitmap to `path`.
  public static func write(_ bitmap: Bitmap, to path: String, quality: Int = 90) throws(PictureError) {
    try PNGWriter.write(encode(bitmap, quality: quality), to: path)
  }
}
