/// Reads one JSON text from front to back, handing its parts to whoever asks, without building a tree.
///
/// A line of a recording may be tens of megabytes long; a tree of boxed values would take twenty times that. What stands in
/// memory here is the line and what the reader makes of it. That is also why it is not Foundation's decoder, which builds such a
/// tree, and which tells of a value that is not as expected the names of the keys that lead to it, but not where on the line it
/// stands: in a recording of ten thousand frames whoever wrote one by hand, or by a program, wants the column.
struct JSONScanner {
  /// How deep values may nest, so that a hostile text cannot exhaust the stack.
  static let maximumDepth = 64

  private let bytes: [UInt8]
  private(set) var position = 0
  private var depth = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// A fault at the place where the scanner stands.
  func fault(_ reason: String) -> JSONFault { JSONFault(column: position + 1, reason: reason) }

  /// Reads an object; `field` reads the value of each key.
  mutating func object(_ field: (inout JSONScanner, String) throws(JSONFault) -> Void) throws(JSONFault) {
    try open("{", "an object")
    if take("}") { return close() }
    repeat {
      let key = try string()
      try expect(":")
      try field(&self, key)
    } while take(",")
    try expect("}")
    close()
  }

  /// Reads an array; `element` reads each value.
  mutating func array(_ element: (inout JSONScanner) throws(JSONFault) -> Void) throws(JSONFault) {
    try open("[", "an array")
    if take("]") { return close() }
    repeat { try element(&self) } while take(",")
    try expect("]")
    close()
  }

  /// Reads `null` if it stands here.
  mutating func null() -> Bool { literal("null") }

  /// Reads `true` or `false`.
  mutating func bool() throws(JSONFault) -> Bool {
    if literal("true") { return true }
    if literal("false") { return false }
    throw fault("expected true or false")
  }

  /// Reads a finite number.
  mutating func number() throws(JSONFault) -> Double {
    skipSpace()
    let start = position
    var mantissa: UInt64 = 0
    var digits = 0
    var scale = 0
    var isPlain = true
    let isNegative = step(over: "-")
    let firstDigit = position
    while let digit = digit() {
      if digits < 18 { mantissa = mantissa &* 10 &+ digit }
      digits += 1
    }
    guard digits > 0 else { throw fault("expected a number") }
    if bytes[firstDigit] == UInt8(ascii: "0") && digits > 1 { throw fault("a number may not begin with 0") }
    if step(over: ".") {
      let whole = digits
      while let digit = digit() {
        if digits < 18 { mantissa = mantissa &* 10 &+ digit }
        digits += 1
        scale += 1
      }
      guard digits > whole else { throw fault("expected a digit after the point") }
    }
    if step(over: "e") || step(over: "E") {
      isPlain = false
      if !step(over: "+") { _ = step(over: "-") }
      guard digit() != nil else { throw fault("expected a digit in the exponent") }
      while digit() != nil {}
    }
    // Both the mantissa and the power of ten are exact below these bounds, so one division rounds correctly.
    if isPlain && digits <= 15 && scale <= 22 {
      let value = Double(mantissa) / JSONScanner.powersOfTen[scale]
      return isNegative ? -value : value
    }
    guard let value = Double(String(decoding: bytes[start..<position], as: UTF8.self)), value.isFinite else {
      throw fault("the number is too large")
    }
    return value
  }

  /// Reads a whole number that 53 bits hold.
  mutating func integer() throws(JSONFault) -> Int {
    let value = try number()
    guard let integer = Int(exactly: value), abs(integer) <= 1 << 53 else { throw fault("expected a whole number") }
    return integer
  }

