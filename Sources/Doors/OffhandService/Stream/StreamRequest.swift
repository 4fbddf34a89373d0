package import Offhand
package import OffhandRecordings

/// One line that a client sends: what it requests, and the number or text by which it recognizes the reply.
package struct StreamRequest: Sendable {
  /// The version of the protocol that this program speaks.
  package static let version = 1
  /// The longest line in bytes.
  package static let lengthLimit = 1 << 16

  /// What is requested.
  package enum Kind: Sendable {
    /// The events of these names from now on; `nil` for all.
    case subscribe(Set<String>?)
    /// No longer the events of these names; `nil` for all.
    case unsubscribe(Set<String>?)
    /// What the service is doing.
    case status
    case place(PlaceScene)
    case menu(MenuRequest)
    case curtain(CurtainCommand)
    /// The first page for the next visitor; `false` says that the client has seen to that itself.
    case home(Bool)
  }

  /// A text or a number; `nil` if the client gave none.
  package var id: JSONValue?
  package var kind: Kind
  /// The name under which the position of an overlay is kept from one placement to the next; `nil` if it is not.
  package var overlay: String?

  /// Reads a line. Throws the reason if it is invalid, with the request's ID if it could be read.
  package init(_ line: [UInt8]) throws(StreamFault) {
    let fields: Fields
    do throws(JSONFault) { fields = try JSONScanner.read(line, Fields.read) } catch {
      throw StreamFault(id: Fields.id(in: line), reason: "\(PlaceFault(error))")
    }
    (id, overlay) = (fields.id, fields.overlay)
    if let version = fields.version, version != StreamRequest.version {
      throw StreamFault(id: id, reason: "version is \(version); this program speaks version \(StreamRequest.version)")
    }
    guard fields.kinds.count == 1 else {
      throw StreamFault(
        id: id, reason: "a request has exactly one of subscribe, unsubscribe, status, place, menu, curtain and home")
    }
    do throws(PlaceFault) { kind = try fields.kinds[0].get() } catch {
      throw StreamFault(id: id, reason: "\(error)")
    }
  }

  /// The fields of a line as they are written, types checked only.
  private struct Fields {
    var id: JSONValue?
    var version: Int?
    var kinds: [Result<Kind, PlaceFault>] = []
    /// The rows of menus, which need the other fields.
    var menus: [[MenuRequest.Row]] = []
    var at: MenuRequest.Place?
    var timeout: Double?
    var output: String?
    var overlay: String?

    static func read(_ scanner: inout JSONScanner) throws(JSONFault) -> Fields {
      var fields = Fields()
      try scanner.object { (scanner, key) throws(JSONFault) in
        switch key {
        case "id": fields.id = try id(&scanner)
        case "version": fields.version = try scanner.integer()
        case "subscribe": fields.kinds.append(.success(.subscribe(try names(&scanner))))
        case "unsubscribe": fields.kinds.append(.success(.unsubscribe(try names(&scanner))))
        case "status":
          try scanner.skip()
          fields.kinds.append(.success(.status))
        case "overlay": fields.overlay = try scanner.string()
        case "place": fields.kinds.append(.success(.place(try PlaceScene(&scanner))))
        case "menu": fields.menus.append(try rows(&scanner))
        case "curtain":
          let name = try scanner.string()
          let fault = PlaceFault.invalid("curtain must be up, until-tap or down, not \(name)")
          fields.kinds.append(CurtainCommand(rawValue: name).map { .success(.curtain($0)) } ?? .failure(fault))
        case "home": fields.kinds.append(.success(.home(try scanner.bool())))
        case "at": fields.at = try place(&scanner)
        case "output": fields.output = try scanner.string()
        case "timeout": fields.timeout = try scanner.number()
        default: try scanner.skip()
        }
      }
      for rows in fields.menus {
        let (at, timeout, output) = (fields.at, fields.timeout, fields.output)
        fields.kinds.append(
          Result { () throws(PlaceFault) in
            .menu(try MenuRequest(rows: rows, at: at, timeout: timeout, output: output))
          })
      }
      return fields
    }

    /// The ID in a line with another fault.
    static func id(in line: [UInt8]) -> JSONValue? {
      var found: JSONValue?
      var scanner = JSONScanner(line)
      try? scanner.object { (scanner, key) throws(JSONFault) in
        if key == "id" { found = try id(&scanner) } else { try scanner.skip() }
      }
      return found
    }

    private static func id(_ scanner: inout JSONScanner) throws(JSONFault) -> JSONValue? {
      if scanner.null() { return nil }
      if scanner.kind == .string { return .string(try scanner.string()) }
      let number = try scanner.number()
      // Beyond, not every whole number is one: another would come back.
      guard number.magnitude < 0x1p53 else {
        throw scanner.fault("must be a string, or a number within ±9007199254740991")
      }
      return .number(number)
    }

    private static func names(_ scanner: inout JSONScanner) throws(JSONFault) -> Set<String>? {
      if scanner.kind == .string {
        guard try scanner.string() == "all" else { throw scanner.fault("must be \"all\" or an array of names") }
        return nil
      }
      return Set(try scanner.strings())
    }

    /// Rows as `["key","Label"]` or as a text that is both.
    private static func rows(_ scanner: inout JSONScanner) throws(JSONFault) -> [MenuRequest.Row] {
      try scanner.elements { (scanner) throws(JSONFault) in
        if scanner.kind == .string {
          let text = try scanner.string()
          return MenuRequest.Row(id: text, label: text)
        }
        let parts = try scanner.strings()
        guard parts.count == 2 else { throw scanner.fault("must be a row: [\"key\",\"Label\"]") }
        return MenuRequest.Row(id: parts[0], label: parts[1])
      }
    }

    private static func place(_ scanner: inout JSONScanner) throws(JSONFault) -> MenuRequest.Place {
      if scanner.kind == .string {
        guard try scanner.string() == "finger" else { throw scanner.fault("must be \"finger\" or [x,y]") }
        return .finger
      }
      let numbers = try scanner.numbers()
      guard numbers.count == 2 else { throw scanner.fault("must be \"finger\" or [x,y]") }
      return .point(Point(x: numbers[0], y: numbers[1]))
    }
  }
}

