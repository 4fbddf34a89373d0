import Foundation
import OffhandRecordings
import Testing

struct RecordingReaderTests {
  private func next(_ path: String) throws -> Recording? {
    var reader = try RecordingReader(path: path)
    return try reader.next()
  }

  @Test(arguments: [
    ("", "the file is empty"),
    ("\n \n", "the file is empty"),
    ("\u{0}\u{1}PNG", "neither JSON lines, nor evemu, nor what libinput record writes"),
    ("hello\n", ":1: neither JSON lines"),
    ("{\"frames\":[{\"t\":0,", ":1: column 19: expected a text in quotes"),
  ])
  func `a file that is no recording says so`(text: String, reason: String) throws {
    let error = #expect(throws: RecordingError.self) { try withTemporaryFile(text, next) }
    #expect(error?.description.contains(reason) == true)
  }

  @Test func `a line beyond the limit is an error, not memory`() throws {
    var limits = RecordingLimits()
    limits.lineLength = 100_000
    try withTemporaryFile("{" + String(repeating: " ", count: 200_000)) { path in
      var reader = try RecordingReader(path: path, limits: limits)
      do {
        _ = try reader.next()
        Issue.record("the line was read")
      } catch let error as RecordingError {
        #expect(error.line == 1)
        #expect(error.reason == "the line is longer than 100000 bytes, the most that is read")
      }
      #expect(try reader.next() == nil)
    }
  }

  @Test func `lines may end as on Windows, begin with spaces, and lie apart`() throws {
    let good = #"{"source":"s","trace":"t","device":{},"frames":[]}"#
    var reader = RecordingReader(content: Array("\r\n  \(good)\r\n \t\r\n\(good)\r\n".utf8), name: "it")
    #expect(try reader.next() != nil)
    #expect(try reader.next() != nil)
    #expect(try reader.next() == nil)
    let evemu =
      "# EVEMU 1.3\r\nN: pad\r\nA: 35 0 100 0 0 10\r\nA: 36 0 100 0 0 10\r\nA: 2f 0 4 0 0 0\r\nE: 0.000001 0003 0039 5\r\n"
    var other = RecordingReader(content: Array(evemu.utf8), name: "it")
    #expect(try other.next()?.device.name == "pad")
  }

  @Test func `after a broken line the others can be had`() throws {
    let good = #"{"source":"s","trace":"t","device":{},"frames":[]}"#
    try withTemporaryFile("\(good)\n{\n\(good)\n") { path in
      var reader = try RecordingReader(path: path)
      #expect(try reader.next() != nil)
      do {
        _ = try reader.next()
        Issue.record("a broken line was read")
      } catch let error as RecordingError {
        #expect(error.line == 2)
      }
      #expect(try reader.next() != nil)
      #expect(try reader.next() == nil)
    }
  }
}

struct GzipFileTests {
  /// What `printf 'a\nb' | gzip -n` gives.
  private let packed: [UInt8] = [
    0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 0, 0x03, 0x4B, 0xE4, 0x4A, 0x02, 0, 0xFB, 0x90, 0x07, 0xEF, 0x03, 0, 0, 0,
  ]

  private func contents(_ bytes: [UInt8], limit: Int = 10) throws -> String {
    try withTemporaryFile(bytes) { path in
      String(decoding: try GzipFile.contents(of: path, limit: limit), as: UTF8.self)
    }
  }

  @Test func `plain and compressed files read alike`() throws {
    #expect(try contents(Array("a\nb".utf8)) == "a\nb")
    #expect(try contents(packed) == "a\nb")
  }

  @Test func `compressed files behind one another read as one, and what is no such file is padding`() throws {
    #expect(try contents(packed + packed) == "a\nba\nb")
    #expect(try contents(packed + [0, 0, 7]) == "a\nb")
    #expect(try contents([0x1F]) == "\u{1F}")
  }

  @Test func `an empty file is empty`() throws {
    #expect(try contents([]) == "")
  }

  @Test func `a file that was cut off says so`() throws {
    let error = #expect(throws: RecordingError.self) { try contents(Array(packed.dropLast(6))) }
    #expect(error?.reason == "the compressed data end too early; the file was cut off")
  }

  @Test func `damaged data say so`() throws {
    var damaged = packed
    damaged[17] ^= 0xFF
    let error = #expect(throws: RecordingError.self) { try contents(damaged) }
    #expect(error?.reason.hasPrefix("the compressed data are damaged") == true)
  }

  @Test func `a missing file, a directory and a file beyond the limit say so`() throws {
    let missing = #expect(throws: RecordingError.self) { try GzipFile.contents(of: "/nowhere/at/all", limit: 1) }
    #expect(missing?.description == "/nowhere/at/all: No such file or directory")
    let folder = #expect(throws: RecordingError.self) { try GzipFile.contents(of: "/", limit: 1) }
    #expect(folder?.reason == "is a directory; name a file in it")
    #expect(throws: RecordingError.self) { try contents(Array("four".utf8), limit: 3) }
  }
}

/// A file that exists while `body` runs.
func withTemporaryFile<Result>(
  _ content: [UInt8], name: String = "recording", _ body: (String) throws -> Result
) throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("offhand-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let file = folder.appendingPathComponent(name)
  try Data(content).write(to: file)
  return try body(file.path)
}

/// A file with `text` that exists while `body` runs.
func withTemporaryFile<Result>(
  _ text: String, name: String = "recording", _ body: (String) throws -> Result
) throws -> Result {
  try withTemporaryFile(Array(text.utf8), name: name, body)
}

extension [UInt8] {
  /// Writes the bytes to the file at `path`.
  func write(to path: String) throws {
    try Data(self).write(to: URL(fileURLWithPath: path))
  }
}
