import CPlatform
import OffhandPlatform

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

  /// Whether `next` returns at once: a whole line has been read.
  package var hasLine: Bool { pushedBack != nil || buffer[start..<end].contains(UInt8(ascii: "\n")) }

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

/// A file that is read from front to back, plain or compressed with gzip, as soon as its bytes are there: a line from a pipe
/// does not wait for the next one.
///
/// zlib unpacks and checks length and CRC. Its own `gzFile` waits until its buffer is full, so it is not used.
package struct GzipFile: ~Copyable {
  /// The path as passed by the caller.
  package let path: String
  private let file: Descriptor
  private let inflater: Inflater
  /// The bytes of the file that were read and not yet unpacked.
  private var input: [UInt8]
  private var format: Format

  private enum Format {
    /// Nothing has been read.
    case unknown
    case plain
    /// Within a compressed member.
    case compressed
    /// After a compressed member: another one may follow.
    case betweenMembers
  }

  private static let pieceLength = 1 << 16
  private static let mark: [UInt8] = [0x1f, 0x8b]

  /// Opens the file at `path`; `-` is the standard input. Throws if it cannot be read, with the system's reason.
  package init(path: String) throws(RecordingError) {
    let file = try GzipFile.open(path)
    let inflater = try Inflater(path: path)
    // All stored last, for Swift 6.2, as in `Poller`.
    self.inflater = inflater
    self.file = file
    self.path = path
    input = []
    format = .unknown
  }

  private static func open(_ path: String) throws(RecordingError) -> Descriptor {
    do {
      let file = try path == "-" ? Descriptor(duplicating: 0) : Descriptor(opening: path, .blockingReading)
      if try !file.status().isDirectory { return file }
    } catch {
      throw RecordingError(file: path, reason: error.reason)
    }
    throw RecordingError(file: path, reason: "is a directory; name a file in it")
  }

  /// Reads the next bytes into `buffer`, at least one. Returns their count, 0 at the end of the file. Throws if the compressed
  /// data are damaged or cut off.
  package mutating func read(into buffer: inout [UInt8]) throws(RecordingError) -> Int {
    guard !buffer.isEmpty else { return 0 }
    while true {
      switch format {
      case .plain:
        let count = min(input.count, buffer.count)
        if count == 0 {
          return try readFile(into: &buffer)
        }
        buffer.replaceSubrange(..<count, with: input[..<count])
        input.removeFirst(count)
        return count
      case .unknown, .betweenMembers:
        while input.count < GzipFile.mark.count, try refill() {}
        if input.starts(with: GzipFile.mark) {
          if format == .betweenMembers { inflater.reset() }
          format = .compressed
        } else if format == .unknown {
          format = .plain
        } else {
          return 0  // What follows the last member is padding.
        }
      case .compressed:
        if input.isEmpty, try !refill() {
          throw RecordingError(file: path, reason: "the compressed data end too early; the file was cut off")
        }
        let (count, end) = try unpack(into: &buffer)
        if end { format = .betweenMembers }
        if count > 0 { return count }
      }
    }
  }

  private mutating func unpack(into buffer: inout [UInt8]) throws(RecordingError) -> (count: Int, end: Bool) {
    let result = inflater.unpack(input, into: &buffer)
    input.removeFirst(result.consumed)
    switch result.code {
    case Z_OK, Z_BUF_ERROR: return (result.produced, false)
    case Z_STREAM_END: return (result.produced, true)
    default: throw RecordingError(file: path, reason: "the compressed data are damaged (\(inflater.complaint))")
    }
  }

  /// Appends the next bytes of the file to `input`; returns false at its end.
  private mutating func refill() throws(RecordingError) -> Bool {
    var piece = [UInt8](repeating: 0, count: GzipFile.pieceLength)
    let count = try readFile(into: &piece)
    input += piece[..<count]
    return count > 0
  }

  private func readFile(into buffer: inout [UInt8]) throws(RecordingError) -> Int {
    do { return try file.read(into: &buffer) } catch { throw RecordingError(file: path, reason: error.reason) }
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
}

/// zlib's state of unpacking (`z_stream`), at a fixed address: zlib keeps a pointer to it.
private struct Inflater: ~Copyable {
  private let stream: UnsafeMutablePointer<z_stream>

  /// A state for the format of gzip (`inflateInit2`). Throws if there is no memory to read `path`.
  init(path: String) throws(RecordingError) {
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let gzip = MAX_WBITS + 16
    guard inflateInit2_(stream, gzip, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      stream.deallocate()
      throw RecordingError(file: path, reason: "no memory to read it")
    }
    self.stream = stream
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Prepares for another member (`inflateReset`).
  func reset() { inflateReset(stream) }

  /// Unpacks a part of `input` into `output` (`inflate`).
  func unpack(_ input: [UInt8], into output: inout [UInt8]) -> (code: Int32, consumed: Int, produced: Int) {
    input.withUnsafeBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.pointee.avail_in = UInt32(clamping: input.count)
        stream.pointee.next_out = output.baseAddress
        stream.pointee.avail_out = UInt32(clamping: output.count)
        let (before, room) = (stream.pointee.avail_in, stream.pointee.avail_out)
        let code = inflate(stream, Z_NO_FLUSH)
        return (code, Int(before - stream.pointee.avail_in), Int(room - stream.pointee.avail_out))
      }
    }
  }

  /// What was wrong with the data.
  var complaint: String { stream.pointee.msg.map { String(cString: $0) } ?? "zlib gives no reason" }
}
