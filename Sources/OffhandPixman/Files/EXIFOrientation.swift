/// How a camera was held: the EXIF tag 0x0112, and what makes the picture upright again.
enum EXIFOrientation: UInt16 {
  case upright = 1
  case mirrored
  case upsideDown
  case upsideDownMirrored
  case transposed
  case turnedLeft
  case transversed
  case turnedRight

  /// The orientation in the first Exif segment of a JPEG; upright where there is none or it makes no sense.
  init(jpeg bytes: [UInt8]) {
    self = EXIFOrientation.find(in: bytes) ?? .upright
  }

  private static func find(in bytes: [UInt8]) -> EXIFOrientation? {
    var position = 2
    while position + 4 <= bytes.count, bytes[position] == 0xFF {
      let marker = bytes[position + 1]
      if marker == 0xDA || marker == 0xD9 { return nil }
      let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
      let end = position + 2 + length
      guard length >= 2, end <= bytes.count else { return nil }
      let body = bytes[position + 4..<end]
      if marker == 0xE1, body.starts(with: Array("Exif".utf8) + [0, 0]) {
        return orientation(inTIFF: body.dropFirst(6))
      }
      position = end
    }
    return nil
  }

  /// Reads the first directory of the TIFF structure; every access is checked, for the bytes may say anything.
  private static func orientation(inTIFF tiff: ArraySlice<UInt8>) -> EXIFOrientation? {
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
      if tag == 0x0112 { return number(at: entry + 8, 2).flatMap { EXIFOrientation(rawValue: UInt16($0)) } }
    }
    return nil
  }

  /// The picture as the photographer saw it.
  func upright(_ bitmap: Bitmap) -> Bitmap {
    guard self != .upright else { return bitmap }
    let swaps = rawValue >= 5
    let result = Bitmap(width: swaps ? bitmap.height : bitmap.width, height: swaps ? bitmap.width : bitmap.height)
    let lastX = bitmap.width - 1
    let lastY = bitmap.height - 1
    for y in 0..<result.height {
      let row = result.pixels + y * result.width
      for x in 0..<result.width {
        let (fromX, fromY) =
          switch self {
          case .upright: (x, y)
          case .mirrored: (lastX - x, y)
          case .upsideDown: (lastX - x, lastY - y)
          case .upsideDownMirrored: (x, lastY - y)
          case .transposed: (y, x)
          case .turnedLeft: (y, lastY - x)
          case .transversed: (lastX - y, lastY - x)
          case .turnedRight: (lastX - y, x)
          }
        row[x] = bitmap.pixels[fromY * bitmap.width + fromX]
      }
    }
    return result
  }
}
