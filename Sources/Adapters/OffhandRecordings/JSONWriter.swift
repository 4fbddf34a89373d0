/// Writes JSON text, the same on every machine: it depends on no locale, and keys are in the order in which they are written.
package struct JSONWriter: Sendable {
  /// The text so far.
  package private(set) var bytes: [UInt8] = []
  private var needsComma = false

  /// An empty writer.
  package init() {}

  /// One object as a line, with its end; `body` writes the fields.
  package static func line(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    writer.object(body)
    writer.endLine()
    return writer.bytes
  }

  /// Removes the text and keeps its memory.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
  }

  /// Writes an object whose fields `body` writes with `key` and values.
  package mutating func object(_ body: (inout JSONWriter) -> Void) {
    enclose("{", "}", body)
  }

  /// Writes an array whose elements `body` writes.
  package mutating func array(_ body: (inout JSONWriter) -> Void) {
    enclose("[", "]", body)
  }

  /// Writes the key of the next value.
  package mutating func key(_ name: String) {
    separate()
    quote(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a field with an object whose fields `body` writes.
  package mutating func object(_ name: String, _ body: (inout JSONWriter) -> Void) {
    key(name)
    object(body)
  }

  /// Writes a field with an array whose elements `body` writes.
  package mutating func array(_ name: String, _ body: (inout JSONWriter) -> Void) {
    key(name)
    array(body)
  }

  /// Writes a field with an array of strings.
  package mutating func array(_ name: String, _ texts: some Sequence<String>) {
    array(name) { writer in for text in texts { writer.value(text) } }
  }

  /// Writes a field with an array of numbers, each rounded to `digits` decimals.
  package mutating func array(_ name: String, _ numbers: [Double], roundedTo digits: Int) {
    key(name)
    array(numbers, roundedTo: digits)
  }

  /// Writes an array of numbers, each rounded to `digits` decimals.
  package mutating func array(_ numbers: [Double], roundedTo digits: Int) {
    array { writer in for number in numbers { writer.value(number, roundedTo: digits) } }
  }

  /// Writes a field, as the other fields below; nothing if its value is `nil`.
  package mutating func field(_ name: String, _ text: String?) { field(name, text.map(JSONValue.string)) }

  /// Writes a field with a whole number.
  package mutating func field(_ name: String, _ number: Int?) {
    guard let number else { return }
    key(name)
    value(number)
  }

  /// Writes a field with true or false.
  package mutating func field(_ name: String, _ bool: Bool?) { field(name, bool.map(JSONValue.bool)) }

  /// Writes a field with a number, all of it or rounded to `digits` decimals, and `null` if it is NaN or infinite.
  package mutating func field(_ name: String, _ number: Double?, roundedTo digits: Int? = nil) {
    guard let number else { return }
    key(name)
    if let digits { value(number, roundedTo: digits) } else { value(number) }
  }

  /// Writes a field with any value.
  package mutating func field(_ name: String, _ value: JSONValue?) {
    guard let value else { return }
    key(name)
    self.value(value)
  }

  /// Writes a string.
  package mutating func value(_ text: String) {
    separate()
    quote(text)
    needsComma = true
  }

  /// Writes a whole number.
  package mutating func value(_ number: Int) {
    literal(String(number))
  }

  /// Writes true or false.
  package mutating func value(_ bool: Bool) {
    literal(bool ? "true" : "false")
  }

  /// Writes the shortest number that reads back the same; `null` if it is NaN or infinite.
  package mutating func value(_ number: Double) {
    guard number.isFinite else { return null() }
    let isWhole = number.magnitude < 0x1p53 && number == number.rounded() && !(number == 0 && number.sign == .minus)
    literal(isWhole ? String(Int64(number)) : number.description)
  }

  /// Writes a number rounded to `digits` decimals, 0 to 9, without trailing zeros; `null` if it is NaN or infinite.
  package mutating func value(_ number: Double, roundedTo digits: Int) {
    if number.isFinite { literal(DecimalText.rounded(number, digits: digits, trimmed: true)) } else { null() }
  }

  /// Writes `text`, which must be JSON already: a number formatted elsewhere.
  package mutating func literal(_ text: String) {
    separate()
    bytes += text.utf8
    needsComma = true
  }

  /// Writes `null`.
  package mutating func null() {
    literal("null")
  }

  /// Writes any value, the fields of objects in the order of their names.
  package mutating func value(_ value: JSONValue) {
    switch value {
    case .null: null()
    case .bool(let bool): self.value(bool)
    case .number(let number): self.value(number)
    case .string(let text): self.value(text)
    case .array(let elements): array { writer in for element in elements { writer.value(element) } }
    case .object(let fields): self.value(fields)
    }
  }

  /// Writes an object, its fields in the order of their names.
  package mutating func value(_ fields: [String: JSONValue]) {
    object { writer in
      for (key, value) in fields.sorted(by: { $0.key < $1.key }) { writer.field(key, value) }
    }
  }

  /// Ends the line, so that the next value stands on its own.
  package mutating func endLine() {
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  private mutating func enclose(_ first: Unicode.Scalar, _ last: Unicode.Scalar, _ body: (inout JSONWriter) -> Void) {
    separate()
    bytes.append(UInt8(ascii: first))
    body(&self)
    bytes.append(UInt8(ascii: last))
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = false
  }

  private mutating func quote(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "\n"): bytes += "\\n".utf8
      case UInt8(ascii: "\r"): bytes += "\\r".utf8
      case UInt8(ascii: "\t"): bytes += "\\t".utf8
      // A string of TOML has no DEL, either.
      case 0..<0x20, 0x7F:
        let digits = String(byte, radix: 16)
        bytes += ("\\u00" + (digits.count < 2 ? "0" : "") + digits).utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

/// Decimal numbers as text, whatever the locale.
package enum DecimalText {
  /// `number` rounded to `digits` decimals, 0 to 9, halves away from zero; without trailing zeros if `trimmed`. Numbers too
  /// large for that are written as Swift writes them.
  package static func rounded(_ number: Double, digits: Int, trimmed: Bool) -> String {
    let digits = min(max(digits, 0), 9)
    var unit: Int64 = 1
    for _ in 0..<digits { unit *= 10 }
    let scaled = (number * Double(unit)).rounded()
    guard scaled.magnitude < 9e18 else { return number.description }
    let value = Int64(scaled)
    return text(value, unit: unit, digits: digits, trimmed: trimmed)
  }

  /// `nanoseconds` as seconds with exactly six decimals, rounded to the nearest microsecond.
  package static func seconds(nanoseconds: Int64) -> String {
    let half: Int64 = nanoseconds < 0 ? -500 : 500
    return text((nanoseconds / 1000) + (nanoseconds % 1000 + half) / 1000, unit: 1_000_000, digits: 6, trimmed: false)
  }

  /// `nanoseconds` as seconds, exact, without trailing zeros.
  static func exactSeconds(nanoseconds: Int64) -> String {
    text(nanoseconds, unit: 1_000_000_000, digits: 9, trimmed: true)
  }

  private static func text(_ value: Int64, unit: Int64, digits: Int, trimmed: Bool) -> String {
    let whole = value.magnitude / unit.magnitude
    var fraction = String(value.magnitude % unit.magnitude)
    fraction = String(repeating: "0", count: max(0, digits - fraction.count)) + fraction
    if digits == 0 { fraction = "" }
    if trimmed { while fraction.last == "0" { fraction.removeLast() } }
    let sign = value < 0 ? "-" : ""
    return fraction.isEmpty ? "\(sign)\(whole)" : "\(sign)\(whole).\(fraction)"
  }
}
