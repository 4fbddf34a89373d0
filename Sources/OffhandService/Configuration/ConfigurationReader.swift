import Offhand
package import OffhandTOML

extension ServiceConfiguration {
  /// Reads a configuration, TOML in UTF-8. Throws all faults that it has, in the order of their positions.
  package init(toml bytes: [UInt8]) throws(ConfigurationFaults) {
    let document: TOMLValue
    do throws(TOMLFault) { document = try TOMLDocument.read(bytes) } catch { throw ConfigurationFaults([error]) }
    let reader = ConfigurationReader()
    self = reader.configuration(document)
    guard reader.faults.isEmpty else { throw ConfigurationFaults(reader.faults.sorted { $0.position < $1.position }) }
  }
}

/// The faults of a configuration, in the order of their positions.
package struct ConfigurationFaults: Error, Sendable, Hashable {
  package let faults: [TOMLFault]

  init(_ faults: [TOMLFault]) { self.faults = faults }
}

/// Turns a document into a configuration and collects the faults; what is faulty is left out.
private final class ConfigurationReader {
  private(set) var faults: [TOMLFault] = []
  /// The menus that actions name.
  private var wantedMenus: [(name: String, position: TOMLPosition)] = []

  /// The most edges, corners or gestures: each costs a surface and a pipeline on every output.
  private static let mostZones = 64
  /// The most rows that fit a screen.
  private static let mostRows = 32

  func configuration(_ document: TOMLValue) -> ServiceConfiguration {
    var configuration = ServiceConfiguration()
    for entry in entries(document, "the document") {
      switch entry.key {
      case "edge":
        configuration.edges = list(entry, of: "edge") { edge($0) }
        checkOverlaps(configuration.edges, entry)
      case "corner": configuration.corners = list(entry, of: "corner") { corner($0) }
      case "gesture": configuration.gestures = list(entry, of: "gesture") { gesture($0) }
      case "menu":
        for menu in entries(entry.value, "menu") {
          configuration.menus[menu.key] = self.menu(menu)
        }
      case "curtain": configuration.curtain = curtain(entry.value)
      case "posture": configuration.posture = choice(entry, Posture.allCases)
      case "swipe": configuration.swipe = choice(entry, ServiceConfiguration.SwipeMoment.allCases) ?? .threshold
      default: unknown(entry, "edge, corner, gesture, menu, curtain, posture, swipe")
      }
    }
    for (name, position) in wantedMenus where configuration.menus[name] == nil {
      fault(position, "there is no [menu.\(name)]")
    }
    return configuration
  }

  // MARK: Tables

  private func edge(_ table: TOMLValue) -> ServiceConfiguration.Edge? {
    var edge: ServiceConfiguration.Edge?
    var setting = ServiceConfiguration.Edge(edge: .left)
    for entry in entries(table, "[[edge]]") {
      switch entry.key {
      case "edge":
        if let value = choice(entry, ScreenEdge.allCases) {
          setting.edge = value
          edge = setting
        }
      case "part": setting.part = part(entry) ?? setting.part
      case "depth_mm": setting.depth = number(entry, in: 0.5...30) ?? setting.depth
      case "travel_mm": setting.travel = number(entry, in: 5...1000) ?? setting.travel
      case "at": setting.at = number(entry, in: 0.05...0.95) ?? setting.at
      case "output": setting.output = output(entry)
      case "emit": setting.emit = string(entry)
      case "open": setting.open = action(of: entry.value, "open")
      default: unknown(entry, "edge, part, depth_mm, travel_mm, at, output, emit, open")
      }
    }
    require(
      edge != nil || has(table, "edge"), table, "[[edge]] needs edge = \"left\", \"right\", \"top\" or \"bottom\"")
    require(setting.emit != nil || setting.open != nil, table, "[[edge]] needs emit, or open with an action")
    return edge == nil ? nil : setting
  }

