/// A request or an event: its name, libwayland's signature, and the interface of each argument that is an object.
struct MessageDescription: Sendable {
  var name: StaticString
  var signature: StaticString
  /// One entry a letter of the signature; empty where no argument is an object of a known interface.
  var types: [String?]

  init(_ name: StaticString, _ signature: StaticString, _ types: [String?] = []) {
    self.name = name
    self.signature = signature
    self.types = types
  }

  /// How many arguments libwayland counts: the letters, without the version, the marks of what may be null.
  var argumentCount: Int {
    signature.withUTF8Buffer { letters in
      letters.count { $0 != UInt8(ascii: "?") && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
  }
}
