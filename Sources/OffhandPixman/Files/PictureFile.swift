import Glibc

/// Reads pictures: PNG and JPEG, told apart by their first bytes, never by their names.
public enum PictureFile {
  /// How many pixels a picture may have once it is decoded: 120 million are 480 MB.
  public static let largestArea = 120_000_000
  /// How large a file may be, in bytes.
  public static let largestFile = 1 << 30

  /// Reads the picture at `path`, upright as its EXIF orientation says.
  ///
  /// With `side`, the picture may come smaller than it is, halved as often as its longer side stays at least `side` pixels: a
  /// JPEG is then decoded at that scale, which is several times faster.
  public static func load(_ path: String, atLeast side: Int? = nil) throws(PictureError) -> Bitmap {
    try decode(try bytes(of: path), named: path, atLeast: side)
  }

  /// Looks at the first bytes of the file at `path`, as quickly as anything can be told of it. Throws where it cannot be read,
  /// and where it is no picture; what is wrong further inside only `load` finds.
  public static func check(_ path: String) throws(PictureError) {
    let beginning = try bytes(of: path, atMost: 32)
    if beginning.isEmpty { throw PictureError(file: path, problem: .empty) }
    guard beginning.starts(with: PNGReader.signature) || beginning.starts(with: JPEGReader.signature) else {
      throw PictureError(file: path, problem: .wrongType(type(of: beginning)))
    }
  }

  /// Decodes a picture that is in memory; `name` stands in errors.
  public static func decode(
    _ bytes: [UInt8], named name: String, atLeast side: Int? = nil
  ) throws(PictureError) -> Bitmap {
    if bytes.isEmpty { throw PictureError(file: name, problem: .empty) }
    if bytes.starts(with: PNGReader.signature) { return try PNGReader.decode(bytes, named: name, atLeast: side) }
    if bytes.starts(with: JPEGReader.signature) { return try JPEGReader.decode(bytes, named: name, atLeast: side) }
    throw PictureError(file: name, problem: .wrongType(type(of: bytes)))
  }

  /// What other files begin with, to name them in the error.
  private static func type(of bytes: [UInt8]) -> String? {
    func has(_ text: String, at offset: Int) -> Bool { bytes.dropFirst(offset).starts(with: text.utf8) }
    if has("GIF8", at: 0) { return "GIF" }
    if has("RIFF", at: 0), has("WEBP", at: 8) { return "WebP" }
    if has("ftypheic", at: 4) || has("ftypheix", at: 4) || has("ftypmif1", at: 4) { return "HEIF" }
    if has("ftypavif", at: 4) { return "AVIF" }
    if has("BM", at: 0) { return "BMP" }
    if has("II*\0", at: 0) || has("MM\0*", at: 0) { return "TIFF" }
    if has("<svg", at: 0) || has("<?xml", at: 0) { return "SVG" }
    if has("%PDF", at: 0) { return "PDF" }
    return nil
  }

  private static func bytes(of path: String, atMost limit: Int = largestFile) throws(PictureError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw systemError(path) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw systemError(path) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw PictureError(file: path, problem: .notAFile) }
    guard status.st_size <= largestFile else {
      throw PictureError(
        file: path,
        problem: .system("\(status.st_size >> 20) MB are more than the 1024 MB a picture may have"))
    }
    let size = min(Int(status.st_size), limit)
    var failure: PictureError?
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let got = read(descriptor, buffer.baseAddress.map { $0 + count }, size - count)
        if got < 0, errno == EINTR { continue }
        if got < 0 { failure = systemError(path) }
        if got <= 0 { break }
        count += got
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// The system's words for what just failed.
  static func systemError(_ path: String) -> PictureError {
    PictureError(file: path, problem: .system(String(cString: strerror(errno)).lowercased()))
  }

  /// Halves `bitmap` while its longer side stays at least `side`.
  static func reduced(_ bitmap: Bitmap, atLeast side: Int?) -> Bitmap {
    guard let side else { return bitmap }
    var bitmap = bitmap
    while max(bitmap.width, bitmap.height) / 2 >= max(1, side) { bitmap = bitmap.halved() }
    return bitmap
  }

  /// Refuses what is too large to be shown.
  static func check(width: Int, height: Int, named name: String) throws(PictureError) {
    let isTooLong = max(width, height) > Bitmap.longestSide
    if isTooLong || width.multipliedReportingOverflow(by: height).overflow || width * height > largestArea {
      throw PictureError(file: name, problem: .tooLarge(width: width, height: height))
    }
    if width < 1 || height < 1 { throw PictureError(file: name, problem: .broken("it has no pixels")) }
  }
}

/// Why a picture file cannot be read or written: the file, what is wrong, what to do.
public struct PictureError: Error, Hashable, CustomStringConvertible {
  /// What is wrong.
  public enum Problem: Hashable, Sendable {
    /// The file cannot be opened, read or written: the system's words.
    case system(String)
    /// The file is a folder, a device or a pipe.
    case notAFile
    /// The file is empty.
    case empty
    /// The file is something else: what its first bytes say, if they say anything.
    case wrongType(String?)
    /// The file ends before the picture does.
    case truncated
    /// The picture is larger than can be shown.
    case tooLarge(width: Int, height: Int)
    /// The library refuses the content, in its words.
    case broken(String)
  }

  /// The file, as it was named.
  public var file: String
  /// What is wrong.
  public var problem: Problem

  /// An error.
  public init(file: String, problem: Problem) {
    self.file = file
    self.problem = problem
  }

  /// File, fault and way out in one line.
  public var description: String {
    switch problem {
    case .system(let words): "\(file): \(words)"
    case .notAFile: "\(file): not a file; name a PNG or JPEG picture"
    case .empty: "\(file): the file is empty; name a PNG or JPEG picture"
    case .wrongType(nil): "\(file): neither PNG nor JPEG; convert it to one of them"
    case .wrongType(let type?): "\(file): a \(type) file, neither PNG nor JPEG; convert it to one of them"
    case .truncated: "\(file): the file ends in the middle of the picture; copy it again from where it is whole"
    case .tooLarge(let width, let height):
      "\(file): \(width)×\(height) pixels are more than the \(PictureFile.largestArea / 1_000_000) million that can be shown; scale it down"
    case .broken(let words): "\(file): the picture is damaged (\(words)); open and save it with another program"
    }
  }
}