  private func corner(_ table: TOMLValue) -> ServiceConfiguration.Corner? {
    var corner: ScreenCorner?
    var setting = ServiceConfiguration.Corner(corner: .topLeft, action: .curtain(.down))
    var actions = Actions()
    for entry in entries(table, "[[corner]]") {
      switch entry.key {
      case "corner": corner = choice(entry, ScreenCorner.allCases)
      case "size_mm": setting.size = number(entry, in: 3...50) ?? setting.size
      case "taps": setting.taps = integer(entry, in: 1...9) ?? setting.taps
      case "hold_last": setting.lastHold = duration(entry, in: 0.2...30)
      case "output": setting.output = output(entry)
      default:
        if !read(entry, into: &actions) { unknown(entry, "corner, size_mm, taps, hold_last, output, \(Actions.keys)") }
      }
    }
    require(corner != nil || has(table, "corner"), table, "[[corner]] needs corner = \"top-left\" or another")
    guard let action = action(actions, table, "[[corner]]"), let corner else { return nil }
    setting.action = action
    setting.corner = corner
    return setting
  }

  private func gesture(_ table: TOMLValue) -> ServiceConfiguration.ListenedGesture? {
    typealias Listened = ServiceConfiguration.ListenedGesture
    var kind: Listened.Kind?
    var setting = Listened(kind: .tap, action: .curtain(.down))
    var actions = Actions()
    var directionPosition: TOMLPosition?
    for entry in entries(table, "[[gesture]]") {
      switch entry.key {
      case "kind": kind = choice(entry, Listened.Kind.allCases)
      case "fingers": setting.fingers = integer(entry, in: 1...5) ?? setting.fingers
      case "taps": setting.taps = integer(entry, in: 1...3) ?? setting.taps
      case "direction":
        setting.direction = choice(entry, Listened.Direction.allCases)
        directionPosition = entry.value.position
      case "output": setting.output = output(entry)
      default:
        if !read(entry, into: &actions) { unknown(entry, "kind, fingers, taps, direction, output, \(Actions.keys)") }
      }
    }
    require(
      kind != nil || has(table, "kind"), table, "[[gesture]] needs kind = \"tap\", \"press\", \"swipe\" or \"pinch\"")
    guard let action = action(actions, table, "[[gesture]]"), let kind else { return nil }
    setting.kind = kind
    setting.action = action
    if let direction = setting.direction, let position = directionPosition {
      let isSpread = direction == .inwards || direction == .outwards
      let fits = kind == .pinch ? isSpread : kind == .swipe && !isSpread
      if !fits { fault(position, "a \(kind.rawValue) has no direction \"\(direction.rawValue)\"") }
    }
    if kind == .pinch, setting.fingers < 2 {
      if has(table, "fingers") { fault(table.position, "a pinch needs at least 2 fingers") }
      setting.fingers = 2
    }
    if kind != .tap, setting.taps != 1 { fault(table.position, "only a tap has taps") }
    return setting
  }

  private func menu(_ entry: TOMLEntry) -> ServiceConfiguration.MenuSetting {
    var menu = ServiceConfiguration.MenuSetting()
    for row in entries(entry.value, "[menu.\(entry.key)]") {
      var label: String?
      var actions = Actions()
      for field in entries(row.value, "menu.\(entry.key).\(row.key)") {
        if field.key == "label" {
          label = shown(field)
        } else if !read(field, into: &actions) {
          unknown(field, "label, \(Actions.keys)")
        }
      }
      let action = action(actions, row.value, "menu.\(entry.key).\(row.key)")
      menu.rows.append(ServiceConfiguration.MenuSetting.Row(id: row.key, label: label ?? row.key, action: action))
    }
    require(!menu.rows.isEmpty, entry.value, "[menu.\(entry.key)] has no rows")
    require(
      menu.rows.count <= ConfigurationReader.mostRows, entry.value,
      "[menu.\(entry.key)] has more than \(ConfigurationReader.mostRows) rows")
    return menu
  }

