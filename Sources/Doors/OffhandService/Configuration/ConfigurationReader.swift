import Offhand
import OffhandRecordings
package import OffhandTOML

extension ServiceConfiguration {
  /// Reads a configuration, TOML in UTF-8. Throws all faults that it has, in the order of their positions.
  package init(toml bytes: [UInt8]) throws(ConfigurationFaults) {
    self = try ConfigurationReader.read(bytes, into: ServiceConfiguration(), .document)
  }
}

/// The faults of a configuration, in the order of their positions.
package struct ConfigurationFaults: Error, Sendable, Hashable {
  package let faults: [TOMLFault]

  init(_ faults: [TOMLFault]) { self.faults = faults }
}

/// Reads tables by the lists of their keys, and collects the faults.
final class ConfigurationReader {
  private(set) var faults: [TOMLFault] = []
  /// The menus that actions name, which may follow later.
  fileprivate var wantedMenus: [(name: String, position: TOMLPosition)] = []

  /// The most edges, corners or gestures: each costs a surface and a pipeline on every output.
  private static let mostZones = 64

  /// Reads a file as `table` into `setting`. Throws all faults that it has.
  static func read<Setting>(
    _ bytes: [UInt8], into setting: Setting, _ table: SettingTable<Setting>
  ) throws(ConfigurationFaults) -> Setting {
    let document: TOMLValue
    do throws(TOMLFault) { document = try TOMLDocument.read(bytes) } catch { throw ConfigurationFaults([error]) }
    return try read(document, into: setting, table)
  }

  /// Reads a document as `table` into `setting`. Throws all faults that it has.
  static func read<Setting>(
    _ document: TOMLValue, into setting: Setting, _ table: SettingTable<Setting>
  ) throws(ConfigurationFaults) -> Setting {
    let reader = ConfigurationReader()
    let read = reader.setting(setting, of: document, table)
    guard reader.faults.isEmpty else { throw ConfigurationFaults(reader.faults.sorted { $0.position < $1.position }) }
    return read
  }

  /// Reads an object of JSON as `table` into `setting`; `nil` if it has a fault.
  static func read<Setting>(
    _ object: JSONValue, into setting: Setting, _ table: SettingTable<Setting>
  ) -> Setting? {
    let reader = ConfigurationReader()
    let read = reader.setting(setting, of: TOMLValue(object), table)
    return reader.faults.isEmpty ? read : nil
  }

  /// Reads `value` as `table` into `setting`. What is faulty keeps its value.
  func setting<Setting>(_ setting: Setting, of value: TOMLValue, _ table: SettingTable<Setting>) -> Setting {
    var setting = setting
    var actions: [ServiceAction] = []
    let before = faults.count
    for entry in entries(value, table.name) {
      if let key = table.keys.first(where: { $0.name == entry.key }) {
        key.read(self, entry, &setting)
      } else if table.action != nil, let key = ServiceAction.keys.first(where: { $0.name == entry.key }) {
        key.read(self, entry, &actions)
      } else {
        let names = table.keys.map(\.name) + (table.action == nil ? [] : ServiceAction.keys.map(\.name))
        fault(
          entry.position, "there is no key \"\(entry.key)\" here; the keys are \(names.joined(separator: ", "))")
      }
    }
    for key in table.keys where key.isRequired && position(of: key.name, in: value) == nil {
      fault(value.position, "\(table.name) needs \(key.name), \(key.words)")
    }
    if let path = table.action {
      setting[keyPath: path] = actions.first
      let isFaulty = ServiceAction.keys.contains { position(of: $0.name, in: value) != nil } && faults.count > before
      if actions.count != 1, !isFaulty {
        let names = ServiceAction.keys.map(\.name).joined(separator: ", ")
        fault(value.position, "\(table.name) needs one action: \(names)")
      }
    }
    table.check(self, value, &setting)
    return setting
  }

