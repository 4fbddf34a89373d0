import CPlatform

/// Reads JPEG through TurboJPEG, at the scale that is needed.
enum JPEGReader {
  static let signature: [UInt8] = [0xFF, 0xD8, 0xFF]

  static func decode(_ bytes: [UInt8], named name: String, atLeast side: Int?) throws(PictureError) -> Bitmap {
    guard let decoder = tjInitDecompress() else {
      throw PictureError(file: name, problem: .broken("TurboJPEG does not start"))
    }
    defer { tjDestroy(decoder) }
    var width: CInt = 0
    var height: CInt = 0
    var subsampling: CInt = 0
    var colorspace: CInt = 0
    let size = CUnsignedLong(bytes.count)
    guard tjDecompressHeader3(decoder, bytes, size, &width, &height, &subsampling, &colorspace) == 0 else {
      throw failure(decoder, name)
    }
    // TurboJPEG converts neither of these two to RGB.
    if colorspace == TJCS_CMYK.rawValue || colorspace == TJCS_YCCK.rawValue {
      throw PictureError(file: name, problem: .broken("it is made for print, in CMYK"))
    }
    let divisor = divisor(for: max(Int(width), Int(height)), atLeast: side)
    // Rounded up, as `TJSCALED`, a function-like macro, does it.
    let scaledWidth = (Int(width) + divisor - 1) / divisor
    let scaledHeight = (Int(height) + divisor - 1) / divisor
    try PictureFile.check(width: scaledWidth, height: scaledHeight, named: name)
    let bitmap = Bitmap(width: scaledWidth, height: scaledHeight)
    let result = tjDecompress2(
      decoder, bytes, size, bitmap.pixels, CInt(scaledWidth), CInt(bitmap.stride), CInt(scaledHeight),
      CInt(TJPF_BGRA.rawValue), 0)
    // A warning, such as stray bytes between markers, leaves a picture; a missing end leaves half of one.
    if result != 0, tjGetErrorCode(decoder) != TJERR_WARNING.rawValue || isTruncated(decoder) {
      throw failure(decoder, name)
    }
    return PictureFile.reduced(EXIFOrientation(jpeg: bytes).upright(bitmap), atLeast: side)
  }

  /// 1, 2, 4 or 8: the largest that leaves the longer side at least `side` pixels.
  private static func divisor(for longest: Int, atLeast side: Int?) -> Int {
    guard let side else { return 1 }
    return [8, 4, 2].first { longest / $0 >= max(1, side) } ?? 1
  }

  private static func message(_ decoder: tjhandle) -> String {
    tjGetErrorStr2(decoder).map { String(cString: $0) } ?? "unknown fault"
  }

  private static func isTruncated(_ decoder: tjhandle) -> Bool { message(decoder).contains("remature end") }

  private static func failure(_ decoder: tjhandle, _ name: String) -> PictureError {
    PictureError(file: name, problem: isTruncated(decoder) ? .truncated : .broken(message(decoder)))
  }
}
