import OffhandPlatform

/// Reads PNG and JPEG files, distinguished by their first bytes, not by their names.
public enum PictureFile {
  /// The most pixels of a decoded picture: 120 million take 480 MB.
  package static let largestArea = 120_000_000
  /// The greatest length of a file in bytes.
  package static let largestFile = 1 << 30

  /// Reads the picture at `path`, made upright by its EXIF orientation.
  ///
  /// With `side`, the picture is halved as long as its longer side stays at least `side` pixels. A JPEG is decoded at that scale,
  /// which is several times faster.
  public static func load(_ path: String, atLeast side: Int? = nil) throws(PictureError) -> Bitmap {
    try decode(try bytes(of: path), named: path, atLeast: side)
  }

  /// Checks the first bytes of the file at `path`. Throws if it cannot be read or is not a picture; only `load` finds faults further
  /// inside.
  public static func check(_ path: String) throws(PictureError) {
    let beginning = try bytes(of: path, atMost: 32)
    if beginning.isEmpty { throw PictureError(file: path, problem: .empty) }
    guard beginning.starts(with: PNGReader.signature) || beginning.starts(with: JPEGReader.signature) else {
      throw PictureError(file: path, problem: .wrongType(type(of: beginning)))
    }
  }

  /// The files that `path` stands for: itself, or the PNG and JPEG files directly in a folder, sorted by name, judged by their names.
  ///
  /// Throws if there is nothing at `path`, if a folder cannot be read, or if it has no picture.
  public static func files(at path: String) throws(PictureError) -> [String] {
    let names = try naming(path) { () throws(KernelError) -> [String]? in
      try Descriptor.status(of: path).isDirectory ? try Files.names(in: path) : nil
    }
    guard let names else { return [path] }
    let pictures = names.filter { name in
      !name.hasPrefix(".") && [".png", ".jpg", ".jpeg"].contains { name.lowercased().hasSuffix($0) }
    }
    if pictures.isEmpty { throw PictureError(file: path, problem: .system("the folder holds no PNG or JPEG file")) }
    return pictures.map { "\(path)/\($0)" }
  }

  /// Decodes a picture in memory; `name` is the file that errors name.
  public static func decode(
    _ bytes: [UInt8], named name: String, atLeast side: Int? = nil
  ) throws(PictureError) -> Bitmap {
    if bytes.isEmpty { throw PictureError(file: name, problem: .empty) }
    if bytes.starts(with: PNGReader.signature) { return try PNGReader.decode(bytes, named: name, atLeast: side) }
    if bytes.starts(with: JPEGReader.signature) { return try JPEGReader.decode(bytes, named: name, atLeast: side) }
    throw PictureError(file: name, problem: .wrongType(type(of: bytes)))
  }

  /// The kind of another file by its first bytes, for the error; `nil` if unknown.
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
    let file = try naming(path) { () throws(KernelError) in try Descriptor(opening: path, .reading) }
    let status = try naming(path) { () throws(KernelError) in try file.status() }
    guard status.isRegular else { throw PictureError(file: path, problem: .notAFile) }
    guard status.size <= largestFile else {
      throw PictureError(
        file: path, problem: .system("\(status.size >> 20) MB are more than the 1024 MB a picture may have"))
    }
    return try naming(path) { () throws(KernelError) in try file.contents(atMost: limit) }
  }

  /// Calls `body` and turns the failure of a system call into an error of the file `path`.
  static func naming<Result: ~Copyable>(
    _ path: String, _ body: () throws(KernelError) -> Result
  ) throws(PictureError) -> Result {
    do {
      return try body()
    } catch {
      throw PictureError(file: path, problem: .system(error.reason.lowercased()))
    }
  }

  /// Halves `bitmap` as long as its longer side stays at least `side`.
  static func reduced(_ bitmap: Bitmap, atLeast side: Int?) -> Bitmap {
    guard let side else { return bitmap }
    var bitmap = bitmap
    while max(bitmap.width, bitmap.height) / 2 >= max(1, side) { bitmap = bitmap.halved() }
    return bitmap
  }

  /// Throws if a picture is too large to be shown, or empty.
  static func check(width: Int, height: Int, named name: String) throws(PictureError) {
    if max(width, height) > Bitmap.longestSide || isTooLarge(width: width, height: height) {
      throw PictureError(file: name, problem: .tooLarge(width: width, height: height))
    }
    if width < 1 || height < 1 { throw PictureError(file: name, problem: .broken("it has no pixels")) }
  }

  /// Whether these are more pixels than can be shown.
  fileprivate static func isTooLarge(width: Int, height: Int) -> Bool {
    let (area, overflows) = width.multipliedReportingOverflow(by: height)
    return overflows || area > largestArea
  }
}

/// The reason for which a picture file cannot be read or written.
public struct PictureError: Error, Hashable, CustomStringConvertible {
  /// The fault.
  public enum Problem: Hashable, Sendable {
    /// The file cannot be opened, read or written; the system's reason.
    case system(String)
    /// The file is a folder, a device or a pipe.
    case notAFile
    /// The file is empty.
    case empty
    /// The file is of another kind, if its first bytes identify one.
    case wrongType(String?)
    /// The file ends before the picture does.
    case truncated
    /// The picture has more pixels than can be shown, or a longer side.
    case tooLarge(width: Int, height: Int)
    /// The content is damaged; the library's message.
    case broken(String)
  }

  /// The file, as it was named.
  public var file: String
  /// The fault.
  public var problem: Problem

  /// An error of the file `file`.
  public init(file: String, problem: Problem) {
    self.file = file
    self.problem = problem
  }

  /// One line: the file, what is wrong, what to do.
  public var description: String {
    switch problem {
    case .system(let words): "\(file): \(words)"
    case .notAFile: "\(file): not a file; name a PNG or JPEG picture"
    case .empty: "\(file): the file is empty; name a PNG or JPEG picture"
    case .wrongType(nil): "\(file): neither PNG nor JPEG; convert it to one of them"
    case .wrongType(let type?): "\(file): a \(type) file, neither PNG nor JPEG; convert it to one of them"
    case .truncated: "\(file): the file ends in the middle of the picture; copy it again from the original"
    case .tooLarge(let width, let height):
      PictureFile.isTooLarge(width: width, height: height)
        ? "\(file): \(width)×\(height) pixels are more than the \(PictureFile.largestArea / 1_000_000) million that can be shown; scale it down"
        : "\(file): \(width)×\(height) pixels have a side of more than the \(Bitmap.longestSide) that can be shown; scale it down"
    case .broken(let words): "\(file): the picture is damaged (\(words)); open and save it with another program"
    }
  }
}
