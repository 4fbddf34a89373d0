import Glibc

/// Collects the lines of an evemu file that describe the device.
struct EvemuDescription {
  /// What they say together.
  private(set) var device = EvdevDescription()
  /// Whether there was any such line.
  private(set) var isPresent = false

  // The bit masks come in several lines of a type; these count the bits before the next one.
  private var codesRead: [UInt16: Int] = [:]
  private var propertiesRead = 0

  /// Takes a line in.
  mutating func add(_ line: EvemuLine) {
    switch line {
    case .other, .event: return
    case .name(let name): device.name = name
    case .ids(let ids): device.ids = ids
    case .axis(let code, let axis): device.absoluteAxes[code] = axis
    case .properties(let mask):
      device.properties.formUnion(EvemuDescription.bits(mask).map { $0 + propertiesRead })
      propertiesRead += mask.count * 8
    case .codes(let type, let mask):
      let offset = codesRead[type, default: 0]
      if type == 1 { device.keys.formUnion(EvemuDescription.bits(mask).compactMap { UInt16(exactly: $0 + offset) }) }
      codesRead[type] = offset + mask.count * 8
    }
    isPresent = true
  }

  /// The description that stands in a file of its own: `NAME.desc` beside `NAME.events` or `NAME.case.events`.
  init(beside path: String, limits: RecordingLimits) throws(EvdevFault) {
    self.init()
    guard let file = EvemuDescription.file(beside: path) else {
      throw EvdevFault(
        reason: "the events come without a description of the device; put its .desc file beside this one, or into it")
    }
    do {
      var lines = try LineReader(path: file, limit: limits.lineLength)
      while let text = try lines.next() {
        let line = try EvemuLine(text)
        if case .event = line { break }
        add(line)
      }
    } catch {
      let reason = (error as? EvdevFault)?.reason ?? "\(error)"
      throw EvdevFault(reason: "its description \(file) cannot be read: \(reason)")
    }
  }

  init() {}

  private static func file(beside path: String) -> String? {
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    var stem = String(path[folder.endIndex...])
    while let dot = stem.lastIndex(of: ".") {
      stem = String(stem[..<dot])
      for ending in ["desc", "evemu", "prop", "device"] {
        let candidate = "\(folder)\(stem).\(ending)"
        if candidate != path && access(candidate, R_OK) == 0 { return candidate }
      }
    }
    return nil
  }

  private static func bits(_ mask: [UInt8]) -> [Int] {
    mask.indices.flatMap { byte in (0..<8).filter { mask[byte] >> $0 & 1 == 1 }.map { byte * 8 + $0 } }
  }
}
