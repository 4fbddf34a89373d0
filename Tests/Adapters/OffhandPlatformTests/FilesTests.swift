import Glibc
import OffhandPlatform
import Testing

struct FilesTests {
  private let directory: TemporaryFolder

  init() throws { directory = try TemporaryFolder(prefix: "offhand-test") }

  @Test func `what is written is read, and no more than asked for`() throws {
    let path = directory.file("a")
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    try Files.write(bytes, to: path)
    #expect(try Files.contents(of: path) == bytes)
    #expect(try Files.contents(of: path, atMost: 10) == Array(bytes[..<10]))
    try Files.write([1, 2], to: path)
    #expect(try Files.contents(of: path) == [1, 2])
  }

  @Test func `files of the kernel that say they are empty are read to their end`() throws {
    #expect(try Files.contents(of: "/proc/self/maps").count > 4096)
    #expect(try Files.contents(of: "/dev/null").isEmpty)
    #expect(try Files.contents(of: "/dev/zero", atMost: 9000) == [UInt8](repeating: 0, count: 9000))
  }

  @Test func `a failure names the call, the file and the reason`() throws {
    let error = try #require(throws: KernelError.self) { try Files.contents(of: "/no/such/file") }
    #expect(error.description == "open /no/such/file failed: No such file or directory (errno 2)")
    #expect(error.reason == "No such file or directory")
    #expect(throws: KernelError(call: "read", code: EISDIR)) { try Files.contents(of: directory.path) }
  }

  @Test func `a new file replaces nothing, not even a link`() throws {
    let target = directory.file("target")
    try Files.write([1], to: target)
    symlink(target, directory.file("link"))
    for name in ["target", "link"] {
      #expect(throws: KernelError(call: "open \(directory.file(name))", code: EEXIST)) {
        try Descriptor(opening: directory.file(name), .creating(permissions: 0o600)).write([2])
      }
    }
    #expect(try Files.contents(of: target) == [1])
  }

  @Test func `a file is replaced as a whole, also in place of a link, and a failure leaves the old one and no draft`()
    throws
  {
    let target = directory.file("target")
    try Files.write([1], to: target)
    symlink(target, directory.file("link"))
    try Files.replace(directory.file("link"), with: [2], permissions: 0o600, owner: (geteuid(), getegid()))
    #expect(try Files.contents(of: target) == [1] && Files.contents(of: directory.file("link")) == [2])
    #expect(try Descriptor.status(of: directory.file("link")).permissions == 0o600)
    try Files.makeDirectory(directory.file("folder/inner"))
    #expect(throws: KernelError(call: "rename \(directory.file("folder"))", code: EISDIR)) {
      try Files.replace(directory.file("folder"), with: [3])
    }
    #expect(directory.names == ["folder", "link", "target"])
    #expect(!Files.removeEmptyDirectory(directory.file("folder")))
    #expect(Files.removeEmptyDirectory(directory.file("folder/inner")))
  }

  @Test func `a descriptor without a reader is no hang, and a full pipe is waited for`() throws {
    let path = directory.file("fifo")
    mkfifo(path, 0o600)
    let reader = try Descriptor(opening: path, .reading)
    let status = try reader.status()
    #expect(!status.isRegular && !status.isDirectory)
    let writer = try Descriptor(open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC), from: "open")
    let number = writer.number
    let thread = try WorkerThread { try? Descriptor.write([UInt8](repeating: 7, count: 300_000), to: number) }
    var received = 0
    while received < 300_000 {
      Descriptor.wait(for: reader.number, .reading, atMost: nil)
      received += try withUnsafeTemporaryAllocation(byteCount: 8192, alignment: 1) { try reader.read(into: $0) }
    }
    thread.join()
    #expect(received == 300_000)
  }

  @Test func `anonymous memory is shared through its file and cannot be resized`() throws {
    let file = try Descriptor(anonymousFile: "offhand-test", size: 4096)
    let first = try MemoryMapping(file, size: 4096, .sharedWriting)
    let second = try MemoryMapping(file, size: 4096, .reading)
    first.address.storeBytes(of: 42, toByteOffset: 100, as: UInt8.self)
    let seen = second.address.load(fromByteOffset: 100, as: UInt8.self)
    #expect(seen == 42)
    if file.sealSize() {
      let number = file.number
      #expect(ftruncate(number, 10) != 0)
    }
  }

  @Test func `directories are made, listed and removed with what is in them`() throws {
    var other: TemporaryFolder? = try TemporaryFolder(prefix: "offhand-test")
    let path = try #require(other?.path)
    try Files.makeDirectory("\(path)/a/b/c")
    try Files.makeDirectory("\(path)/a/b/c")
    try Files.write([], to: "\(path)/a/file")
    symlink(directory.path, "\(path)/a/link")
    try directory.write("kept", to: "kept")
    #expect(try Files.names(in: "\(path)/a") == ["b", "file", "link"])
    #expect(throws: KernelError.self) { try Files.makeDirectory("/proc/no/such") }
    other = nil
    #expect(access(path, F_OK) != 0)
    #expect(directory.text(of: "kept") == "kept", "a link is removed, not followed")
  }

  @Test func `temporary directories are where TMPDIR says, and private`() async {
    await #expect(processExitsWith: .success) {
      let parent = try TemporaryFolder()
      setenv("TMPDIR", parent.path, 1)
      let directory = try TemporaryFolder(prefix: "x")
      var status = stat()
      stat(directory.path, &status)
      guard directory.path.hasPrefix(parent.path + "/x."), status.st_mode & 0o777 == 0o700 else { exit(1) }
      setenv("TMPDIR", "relative", 1)
      guard try TemporaryFolder().path.hasPrefix("/tmp/offhand.") else { exit(2) }
    }
  }
}
