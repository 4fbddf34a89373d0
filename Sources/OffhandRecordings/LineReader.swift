import CPlatform
import Glibc

/// The lines of a file, plain or compressed, or of bytes; read one at a time, so that no more than one is in memory.
package final class LineReader {
  /// The number of the line that `next` returned last, counted from 1.
  package private(set) var number = 0

  /// The path as passed by the caller.
  let path: String

  private var file: GzipFile?
  private let limit: Int
  private var buffer: [UInt8]
  private var start = 0
  private var end = 0
  private var pushedBack: [UInt8]?

  /// The lines of the file at `path`; a line of more than `limit` bytes is an error.
  package init(path: String, limit: Int) throws(RecordingError) {
    file = try GzipFile(path: path)
    self.path = path
    self.limit = limit
    buffer = [UInt8](repeating: 0, count: 1 << 16)
  }

  /// The lines of `content`, called `name` in errors.
  init(content: [UInt8], name: String, limit: Int) {
    path = name
    self.limit = limit
    buffer = content
    end = content.count
  }

  /// A fault in the line that `next` returned last.
  func fault(_ reason: String) -> RecordingError { RecordingError(file: path, line: max(1, number), reason: reason) }

  /// The next line without its end, or `nil` at the end of the file. A last line without an end is a line.
  package func next() throws(RecordingError) -> [UInt8]? {
    if let line = pushedBack {
      pushedBack = nil
      number += 1
      return line
    }
    var line: [UInt8] = []
    var isEmpty = true
    while true {
      if start == end {
        end = try read()
        start = 0
        if end == 0 {
          if isEmpty { return nil }
          break
        }
      }
      isEmpty = false
      let newline = buffer[start..<end].firstIndex(of: UInt8(ascii: "\n"))
      let stop = newline ?? end
      guard line.count + stop - start <= limit else {
        throw RecordingError(
          file: path, line: number + 1, reason: "the line is longer than \(limit) bytes, the most that is read")
      }
      line += buffer[start..<stop]
      start = newline.map { $0 + 1 } ?? end
      if newline != nil { break }
    }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    number += 1
    return line
  }

  /// Puts a line back, so that `next` returns it once more.
  func pushBack(_ line: [UInt8]) {
    pushedBack = line
    number -= 1
  }

  private func read() throws(RecordingError) -> Int {
    do {
      return try file?.read(into: &buffer) ?? 0
    } catch {
      throw RecordingError(file: error.file, line: number + 1, reason: error.reason)
    }
  }
}

/// A file that is read from front to back, plain or compressed with gzip.
///
/// Wraps zlib's `gzFile`, which detects compression by the first bytes and checks length and CRC of compressed files.
package struct GzipFile: ~Copyable {
  /// The path as passed by the caller.
  package let path: String
  private let handle: gzFile

  /// Opens the file at `path`; `-` is the standard input. Throws if it cannot be read, with the system's reason.
  package init(path: String) throws(RecordingError) {
    let descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw RecordingError(file: path, reason: GzipFile.systemReason(errno)) }
    var status = stat()
    if fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR {
      Glibc.close(descriptor)
      throw RecordingError(file: path, reason: "is a directory; name a file in it")
    }
    guard let handle = gzdopen(descriptor, "rb") else {
      Glibc.close(descriptor)
      throw RecordingError(file: path, reason: "no memory to read it")
    }
    gzbuffer(handle, 1 << 16)
    self.path = path
    self.handle = handle
  }

  deinit { gzclose_r(handle) }

  /// Reads the next bytes into `buffer`. Returns their count, 0 at the end of the file. Throws if the
  /// compressed data are damaged or cut off.
  package mutating func read(into buffer: inout [UInt8]) throws(RecordingError) -> Int {
    guard !buffer.isEmpty else { return 0 }
    let length = UInt32(clamping: buffer.count)
    let count = buffer.withUnsafeMutableBytes { gzread(handle, $0.baseAddress, length) }
    if count > 0 { return Int(count) }
    var code: Int32 = 0
    let message = gzerror(handle, &code)
    switch code {
    case Z_OK, Z_STREAM_END: return 0
    case Z_BUF_ERROR:
      throw RecordingError(file: path, reason: "the compressed data end too early; the file was cut off")
    case Z_ERRNO: throw RecordingError(file: path, reason: GzipFile.systemReason(errno))
    default:
      let detail = message.map { String(cString: $0) } ?? "zlib error \(code)"
      throw RecordingError(file: path, reason: "the compressed data are damaged (\(detail))")
    }
  }

  /// The whole content of the file at `path`, unpacked. Throws if it cannot be read or is longer than
  /// `limit` bytes.
  package static func contents(of path: String, limit: Int) throws(RecordingError) -> [UInt8] {
    var file = try GzipFile(path: path)
    var content: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try file.read(into: &chunk)
      if count == 0 { return content }
      guard content.count + count <= limit else {
        throw RecordingError(file: path, reason: "is longer than \(limit) bytes, the most that is read of it")
      }
      content += chunk[..<count]
    }
  }

  private static func systemReason(_ code: Int32) -> String {
    strerror(code).map { String(cString: $0) } ?? "error \(code)"
  }
}