  /// Reads the tables of an entry that is written as `[[…]]`.
  func settings<Setting>(_ setting: Setting, of entry: TOMLEntry, _ table: SettingTable<Setting>) -> [Setting] {
    guard case .array(let tables) = entry.value.content else {
      fault(entry.value.position, "\(entry.key) must be written as \(table.name)")
      return []
    }
    if tables.count > ConfigurationReader.mostZones {
      fault(tables[ConfigurationReader.mostZones].position, "more than \(ConfigurationReader.mostZones) \(table.name)")
    }
    return tables.prefix(ConfigurationReader.mostZones).map { self.setting(setting, of: $0, table) }
  }

  /// The entries of a table.
  func entries(_ value: TOMLValue, _ name: String) -> [TOMLEntry] {
    if case .table(let entries) = value.content { return entries }
    fault(value.position, "\(name) must be a table")
    return []
  }

  /// The position of the value of `key`; `nil` if the table does not have it.
  func position(of key: String, in table: TOMLValue) -> TOMLPosition? {
    guard case .table(let entries) = table.content else { return table.position }
    return entries.first { $0.key == key }?.value.position
  }

  func fault(_ position: TOMLPosition, _ reason: String) { faults.append(TOMLFault(position, reason)) }

  func require(_ condition: Bool, _ value: TOMLValue, _ reason: String) {
    if !condition { fault(value.position, reason) }
  }

  fileprivate func checkMenus(of configuration: ServiceConfiguration) {
    for (name, position) in wantedMenus where configuration.menus[name] == nil {
      fault(position, "there is no [menu.\(name)]")
    }
  }
}

// MARK: Tables

extension SettingTable<ServiceConfiguration> {
  static var document: Self {
    Self(
      name: "the document",
      keys: [
        SettingKey("edge", words: "tables") { reader, entry, configuration in
          configuration.edges = reader.settings(ServiceConfiguration.Edge(edge: .left), of: entry, .edge)
          if let edge = reader.overlap(of: configuration.edges, { $0.overlaps($1) }) {
            reader.fault(entry.position, "two parts of the \(edge.edge.rawValue) edge overlap")
          }
        },
        SettingKey("corner", words: "tables") { reader, entry, configuration in
          configuration.corners = reader.settings(.init(corner: .topLeft), of: entry, .corner)
          if let corner = reader.overlap(of: configuration.corners, { $0.overlaps($1) }) {
            reader.fault(entry.position, "two [[corner]] are the corner \(corner.corner.rawValue)")
          }
        },
        SettingKey("gesture", .init(.tap), .gesture, \.gestures),
        SettingKey("pointer", .init(), .pointer, \.pointers), SettingKey("idle", .init(after: .zero), .idle, \.idle),
        SettingKey("menu", words: "tables") { reader, entry, configuration in
          for menu in reader.entries(entry.value, "menu") { configuration.menus[menu.key] = reader.menu(menu) }
        },
        SettingKey("curtain", words: "a table") { reader, entry, configuration in
          configuration.curtain = reader.setting(configuration.curtain, of: entry.value, .curtain)
        },
        SettingKey("accommodate", words: "a table") { reader, entry, configuration in
          configuration.accommodations = reader.setting(Accommodations(), of: entry.value, .accommodate)
        },
        SettingKey("tuio", words: "a table") { reader, entry, configuration in
          configuration.tuio = reader.setting(TUIOSetting(), of: entry.value, .tuio)
        },
        SettingKey("lost_after", .duration(1...3600), \.lostAfter),
        .dead("dead"), .dead("ignore"), .glass("output"),
        SettingKey("panel", words: "the name of a file, or tables") { reader, entry, configuration in
          if case .array = entry.value.content { return SettingKey.glass("panel").read(reader, entry, &configuration) }
          SettingKey<ServiceConfiguration>("panel", .text, \.panelFile).read(reader, entry, &configuration)
        }, SettingKey("posture", .choice, \.posture), SettingKey("language", .choice, \.words.language),
        SettingKey("text", words: "a table") { reader, entry, configuration in
          configuration.words = reader.setting(configuration.words, of: entry.value, .text)
        },
        SettingKey("swipe", .choice, \.swipe), SettingKey("theme", .choice, \.theme),
      ]
    ) { reader, document, configuration in
      reader.checkMenus(of: configuration)
      if configuration.accommodatesVisitors {
        reader.require(
          !configuration.accommodations.isEmpty, document, "accommodate = \"on\" needs [accommodate], which says how")
        reader.require(
          !configuration.stages.isEmpty, document, "accommodate = \"on\" needs [[idle]] or after_idle, which end it")
      }
      if configuration.actions.contains(.reach) {
        reader.require(!configuration.stages.isEmpty, document, "reach needs [[idle]] or after_idle, which end it")
      }
      guard case .lift(let speed) = configuration.swipe.trigger else { return }
      for index in configuration.gestures.indices where configuration.gestures[index].kind == .swipe {
        configuration.gestures[index].values[.liftSpeed] = configuration.gestures[index].values[.liftSpeed] ?? speed
      }
    }
  }
}

