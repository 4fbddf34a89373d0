package import Offhand
package import OffhandClient
import OffhandLibinput
import OffhandPlatform
import OffhandRecordings
import OffhandTOML

/// What is known of a panel beyond what its device says of itself: the file that `offhand panel --write` writes, `panel.toml`.
package struct PanelProfile: Sendable, Hashable {
  /// The touch screen.
  package var panel: PanelIdentity
  /// The time from a finger to the time stamp of its touch; `nil` if it is not known.
  package var latency: Duration?
  /// The size of the glass in millimetres, in the orientation of its picture; `nil` if it is what the device claims.
  package var size: Size?
  /// What puts positions right after the calibration that the device has already; `nil` if they are.
  package var calibration: CalibrationMatrix?
  /// The filters that it needs; `nil` if that is not known.
  package var filters: Set<ChosenFilters.Kind>?
  /// The areas in millimetres in which no touch counts that lands there.
  package var deadAreas: [Rect] = []
  /// Where it was read.
  private var path = ""

  /// The longest file in bytes.
  private static let limit = 1 << 16

  package init(_ panel: PanelIdentity) { self.panel = panel }

  /// Reads the file at `path`. Throws what is wrong with it.
  package init(file path: String) throws(ConfigurationFile.Failure) {
    let bytes: [UInt8]
    do throws(KernelError) { bytes = try Files.contents(of: path, atMost: PanelProfile.limit) } catch {
      throw ConfigurationFile.Failure(lines: ["\(path): \(error.reason)"])
    }
    do throws(ConfigurationFaults) { try self.init(toml: bytes) } catch {
      throw ConfigurationFile.Failure(path, error)
    }
    self.path = path
  }

  init(toml bytes: [UInt8]) throws(ConfigurationFaults) {
    self = try ConfigurationReader.read(bytes, into: PanelProfile(PanelIdentity(name: "")), .panel)
  }

  /// Makes `input` that of the panel: its size, calibration and dead areas, and its filters unless the user chose others. Throws if the touch screens of `input` are
  /// known and the panel is not among them.
  package func apply(to input: inout TouchInput) throws {
    try check(PanelIdentity.all(of: input))
    input.measuredSizes = size.map { [panel.name: $0] } ?? [:]
    input.measuredCalibrations = calibration.map { [panel.name: $0] } ?? [:]
    input.deadAreas = deadAreas
    if let filters, input.filters == TouchInput().filters { input.filters = filters }
  }

  /// Throws if the touch screens are known and the panel is not among them.
  func check(_ present: [PanelIdentity]) throws(ConfigurationFile.Failure) {
    guard present.isEmpty || present.contains(where: panel.matches) else {
      let names = present.map(\.description).joined(separator: ", ")
      throw ConfigurationFile.Failure(lines: [
        "\(path): this is the file of \(panel), but the touch screen is \(names): "
          + "measure that one with 'offhand panel --write FILE'"
      ])
    }
  }

  /// The text of the file, with `comments` before what they explain.
  package func text(comments: [String] = []) -> String {
    func number(_ value: Double) -> String { DecimalText.rounded(value, digits: 1, trimmed: true) }
    // A string of JSON is one of TOML.
    func quoted(_ text: String) -> String {
      var writer = JSONWriter()
      writer.value(text)
      return String(decoding: writer.bytes, as: UTF8.self)
    }
    var lines = [
      "# Measured by 'offhand panel'; the page Panels says what the figures mean.", "device = \(quoted(panel.name))",
    ]
    if let id = panel.id { lines.append("id = \(quoted(id))") }
    lines += comments.map { "# \($0)" }
    if let latency { lines.append("latency_ms = \(number(latency / .milliseconds(1)))") }
    if let size { lines.append("size_mm = [\(number(size.width)), \(number(size.height))]") }
    if let calibration { lines.append("calibration = [\(calibration.text(separator: ", "))]") }
    if let filters {
      let names = ChosenFilters.Kind.allCases.filter(filters.contains).map { quoted($0.rawValue) }
      lines.append("filters = [\(names.joined(separator: ", "))]")
    }
    if !deadAreas.isEmpty {
      let areas = deadAreas.map { area in
        "[\([area.minX, area.minY, area.width, area.height].map(number).joined(separator: ", "))]"
      }
      lines.append("dead_mm = [\(areas.joined(separator: ", "))]")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension SettingTable<PanelProfile> {
  fileprivate static var panel: Self {
    Self(
      name: "the file",
      keys: [
        SettingKey("device", .text, isRequired: true, \.panel.name), SettingKey("id", .text, \.panel.id),
        SettingKey("latency_ms", .number(0...200)) { $0.latency = .milliseconds($1) },
        SettingKey("size_mm", .size, \.size), SettingKey("calibration", .calibration, \.calibration),
        SettingKey("filters", .filters, \.filters),
        SettingKey("dead_mm", .areas, \.deadAreas),
      ])
  }
}

extension SettingValue<Rect> {
  /// A part of the glass.
  static var area: Self {
    Self(
      "[X, Y, WIDTH, HEIGHT] in millimetres, from -100 to 3000, with a width and a height",
      json: { .array([$0.minX, $0.minY, $0.width, $0.height].map { .number($0) }) }
    ) { value in
      guard case .array(let elements) = value.content, elements.count == 4 else { return nil }
      let numbers = elements.compactMap(\.number).filter { (-100...3000).contains($0) }
      guard numbers.count == 4, numbers[2] > 0, numbers[3] > 0 else { return nil }
      return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
  }
}

extension SettingValue<[Rect]> {
  fileprivate static var areas: Self {
    Self("an array of \(SettingValue<Rect>.area.words)") { value, place in
      guard case .array(let elements) = value.content else { return nil }
      var areas: [Rect] = []
      for element in elements {
        place = element.position
        guard let area = SettingValue<Rect>.area.read(element, &place) else { return nil }
        areas.append(area)
      }
      return areas
    }
  }
}

extension SettingValue<Size> {
  static var size: Self {
    Self("[WIDTH, HEIGHT] with sides of 20 to 3000") { value in
      guard case .array(let sides) = value.content, sides.count == 2, let width = sides[0].number,
        let height = sides[1].number, case let size = Size(width: width, height: height), Size.isPlausible(size)
      else { return nil }
      return size
    }
  }
}

extension SettingValue<CalibrationMatrix> {
  fileprivate static var calibration: Self {
    Self("the six numbers of a matrix of libinput, each from -10 to 10, with an inverse") { value in
      guard case .array(let elements) = value.content else { return nil }
      let numbers = elements.compactMap(\.number).filter { (-10...10).contains($0) }
      guard numbers.count == elements.count, let matrix = CalibrationMatrix(numbers) else { return nil }
      // One without an inverse would put all touches on a line.
      return abs(matrix.xx * matrix.yy - matrix.xy * matrix.yx) < 1e-6 ? nil : matrix
    }
  }
}

extension SettingValue<Set<ChosenFilters.Kind>> {
  fileprivate static var filters: Self {
    Self("an array of names of filters: \(SettingValue<ChosenFilters.Kind>.names)") { value, place in
      guard case .array(let elements) = value.content else { return nil }
      var kinds: Set<ChosenFilters.Kind> = []
      for element in elements {
        place = element.position
        guard let kind = element.string.flatMap({ ChosenFilters.Kind(rawValue: $0) }) else { return nil }
        kinds.insert(kind)
      }
      return kinds
    }
  }
}
