import CompositorRig
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

  @Test func `a descriptor passes to the other end, and is closed in programs that start there`() throws {
    let folder = try TemporaryFolder()
    try folder.write("text", to: "file")
    let pair = try UnixSocket.pair()
    let file = try Descriptor(opening: folder.file("file"), .reading)
    let content = [UInt8]([1, 2])
    for _ in 0..<2 { #expect(content.withUnsafeBytes { pair.first.send($0, passing: file) }) }
    #expect(content.withUnsafeBytes { pair.first.send($0) })
    var buffer = [UInt8](repeating: 0, count: 8)
    var passed: Descriptor?
    func receive() -> Int? { buffer.withUnsafeMutableBytes { pair.second.receive(into: $0, passed: &passed) } }
    #expect(receive() == 2 && buffer.prefix(2) == [1, 2])
    guard let first = passed.take() else {
      Issue.record("no descriptor came")
      return
    }
    #expect(first.number != file.number)
    #expect(fcntl(first.number, F_GETFD) == FD_CLOEXEC)
    #expect(try first.contents() == Array("text".utf8))
    // The message after the second one brings none.
    #expect(receive() == 2)
    #expect(receive() == 2)
    let isEmpty = passed == nil
    #expect(isEmpty)
    #expect(receive() == nil)
  }

  @Test func `a file that is no socket is not replaced`() throws {
    let folder = try TemporaryFolder(prefix: "offhand-test")
    let path = try folder.write("kept", to: "letter")
    #expect(throws: KernelError(call: "bind \(path)", code: EEXIST)) { _ = try UnixListener(at: path) }
    #expect(try Files.contents(of: path) == Array("kept".utf8))
    let lock = try folder.write("kept", to: "notes.lock")
    #expect(throws: KernelError(call: "bind \(lock)", code: EEXIST)) {
      _ = try UnixListener(at: folder.file("notes"))
    }
    #expect(try Files.contents(of: lock) == Array("kept".utf8))
  }

  @Test(arguments: [(false, 0o600), (true, 0o666)])
  func `only the same user may connect, unless it is open to others`(isOpenToOthers: Bool, mode: mode_t) throws {
    let folder = try TemporaryFolder(prefix: "offhand-test")
    let listener = try UnixListener(at: folder.file("socket"), isOpenToOthers: isOpenToOthers)
    var status = stat()
    #expect(stat(folder.file("socket"), &status) == 0 && status.st_mode & 0o777 == mode)
    withExtendedLifetime(listener) {}
  }

  @Test func `connecting to what accepts nothing ends after a while, or with a signal that asks this process to end`()
    throws
  {
    let deaf = try DeafListener()
    #expect(throws: KernelError(call: "connect \(deaf.path)", code: ETIMEDOUT)) {
      _ = try StreamSocket.connection(to: deaf.path)
    }
    // On a thread of its own, so that the mask of the test's threads stays as it is.
    let thread = try WorkerThread { [path = deaf.path] in
      do {
        let queue = try SignalQueue([.terminate])
        pthread_kill(pthread_self(), SIGTERM)
        #expect(throws: KernelError(call: "connect \(path)", code: EINTR)) {
          _ = try StreamSocket.connection(to: path)
        }
        let signal = queue.next()
        #expect(signal == .terminate)
      } catch {
        Issue.record(error)
      }
    }
    thread.join()
    withExtendedLifetime(deaf) {}
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
