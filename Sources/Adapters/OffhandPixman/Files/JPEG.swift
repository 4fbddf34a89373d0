import CPlatform

/// Reads JPEG through TurboJPEG, at the smallest scale that suffices.
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
    // Of several scans the decoder holds the whole picture, two bytes per sample, whatever the scale.
    if !JPEGReader.isSingleScan(bytes), Int(width) * Int(height) > PictureFile.largestArea {
      throw PictureError(file: name, problem: .tooLarge(width: Int(width), height: Int(height)))
    }
    let divisor = divisor(for: max(Int(width), Int(height)), atLeast: side)
    // Rounded up, like the function-like macro `TJSCALED`.
    let scaledWidth = (Int(width) + divisor - 1) / divisor
    let scaledHeight = (Int(height) + divisor - 1) / divisor
    try PictureFile.check(width: scaledWidth, height: scaledHeight, named: name)
    let bitmap = Bitmap(width: scaledWidth, height: scaledHeight)
    let result = tjDecompress2(
      decoder, bytes, size, bitmap.pixels, CInt(scaledWidth), CInt(bitmap.stride), CInt(scaledHeight),
      CInt(TJPF_BGRA.rawValue), TJFLAG_LIMITSCANS)
    // After a warning, such as stray bytes between markers, the picture is whole; after a missing end it is not.
    if result != 0, tjGetErrorCode(decoder) != TJERR_WARNING.rawValue || isTruncated(decoder) {
      throw failure(decoder, name)
    }
    return PictureFile.reduced(EXIFOrientation(jpeg: bytes).upright(bitmap), atLeast: side)
  }

  /// Whether the picture is certain to consist of one scan, sequential and with all components; progressive ones have several.
  private static func isSingleScan(_ bytes: [UInt8]) -> Bool {
    var components: UInt8?
    for (marker, body) in JPEGSegments(bytes) {
      if marker == 0xC0 || marker == 0xC1 { components = body.dropFirst(5).first }
      if marker == 0xDA { return components != nil && body.first == components }
    }
    return false
  }

  /// The largest of 1, 2, 4 and 8 that leaves the longer side at least `side` pixels.
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

/// The marker segments of a JPEG file up to that of the first scan, with their content after the length.
private struct JPEGSegments: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var position = 2

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> (marker: UInt8, body: ArraySlice<UInt8>)? {
    // Any number of fill bytes may come before a marker (ITU-T T.81, B.1.1.2).
    while position + 1 < bytes.count, bytes[position] == 0xFF, bytes[position + 1] == 0xFF { position += 1 }
    guard position + 4 <= bytes.count, bytes[position] == 0xFF else { return nil }
    let start = position
    let marker = bytes[start + 1]
    let length = Int(bytes[start + 2]) << 8 | Int(bytes[start + 3])
    let end = start + 2 + length
    guard marker != 0xD9, length >= 2, end <= bytes.count else { return nil }
    position = marker == 0xDA ? bytes.count : end
    return (marker, bytes[start + 4..<end])
  }
}

/// The orientation of the camera (EXIF tag 0x0112), and the transform that makes the picture upright.
struct EXIFOrientation {
  /// The tag's value, 1 to 8; 1 is upright, and from 5 on rows and columns are exchanged.
  private let value: Int

  /// The orientation in the first Exif segment of a JPEG; upright if there is none or it is invalid.
  init(jpeg bytes: [UInt8]) {
    value = EXIFOrientation.find(in: bytes).flatMap { (1...8).contains($0) ? $0 : nil } ?? 1
  }

  private static func find(in bytes: [UInt8]) -> Int? {
    for (marker, body) in JPEGSegments(bytes) where marker == 0xE1 && body.starts(with: Array("Exif".utf8) + [0, 0]) {
      return orientation(inTIFF: body.dropFirst(6))
    }
    return nil
  }

  /// Reads the first directory of the TIFF structure. Every access is checked, since the offsets may be anything.
  private static func orientation(inTIFF tiff: ArraySlice<UInt8>) -> Int? {
    let start = tiff.startIndex
    let isLittle = tiff.starts(with: "II".utf8)
    guard isLittle || tiff.starts(with: "MM".utf8) else { return nil }
    func number(at offset: Int, _ count: Int) -> Int? {
      guard offset >= 0, offset + count <= tiff.count else { return nil }
      let bytes = tiff[start + offset..<start + offset + count]
      return isLittle
        ? bytes.reversed().reduce(0) { $0 << 8 | Int($1) } : bytes.reduce(0) { $0 << 8 | Int($1) }
    }
    guard let directory = number(at: 4, 4), let count = number(at: directory, 2) else { return nil }
    for index in 0..<count {
      let entry = directory + 2 + 12 * index
      guard let tag = number(at: entry, 2) else { return nil }
      if tag == 0x0112 { return number(at: entry + 8, 2) }
    }
    return nil
  }

  /// The bitmap, upright.
  func upright(_ bitmap: Bitmap) -> Bitmap {
    guard value > 1 else { return bitmap }
    let swaps = value >= 5
    let (mirrorsX, mirrorsY) = ([2, 3, 7, 8].contains(value), [3, 4, 6, 7].contains(value))
    let result = Bitmap(width: swaps ? bitmap.height : bitmap.width, height: swaps ? bitmap.width : bitmap.height)
    for y in 0..<result.height {
      let row = result.pixels + y * result.width
      for x in 0..<result.width {
        let (column, line) = swaps ? (y, x) : (x, y)
        let fromX = mirrorsX ? bitmap.width - 1 - column : column
        let fromY = mirrorsY ? bitmap.height - 1 - line : line
        row[x] = bitmap.pixels[fromY * bitmap.width + fromX]
      }
    }
    return result
  }
}

/// Writes JPEG through TurboJPEG, to make photos for benchmarks and tests.
package enum JPEGWriter {
  /// The bitmap as a JPEG file with colours at half the resolution, as cameras write it; `quality` is 1 to 100.
  package static func encode(_ bitmap: Bitmap, quality: Int = 90) -> [UInt8] {
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

  /// Writes the bitmap to the file `path`.
  package static func write(_ bitmap: Bitmap, to path: String, quality: Int = 90) throws(PictureError) {
    try PNGWriter.write(encode(bitmap, quality: quality), to: path)
  }
}