  private func curtain(_ table: TOMLValue) -> ServiceConfiguration.CurtainSetting {
    var curtain = ServiceConfiguration.CurtainSetting()
    for entry in entries(table, "[curtain]") {
      switch entry.key {
      case "text": curtain.text = shown(entry) ?? curtain.text
      case "hold": curtain.hold = duration(entry, in: 0.5...30) ?? curtain.hold
      case "after_idle": curtain.idle = duration(entry, in: 1...86_400)
      default: unknown(entry, "text, hold, after_idle")
      }
    }
    return curtain
  }

  /// Two strips over one another would leave it to the compositor which of them gets a finger.
  private func checkOverlaps(_ edges: [ServiceConfiguration.Edge], _ entry: TOMLEntry) {
    for (index, edge) in edges.enumerated() {
      for other in edges[..<index] where edge.edge == other.edge && edge.part.overlaps(other.part) {
        guard edge.output == nil || other.output == nil || edge.output == other.output else { continue }
        // Parts that meet at one point do not overlap.
        guard min(edge.part.upperBound, other.part.upperBound) > max(edge.part.lowerBound, other.part.lowerBound) else {
          continue
        }
        return fault(entry.position, "two parts of the \(edge.edge.rawValue) edge overlap")
      }
    }
  }

  // MARK: Actions

  /// The actions that a table names; there must be one.
  private struct Actions {
    static let keys = "run, emit, menu, curtain"
    var all: [ServiceAction] = []
    /// Whether an action was named and was faulty.
    var isFaulty = false
  }

  /// Reads an action's entry. Returns whether it is one.
  private func read(_ entry: TOMLEntry, into actions: inout Actions) -> Bool {
    var action: ServiceAction?
    switch entry.key {
    case "run": action = arguments(entry).map(ServiceAction.run)
    case "emit": action = string(entry).map(ServiceAction.emit)
    case "menu":
      if let name = string(entry) {
        wantedMenus.append((name, entry.value.position))
        action = .menu(name)
      }
    case "curtain": action = choice(entry, CurtainCommand.allCases).map(ServiceAction.curtain)
    default: return false
    }
    if let action { actions.all.append(action) } else { actions.isFaulty = true }
    return true
  }

  private func action(_ actions: Actions, _ table: TOMLValue, _ name: String) -> ServiceAction? {
    if actions.all.count == 1 { return actions.all[0] }
    if !actions.isFaulty { fault(table.position, "\(name) needs one action: \(Actions.keys)") }
    return nil
  }

  private func action(of table: TOMLValue, _ name: String) -> ServiceAction? {
    var actions = Actions()
    for entry in entries(table, name) where !read(entry, into: &actions) { unknown(entry, Actions.keys) }
    return action(actions, table, name)
  }

  private func arguments(_ entry: TOMLEntry) -> [String]? {
    guard case .array(let elements) = entry.value.content, !elements.isEmpty else {
      fault(
        entry.value.position,
        "run must be a program and its arguments, such as [\"pkill\", \"wvkbd\"]; no shell reads it")
      return nil
    }
    var words: [String] = []
    for element in elements {
      guard case .string(let word) = element.content, !word.utf8.contains(0) else {
        fault(element.position, "an argument of run must be a string")
        return nil
      }
      words.append(word)
    }
    guard !words[0].isEmpty else {
      fault(elements[0].position, "the name of the program is empty")
      return nil
    }
    return words
  }

  // MARK: Values

  private func list<Element>(_ entry: TOMLEntry, of name: String, _ read: (TOMLValue) -> Element?) -> [Element] {
    guard case .array(let tables) = entry.value.content else {
      fault(entry.value.position, "\(name) must be written as [[\(name)]]")
      return []
    }
    if tables.count > ConfigurationReader.mostZones {
      fault(tables[ConfigurationReader.mostZones].position, "more than \(ConfigurationReader.mostZones) [[\(name)]]")
    }
    return tables.prefix(ConfigurationReader.mostZones).compactMap(read)
  }