/// A menu that a client wants shown.
package struct MenuRequest: Sendable, Hashable {
  /// The longest time in seconds for which a menu waits for a choice.
  static let longestTimeout = 3600.0
  static let mostRows = 32
  /// The most characters (Unicode scalars) of a text that is shown: no panel has room for more, and shaping a long line takes seconds.
  static let longestText = 200

  package struct Row: Sendable, Hashable {
    /// What the reply contains if the row is chosen.
    package var id: String
    package var label: String
    /// What the service does then, if a menu of the configuration has the row.
    package var action: ServiceAction?
    /// Whether it lies below the others, in the colour of what cannot be taken back.
    var isDestructive = false
    /// Whether its choice is asked about.
    var asks = false

    package init(id: String, label: String) { (self.id, self.label) = (id, label) }
  }

  /// What the menu belongs to.
  package enum Place: Sendable, Hashable {
    /// The finger that touched last.
    case finger
    /// A point in millimetres from the top left corner of the output.
    case point(Point)
  }

  package var rows: [Row]
  /// What stands above the rows.
  var title: String?
  /// The hash of the PIN that is wanted first.
  var pin: String?
  package var place: Place
  /// The name of the output; `nil` for the one that was touched last.
  package var output: String?
  /// The time without a touch after which the menu closes, in seconds.
  package var timeout: Double

  /// Checks the parts of a request.
  init(rows: [Row], at place: Place?, timeout: Double?, output: String?) throws(PlaceFault) {
    guard (1...MenuRequest.mostRows).contains(rows.count) else {
      throw .invalid("menu must have 1 to \(MenuRequest.mostRows) rows")
    }
    guard rows.allSatisfy({ $0.label.unicodeScalars.count <= MenuRequest.longestText }) else {
      throw .invalid("a label must have at most \(MenuRequest.longestText) characters")
    }
    if let timeout, !(timeout > 0 && timeout <= MenuRequest.longestTimeout) {
      throw .invalid("timeout must be above 0 and at most \(Int(MenuRequest.longestTimeout)) s")
    }
    if case .point(let point)? = place, !(abs(point.x) <= 1e7 && abs(point.y) <= 1e7) {
      throw .invalid("at lies beyond 10000000 mm")
    }
    (self.rows, self.place, self.output) = (rows, place ?? .finger, output)
    self.timeout = timeout ?? MenuView.defaultTimeout
  }

  /// A menu of the configuration. A row without a label whose name is known has the words for that.
  init(_ menu: ServiceConfiguration.MenuSetting, _ words: ServiceWords) {
    (rows, title, pin) = (menu.rows, menu.title, menu.pin)
    (place, timeout) = (.finger, MenuView.defaultTimeout)
    for index in rows.indices where rows[index].label == rows[index].id {
      if let phrase = Phrase(rawValue: rows[index].id) { rows[index].label = words[phrase] }
    }
  }
}

/// Why a request is refused.
package struct StreamFault: Error, Sendable {
  /// The request's ID, if it could be read.
  package var id: JSONValue?
  package var reason: String
}
