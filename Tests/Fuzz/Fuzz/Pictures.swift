import OffhandPixman

/// PNG and JPEG files.
///
/// Those that claim more than a million pixels are left out: they are decoded as they should be, at ten a second.
enum Pictures {
  static func take(_ content: [UInt8]) {
    guard let selector = content.last, area(of: content) <= 1 << 20 else { return }
    do throws(PictureError) {
      let side = selector & 1 == 1 ? Int(selector) : nil
      let bitmap = try PictureFile.decode(content, named: "fuzz", atLeast: side)
      precondition(bitmap.width >= 1 && bitmap.height >= 1 && bitmap.width * bitmap.height <= PictureFile.largestArea)
      _ = Pyramid(bitmap)
    } catch {
      precondition(error.file == "fuzz" && !"\(error)".isEmpty)
    }
  }

  /// The greatest area that the file claims, in pixels.
  private static func area(of content: [UInt8]) -> Int {
    func number(_ offset: Int, _ length: Int) -> Int {
      content.dropFirst(offset).prefix(length).reduce(0) { $0 << 8 | Int($1) }
    }
    if content.starts(with: [0x89]) { return number(16, 4).multipliedReportingOverflow(by: number(20, 4)).partialValue }
    // Every segment that may be the head of a frame, wherever it is: what is no head of one costs nothing.
    return content.indices.dropLast().reduce(0) { largest, index in
      guard content[index] == 0xFF, (0xC0...0xCF).contains(content[index + 1]) else { return largest }
      return max(largest, number(index + 5, 2) * number(index + 7, 2))
    }
  }
}
