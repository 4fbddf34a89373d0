/// Writes the Swift file of an interface.
struct InterfaceEmitter {
  let interface: InterfaceModel
  let file: String
  private var lines: [String] = []

  init(_ interface: InterfaceModel, file: String) {
    self.interface = interface
    self.file = file
  }

  /// The whole file.
  static func source(of interface: InterfaceModel, file: String) -> String {
    var emitter = InterfaceEmitter(interface, file: file)
    emitter.emit()
    return emitter.lines.joined(separator: "\n") + "\n"
  }

  private mutating func emit() {
    lines = [
      "// Generated from protocols/\(file) by scripts/generate-protocols; do not edit.",
      "// The copyright notice in that file holds for what was taken from it.", "", "import CPlatform", "",
      "/// `\(interface.name)`: \(SwiftName.sentence(interface.summary))",
      "struct \(SwiftName.type(interface.name)): \(interface.events.isEmpty ? "ProtocolObject" : "EventfulObject") {",
      "let proxy: OpaquePointer", "",
    ]
    emitDescription()
    for enumeration in interface.enumerations { emitEnumeration(enumeration) }
    if !interface.events.isEmpty { emitEvents() }
    for (opcode, request) in interface.requests.enumerated() { emitRequest(request, opcode: opcode) }
    lines.append("}")
  }

  private mutating func emitDescription() {
    lines.append(
      "static let description = InterfaceDescription(name: \"\(interface.name)\", version: \(interface.version), "
        + "requests: \(table(interface.requests)), events: \(table(interface.events)))")
    lines.append("static let table = InterfaceTables.shared.table(of: description.name)")
  }

  private func table(_ messages: [MessageModel]) -> String {
    if messages.isEmpty { return "[]" }
    let rows = messages.map { message in
      let hasTypes = message.types.contains { $0 != nil }
      let types = message.types.map { $0.map { "\"\($0)\"" } ?? "nil" }.joined(separator: ", ")
      return "MessageDescription(\"\(message.name)\", \"\(message.signature)\"\(hasTypes ? ", [\(types)]" : "")),"
    }
    return "[\n" + rows.joined(separator: "\n") + "\n]"
  }

  private mutating func emitEnumeration(_ enumeration: EnumerationModel) {
    let name = SwiftName.type(enumeration.name)
    let conformance = enumeration.isBitfield ? "OptionSet" : "RawRepresentable, Hashable"
    document(enumeration.summary, otherwise: "Values of `\(enumeration.name)`.")
    lines.append("struct \(name): \(conformance) {")
    lines.append("let rawValue: UInt32")
    lines.append("")
    for entry in enumeration.entries {
      document(entry.summary, isFirst: true)
      let member = SwiftName.entry(entry.name, of: enumeration.name)
      let value = enumeration.isBitfield && entry.value == 0 ? "\(name)([])" : "\(name)(rawValue: \(entry.value))"
      lines.append("static let \(member) = \(value)")
    }
    lines.append("}")
  }

  private mutating func emitEvents() {
    document("What the compositor says about a `\(interface.name)`")
    lines.append("enum Event: ProtocolEvent {")
    for (index, event) in interface.events.enumerated() {
      document(event.summary, isFirst: index == 0)
      let payload = event.arguments.map { "\(SwiftName.member($0.name)): \(eventType($0))" }
      lines.append(
        "case \(SwiftName.member(event.name))" + (payload.isEmpty ? "" : "(\(payload.joined(separator: ", ")))"))
    }
    lines += ["", "init?(opcode: UInt32, arguments: EventArguments) {", "switch opcode {"]
    for (opcode, event) in interface.events.enumerated() {
      let values = event.arguments.enumerated().map { "\(SwiftName.member($1.name)): \(eventValue($1, at: $0))" }
      lines.append("case \(opcode):")
      lines.append(
        "self = .\(SwiftName.member(event.name))" + (values.isEmpty ? "" : "(\(values.joined(separator: ", ")))"))
    }
    lines += ["default: return nil", "}", "}", "}"]
  }

  private func eventType(_ argument: ArgumentModel) -> String {
    if let enumeration = argument.enumeration { return SwiftName.enumeration(enumeration) }
    switch argument.kind {
    case .int, .fd: return "Int32"
    case .uint: return "UInt32"
    case .fixed: return "Double"
    case .string: return "String"
    case .array: return "[UInt32]"
    case .object, .newID: return "\(argument.interface.map(SwiftName.type) ?? "OpaquePointer")?"
    }
  }

  private func eventValue(_ argument: ArgumentModel, at index: Int) -> String {
    if let enumeration = argument.enumeration {
      return "\(SwiftName.enumeration(enumeration))(rawValue: arguments.uint(\(index)))"
    }
    switch argument.kind {
    case .int: return "arguments.int(\(index))"
    case .fd: return "arguments.descriptor(\(index))"
    case .uint: return "arguments.uint(\(index))"
    case .fixed: return "arguments.fixed(\(index))"
    case .string: return "arguments.string(\(index))"
    case .array: return "arguments.array(\(index))"
    case .object, .newID: return argument.interface == nil ? "arguments.proxy(\(index))" : "arguments.object(\(index))"
    }
  }

