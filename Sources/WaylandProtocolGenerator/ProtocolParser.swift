/// Reads the XML in which Wayland protocols are written.
struct ProtocolParser {
  /// What is wrong with an XML file, with the file and the line.
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// A fault at the present line of the file.
  fileprivate struct Fault: Error {
    var reason: String
  }

  private var reader: XMLReader
  private var model: ProtocolModel
  /// The elements around the present one; a description belongs to the innermost.
  private var open: [String] = []

  /// The protocol in `bytes`, which were read from `file`.
  static func parse(_ bytes: [UInt8], file: String) throws(Failure) -> ProtocolModel {
    var parser = ProtocolParser(reader: XMLReader(bytes), model: ProtocolModel(name: "", file: file))
    do {
      try parser.parse()
      return parser.model
    } catch {
      throw Failure(description: "\(file):\(parser.reader.line): \(error.reason)")
    }
  }

  private mutating func parse() throws(Fault) {
    while let tag = try reader.next() {
      switch tag {
      case .start(let element, let attributes):
        try begin(element, attributes)
        open.append(element)
      case .end(let element):
        guard open.popLast() == element else { throw Fault(reason: "</\(element)> closes nothing") }
      }
    }
    if let element = open.last { throw Fault(reason: "<\(element)> is not closed") }
    if model.name.isEmpty { throw Fault(reason: "not a protocol") }
  }

  private mutating func begin(_ element: String, _ attributes: [String: String]) throws(Fault) {
    let name = attributes["name"] ?? ""
    switch element {
    case "protocol": model.name = name
    case "interface":
      model.interfaces.append(InterfaceModel(name: name, version: Int(attributes["version"] ?? "") ?? 1))
    case "request", "event":
      let message = MessageModel(
        name: name, since: Int(attributes["since"] ?? "") ?? 1, isDestructor: attributes["type"] == "destructor")
      change { element == "request" ? $0.requests.append(message) : $0.events.append(message) }
    case "enum":
      let enumeration = EnumerationModel(name: name, isBitfield: attributes["bitfield"] == "true")
      change { $0.enumerations.append(enumeration) }
    case "entry": try addEntry(name, attributes)
    case "arg": try addArgument(name, attributes)
    case "description": describe(attributes["summary"] ?? "")
    default: break
    }
  }

  private mutating func change(_ body: (inout InterfaceModel) -> Void) {
    guard !model.interfaces.isEmpty else { return }
    body(&model.interfaces[model.interfaces.count - 1])
  }

  private mutating func changeMessage(_ body: (inout MessageModel) -> Void) {
    let isRequest = open.last == "request"
    change { interface in
      if isRequest {
        body(&interface.requests[interface.requests.count - 1])
      } else {
        body(&interface.events[interface.events.count - 1])
      }
    }
  }

  private mutating func addEntry(_ name: String, _ attributes: [String: String]) throws(Fault) {
    let text = attributes["value"] ?? ""
    let value = text.hasPrefix("0x") ? UInt32(text.dropFirst(2), radix: 16) : UInt32(text)
    guard open.last == "enum", let value else { throw Fault(reason: "the entry \(name) has no value") }
    change {
      $0.enumerations[$0.enumerations.count - 1].entries.append((name, value, attributes["summary"] ?? ""))
    }
  }

  private mutating func addArgument(_ name: String, _ attributes: [String: String]) throws(Fault) {
    guard open.last == "request" || open.last == "event",
      let kind = ArgumentModel.Kind(rawValue: attributes["type"] ?? "")
    else { throw Fault(reason: "the argument \(name) is of an unknown type") }
    changeMessage {
      $0.arguments.append(
        ArgumentModel(
          name: name, kind: kind, interface: attributes["interface"], enumeration: attributes["enum"],
          isNullable: attributes["allow-null"] == "true"))
    }
  }

  private mutating func describe(_ summary: String) {
    switch open.last {
    case "interface": change { $0.summary = summary }
    case "request", "event": changeMessage { $0.summary = summary }
    case "enum": change { $0.enumerations[$0.enumerations.count - 1].summary = summary }
    default: break
    }
  }
}