extension SettingTable<TUIOSetting> {
  static var tuio: Self {
    Self(
      name: "[tuio]",
      keys: [SettingKey("to", .receivers, isRequired: true, \.receivers), SettingKey("version", .choice, \.version)])
  }
}

extension SettingTable<ServiceConfiguration.Edge> {
  static var edge: Self {
    Self(
      name: "[[edge]]",
      keys: [
        SettingKey("edge", .choice, isRequired: true, \.edge), SettingKey("along", .choice, \.along),
        SettingKey("part", .part, \.part),
        SettingKey("depth_mm", .number(0.5...30), \.depth), SettingKey("travel_mm", .number(5...1000), \.travel),
        SettingKey("at", .number(0.05...0.95), \.at), .output, .program,
        SettingKey("emit", .text, \.emit),
        SettingKey("open", action: \.open),
      ]
    ) { reader, table, edge in
      let hasEffect = ["emit", "open"].contains { reader.position(of: $0, in: table) != nil }
      reader.require(hasEffect, table, "[[edge]] needs emit, or open with an action")
      guard let along = edge.along, along.isUpright != edge.edge.isUpright,
        let position = reader.position(of: "along", in: table)
      else { return }
      reader.fault(position, "a stroke along the \(edge.edge.rawValue) edge does not go \(along.rawValue)")
    }
  }
}

extension SettingTable<ServiceConfiguration.Corner> {
  static var corner: Self {
    Self(
      name: "[[corner]]",
      keys: [
        SettingKey("corner", .choice, isRequired: true, \.corner), SettingKey("size_mm", .number(3...50), \.size),
        SettingKey("swipe", .choice, \.swipe), SettingKey("taps", .integer(1...9), \.taps),
        SettingKey("hold_last", .duration(0.2...30), \.lastHold), .output, .program,
      ], action: \.action
    ) { reader, table, corner in
      guard let swipe = corner.swipe, let position = reader.position(of: "swipe", in: table) else { return }
      if swipe != .around, swipe.direction(from: corner.corner) == nil {
        reader.fault(position, "a swipe from the corner \(corner.corner.rawValue) does not go \(swipe.rawValue)")
      }
      let hasTaps = ["taps", "hold_last"].contains { reader.position(of: $0, in: table) != nil }
      reader.require(!hasTaps, table, "a corner with swipe has neither taps nor hold_last")
    }
  }
}

