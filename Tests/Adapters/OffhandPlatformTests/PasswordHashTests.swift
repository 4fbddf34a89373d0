import Testing

@testable import OffhandPlatform

struct PasswordHashTests {
  @Test func `a secret has another hash each time, which only it matches`() throws {
    let (one, other) = (try #require(PasswordHash.make("4711")), try #require(PasswordHash.make("4711")))
    #expect(one != other && one.hasPrefix("$") && !one.contains("4711"))
    #expect(PasswordHash.matches("4711", one) && PasswordHash.matches("4711", other))
    for wrong in ["4712", "471", "47110", ""] { #expect(!PasswordHash.matches(wrong, one)) }
  }

  @Test(arguments: ["", "$", "$y$", "*0", "x", "$6$a$\u{7F}"]) func `what is no hash matches nothing`(text: String) {
    #expect(!PasswordHash.matches("4711", text) && !PasswordHash.matches(text, text))
  }
}
