import Offhand
import OffhandTesting
import Testing

@testable import OffhandOSC

struct OSCMessageTests {
  private func messages(_ datagram: [UInt8]) -> [OSCMessage]? {
    datagram.withUnsafeBytes { OSCBundle.messages(in: $0) }
  }

  @Test func `a message has the bytes of the specification`() {
    let message = OSCMessage("/oscillator/4/frequency", [.float(440)])
    #expect(message.bytes == Array("/oscillator/4/frequency\0,f\0\0".utf8) + [0x43, 0xdc, 0, 0])
    #expect(messages(message.bytes) == [message])
  }

  @Test func `what is written is read, in one datagram or in several that fit a network's packets`() {
    let first = OSCMessage("/a", [.string("name"), .int(-1), .time(0x8000_0001_4000_0000)])
    let parts = (0..<100).map { OSCMessage("/b", [.int($0), .float(0.1), .bool($0 % 2 == 0)]) }
    let last = OSCMessage("/c", [.int(7)])
    #expect(OSCBundle.datagrams([first], [], [last]).map { messages($0) } == [[first, last]])
    let datagrams = OSCBundle.datagrams([first], parts, [last])
    #expect(datagrams.count > 1 && datagrams.allSatisfy { $0.count <= OSCBundle.longest })
    let read = datagrams.compactMap { messages($0) }
    #expect(read.allSatisfy { $0.first == first && $0.last == last })
    #expect(read.flatMap { $0.dropFirst().dropLast() } == parts)
  }

  @Test func `a part that is malformed makes the datagram void`() {
    #expect(messages([]) == nil)
    #expect(messages(Array("#bundle\0".utf8)) == nil)
    #expect(messages(OSCBundle.head) == [])
    #expect(messages(OSCBundle.head + [0, 0, 0, 8] + Array("/a\0\0".utf8)) == nil)
    #expect(messages(OSCBundle.head + [0xff, 0xff, 0xff, 0xfc] + Array("/a\0\0,\0\0\0".utf8)) == nil)
    #expect(messages(Array("/a\0\0,s\0\0".utf8)) == nil)
    // A blob, with its length and without.
    #expect(messages(Array("/a\0\0,ib\0\0\0\0\u{1}\0\0\0\0".utf8)) == nil)
    #expect(messages(Array("/a\0\0,ib\0\0\0\0\u{1}".utf8)) == nil)
    var nested = OSCMessage("/a", []).bytes
    for _ in 0..<6 { nested = OSCBundle.head + [0, 0, 0, UInt8(nested.count)] + nested }
    #expect(messages(nested) == nil)
  }

  @Test func `ten thousand hostile datagrams are survived, and leave no touch`() {
    var random = SeededGenerator(seed: 7)
    var table = Table()
    let seeds = [
      OSCBundle.datagrams(cursors(1, alive: [7, 8], [(7, 0.2, 0.3), (8, 0.4, 0.5)]), [], []),
      OSCBundle.datagrams(blobs(1, alive: [7], [(7, [0.1, 0.2, 0.3, 0.4, 0.5])]), [], []),
      OSCBundle.datagrams(frame(1, alive: [1], [pointer(1, 0.1, 0.2)], time: 1 << 40), [], []),
    ].flatMap(\.self)
    for _ in 0..<10_000 {
      var bytes = seeds.randomElement(using: &random)!
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let index = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[index] = UInt8.random(in: .min ... .max, using: &random)
        case 1: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 2: bytes.insert(contentsOf: bytes.prefix(4 * Int.random(in: 0..<4, using: &random)), at: index)
        default: if bytes.count > 4 { bytes.removeSubrange(index..<min(index + 4, bytes.count)) }
        }
        if bytes.isEmpty { bytes = [0] }
      }
      if let read = messages(bytes) { table.read(read) }
    }
    table.wait(.seconds(3))
    #expect(table.down.isEmpty)
  }
}
