/// A protocol as its XML describes it, as far as code is generated from it.
struct ProtocolModel {
  var name: String
  /// The XML file's name, for the head of the generated files.
  var file: String
  var interfaces: [InterfaceModel] = []
}

/// An interface: a kind of object that client and compositor share.
struct InterfaceModel {
  var name: String
  var version: Int
  var summary = ""
  var requests: [MessageModel] = []
  var events: [MessageModel] = []
  var enumerations: [EnumerationModel] = []
}

/// A request or an event.
struct MessageModel {
  var name: String
  var since: Int
  var isDestructor: Bool
  var summary = ""
  var arguments: [ArgumentModel] = []
}

/// One argument of a message.
struct ArgumentModel {
  /// What goes over the wire.
  enum Kind: String {
    case int, uint, fixed, string, object, array, fd
    case newID = "new_id"
  }

  var name: String
  var kind: Kind
  var interface: String?
  var enumeration: String?
  var isNullable: Bool
}

/// Named values of an argument.
struct EnumerationModel {
  var name: String
  var isBitfield: Bool
  var summary = ""
  var entries: [(name: String, value: UInt32, summary: String)] = []
}

extension MessageModel {
  /// libwayland's signature: the version that brought the message, then a letter per argument.
  var signature: String {
    let letters = arguments.map { argument in
      (argument.isNullable ? "?" : "") + argument.letters
    }
    return (since > 1 ? "\(since)" : "") + letters.joined()
  }

  /// The interface of the object for every letter of the signature, or `nil`.
  var types: [String?] {
    arguments.flatMap { argument -> [String?] in
      argument.isUntyped
        ? [nil, nil, nil] : [argument.kind == .object || argument.kind == .newID ? argument.interface : nil]
    }
  }
}

extension ArgumentModel {
  /// Whether it makes an object whose interface the caller names; its name and version are then sent as well.
  var isUntyped: Bool { kind == .newID && interface == nil }

  /// The letters of libwayland's signatures.
  fileprivate var letters: String {
    switch kind {
    case .int: "i"
    case .uint: "u"
    case .fixed: "f"
    case .string: "s"
    case .object: "o"
    case .newID: isUntyped ? "sun" : "n"
    case .array: "a"
    case .fd: "h"
    }
  }
}
