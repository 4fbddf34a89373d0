import Glibc
import Testing

@testable import OffhandPlatform

/// Files that another process opens: tried by the probe, because only a process with one thread can split.
struct FileBrokerTests {
  @Test func `a confined process has a file opened that it cannot open itself`() throws {
    let report = try ProbeReport("broker")
    #expect(report["the file"] == "text" && report["the file again"] == "text")
    guard report.restrictsFiles else { return }
    #expect(report["read secret"] == "Permission denied")
  }

  @Test func `what the other process does not open fails with its reason, and the next file is opened`() throws {
    let report = try ProbeReport("broker")
    #expect(report["a file that it refuses"] == "Permission denied")
    #expect(report["no path"] == "No such file or directory")
    #expect(report["the longest path"] == "File name too long" && report["a longer path"] == "File name too long")
    #expect(report["the file again"] == "text")
  }

  @Test func `the other process can do nothing else either`() throws {
    let report = try ProbeReport("broker")
    #expect(report["inherited"] == "Bad file descriptor")
    if report.filtersCalls {
      for name in ["program", "network", "write"] { #expect(report[name] == "Operation not permitted", "\(name)") }
    }
    if report.restrictsFiles { #expect(report["a file that it cannot read"] == "Permission denied") }
  }

  @Test func `a confined process replaces a file as a whole, and leaves nothing beside it`() throws {
    let report = try ProbeReport("broker")
    #expect(report.secret == "new" && report["the old one"] == "text")
    #expect(report.names == ["err", "inside", "kept", "out", "secret"])
    #expect(report["owner stays"] == "true" && report["permissions"] == "666")
  }

  @Test func `a folder, and a file where none can be made, cannot be replaced`() throws {
    let folder = try TemporaryFolder()
    #expect(throws: KernelError(call: "open \(folder.path)", code: EISDIR)) { try FileReplacer(folder.path) }
    #expect(throws: KernelError.self) { try FileReplacer(folder.file("none/file")) }
    // Nor is a link that leads nowhere.
    let link = folder.file("link")
    #expect(symlink(folder.file("none"), link) == 0)
    #expect(throws: KernelError(call: "open \(link)", code: ENOENT)) { try FileReplacer(link) }
  }

  @Test func `a file that comes too late is not taken for the next one`() throws {
    let report = try ProbeReport("late")
    #expect(report["late"] == "Connection timed out" && report["none"] == "No such file or directory")
    #expect(report["kept"] == "text" && report["has ended"] == "false")
  }

  @Test func `the end of the other process is an error, and can be waited for`() throws {
    let report = try ProbeReport("broker")
    #expect(report["has ended"] == "false")
    #expect(report["end"] == "Broken pipe")
    #expect(report["has ended then"] == "true" && report["the file then"] == "Broken pipe")
  }
}

/// The server's end of the socket, in a thread.
struct FileServerTests {
  // Sound: one end belongs to the test, the other one to the thread.
  private final class Ends: @unchecked Sendable {
    let pair: UnixSocket.Pair
    init() throws { pair = try UnixSocket.pair() }
  }

  private let ends: Ends
  private let folder: TemporaryFolder

  init() throws {
    ends = try Ends()
    folder = try TemporaryFolder()
    try folder.write("text", to: "file")
  }

  /// Sends messages to a server that opens only `file`, and returns the codes and contents of its replies.
  private func replies(to messages: [[UInt8]]) throws -> [(code: Int32, content: String?)] {
    let path = folder.file("file")
    let server = try WorkerThread { [ends] in
      try? FileServer.serve(ends.pair.second) { (asked) throws(KernelError) in
        guard asked == path else { throw KernelError(call: "open", code: EACCES) }
        return try Descriptor(opening: asked, .reading)
      }
    }
    var replies: [(code: Int32, content: String?)] = []
    for message in messages {
      #expect(message.withUnsafeBytes { ends.pair.first.send($0) })
      #expect(Descriptor.wait(for: ends.pair.first.descriptor, .reading, atMost: .seconds(60)))
      var code: Int32 = -1
      var passed: Descriptor?
      let count = withUnsafeMutableBytes(of: &code) { ends.pair.first.receive(into: $0, passed: &passed) }
      #expect(count == 4)
      var content: String?
      if let file = passed.take() { content = String(decoding: try file.contents(), as: UTF8.self) }
      replies.append((code, content))
    }
    // A message without content is the end.
    ends.pair.first.send(UnsafeRawBufferPointer(start: nil, count: 0))
    server.join()
    return replies
  }

  @Test func `messages that are no paths, or too long, are refused, and the next one is read as it is`() throws {
    let path = Array(folder.file("file").utf8)
    let huge = [UInt8](repeating: UInt8(ascii: "/"), count: 3 * FileBroker.longestPath)
    let replies = try replies(to: [[0], [0xFF, 0xFE], huge, path + [0], Array("file".utf8), path])
    #expect(replies.map(\.code) == [EACCES, EACCES, ENAMETOOLONG, EACCES, EACCES, 0])
    #expect(replies.map(\.content) == [nil, nil, nil, nil, nil, "text"])
  }
}
