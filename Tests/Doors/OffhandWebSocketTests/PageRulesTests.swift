import Testing

@testable import OffhandWebSocket

@Suite struct PageRulesTests {
  private let rules = PageRules(origins: ["http://localhost:8080", "null"], token: Array("0123456789abcdef".utf8))

  private func refusal(
    upgrade: String = "websocket", host: String = "127.0.0.1:7703", origin: String = "http://localhost:8080",
    token: String = "0123456789abcdef"
  ) -> PageRules.Refusal? {
    rules.refusal(upgrade: upgrade, host: host, origin: origin, token: token, port: 7703)
  }

  @Test(arguments: ["", "h2c", "websocket,h2c", "websocket "])
  func `a request for anything but a WebSocket is refused`(upgrade: String) {
    #expect(refusal(upgrade: upgrade) == .upgrade)
    #expect(refusal(upgrade: upgrade, token: "") == .upgrade)
  }

  @Test func `a page of an allowed origin with the token may connect`() {
    #expect(refusal() == nil)
    #expect(refusal(upgrade: "WebSocket", host: "LOCALHOST:7703", origin: "null") == nil)
  }

  @Test(arguments: ["example.org:7703", "127.0.0.1", "127.0.0.1:80", "127.0.0.1.example.org:7703", ""])
  func `a name that was led to this machine is refused`(host: String) { #expect(refusal(host: host) == .host) }

  @Test(arguments: ["http://localhost", "https://localhost:8080", "http://localhost:8080.example.org", ""])
  func `a foreign origin is refused`(origin: String) { #expect(refusal(origin: origin) == .origin) }

  @Test(arguments: ["", "0123456789abcde", "0123456789abcdeF", "0123456789abcdef0"])
  func `a missing or wrong token is refused`(token: String) { #expect(refusal(token: token) == .token) }

  @Test func `a token is long, and needs no escaping`() {
    #expect(PageRules.fault(inToken: Array("abcDEF-_01234567".utf8)) == nil)
    #expect(PageRules.fault(inToken: Array("abc".utf8)) != nil)
    #expect(PageRules.fault(inToken: Array("abcdefghijklmno+".utf8)) != nil)
  }

  @Test(arguments: [
    ("http://localhost:8080", true), ("https://kiosk.example", true), ("null", true), ("localhost", false),
    ("http://", false), ("http://localhost/", false), ("http://a b", false), ("*", false),
  ])
  func `an origin has a scheme and a host alone`(text: String, isOrigin: Bool) {
    #expect(PageRules.isOrigin(text) == isOrigin)
  }
}
