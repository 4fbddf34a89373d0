/// A protocol as its XML describes it, as far as code is made of it.
struct ProtocolModel {
  var name: String
  /// The XML file's name, for the head of what is generated.
  var file: String
  var interfaces: [InterfaceModel] = []
}

/// One interface: a kind of object that client and compositor share.
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