extension SettingTable<ServiceConfiguration.ListenedGesture> {
  static var gesture: Self {
    Self(
      name: "[[gesture]]",
      keys: [
        SettingKey("kind", .choice, isRequired: true, \.kind),
        SettingKey("fingers", .integer(1...5), get: { $0.kind == .palm ? nil : $0.fingers }) { $0.fingers = $1 },
        SettingKey("taps", .integer(1...3), \.taps), SettingKey("direction", .choice, \.direction),
      ] + numbers.map { SettingKey($0.number.key, .number($0), \.values[$0]) } + [
        .output, .program, SettingKey("exclusive", .flag, \.exclusive),
      ], action: \.action
    ) { reader, table, gesture in
      let kind = gesture.kind
      for setting in numbers where !kind.has(setting) {
        guard let position = reader.position(of: setting.number.key, in: table) else { continue }
        reader.fault(position, "a \(kind.rawValue) has no \(setting.number.key)")
      }
      if let direction = gesture.direction, let position = reader.position(of: "direction", in: table) {
        let fits =
          switch kind {
          case .pinch: direction.swipe == nil
          case .swipe: direction.swipe != nil
          case .holdSwipe: direction.isStraight
          case .tap, .press, .palm: false
          }
        if !fits { reader.fault(position, "a \(kind.rawValue) has no direction \"\(direction.rawValue)\"") }
      }
      if kind == .pinch, gesture.fingers < 2 {
        let isWritten = reader.position(of: "fingers", in: table) != nil
        reader.require(!isWritten, table, "a pinch needs at least 2 fingers")
        gesture.fingers = 2
      }
      let hasFingers = reader.position(of: "fingers", in: table) != nil
      reader.require(kind != .palm || !hasFingers, table, "a palm has no fingers")
      reader.require(kind == .tap || gesture.taps == 1, table, "only a tap has taps")
    }
  }

  /// The numbers that the recognizer of some kind has.
  private static var numbers: [RecognizerDescription.Setting] {
    RecognizerDescription.Setting.numbers.filter { setting in Setting.Kind.allCases.contains { $0.has(setting) } }
  }
}

extension SettingTable<ServiceConfiguration.PointerRule> {
  static var pointer: Self {
    let uses = PointerUse.allCases.map { use in
      SettingKey<ServiceConfiguration.PointerRule>(use.rawValue, .word(use.word)) { rule, _ in rule.uses.insert(use) }
    }
    return Self(name: "[[pointer]]", keys: uses + [.program])
  }
}

extension SettingTable<ServiceConfiguration.DeadArea> {
  static var dead: Self {
    Self(name: "[[dead]]", keys: [SettingKey("area_mm", .area, isRequired: true, \.area), .output])
  }
}

extension SettingTable<ServiceConfiguration.Glass> {
  static func glass(_ name: String) -> Self {
    Self(name: name, keys: [SettingKey("name", .text, \.name), SettingKey("size_mm", .size, isRequired: true, \.size)])
  }
}

extension SettingKey<ServiceConfiguration> {
  /// The tables with areas that do not count, by either of their names.
  fileprivate static func dead(_ key: String) -> Self {
    Self(key, words: "tables") { $2.dead += $0.settings(ServiceConfiguration.DeadArea(), of: $1, .dead) }
  }

  /// The tables with sizes of touch screens or outputs.
  fileprivate static func glass(_ key: String) -> Self {
    Self(key, words: "tables") {
      $2.glasses += $0.settings(ServiceConfiguration.Glass(), of: $1, .glass("[[\(key)]]"))
    }
  }
}

extension SettingTable<ServiceConfiguration.Idle> {
  static var idle: Self {
    Self(
      name: "[[idle]]",
      keys: [
        SettingKey("after", .duration(1...86_400), isRequired: true, \.after),
        SettingKey("warn", .duration(1...3600), \.warning), SettingKey("text", .shown, \.text),
        SettingKey("hint", .shown, \.hint),
        SettingKey("swallow_first", .flag, \.swallowsFirst), SettingKey("resume", action: \.resume),
      ], action: \.action
    ) { reader, table, idle in
      if case .keys? = idle.action, let position = reader.position(of: "keys", in: table) {
        reader.fault(position, "keys of a stage would count as use of the machine, which ends it at once")
      }
      guard let warning = idle.warning, let position = reader.position(of: "warn", in: table) else { return }
      if warning >= idle.after, idle.after > .zero { reader.fault(position, "warn must be shorter than after") }
    }
  }
}