  private mutating func emitRequest(_ request: MessageModel, opcode: Int) {
    document(request.summary, otherwise: "Sends `\(request.name)`.")
    lines += RequestEmitter(request: request, opcode: opcode).lines
    if request.isDestructor && request.name != "destroy" {
      lines += ["", "func destroy() { \(SwiftName.member(request.name))() }"]
    }
  }

  private mutating func document(_ summary: String, otherwise: String = "", isFirst: Bool = false) {
    let sentence = SwiftName.sentence(summary.isEmpty ? otherwise : summary)
    if !isFirst { lines.append("") }
    if !sentence.isEmpty { lines.append("/// \(sentence)") }
  }
}

/// Writes the method that sends a request.
struct RequestEmitter {
  let request: MessageModel
  let opcode: Int

  /// The method, without its documentation.
  var lines: [String] {
    let maker = request.arguments.first { $0.kind == .newID }
    let parameters = request.arguments.flatMap(parameter).joined(separator: ", ")
    let name = SwiftName.member(request.name)
    var head = "func \(name)(\(parameters))"
    if let maker {
      head = maker.isUntyped ? "func \(name)<Object: ProtocolObject>(\(parameters)) -> Object" : head
      if let interface = maker.interface { head += " -> \(SwiftName.type(interface))" }
    }
    return [head + " {"] + body(makes: maker) + ["}"]
  }

  private func parameter(_ argument: ArgumentModel) -> [String] {
    let name = SwiftName.member(argument.name)
    let optional = argument.isNullable ? "?" : ""
    if let enumeration = argument.enumeration { return ["\(name): \(SwiftName.enumeration(enumeration))"] }
    switch argument.kind {
    case .int, .fd: return ["\(name): Int32"]
    case .uint: return ["\(name): UInt32"]
    case .fixed: return ["\(name): Double"]
    case .string: return ["\(name): String\(optional)"]
    case .array: return ["\(name): [UInt32]"]
    case .object: return ["\(name): \(SwiftName.type(argument.interface ?? "wl_proxy"))\(optional)"]
    case .newID: return argument.isUntyped ? ["version: UInt32"] : []
    }
  }

  private func value(_ argument: ArgumentModel) -> String {
    let name = SwiftName.member(argument.name)
    if argument.enumeration != nil {
      return argument.kind == .int ? ".int(Int32(bitPattern: \(name).rawValue))" : ".uint(\(name).rawValue)"
    }
    switch argument.kind {
    case .int: return ".int(\(name))"
    case .fd: return ".descriptor(\(name))"
    case .uint: return ".uint(\(name))"
    case .fixed: return ".fixed(\(name))"
    case .string: return ".string(\(name)Bytes)"
    case .array: return ".array(\(name)Bytes)"
    case .object: return argument.isNullable ? ".object(\(name)?.proxy)" : ".object(\(name).proxy)"
    case .newID:
      return argument.isUntyped ? ".string(Object.table.name), .uint(version), .newID" : ".newID"
    }
  }

  private func body(makes maker: ArgumentModel?) -> [String] {
    let values = request.arguments.map(value).joined(separator: ", ")
    let list = values.isEmpty ? "" : ", [\(values)]"
    var call: String
    if let maker {
      call = "make(\(opcode)\(list)\(maker.isUntyped ? ", version: version" : ""))"
    } else if request.isDestructor {
      call = "sendLast(\(opcode), since: \(request.since)\(list))"
    } else {
      call = "send(\(opcode)\(list))"
    }
    for argument in request.arguments.reversed() where argument.kind == .string {
      let name = SwiftName.member(argument.name)
      let source = argument.isNullable ? "withOptionalCString(\(name))" : "\(name).withCString"
      call = "\(source) { \(name)Bytes in \(call) }"
    }
    return [call]
  }
}

/// Converts names of the protocol to Swift's.
enum SwiftName {
  private static let keywords: Set = [
    "case", "class", "default", "enum", "extension", "for", "func", "if", "import", "in", "init", "internal", "is",
    "let",
    "operator", "private", "protocol", "public", "repeat", "return", "self", "static", "struct", "switch", "var",
    "where",
    "while",
  ]

  /// `wl_surface` → `WlSurface`; `type`, which Swift reserves for metatypes, becomes `Kind`.
  static func type(_ name: String) -> String {
    if name == "type" { return "Kind" }
    return name.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// `set_buffer_scale` → `setBufferScale`; a keyword is put in backticks.
  static func member(_ name: String) -> String {
    let words = name.split(separator: "_")
    let joined = words.enumerated().map { index, word in
      index == 0 ? word.lowercased() : word.prefix(1).uppercased() + word.dropFirst()
    }.joined()
    return keywords.contains(joined) ? "`\(joined)`" : joined
  }

  /// The name of an entry of `enumeration`, which may be a number: `90` of `transform` → `transform90`.
  static func entry(_ name: String, of enumeration: String) -> String {
    name.first?.isNumber == true ? member(enumeration) + name : member(name)
  }

  /// The type that an `enum` attribute names, seen from inside any interface.
  static func enumeration(_ name: String) -> String {
    name.split(separator: ".").map { type(String($0)) }.joined(separator: ".")
  }

  /// A summary as a sentence.
  static func sentence(_ summary: String) -> String {
    let words = summary.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard let first = words.first else { return "" }
    let text = first.uppercased() + words.dropFirst()
    return text.hasSuffix(".") ? text : text + "."
  }
}