  /// Reads a text.
  mutating func string() throws(JSONFault) -> String {
    skipSpace()
    guard step(over: "\"") else { throw fault("expected a text in quotes") }
    let start = position
    while position < bytes.count, bytes[position] != UInt8(ascii: "\""), bytes[position] != UInt8(ascii: "\\") {
      if bytes[position] < 0x20 { throw fault("a control character stands in a text") }
      position += 1
    }
    guard position < bytes.count else { throw fault("the text has no end") }
    if step(over: "\"") { return String(decoding: bytes[start..<position - 1], as: UTF8.self) }
    var text = Array(bytes[start..<position])
    while position < bytes.count {
      let byte = bytes[position]
      if byte < 0x20 { throw fault("a control character stands in a text") }
      position += 1
      if byte == UInt8(ascii: "\"") { return String(decoding: text, as: UTF8.self) }
      if byte == UInt8(ascii: "\\") { try escape(into: &text) } else { text.append(byte) }
    }
    throw fault("the text has no end")
  }

  /// Reads any value.
  mutating func value() throws(JSONFault) -> JSONValue {
    skipSpace()
    guard position < bytes.count else { throw fault("expected a value") }
    switch bytes[position] {
    case UInt8(ascii: "{"):
      var fields: [String: JSONValue] = [:]
      try object { (scanner, key) throws(JSONFault) in
        guard fields[key] == nil else { throw scanner.fault("\"\(key)\" stands twice in one object") }
        fields[key] = try scanner.value()
      }
      return .object(fields)
    case UInt8(ascii: "["):
      var elements: [JSONValue] = []
      try array { (scanner) throws(JSONFault) in elements.append(try scanner.value()) }
      return .array(elements)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool(try bool())
    case UInt8(ascii: "n"):
      guard null() else { throw fault("expected a value") }
      return .null
    default: return .number(try number())
    }
  }

  /// Says that nothing may follow.
  mutating func end() throws(JSONFault) {
    skipSpace()
    guard position == bytes.count else { throw fault("something follows the end of the value") }
  }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]

  private mutating func open(_ bracket: Unicode.Scalar, _ what: String) throws(JSONFault) {
    guard take(bracket) else { throw fault("expected \(what)") }
    depth += 1
    guard depth <= JSONScanner.maximumDepth else { throw fault("values nest deeper than \(JSONScanner.maximumDepth)") }
  }

  private mutating func close() { depth -= 1 }

  private mutating func expect(_ character: Unicode.Scalar) throws(JSONFault) {
    guard take(character) else {
      throw fault(
        position < bytes.count ? "expected '\(character)'" : "the line ends where '\(character)' was expected")
    }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    return step(over: character)
  }

  private mutating func step(over character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func digit() -> UInt64? {
    guard position < bytes.count else { return nil }
    let value = bytes[position] &- UInt8(ascii: "0")
    guard value < 10 else { return nil }
    position += 1
    return UInt64(value)
  }

  private mutating func literal(_ word: StaticString) -> Bool {
    skipSpace()
    let length = word.utf8CodeUnitCount
    guard bytes.count - position >= length else { return false }
    let isHere = word.withUTF8Buffer { $0.elementsEqual(bytes[position..<position + length]) }
    if isHere { position += length }
    return isHere
  }

  private mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"): position += 1
      default: return
      }
    }
  }

  private mutating func escape(into text: inout [UInt8]) throws(JSONFault) {
    guard position < bytes.count else { throw fault("the text has no end") }
    let code = bytes[position]
    position += 1
    switch code {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(code)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): text += Array(Character(try unicodeEscape()).utf8)
    default: throw fault("unknown escape in a text")
    }
  }

  private mutating func unicodeEscape() throws(JSONFault) -> Unicode.Scalar {
    let first = try hexadecimal()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, step(over: "\\"), step(over: "u") else { throw fault("half a surrogate pair") }
    let second = try hexadecimal()
    guard (0xDC00..<0xE000).contains(second) else { throw fault("half a surrogate pair") }
    return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
  }

  private mutating func hexadecimal() throws(JSONFault) -> UInt32 {
    guard bytes.count - position >= 4 else { throw fault("expected four hexadecimal digits") }
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(bytes[position])).hexDigitValue else {
        throw fault("expected four hexadecimal digits")
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }
}

/// Why a text is not the JSON that was expected.
struct JSONFault: Error, Hashable {
  /// The byte at which it was noticed, counted from 1.
  var column: Int
  /// What was expected.
  var reason: String
}
