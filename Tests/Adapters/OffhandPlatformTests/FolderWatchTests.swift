import OffhandPlatform
import Testing

/// What a folder's watch tells of the files in it.
struct FolderWatchTests {
  @Test func `files that are opened and closed are named, but not those that are gone`() throws {
    let folder = try TemporaryFolder()
    for name in ["a", "b"] { try Files.write([], to: folder.file(name)) }
    let watch = try FolderWatch(folder.path, for: .openings)
    var told: [String] = []
    func take() { watch.takeOpenings { told.append("\($0) \($1)") } }
    var first: Descriptor? = try Descriptor(opening: folder.file("a"), .reading)
    var second: Descriptor? = try Descriptor(opening: folder.file("b"), .reading)
    take()
    #expect(told == ["a 1", "b 1"])
    Files.removeFile(folder.file("b"))
    _ = first.take()
    _ = second.take()
    take()
    #expect(told == ["a 1", "b 1", "a -1"])
  }
}
