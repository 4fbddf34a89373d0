import COffhand
import Testing

@testable import OffhandC

/// Structs of callers that were compiled for an older or a newer header.
@Suite struct SizedStructTests {
  /// A struct that had two fields in 0.1 and has got a third since.
  private struct Grown: SizedStruct {
    static let firstSize = 16

    var size = 0
    var first: Int64 = 0
    var added: Int64 = 0
  }

  /// Reads a struct of `size` bytes whose words are these; bytes beyond `size` may not be read, and are all ones.
  private func grown(size: Int, _ words: Int64...) throws -> Grown {
    try withUnsafeTemporaryAllocation(byteCount: 64, alignment: 8) { memory in
      memory.initializeMemory(as: UInt8.self, repeating: 0xff)
      for offset in 0..<min(max(size, 0), 64) { memory[offset] = 0 }
      for (index, word) in words.enumerated() { memory.storeBytes(of: word, toByteOffset: 8 * index, as: Int64.self) }
      return try Grown(reading: memory.baseAddress!.assumingMemoryBound(to: Grown.self), size: size, named: "grown")
    }
  }

  @Test func `a struct of 0.1 is read by a library whose struct has grown, and what it lacks is zero`() throws {
    let old = try grown(size: 16, 16, 7)
    #expect(old.size == 16)
    #expect(old.first == 7)
    #expect(old.added == 0)
  }

  @Test func `a struct of this version is read whole`() throws {
    let new = try grown(size: 24, 24, 7, 9)
    #expect(new.first == 7)
    #expect(new.added == 9)
  }

  @Test func `a larger struct is read if it says nothing new`() throws {
    #expect(try grown(size: 40, 40, 7, 9).added == 9)
    #expect(throws: SetupFault.self) { try grown(size: 40, 40, 7, 9, 0, 1) }
  }

  @Test(arguments: [Int.min, -1, 0, 8, 15, 1 << 16 + 1, .max]) func `no version has a struct of this size`(size: Int) {
    #expect(throws: SetupFault.self) { try grown(size: size, 16, 7) }
  }

  @Test func `structs have the size that they had in 0.1 at least, and none of a field less is read`() {
    /// The size of a struct whose last field is this.
    func end<Struct, Field>(_ last: KeyPath<Struct, Field>) -> Int {
      let alignment = MemoryLayout<Struct>.alignment
      let end = MemoryLayout<Struct>.offset(of: last)! + MemoryLayout<Field>.size
      return (end + alignment - 1) / alignment * alignment
    }
    #expect(offhand_options.firstSize == end(\offhand_options.user_edge))
    #expect(offhand_request.firstSize == end(\offhand_request.time))
    #expect(offhand_recognizer.firstSize == end(\offhand_recognizer.doubling_distance))

    var options = offhand_options()
    options.size = offhand_options.firstSize
    let handle = offhand_new(&options, nil, 0)
    #expect(handle != nil)
    offhand_unref(handle)
    options.size -= 8
    #expect(offhand_new(&options, nil, 0) == nil)
  }
}
