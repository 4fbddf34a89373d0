import Offhand
import OffhandOSC
import OffhandRecordings
import OffhandTOML
import OffhandWayland

/// A table of the configuration as the list of its keys: what is read, what faults say and what the manual says follow from it.
struct SettingTable<Setting> {
  /// Its name in faults, such as `[[edge]]`.
  var name: String
  var keys: [SettingKey<Setting>]
  /// The setting of its action; `nil` if it has none.
  var action: WritableKeyPath<Setting, ServiceAction?>?
  /// Checks a setting that was read, beyond its single values.
  var check: (ConfigurationReader, TOMLValue, inout Setting) -> Void = { _, _, _ in }

  /// The fields of an object of JSON that says what `setting` says.
  func write(_ setting: Setting, to writer: inout JSONWriter) {
    for key in keys { writer.field(key.name, key.json(setting)) }
  }
}

/// A key of a table.
struct SettingKey<Setting> {
  let name: String
  /// What it can be, as a fault and the manual say it.
  let words: String
  let isRequired: Bool
  /// Reads an entry into a setting; a value that does not fit becomes a fault.
  let read: (ConfigurationReader, TOMLEntry, inout Setting) -> Void
  /// What a setting has under the key, for the bridge; `nil` for nothing, or of what it is not sent.
  let json: (Setting) -> JSONValue?

  /// A key that `read` reads by itself.
  init(
    _ name: String, words: String, isRequired: Bool = false, json: @escaping (Setting) -> JSONValue? = { _ in nil },
    read: @escaping (ConfigurationReader, TOMLEntry, inout Setting) -> Void
  ) {
    (self.name, self.words, self.isRequired, self.json, self.read) = (name, words, isRequired, json, read)
  }

  /// A key for a `value`, which `set` takes.
  init<Value>(
    _ name: String, _ value: SettingValue<Value>, isRequired: Bool = false,
    get: @escaping (Setting) -> Value? = { _ in nil }, set: @escaping (inout Setting, Value) -> Void
  ) {
    self.init(name, words: value.words, isRequired: isRequired, json: { get($0).flatMap(value.json) }) {
      reader, entry, setting in
      var place = entry.value.position
      if let read = value.read(entry.value, &place) { return set(&setting, read) }
      reader.fault(place, "\(name) must be \(value.words)")
    }
  }

  init<Value>(
    _ name: String, _ value: SettingValue<Value>, isRequired: Bool = false, _ path: WritableKeyPath<Setting, Value>
  ) {
    self.init(name, value, isRequired: isRequired, get: { $0[keyPath: path] }) { $0[keyPath: path] = $1 }
  }

  init<Value>(_ name: String, _ value: SettingValue<Value>, _ path: WritableKeyPath<Setting, Value?>) {
    self.init(name, value, get: { $0[keyPath: path] }) { $0[keyPath: path] = $1 }
  }

  /// A key for tables that are written as `[[…]]`.
  init<Element>(
    _ name: String, _ element: Element, _ table: SettingTable<Element>, _ path: WritableKeyPath<Setting, [Element]>
  ) {
    self.init(name, words: "tables") { $2[keyPath: path] = $0.settings(element, of: $1, table) }
  }

  /// A key for a table with an action.
  init(_ name: String, action path: WritableKeyPath<Setting, ServiceAction?>) {
    self.init(name, words: "a table with an action") { reader, entry, setting in
      let table = SettingTable(name: name, keys: [], action: \ActionSetting.action)
      setting[keyPath: path] = reader.setting(ActionSetting(), of: entry.value, table).action
    }
  }

  private struct ActionSetting { var action: ServiceAction? }
}

/// A kind of values: what faults and the manual call it, and how it is read.
struct SettingValue<Value> {
  let words: String
  /// Returns the value of a node; `nil` if it does not fit, and then the position is that of what does not.
  let read: (TOMLValue, inout TOMLPosition) -> Value?
  /// The value in JSON; `nil` if the bridge is sent none of these.
  let json: (Value) -> JSONValue?

  init(
    _ words: String, json: @escaping (Value) -> JSONValue? = { _ in nil }, _ read: @escaping (TOMLValue) -> Value?
  ) {
    (self.words, self.json) = (words, json)
    self.read = { value, _ in read(value) }
  }

  init(_ words: String, locating read: @escaping (TOMLValue, inout TOMLPosition) -> Value?) {
    (self.words, self.json, self.read) = (words, { _ in nil }, read)
  }
}

