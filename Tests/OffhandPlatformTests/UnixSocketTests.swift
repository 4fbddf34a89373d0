import Glibc
import OffhandPlatform
import Testing

struct UnixSocketTests {
  @Test func `a pair passes on messages whole, and says when none is waiting`() throws {
    let pair = try UnixSocket.pair()
    var bytes = [UInt8](repeating: 0, count: 8)
    #expect(bytes.withUnsafeMutableBytes { pair.first.receive(into: $0) } == nil)
    for message in [[1, 2, 3], [4]] as [[UInt8]] {
      #expect(message.withUnsafeBytes { pair.second.send($0) })
    }
    #expect(Descriptor.wait(for: pair.first.descriptor, .reading, atMost: .zero))
    #expect(bytes.withUnsafeMutableBytes { pair.first.receive(into: $0) } == 3)
    #expect(bytes.withUnsafeMutableBytes { pair.first.receive(into: $0) } == 1)
    #expect(bytes.first == 4)
  }

  @Test func `a path without a listener, and one that is too long, are errors`() throws {
    let folder = try TemporaryFolder(prefix: "offhand-test")
    #expect(!UnixSocket.isListening(at: folder.file("none")))
    #expect(throws: KernelError(call: "connect \(folder.file("none"))", code: ENOENT)) {
      _ = try UnixSocket(sendingTo: folder.file("none"))
    }
    let long = "/" + String(repeating: "a", count: UnixSocket.longestPath)
    #expect(throws: KernelError(call: "connect \(long)", code: ENAMETOOLONG)) {
      _ = try UnixSocket(sendingTo: long)
    }
  }
}
