import Glibc
import OffhandPlatform
import Testing

struct ProgramCodeTests {
  /// Resident pages of files in kB.
  private func residentFiles() throws -> Int {
    let status = String(decoding: try Files.contents(of: "/proc/self/status"), as: UTF8.self)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("RssFile:") })
    return try #require(line.split(whereSeparator: { " \t".contains($0) }).dropFirst().first.flatMap { Int($0) })
  }

  @Test func `code that is not used is no longer resident, and code that is used runs on`() throws {
    let before = try residentFiles()
    let names = try Files.names(in: "/usr/bin").sorted()
    ProgramCode.unmap()
    let after = try residentFiles()
    #expect(after < before * 2 / 3, "\(before) kB, then \(after) kB")
    #expect(try Files.names(in: "/usr/bin").sorted() == names)
    // What was written to stays: only constants are read from the files again.
    #expect(Environment["PATH"] == getenv("PATH").map { String(cString: $0) })
  }
}
