/// Reads one JSON text from front to back without building a tree.
///
/// The caller names the type it expects next (``object(_:)``, ``array(_:)``, ``string()``, ``number()`` …); ``skip()`` checks
/// and passes over a value, ``value()`` keeps it. Every fault names its column and the path of keys that leads to it, such as
/// `contacts[0].id`. Keys that occur twice in one object are refused, and so is nesting deeper than ``maximumDepth``.
///
///     let size = try JSONScanner.read(bytes) { (scanner) throws(JSONFault) in
///       var size = [Double]()
///       try scanner.object { (scanner, key) throws(JSONFault) in
///         switch key {
///         case "size": size = try scanner.numbers()
///         default: try scanner.skip()
///         }
///       }
///       return size
///     }
///
/// A line of a recording may be tens of megabytes long; a tree of boxed values would take twenty times that. Foundation's
/// decoder builds such a tree, and names the keys that lead to a faulty value but not its column.
package struct JSONScanner {
  /// The deepest nesting of objects and arrays that is read, so that a hostile text cannot exhaust the stack.
  package static let maximumDepth = 64

  /// An object or array that is being read.
  private struct Container {
    /// The index in `keys` of its first key; an array has none.
    var firstKey: Int
    /// The index of the current element; `nil` for an object.
    var element: Int?
    /// The keys of an object with many of them, where comparing each with each would take quadratic time.
    var manyKeys: Set<String>?
  }

  /// With more keys than this, an object's keys are kept in a set.
  private static let fewKeys = 16

  private let bytes: [UInt8]
  private var position = 0
  private var containers: [Container] = []
  /// The keys read so far of all objects that are open, the outermost object first.
  private var keys: [String] = []

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads the only value in `bytes` by `body`. Throws the first fault; a text that is not JSON is reported as such, even if
  /// `body` found another fault before.
  package static func read<Result>(
    _ bytes: [UInt8], _ body: (inout JSONScanner) throws(JSONFault) -> Result
  ) throws(JSONFault) -> Result {
    var scanner = JSONScanner(bytes)
    do {
      let result = try body(&scanner)
      try scanner.end()
      return result
    } catch {
      if error.kind != .syntax {
        scanner = JSONScanner(bytes)
        try scanner.skip()
        try scanner.end()
      }
      throw error
    }
  }

  // MARK: Faults

  /// A value that is well-formed JSON and cannot be true, at the current position.
  package func fault(_ reason: String) -> JSONFault { fault(.value, reason) }

  /// A required field `key` that the object at the current position does not have.
  package func missing(_ key: String) -> JSONFault {
    let place = path
    return JSONFault(
      kind: .missing, path: place.isEmpty ? key : "\(place).\(key)", column: position + 1,
      reason: "\"\(key)\" is missing")
  }

  /// The value at the current position is of a field that nothing reads.
  package var unknown: JSONFault { fault(.value, "is not a known field") }

  private func fault(_ kind: JSONFault.Kind, _ reason: String) -> JSONFault {
    JSONFault(kind: kind, path: path, column: position + 1, reason: reason)
  }

  /// A value of another type than `expected`, or no value at all.
  package func mismatch(_ expected: String) -> JSONFault {
    switch kind {
    case nil: fault(.syntax, "expected \(expected)")
    case .null?: fault(.null, "expected \(expected)")
    default: fault(.type, "expected \(expected)")
    }
  }

  /// The keys and indices that lead to the current position, such as `contacts[0].id`; empty at the outermost value.
  private var path: String {
    var path = ""
    for (depth, container) in containers.enumerated() {
      if let element = container.element {
        path += "[\(element)]"
      } else {
        let end = depth + 1 < containers.count ? containers[depth + 1].firstKey : keys.count
        if end > container.firstKey { path += (path.isEmpty ? "" : ".") + keys[end - 1] }
      }
    }
    return path
  }

  // MARK: Values

  /// The types of JSON values.
  package enum Kind { case null, bool, number, string, array, object }

  /// The type of the value that comes next, by its first character; `nil` if no value can begin so.
  package var kind: Kind? {
    var index = position
    while index < bytes.count, JSONScanner.isSpace(bytes[index]) { index += 1 }
    guard index < bytes.count else { return nil }
    switch bytes[index] {
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "t"): return bytes[index...].starts(with: "true".utf8) ? .bool : nil
    case UInt8(ascii: "f"): return bytes[index...].starts(with: "false".utf8) ? .bool : nil
    case UInt8(ascii: "n"): return bytes[index...].starts(with: "null".utf8) ? .null : nil
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
    default: return nil
    }
  }

  /// Reads an object; `field` reads or skips the value of each key.
  package mutating func object(
    _ field: (inout JSONScanner, String) throws(JSONFault) -> Void
  ) throws(JSONFault) {
    try open("{", Container(firstKey: keys.count), "an object")
    if take("}") { return close() }
    repeat {
      skipSpace()
      guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
        throw fault(.syntax, "expected a text in quotes")
      }
      let key = try string()
      try expect(":")
      let isNew = isNewKey(key)
      keys.append(key)
      guard isNew else { throw fault(.syntax, "\"\(key)\" occurs twice in one object") }
      try field(&self, key)
    } while take(",")
    try expect("}")
    close()
  }

  /// Reads an array; `element` reads or skips each value.
  package mutating func array(_ element: (inout JSONScanner) throws(JSONFault) -> Void) throws(JSONFault) {
    try open("[", Container(firstKey: keys.count, element: 0), "an array")
    if take("]") { return close() }
    let depth = containers.count - 1
    repeat {
      try element(&self)
      containers[depth].element! += 1
    } while take(",")
    try expect("]")
    close()
  }

  /// Reads an array whose elements `read` reads.
  package mutating func elements<Element>(
    _ read: (inout JSONScanner) throws(JSONFault) -> Element
  ) throws(JSONFault) -> [Element] {
    var elements: [Element] = []
    try array { (scanner) throws(JSONFault) in elements.append(try read(&scanner)) }
    return elements
  }

  /// Reads an array of finite numbers.
  package mutating func numbers() throws(JSONFault) -> [Double] {
    try elements { (scanner) throws(JSONFault) in try scanner.number() }
  }

  /// Reads an array of strings.
  package mutating func strings() throws(JSONFault) -> [String] {
    try elements { (scanner) throws(JSONFault) in try scanner.string() }
  }

  /// Reads `null` if it comes next; returns whether it did.
  package mutating func null() -> Bool { literal("null") }

  /// Reads `true` or `false`.
  package mutating func bool() throws(JSONFault) -> Bool {
    if literal("true") { return true }
    if literal("false") { return false }
    throw mismatch("true or false")
  }

  /// Reads a finite number.
  package mutating func number() throws(JSONFault) -> Double { try decimal().double }

  /// Reads a number in single precision; `nil` if it is too large for that, since an infinite one could not be written again.
  package mutating func float() throws(JSONFault) -> Float? {
    let number = Float(try number())
    return number.isFinite ? number : nil
  }

  /// Reads seconds to the nanosecond, which a `Double` does not hold from 48 days on.
  package mutating func seconds() throws(JSONFault) -> (double: Double, nanoseconds: Int64?) {
    let start = position
    let value = try decimal()
    // What is written without an exponent is its digits, with zeros instead of the point's missing ones.
    let text = bytes[start..<position].drop(while: JSONScanner.isSpace)
    let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let fraction = parts.count > 1 ? Array(parts[1]) : []
    guard fraction.count <= 9 else { return (value.double, nil) }
    let digits = parts[0] + fraction + [UInt8](repeating: UInt8(ascii: "0"), count: 9 - fraction.count)
    return (value.double, Int64(String(decoding: digits, as: UTF8.self)))
  }

  /// Reads a whole number of 64 bits, exactly.
  package mutating func integer() throws(JSONFault) -> Int {
    let start = position
    let value = try decimal()
    if let exact = value.exact { return exact }
    guard let integer = Int(exactly: value.double) else {
      position = start
      throw fault("must be a whole number of 64 bits")
    }
    return integer
  }

  /// Reads a string.
  package mutating func string() throws(JSONFault) -> String {
    skipSpace()
    guard step(over: "\"") else { throw mismatch("a text in quotes") }
    let start = position
    while position < bytes.count, bytes[position] != UInt8(ascii: "\""), bytes[position] != UInt8(ascii: "\\") {
      if bytes[position] < 0x20 { throw fault(.syntax, "a text contains a control character") }
      position += 1
    }
    guard position < bytes.count else { throw fault(.syntax, "the text has no end") }
    if step(over: "\"") { return try text(bytes[start..<position - 1]) }
    var unescaped = Array(bytes[start..<position])
    while position < bytes.count {
      let byte = bytes[position]
      if byte < 0x20 { throw fault(.syntax, "a text contains a control character") }
      position += 1
      if byte == UInt8(ascii: "\"") { return try text(unescaped[...]) }
      if byte == UInt8(ascii: "\\") { try escape(into: &unescaped) } else { unescaped.append(byte) }
    }
    throw fault(.syntax, "the text has no end")
  }

  private func text(_ bytes: ArraySlice<UInt8>) throws(JSONFault) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw fault(.syntax, "the text is not UTF-8") }
    return text
  }

  /// Reads any value and keeps it.
  package mutating func value() throws(JSONFault) -> JSONValue {
    switch kind {
    case .object:
      var fields: [String: JSONValue] = [:]
      try object { (scanner, key) throws(JSONFault) in fields[key] = try scanner.value() }
      return .object(fields)
    case .array: return .array(try elements { (scanner) throws(JSONFault) in try scanner.value() })
    case .string: return .string(try string())
    case .bool: return .bool(try bool())
    case .null:
      _ = null()
      return .null
    case .number: return .number(try number())
    case nil: throw noValue()
    }
  }

  /// Checks any value and discards it.
  package mutating func skip() throws(JSONFault) {
    switch kind {
    case .object: try object { (scanner, _) throws(JSONFault) in try scanner.skip() }
    case .array: try array { (scanner) throws(JSONFault) in try scanner.skip() }
    case .string: _ = try string()
    case .bool: _ = try bool()
    case .null: _ = null()
    case .number: _ = try number()
    case nil: throw noValue()
    }
  }

  /// Throws unless only white space follows.
  package mutating func end() throws(JSONFault) {
    skipSpace()
    guard position == bytes.count else { throw fault(.syntax, "something follows the end of the value") }
  }

  // MARK: Parts

  /// Reads a number; `exact` is its value if it is written as an integer that 64 bits hold.
  private mutating func decimal() throws(JSONFault) -> (double: Double, exact: Int?) {
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
    guard digits > 0 else { throw isNegative ? fault(.syntax, "expected a number") : mismatch("a number") }
    if bytes[firstDigit] == UInt8(ascii: "0") && digits > 1 {
      throw fault(.syntax, "a number may not begin with 0")
    }
    if step(over: ".") {
      let whole = digits
      while let digit = digit() {
        if digits < 18 { mantissa = mantissa &* 10 &+ digit }
        digits += 1
        scale += 1
      }
      guard digits > whole else { throw fault(.syntax, "expected a digit after the point") }
    }
    if step(over: "e") || step(over: "E") {
      isPlain = false
      if !step(over: "+") { _ = step(over: "-") }
      guard digit() != nil else { throw fault(.syntax, "expected a digit in the exponent") }
      while digit() != nil {}
    }
    // Both the mantissa and the power of ten are exact below these bounds, so one division rounds correctly.
    if isPlain && digits <= 15 && scale <= 22 {
      let value = Double(mantissa) / JSONScanner.powersOfTen[scale]
      let exact = scale == 0 ? Int(mantissa) : nil
      return (isNegative ? -value : value, isNegative ? exact.map { -$0 } : exact)
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let value = Double(text), value.isFinite else { throw fault(.syntax, "the number is too large") }
    return (value, isPlain && scale == 0 ? Int(text) : nil)
  }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]

  private mutating func noValue() -> JSONFault {
    skipSpace()
    return fault(.syntax, "expected a value")
  }

  private mutating func open(
    _ bracket: Unicode.Scalar, _ container: Container, _ what: String
  ) throws(JSONFault) {
    guard take(bracket) else { throw mismatch(what) }
    guard containers.count < JSONScanner.maximumDepth else {
      throw fault(.syntax, "values nest deeper than \(JSONScanner.maximumDepth)")
    }
    containers.append(container)
  }

  private mutating func close() {
    if let container = containers.popLast() { keys.removeLast(keys.count - container.firstKey) }
  }

  /// Whether the innermost object has no key `key` yet.
  private mutating func isNewKey(_ key: String) -> Bool {
    let depth = containers.count - 1
    let first = containers[depth].firstKey
    guard keys.count - first >= JSONScanner.fewKeys else { return !keys[first...].contains(key) }
    if containers[depth].manyKeys == nil { containers[depth].manyKeys = Set(keys[first...]) }
    return containers[depth].manyKeys!.insert(key).inserted
  }

  private mutating func expect(_ character: Unicode.Scalar) throws(JSONFault) {
    guard take(character) else {
      throw fault(
        .syntax,
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

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
  }

  private mutating func skipSpace() {
    while position < bytes.count, JSONScanner.isSpace(bytes[position]) { position += 1 }
  }

  private mutating func escape(into text: inout [UInt8]) throws(JSONFault) {
    guard position < bytes.count else { throw fault(.syntax, "the text has no end") }
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
    default: throw fault(.syntax, "unknown escape in a text")
    }
  }

  private mutating func unicodeEscape() throws(JSONFault) -> Unicode.Scalar {
    let first = try hexadecimal()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, step(over: "\\"), step(over: "u") else { throw fault(.syntax, "half a surrogate pair") }
    let second = try hexadecimal()
    guard (0xDC00..<0xE000).contains(second) else { throw fault(.syntax, "half a surrogate pair") }
    return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
  }

  private mutating func hexadecimal() throws(JSONFault) -> UInt32 {
    guard bytes.count - position >= 4 else { throw fault(.syntax, "expected four hexadecimal digits") }
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(bytes[position])).hexDigitValue else {
        throw fault(.syntax, "expected four hexadecimal digits")
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }
}

