/// The lines of a file, plain or compressed, one at a time, so that no more than one stands in memory; or of bytes.
struct LineReader: ~Copyable {
  /// The number of the line that `next` gave last, counted from 1.
  private(set) var number = 0

  /// The file as it was named.
  let path: String

  private var file: GzipFile?
  private let limit: Int
  private var buffer: [UInt8]
  private var start = 0
  private var end = 0
  private var pushedBack: [UInt8]?

  /// The lines of the file at `path`; a line of more than `limit` bytes is an error.
  init(path: String, limit: Int) throws(RecordingError) {
    file = try GzipFile(path: path)
    self.path = path
    self.limit = limit
    buffer = [UInt8](repeating: 0, count: 1 << 16)
  }

  /// The lines of `content`, which errors call `name`.
  init(content: [UInt8], name: String, limit: Int) {
    path = name
    self.limit = limit
    buffer = content
    end = content.count
  }

  /// A fault in the line that `next` gave last.
  func fault(_ reason: String) -> RecordingError { RecordingError(file: path, line: max(1, number), reason: reason) }

  /// The next line without its end, or `nil` at the end of the file. A last line without an end is a line.
  mutating func next() throws(RecordingError) -> [UInt8]? {
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

  /// Gives a line back, so that `next` answers it once more.
  mutating func pushBack(_ line: [UInt8]) {
    pushedBack = line
    number -= 1
  }

  private mutating func read() throws(RecordingError) -> Int {
    do {
      return try file?.read(into: &buffer) ?? 0
    } catch {
      throw RecordingError(file: error.file, line: number + 1, reason: error.reason)
    }
  }
}