/// Reads the part of XML that protocols use: elements and attributes. Text, comments, CDATA and declarations are skipped.
private struct XMLReader {
  enum Tag {
    case start(String, [String: String])
    case end(String)
  }

  private var bytes: ArraySlice<UInt8>
  /// The line of the last tag.
  private(set) var line = 1
  /// The element of a tag `<like-this/>`, whose end is still to be reported.
  private var selfClosed: String?

  init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

  /// The next tag; `nil` at the end of the file.
  mutating func next() throws(ProtocolParser.Fault) -> Tag? {
    if let element = selfClosed {
      selfClosed = nil
      return .end(element)
    }
    while true {
      skip { $0 != UInt8(ascii: "<") }
      guard !bytes.isEmpty else { return nil }
      if take("<!--") {
        try skip(past: "-->")
      } else if take("<![CDATA[") {
        try skip(past: "]]>")
      } else if take("<?") {
        try skip(past: "?>")
      } else if take("<!") {
        try skip(past: ">")
      } else if take("</") {
        let element = name()
        try skip(past: ">")
        return .end(element)
      } else {
        drop(1)
        return try start()
      }
    }
  }

  private mutating func start() throws(ProtocolParser.Fault) -> Tag {
    let element = name()
    guard !element.isEmpty else { throw ProtocolParser.Fault(reason: "a tag without a name") }
    var attributes: [String: String] = [:]
    while true {
      skip { XMLReader.isSpace($0) }
      if take("/>") {
        selfClosed = element
        return .start(element, attributes)
      }
      if take(">") { return .start(element, attributes) }
      let key = name()
      skip { XMLReader.isSpace($0) }
      guard !key.isEmpty, take("=") else { throw ProtocolParser.Fault(reason: "<\(element)> is broken off") }
      skip { XMLReader.isSpace($0) }
      guard let quote = bytes.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
        throw ProtocolParser.Fault(reason: "the attribute \(key) has no quotes")
      }
      drop(1)
      let value = skip { $0 != quote }
      guard take(String(UnicodeScalar(quote))) else {
        throw ProtocolParser.Fault(reason: "the attribute \(key) has no end")
      }
      attributes[key] = try XMLReader.text(value)
    }
  }

  /// The text of an attribute, with its entities replaced.
  private static func text(_ bytes: ArraySlice<UInt8>) throws(ProtocolParser.Fault) -> String {
    let pieces = String(decoding: bytes, as: UTF8.self).split(separator: "&", omittingEmptySubsequences: false)
    var text = String(pieces[0])
    for piece in pieces.dropFirst() {
      let parts = piece.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let character = entity(parts[0]) else {
        throw ProtocolParser.Fault(reason: "&\(parts[0]) is no entity")
      }
      text.append(character)
      text += parts[1]
    }
    return text
  }

  private static func entity(_ name: Substring) -> Character? {
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default:
      guard name.hasPrefix("#") else { return nil }
      let number = name.dropFirst()
      let code = number.hasPrefix("x") ? UInt32(number.dropFirst(), radix: 16) : UInt32(number)
      return code.flatMap(UnicodeScalar.init).map(Character.init)
    }
  }

  private mutating func name() -> String {
    String(decoding: skip { !XMLReader.isSpace($0) && !"=/>".utf8.contains($0) }, as: UTF8.self)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  /// Skips the bytes for which `condition` holds, and returns them.
  @discardableResult
  private mutating func skip(while condition: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let skipped = bytes.prefix(while: condition)
    drop(skipped.count)
    return skipped
  }

  private mutating func skip(past end: String) throws(ProtocolParser.Fault) {
    while !bytes.isEmpty {
      if take(end) { return }
      drop(1)
    }
    throw ProtocolParser.Fault(reason: "\(end) is missing")
  }

  /// Skips `text` if it is next, and returns whether it was.
  private mutating func take(_ text: String) -> Bool {
    guard bytes.starts(with: text.utf8) else { return false }
    drop(text.utf8.count)
    return true
  }

  private mutating func drop(_ count: Int) {
    for byte in bytes.prefix(count) where byte == 0x0A { line += 1 }
    bytes = bytes.dropFirst(count)
  }
}