/// The reason why a text is not the expected JSON.
package struct JSONFault: Error, Hashable {
  /// The kind of fault in a text or a value.
  package enum Kind: Sendable {
    /// The text is not JSON, has a key twice in one object, or nests too deep.
    case syntax
    /// The value has another type than expected.
    case type
    /// The value is `null` and may not be.
    case null
    /// A required field is missing.
    case missing
    /// The value has the right type and cannot be true.
    case value
  }

  /// The kind of fault.
  package var kind: Kind
  /// The keys and indices that lead to the value, such as `contacts[0].id`; empty for the outermost value.
  package var path: String
  /// The byte at which the fault was noticed, counted from 1.
  package var column: Int
  /// The reason.
  package var reason: String
}

/// Any JSON value: for the parts of a recording whose words are the recorder's own.
package enum JSONValue: Sendable, Hashable {
  /// `null`.
  case null
  /// True or false.
  case bool(Bool)
  /// A finite number.
  case number(Double)
  /// A string.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object.
  case object([String: JSONValue])

  /// The string; `nil` if the value is not a string.
  package var string: String? { if case .string(let text) = self { text } else { nil } }

  /// The number; `nil` if the value is not a number.
  package var number: Double? { if case .number(let number) = self { number } else { nil } }

  /// The number as an integer; `nil` if the value is not a number or not whole.
  package var integer: Int? { number.flatMap(Int.init(exactly:)) }

  /// The boolean; `nil` if the value is not a boolean.
  package var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }

  /// The fields; `nil` if the value is not an object.
  package var object: [String: JSONValue]? { if case .object(let fields) = self { fields } else { nil } }
}