extension SettingValue<Double> {
  static func number(_ range: ClosedRange<Double>) -> Self {
    Self("a number from \(plain(range.lowerBound)) to \(plain(range.upperBound))") { value in
      value.number.flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// A number of recognizers, which may be a duration.
  static func number(_ setting: RecognizerDescription.Setting) -> Self {
    let isDuration = setting.number.unit == "s"
    let words = isDuration ? "a duration such as \"2s\", \(setting.allowed)" : "a number, \(setting.allowed)"
    return Self(words, json: { .number($0) }) { value in
      (isDuration ? value.seconds : value.number).flatMap { setting.allows($0) ? $0 : nil }
    }
  }

  /// A setting of accommodations: a duration, a distance, or the index of a word.
  static func accommodation(_ setting: Accommodations.Setting) -> Self {
    let (words, range) = (setting.words, setting.range)
    guard words.isEmpty else {
      let names = words.map { "\"\($0)\"" }.joined(separator: ", ")
      return Self("one of \(names)", json: { .string(words[Int($0)]) }) { value in
        value.string.flatMap { words.firstIndex(of: $0) }.map { Double($0) }
      }
    }
    let number = number(range)
    let text = setting.isDuration ? SettingValue<Duration>.duration(range).words : number.words
    return Self(text, json: { .number($0) }) { value in
      (setting.isDuration ? value.seconds : value.number).flatMap { range.contains($0) ? $0 : nil }
    }
  }
}

extension SettingValue<Int> {
  static func integer(_ range: ClosedRange<Int>) -> Self {
    let words = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    return Self(words, json: { .number(Double($0)) }) { value in
      guard case .integer(let number) = value.content, let whole = Int(exactly: number) else { return nil }
      return range.contains(whole) ? whole : nil
    }
  }
}

extension SettingValue<Duration> {
  static func duration(_ range: ClosedRange<Double>) -> Self {
    Self("a duration such as \"2s\", from \(plain(range.lowerBound)) to \(plain(range.upperBound)) s") { value in
      value.seconds.flatMap { range.contains($0) ? .seconds($0) : nil }
    }
  }
}

extension SettingValue<Bool> {
  static var flag: Self {
    Self("true or false", json: { .bool($0) }) { if case .boolean(let flag) = $0.content { flag } else { nil } }
  }
}

extension SettingValue<String> {
  static var text: Self {
    Self("a string", json: { .string($0) }) { value in value.string.flatMap { $0.isEmpty ? nil : $0 } }
  }

  /// A text that is shown.
  static var shown: Self {
    Self("a string of at most \(MenuRequest.longestText) characters") { value in
      value.string.flatMap { (1...MenuRequest.longestText).contains($0.unicodeScalars.count) ? $0 : nil }
    }
  }
}

extension SettingValue<String> {
  /// A salted hash as `crypt` has it, with the method in front.
  static var hash: Self {
    Self("a line of 'offhand kiosk pin'") { value in
      value.string.flatMap { $0.hasPrefix("$") && $0.split(separator: "$").count > 2 ? $0 : nil }
    }
  }
}

extension SettingValue<Void> {
  /// `true` alone.
  static var yes: Self { Self("true") { if case .boolean(true) = $0.content { () } else { nil } } }

  /// One word alone.
  static func word(_ word: String) -> Self {
    Self("\"\(word)\"") { $0.string == word ? () : nil }
  }
}

extension SettingValue<KeyChord> {
  static var chord: Self {
    Self("a key of the layout with its modifiers, such as \"Alt+Left\"") { $0.string.flatMap { KeyChord($0) } }
  }
}

extension SettingValue<[String]> {
  /// A program and its arguments.
  static var command: Self {
    Self("a program and its arguments, such as [\"pkill\", \"wvkbd\"]; no shell reads it") { value, place in
      guard case .array(let elements) = value.content, !elements.isEmpty else { return nil }
      var words: [String] = []
      for element in elements {
        place = element.position
        guard let word = element.string, !word.utf8.contains(0) else { return nil }
        guard !words.isEmpty || !word.isEmpty else { return nil }
        words.append(word)
      }
      return words
    }
  }
}

extension SettingValue<[TUIOAddress]> {
  static var receivers: Self {
    Self("a list such as [\"127.0.0.1:3333\"]") { value, place in
      guard case .array(let elements) = value.content, !elements.isEmpty else { return nil }
      var addresses: [TUIOAddress] = []
      for element in elements {
        place = element.position
        guard let address = element.string.flatMap({ TUIOAddress($0, hostRequired: true) }) else { return nil }
        addresses.append(address)
      }
      return addresses
    }
  }
}

extension SettingValue<ClosedRange<Double>> {
  static var part: Self {
    Self("[START, END] with 0 ≤ START < END ≤ 1") { value in
      guard case .array(let ends) = value.content, ends.count == 2, let start = ends[0].number,
        let end = ends[1].number, 0 <= start, start < end, end <= 1
      else { return nil }
      return start...end
    }
  }
}

extension SettingValue where Value: RawRepresentable<String> & CaseIterable {
  /// All of them, as a fault and the manual list them.
  static var names: String { Value.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ") }

  static var choice: Self {
    Self("one of \(names)", json: { .string($0.rawValue) }) { $0.string.flatMap { Value(rawValue: $0) } }
  }
}

/// A number without needless decimals.
private func plain(_ number: Double) -> String { number == number.rounded() ? "\(Int(number))" : "\(number)" }

extension TOMLValue {
  /// Its text, if it is one.
  var string: String? { if case .string(let text) = content { text } else { nil } }

  /// Its number, if it is one.
  var number: Double? {
    switch content {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }

  /// A duration in seconds, as a number or as a string with a unit: `"2s"`, `"500ms"`, `"10min"`, `"8h"`.
  fileprivate var seconds: Double? {
    guard let text = string else { return number }
    let units = [("ms", 0.001), ("min", 60), ("h", 3600), ("s", 1)]
    guard let (unit, factor) = units.first(where: { text.hasSuffix($0.0) }) else { return nil }
    return Double(text.dropLast(unit.count)).map { $0 * factor }
  }

  /// A value of JSON, whose position is nowhere. TOML has no `null`: it fits nowhere.
  init(_ json: JSONValue) {
    let nowhere = TOMLPosition(line: 1, column: 1)
    let content: Content =
      switch json {
      case .null: .time
      case .bool(let bool): .boolean(bool)
      case .number(let number): Int64(exactly: number).map(Content.integer) ?? .number(number)
      case .string(let text): .string(text)
      case .array(let elements): .array(elements.map { TOMLValue($0) })
      case .object(let fields): .table(fields.map { TOMLEntry($0.key, at: nowhere, TOMLValue($0.value)) })
      }
    self.init(content, at: nowhere)
  }
}
