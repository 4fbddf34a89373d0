/// Any JSON value: for the parts of a recording whose words are the recorder's own.
public enum JSONValue: Sendable, Hashable {
  /// Nothing.
  case null
  /// True or false.
  case bool(Bool)
  /// A finite number.
  case number(Double)
  /// A text.
  case string(String)
  /// A list.
  case array([JSONValue])
  /// Named values.
  case object([String: JSONValue])

  /// The text, if this is one.
  public var string: String? { if case .string(let text) = self { text } else { nil } }

  /// The number, if this is one.
  public var number: Double? { if case .number(let number) = self { number } else { nil } }

  /// The number as an integer, if this is one and it is whole.
  public var integer: Int? { number.flatMap(Int.init(exactly:)) }

  /// The truth value, if this is one.
  public var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }

  /// The named values, if there are any.
  public var object: [String: JSONValue]? { if case .object(let fields) = self { fields } else { nil } }
}

extension JSONValue {
  /// What keeps `bytes` from being one JSON value, with the column of the byte at which that shows; `nil` where nothing does.
  public static func fault(in bytes: [UInt8]) -> String? {
    var scanner = JSONScanner(bytes)
    do {
      _ = try scanner.value()
      try scanner.end()
      return nil
    } catch {
      return "column \(error.column): \(error.reason)"
    }
  }
}
