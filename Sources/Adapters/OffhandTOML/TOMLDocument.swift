import CTOML

/// A value of a TOML document, and its position.
package struct TOMLValue: Sendable {
  /// The content.
  package enum Content: Sendable {
    case string(String)
    case integer(Int64)
    case number(Double)
    case boolean(Bool)
    /// A date or a time.
    case time
    case array([TOMLValue])
    /// The entries in the order in which they are written.
    case table([TOMLEntry])
  }

  package var content: Content
  /// The position of its first character.
  package var position: TOMLPosition

  package init(_ content: Content, at position: TOMLPosition) { (self.content, self.position) = (content, position) }
}

/// A key of a table with its value.
package struct TOMLEntry: Sendable {
  package var key: String
  /// The position of the key.
  package var position: TOMLPosition
  package var value: TOMLValue

  package init(_ key: String, at position: TOMLPosition, _ value: TOMLValue) {
    (self.key, self.position, self.value) = (key, position, value)
  }
}

/// A position in a document.
package struct TOMLPosition: Sendable, Hashable, Comparable {
  /// The line, counted from 1.
  package var line: Int
  /// The character in the line, counted from 1.
  package var column: Int

  package init(line: Int, column: Int) { (self.line, self.column) = (line, column) }

  /// Whether `a` comes before `b`.
  package static func < (a: TOMLPosition, b: TOMLPosition) -> Bool { (a.line, a.column) < (b.line, b.column) }
}

/// A fault in a document, or in the values that it holds.
package struct TOMLFault: Error, Sendable, Hashable, CustomStringConvertible {
  package var position: TOMLPosition
  package var reason: String

  package init(_ position: TOMLPosition, _ reason: String) { (self.position, self.reason) = (position, reason) }

  /// `LINE:COLUMN: REASON`.
  package var description: String { "\(position.line):\(position.column): \(reason)" }
}

/// TOML 1.0, read by toml++: the parsers for C keep no position of a value, and faults of its type could not be located.
package enum TOMLDocument {
  /// The longest line in bytes. toml++ bounds the nesting of values, but not of `[a.b.c…]`, whose tables it releases recursively.
  package static let longestLine = 4096

  /// Reads the document in `bytes`, which is a table. Throws its first fault.
  package static func read(_ bytes: [UInt8]) throws(TOMLFault) -> TOMLValue {
    try checkLines(bytes)
    let reading = Reading()
    var fault = offhand_toml_fault()
    let code = bytes.withUnsafeBytes { buffer in
      offhand_toml_parse(
        buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count,
        { context, node in
          guard let context, let node else { return }
          // The object outlives the call that passes it.
          Unmanaged<Reading>.fromOpaque(context).takeUnretainedValue().add(node.pointee)
        }, Unmanaged.passUnretained(reading).toOpaque(), &fault)
    }
    guard code == 0, let document = reading.document else {
      let reason = withUnsafeBytes(of: fault.reason) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      throw TOMLFault(
        TOMLPosition(line: max(1, Int(fault.line)), column: max(1, Int(fault.column))), TOMLDocument.plain(reason))
    }
    return document
  }

  /// toml++ begins with the rule of its grammar that failed, which helps only its authors, and ends with the character that it met.
  private static func plain(_ reason: String) -> String {
    let prefix = "Error while parsing "
    let colon = reason.hasPrefix(prefix) ? reason.firstIndex(of: ":") : nil
    let rest = colon.map { reason[reason.index(after: $0)...].drop { $0 == " " } } ?? reason[...]
    switch rest.lowercased() {
    case "encountered end-of-file": return "the file ends here, before what began is closed, such as [ or \""
    case "encountered invalid utf-8 sequence": return "this is not text in UTF-8"
    case "could not determine value type": return "text stands in quotes: \"…\""
    case let rest where rest.hasPrefix("unescaped control characters"):
      return "a text of this line has no closing quote"
    default: return String(rest).replacing(", saw '\\n'", with: " before the end of the line")
    }
  }

  private static func checkLines(_ bytes: [UInt8]) throws(TOMLFault) {
    var line = 1
    var start = 0
    for index in bytes.indices {
      if bytes[index] == UInt8(ascii: "\n") {
        line += 1
        start = index + 1
      } else if index - start >= longestLine {
        throw TOMLFault(TOMLPosition(line: line, column: 1), "the line is longer than \(longestLine) bytes")
      }
    }
  }
}

/// Builds the tree from the nodes that the parser reports.
private final class Reading {
  private(set) var document: TOMLValue?
  private var open: [Container] = []

  /// A table or array that is being read.
  private struct Container {
    var key: (text: String, position: TOMLPosition)?
    var position: TOMLPosition
    var isTable: Bool
    var entries: [TOMLEntry] = []
    var elements: [TOMLValue] = []
  }

  func add(_ node: offhand_toml_node) {
    let position = TOMLPosition(line: Int(node.line), column: Int(node.column))
    let key = node.key.map { key in
      (
        text: Reading.text(key, node.key_length),
        position: TOMLPosition(line: Int(node.key_line), column: Int(node.key_column))
      )
    }
    switch node.kind {
    case OFFHAND_TOML_TABLE, OFFHAND_TOML_ARRAY:
      open.append(Container(key: key, position: position, isTable: node.kind == OFFHAND_TOML_TABLE))
    case OFFHAND_TOML_END:
      guard let container = open.popLast() else { return }
      add(
        TOMLValue(
          container.isTable ? .table(container.entries) : .array(container.elements), at: container.position),
        named: container.key)
    case OFFHAND_TOML_STRING: add(.string(Reading.text(node.text, node.text_length)), at: position, named: key)
    case OFFHAND_TOML_INTEGER: add(.integer(node.integer), at: position, named: key)
    case OFFHAND_TOML_FLOAT: add(.number(node.number), at: position, named: key)
    case OFFHAND_TOML_BOOLEAN: add(.boolean(node.integer != 0), at: position, named: key)
    default: add(.time, at: position, named: key)
    }
  }

  private func add(
    _ content: TOMLValue.Content, at position: TOMLPosition, named key: (text: String, position: TOMLPosition)?
  ) {
    add(TOMLValue(content, at: position), named: key)
  }

  private func add(_ value: TOMLValue, named key: (text: String, position: TOMLPosition)?) {
    guard !open.isEmpty else { return document = value }
    if let key {
      open[open.count - 1].entries.append(TOMLEntry(key.text, at: key.position, value))
    } else {
      open[open.count - 1].elements.append(value)
    }
  }

  private static func text(_ start: UnsafePointer<CChar>?, _ length: Int) -> String {
    String(decoding: UnsafeRawBufferPointer(start: start, count: length), as: UTF8.self)
  }
}
