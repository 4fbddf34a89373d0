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
    #expect {
      try withTemporaryFile(text, next)
    } throws: {
      "\($0)".contains(reason)
    }
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
