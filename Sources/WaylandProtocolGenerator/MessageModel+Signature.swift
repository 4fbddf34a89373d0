extension MessageModel {
  /// The signature as libwayland wants it: the version it came with, then a letter an argument.
  var signature: String {
    let letters = arguments.map { argument in
      (argument.isNullable ? "?" : "") + argument.letters
    }
    return (since > 1 ? "\(since)" : "") + letters.joined()
  }

  /// For every letter of the signature the interface of the object, or `nil`.
  var types: [String?] {
    arguments.flatMap { argument -> [String?] in
      argument.isUntyped
        ? [nil, nil, nil] : [argument.kind == .object || argument.kind == .newID ? argument.interface : nil]
    }
  }
}

extension ArgumentModel {
  /// Whether it makes an object whose interface the caller names: its name and version then go over the wire as well.
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
