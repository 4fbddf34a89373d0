/// Which pages may connect.
///
/// Any page that the browser shows can try to: a web server's answer to a name may be this machine (DNS rebinding), which the host shows;
/// a foreign page in a frame is shown by its origin; other programs of this machine can claim any origin, and do not know the token.
struct PageRules {
  /// Why a page may not connect.
  enum Refusal: String {
    case upgrade = "the request is for no WebSocket"
    case host = "the host is not this machine"
    case origin = "the origin is not one of '--origin'"
    case token = "the token is missing or wrong"
  }

  /// The origins that are allowed, as a browser sends them: "http://localhost:8080", or "null" of a page that is a file, and of
  /// every frame in a sandbox, whatever page that is in.
  var origins: Set<String>
  /// The token that pages have to give.
  var token: [UInt8]

  /// Why the page of a request to `port` may not connect; `nil` if it may.
  func refusal(upgrade: String, host: String, origin: String, token: String, port: Int) -> Refusal? {
    guard upgrade.lowercased() == "websocket" else { return .upgrade }
    guard ["127.0.0.1", "localhost"].contains(where: { host.lowercased() == "\($0):\(port)" }) else { return .host }
    guard origins.contains(origin) else { return .origin }
    return isToken(Array(token.utf8)) ? nil : .token
  }

  /// Compares all bytes, so that the time tells nothing of the first one that differs.
  private func isToken(_ other: [UInt8]) -> Bool {
    guard other.count == token.count else { return false }
    return zip(token, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

extension PageRules {
  /// The shortest token: 16 characters of base64 are 96 bits.
  private static let shortestToken = 16

  /// What is wrong with the content of a file that should hold a token; `nil` if nothing is.
  static func fault(inToken token: [UInt8]) -> String? {
    guard (shortestToken...200).contains(token.count) else { return "a token has 16 to 200 characters" }
    let isPlain = token.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    return isPlain ? nil : "a token has letters, digits, '-' and '_' alone, which need no escaping in an address"
  }

  /// Whether `text` is an origin as a browser sends it: a scheme, a host and perhaps a port, and nothing after them.
  static func isOrigin(_ text: String) -> Bool {
    if text == "null" { return true }
    guard let scheme = ["http://", "https://"].first(where: text.hasPrefix) else { return false }
    let host = text.dropFirst(scheme.count)
    return !host.isEmpty && host.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } && !host.contains { "/?#@*".contains($0) }
  }
}