extension SettingTable<ServiceConfiguration.CurtainSetting> {
  static var curtain: Self {
    Self(
      name: "[curtain]",
      keys: [
        SettingKey("text", .shown, \.text), SettingKey("hold", .duration(0.5...30), \.hold),
        SettingKey("after_idle", .duration(1...86_400), \.idle),
      ])
  }
}

extension SettingTable<ServiceWords> {
  static var text: Self {
    Self(name: "[text]", keys: Phrase.allCases.map { SettingKey($0.rawValue, .shown, \.own[$0]) })
  }
}

extension SettingKey<ServiceConfiguration.MenuSetting> {
  /// What a menu has beside its rows, which are tables.
  static var keys: [Self] { [SettingKey("title", .shown, \.title), SettingKey("pin", .hash, \.pin)] }
}

extension SettingKey<MenuRequest.Row> {
  /// What a row of a menu has beside its action.
  static var keys: [Self] {
    [
      SettingKey("label", .shown, \.label), SettingKey("destructive", .flag, \.isDestructive),
      SettingKey("confirm", .flag, \.asks),
    ]
  }
}

extension SettingKey where Setting: OutputRule {
  /// The name of an output; `*` stands for all of them.
  fileprivate static var output: Self {
    SettingKey("output", .text, get: \.output) { $0.output = $1 == "*" ? nil : $1 }
  }
}

extension SettingKey where Setting: ProgramRule {
  /// The program that must be active.
  fileprivate static var program: Self { SettingKey("program", .text, \.program) }
}

extension ServiceAction {
  /// The keys of actions, of which a table has one.
  static var keys: [SettingKey<[ServiceAction]>] {
    [
      SettingKey("run", .command) { $0.append(.run($1)) }, SettingKey("emit", .text) { $0.append(.emit($1)) },
      SettingKey("menu", words: "the name of a [menu.NAME]") { reader, entry, actions in
        SettingKey<[ServiceAction]>("menu", .text) {
          $0.append(.menu($1))
          reader.wantedMenus.append(($1, entry.value.position))
        }.read(reader, entry, &actions)
      }, SettingKey("curtain", .choice) { $0.append(.curtain($1)) },
      SettingKey("accommodate", .choice) { $0.append(.accommodate($1)) },
      SettingKey("reach", .yes) { actions, _ in actions.append(.reach) },
      SettingKey("keys", .chord) { $0.append(.keys($1)) },
      SettingKey("home", .yes) { actions, _ in actions.append(.home) },
    ]
  }
}

extension ConfigurationReader {
  fileprivate func menu(_ entry: TOMLEntry) -> ServiceConfiguration.MenuSetting {
    typealias Row = MenuRequest.Row
    var menu = ServiceConfiguration.MenuSetting()
    for row in entries(entry.value, "[menu.\(entry.key)]") {
      // What is no table is no row: a number in place of a PIN's hash is a fault of `pin`.
      if case .table = row.value.content {
      } else if let key = SettingKey<ServiceConfiguration.MenuSetting>.keys.first(where: { $0.name == row.key }) {
        key.read(self, row, &menu)
        continue
      }
      let table = SettingTable(
        name: "menu.\(entry.key).\(row.key)", keys: SettingKey<Row>.keys, action: \.action)
      menu.rows.append(setting(Row(id: row.key, label: row.key), of: row.value, table))
    }
    require(!menu.rows.isEmpty, entry.value, "[menu.\(entry.key)] has no rows")
    require(
      menu.rows.count <= MenuRequest.mostRows, entry.value,
      "[menu.\(entry.key)] has more than \(MenuRequest.mostRows) rows")
    return menu
  }

  /// The first of `rules`, if they have no other fault, that overlaps one before it for the same program: two strips over one another would
  /// leave it to the compositor which of them gets a finger.
  fileprivate func overlap<Rule: ProgramRule>(of rules: [Rule], _ overlaps: (Rule, Rule) -> Bool) -> Rule? {
    guard faults.isEmpty else { return nil }
    return rules.indices.first { index in
      rules[..<index].contains { $0.program == rules[index].program && overlaps($0, rules[index]) }
    }.map { rules[$0] }
  }
}
