import Foundation
import HeadlessCompositors
import OffhandTesting
import Testing

@testable import OffhandWebSocket

@Suite struct HostileBytesTests {
  /// A request for a WebSocket with another first line, other lines for `Upgrade`, and what follows it.
  private static func request(
    _ first: String = "GET /?token=\(PageRig.token) HTTP/1.1", upgrade: [String] = ["Upgrade: websocket"],
    then rest: [UInt8] = []
  ) -> [UInt8] {
    let lines =
      [first] + upgrade + [
        "Host: 127.0.0.1:PORT", "Connection: keep-alive, Upgrade, HTTP2-Settings", "HTTP2-Settings: AAMAAABkAAQAAP__",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Protocol: offhand",
        "Origin: \(PageRig.origin)", "\r\n",
      ]
    return Array(lines.joined(separator: "\r\n").utf8) + rest
  }

  /// A frame of HTTP/2.
  private static func frame(_ kind: UInt8, _ flags: UInt8 = 0, stream: UInt8 = 0, _ content: [UInt8] = []) -> [UInt8] {
    [0, 0, UInt8(content.count), kind, flags, 0, 0, 0, stream] + content
  }

  /// What a client of HTTP/2 sends first: its preface, settings, and requests on two streams.
  private static let conversation: [UInt8] = {
    let fields = [0x82, 0x86, 0x84, 0x41, 9] + Array("127.0.0.1".utf8)
    return Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + frame(4) + frame(1, 5, stream: 1, fields)
      + frame(1, 5, stream: 5, fields) + frame(0, 1, stream: 1, [1, 2, 3]) + frame(6, 0, stream: 0, [UInt8](1...8))
  }()

  /// What is no request for a WebSocket, though its host, origin and token are right.
  static let requests: [[UInt8]] =
    [
      conversation,
      // What asks for nothing, or for a tunnel.
      request(upgrade: []), request(upgrade: ["Upgrade: "]),
      request("CONNECT /?token=\(PageRig.token) HTTP/1.1", upgrade: [], then: Array("{}\n".utf8)),
      request("CONNECT 127.0.0.1:1 HTTP/1.1", then: Array("{}\n".utf8)),
      request("POST /?token=\(PageRig.token) HTTP/1.1\r\nContent-Length: 3", upgrade: [], then: Array("{}\n".utf8)),
      request("OPTIONS * HTTP/1.1"), request("GET http://127.0.0.1/?token=\(PageRig.token) HTTP/1.1", upgrade: []),
      // Two requests at once.
      request(upgrade: [], then: request()),
    ]
    + [
      ["h2c"], ["H2C"], ["h2"], ["TLS/1.0"], ["websocket, h2c"], ["h2c, websocket"], ["h2c", "websocket"],
      ["websocket", "h2c"],
    ].map { request(upgrade: $0.map { "Upgrade: \($0)" }, then: conversation) }

  @Test func `what is no request for a WebSocket never becomes anything`() throws {
    let rig = try PageRig()
    for bytes in HostileBytesTests.requests {
      let page = try RawPage(port: rig.port)
      page.send(HostileBytesTests.spliced(bytes, port: rig.port))
      let answer = page.rest()
      let isRefused = page.hasEnded && (answer.isEmpty || answer.hasPrefix("HTTP/1.0 403"))
      #expect(isRefused, "\(String(decoding: bytes, as: UTF8.self)): \(answer)")
    }
    #expect(try rig.page().isConnected)
    #expect(rig.faults == [])
  }

  /// `$OFFHAND_WEB_INPUTS` says how many.
  @Test func `bytes at random leave the door as it is`() throws {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["OFFHAND_WEB_INPUTS"].flatMap(Int.init) ?? 500
    let rig = try PageRig()
    let sound = try rig.page()
    let service = try rig.accept()
    var random = SeededGenerator(seed: 56)
    let seeds = HostileBytesTests.requests + [HostileBytesTests.request()]
    for number in 0..<count {
      let page = try RawPage(port: rig.port)
      let bytes = HostileBytesTests.spliced(seeds[Int.random(in: seeds.indices, using: &random)], port: rig.port)
      page.send(HostileBytesTests.mutated(bytes, using: &random))
      page.finish()
      _ = page.rest()
      #expect(page.hasEnded)
      try rig.acceptAll()
      guard number % 1000 == 0 || number == count - 1 else { continue }
      sound.sendText("{}")
      #expect(try service.line() == "{}")
      _ = try service.send("{}\n")
      #expect(sound.next()?.text == "{}")
    }
    #expect(try rig.page().isConnected)
    #expect(rig.faults == [])
  }

  /// `bytes` with the port of the running program.
  private static func spliced(_ bytes: [UInt8], port: Int) -> [UInt8] {
    guard let range = bytes.firstRange(of: Array("PORT".utf8)) else { return bytes }
    return bytes[..<range.lowerBound] + Array("\(port)".utf8) + spliced(Array(bytes[range.upperBound...]), port: port)
  }

  /// Some bytes changed, left out, or said again.
  private static func mutated(_ bytes: [UInt8], using random: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 0...4, using: &random) where !bytes.isEmpty {
      let start = Int.random(in: 0..<bytes.count, using: &random)
      let range = start..<min(bytes.count, start + Int.random(in: 1...32, using: &random))
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bytes.removeSubrange(range)
      case 1: bytes.insert(contentsOf: bytes[range], at: Int.random(in: 0...bytes.count, using: &random))
      case 2: bytes.removeSubrange(start...)
      default: bytes[start] = UInt8.random(in: 0...255, using: &random)
      }
    }
    return bytes
  }
}