  private func entries(_ value: TOMLValue, _ name: String) -> [TOMLEntry] {
    if case .table(let entries) = value.content { return entries }
    fault(value.position, "\(name) must be a table")
    return []
  }

  private func has(_ table: TOMLValue, _ key: String) -> Bool {
    if case .table(let entries) = table.content { entries.contains { $0.key == key } } else { true }
  }

  private func string(_ entry: TOMLEntry) -> String? {
    if case .string(let text) = entry.value.content, !text.isEmpty { return text }
    fault(entry.value.position, "\(entry.key) must be a string")
    return nil
  }

  /// A text that is shown.
  private func shown(_ entry: TOMLEntry) -> String? {
    let text = string(entry)
    require(
      (text ?? "").unicodeScalars.count <= MenuRequest.longestText, entry.value,
      "\(entry.key) has more than \(MenuRequest.longestText) characters")
    return text
  }

  /// The name of an output; `nil` for `*`, all of them.
  private func output(_ entry: TOMLEntry) -> String? {
    let name = string(entry)
    return name == "*" ? nil : name
  }

  private func choice<Choice: RawRepresentable<String>>(_ entry: TOMLEntry, _ choices: [Choice]) -> Choice? {
    if case .string(let text) = entry.value.content, let choice = Choice(rawValue: text) { return choice }
    let names = choices.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    fault(entry.value.position, "\(entry.key) must be one of \(names)")
    return nil
  }

  private func number(_ entry: TOMLEntry, in range: ClosedRange<Double>) -> Double? {
    guard let number = number(entry.value), range.contains(number) else {
      fault(entry.value.position, "\(entry.key) must be a number from \(range.lowerBound) to \(range.upperBound)")
      return nil
    }
    return number
  }

  private func number(_ value: TOMLValue) -> Double? {
    switch value.content {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }

  private func integer(_ entry: TOMLEntry, in range: ClosedRange<Int>) -> Int? {
    if case .integer(let number) = entry.value.content, let value = Int(exactly: number), range.contains(value) {
      return value
    }
    fault(entry.value.position, "\(entry.key) must be a whole number from \(range.lowerBound) to \(range.upperBound)")
    return nil
  }

  /// A duration in seconds, as a number or as a string with a unit: `"2s"`, `"500ms"`, `"10min"`.
  private func duration(_ entry: TOMLEntry, in range: ClosedRange<Double>) -> Duration? {
    var seconds = number(entry.value)
    if case .string(let text) = entry.value.content {
      for (unit, factor) in [("ms", 0.001), ("min", 60), ("s", 1)] where seconds == nil && text.hasSuffix(unit) {
        seconds = Double(text.dropLast(unit.count)).map { $0 * factor }
      }
    }
    guard let seconds, range.contains(seconds) else {
      fault(
        entry.value.position,
        "\(entry.key) must be a duration such as \"2s\", from \(range.lowerBound) to \(range.upperBound) s")
      return nil
    }
    return .seconds(seconds)
  }

  private func part(_ entry: TOMLEntry) -> ClosedRange<Double>? {
    guard case .array(let ends) = entry.value.content, ends.count == 2, let start = number(ends[0]),
      let end = number(ends[1]), 0 <= start, start < end, end <= 1
    else {
      fault(entry.value.position, "part must be [START, END] with 0 ≤ START < END ≤ 1")
      return nil
    }
    return start...end
  }

  // MARK: Faults

  private func fault(_ position: TOMLPosition, _ reason: String) { faults.append(TOMLFault(position, reason)) }

  private func unknown(_ entry: TOMLEntry, _ keys: String) {
    fault(entry.position, "there is no key \"\(entry.key)\" here; the keys are \(keys)")
  }

  private func require(_ condition: Bool, _ value: TOMLValue, _ reason: String) {
    if !condition { fault(value.position, reason) }
  }
}
