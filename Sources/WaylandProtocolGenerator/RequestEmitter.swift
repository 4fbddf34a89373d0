/// Writes the method that sends one request.
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
