/// A film as an animated PNG: any browser plays it, and any viewer that does not shows its first frame.
///
/// A frame holds only the rectangle that differs from the frame before.
public struct AnimatedPNG {
  private let width: Int
  private let height: Int
  private var last: Bitmap?
  private var frames = 0
  private var sequence: UInt32 = 0
  private var body: [UInt8] = []
  private var header: [UInt8] = []

  /// A film of frames of one size in pixels.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Adds a frame that is seen for `milliseconds`; it must be opaque and of the film's size. A copy is kept.
  public mutating func append(_ frame: Bitmap, milliseconds: Int) {
    precondition(
      frame.width == width && frame.height == height,
      "a frame of \(frame.width)×\(frame.height) pixels in a film of \(width)×\(height)")
    let (x, y, part) = changedPart(of: frame)
    let chunks = AnimatedPNG.chunks(of: PNGWriter.encode(part))
    if frames == 0, let head = chunks.first(where: { $0.type == "IHDR" }) { header = head.data }
    var control = AnimatedPNG.bigEndian(sequence)
    for number in [part.width, part.height, x, y] { control += AnimatedPNG.bigEndian(UInt32(number)) }
    control += [
      UInt8(truncatingIfNeeded: milliseconds >> 8), UInt8(truncatingIfNeeded: milliseconds), 0x03, 0xE8, 0, 0,
    ]
    append("fcTL", control)
    sequence += 1
    for chunk in chunks where chunk.type == "IDAT" {
      if frames == 0 {
        append("IDAT", chunk.data)
      } else {
        append("fdAT", AnimatedPNG.bigEndian(sequence) + chunk.data)
        sequence += 1
      }
    }
    frames += 1
    let kept = Bitmap(width: width, height: height)
    kept.pixels.update(from: frame.pixels, count: width * height)
    last = kept
  }

  /// The film as a file; it plays for ever. Empty if there is no frame.
  public func encoded() -> [UInt8] {
    guard frames > 0 else { return [] }
    var file = PNGReader.signature
    file += AnimatedPNG.chunk("IHDR", header)
    file += AnimatedPNG.chunk("acTL", AnimatedPNG.bigEndian(UInt32(frames)) + [0, 0, 0, 0])
    return file + body + AnimatedPNG.chunk("IEND", [])
  }

  /// Writes the film to `path`.
  public func write(to path: String) throws(PictureError) { try PNGWriter.write(encoded(), to: path) }

  private mutating func append(_ type: String, _ data: [UInt8]) { body += AnimatedPNG.chunk(type, data) }

  /// The smallest rectangle that holds what differs from the last frame; one pixel if nothing does.
  private func changedPart(of frame: Bitmap) -> (x: Int, y: Int, part: Bitmap) {
    guard let last else { return (0, 0, frame) }
    var box = (left: width, top: height, right: 0, bottom: 0)
    for y in 0..<height {
      for x in 0..<width where frame.pixels[y * width + x] != last.pixels[y * width + x] {
        box = (min(box.left, x), min(box.top, y), max(box.right, x + 1), max(box.bottom, y + 1))
      }
    }
    if box.right == 0 { box = (0, 0, 1, 1) }
    let part = Bitmap(width: box.right - box.left, height: box.bottom - box.top)
    for y in 0..<part.height {
      (part.pixels + y * part.width).update(
        from: frame.pixels + (box.top + y) * width + box.left, count: part.width)
    }
    return (box.left, box.top, part)
  }

  private static func chunks(of file: [UInt8]) -> [(type: String, data: [UInt8])] {
    var chunks: [(type: String, data: [UInt8])] = []
    var position = PNGReader.signature.count
    while position + 12 <= file.count {
      let length = file[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
      let start = position + 8
      chunks.append((String(decoding: file[position + 4..<start], as: UTF8.self), Array(file[start..<start + length])))
      position = start + length + 4
    }
    return chunks
  }

  private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let named = Array(type.utf8) + data
    return bigEndian(UInt32(data.count)) + named + bigEndian(checksum(named))
  }

  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  /// CRC-32 as PNG wants it.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~UInt32(0)) { table[Int(($0 ^ UInt32($1)) & 0xFF)] ^ $0 >> 8 }
  }

  private static let table: [UInt32] = (0..<256).map { entry in
    (0..<8).reduce(UInt32(entry)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
  }
}
