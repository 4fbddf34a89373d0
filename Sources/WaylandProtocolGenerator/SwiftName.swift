/// Turns the protocol's names into Swift's.
enum SwiftName {
  private static let keywords: Set = [
    "case", "class", "default", "enum", "extension", "for", "func", "if", "import", "in", "init", "internal", "is",
    "let",
    "operator", "private", "protocol", "public", "repeat", "return", "self", "static", "struct", "switch", "var",
    "where",
    "while",
  ]

  /// `wl_surface` → `WlSurface`.
  static func type(_ name: String) -> String {
    name.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// `set_buffer_scale` → `setBufferScale`; a keyword is put in backticks.
  static func member(_ name: String) -> String {
    let words = name.split(separator: "_")
    let joined = words.enumerated().map { index, word in
      index == 0 ? word.lowercased() : word.prefix(1).uppercased() + word.dropFirst()
    }.joined()
    return keywords.contains(joined) ? "`\(joined)`" : joined
  }

  /// The same for an entry of `enumeration`, where a name may be a number: `90` of `transform` → `transform90`.
  static func entry(_ name: String, of enumeration: String) -> String {
    name.first?.isNumber == true ? member(enumeration) + name : member(name)
  }

  /// The type that an `enum` attribute names, seen from inside any interface.
  static func enumeration(_ name: String) -> String {
    name.split(separator: ".").map { type(String($0)) }.joined(separator: ".")
  }

  /// A sentence out of a summary.
  static func sentence(_ summary: String) -> String {
    let words = summary.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard let first = words.first else { return "" }
    let text = first.uppercased() + words.dropFirst()
    return text.hasSuffix(".") ? text : text + "."
  }
}
