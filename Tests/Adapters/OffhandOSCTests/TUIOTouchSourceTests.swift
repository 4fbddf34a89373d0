import Offhand
import OffhandPlatform
import Testing

@testable import OffhandOSC

struct TUIOTouchSourceTests {
  @Test(arguments: [
    ("3333", "127.0.0.1:3333"), ("10.0.0.1:3333", "10.0.0.1:3333"), ("[::1]:9", "[::1]:9"),
    ("wall:65535", "wall:65535"),
    ("", nil), ("0", nil), ("65536", nil), (":3333", nil), ("a:", nil), ("::1:9", nil), ("[]:9", nil),
  ])
  func `an address is a port of this machine, or a stated one`(text: String, address: String?) {
    #expect(TUIOAddress(text)?.description == address)
    #expect(TUIOAddress(text, hostRequired: true)?.description == (text == "3333" ? nil : address))
  }

  @Test func `fingers come through a port of this machine, and one that has the port keeps it`() throws {
    let address = try TUIOAddress.free()
    let port = TUIOPort(address)
    let source = try TUIOTouchSource(port)
    #expect(throws: KernelError.self) { try TUIOPort(address).open() }
    // The same open port again, as after the configuration was read anew.
    #expect(try TUIOTouchSource(port).descriptor == source.descriptor)
    let sender = try TUIOSender(to: [address])
    sender.send([Array("no message".utf8)])
    sender.send(OSCBundle.datagrams(cursors(1, alive: [7], [(7, 0.25, 0.5)]), [], []))
    let descriptor = try #require(source.descriptor)
    #expect(Descriptor.wait(for: descriptor, .reading, atMost: .seconds(10)))
    var landed: [Int32] = []
    let now = MonotonicClock.now()
    try source.dispatch(at: now) {
      if case .touch(let touch) = $0, case .down = touch.kind { landed.append(touch.slot) }
    }
    #expect(landed == [7])
    #expect(source.deadline == now + .seconds(2))
  }
}

extension TUIOAddress {
  /// A free port of this machine.
  static func free() throws -> TUIOAddress {
    let port = try DatagramSocket(receivingAt: "127.0.0.1", port: 0).port
    return try #require(TUIOAddress("\(port)"))
  }
}
