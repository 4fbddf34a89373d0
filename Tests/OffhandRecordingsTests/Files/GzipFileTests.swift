import OffhandRecordings
import Testing

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

  @Test func `an empty file is empty`() throws {
    #expect(try contents([]) == "")
  }

  @Test func `a file that was cut off says so`() throws {
    #expect {
      try contents(Array(packed.dropLast(6)))
    } throws: {
      ($0 as? RecordingError)?.reason == "the compressed data end too early; the file was cut off"
    }
  }

  @Test func `damaged data say so`() throws {
    var damaged = packed
    damaged[17] ^= 0xFF
    #expect {
      try contents(damaged)
    } throws: {
      ($0 as? RecordingError)?.reason.hasPrefix("the compressed data are damaged") == true
    }
  }

  @Test func `a missing file, a directory and a file beyond the limit say so`() throws {
    #expect {
      try GzipFile.contents(of: "/nowhere/at/all", limit: 1)
    } throws: {
      ($0 as? RecordingError)?.description == "/nowhere/at/all: No such file or directory"
    }
    #expect {
      try GzipFile.contents(of: "/", limit: 1)
    } throws: {
      ($0 as? RecordingError)?.reason == "is a directory; name a file in it"
    }
    #expect(throws: RecordingError.self) { try contents(Array("four".utf8), limit: 3) }
  }
}
