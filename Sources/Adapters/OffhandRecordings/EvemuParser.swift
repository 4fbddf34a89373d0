import OffhandPlatform
import Offhand

/// Reads what `evemu-record` writes: a description of the device and its events, in one file or in two.
enum EvemuParser {
  /// Whether `line` can be the first of such a file.
  static func recognizes(_ line: [UInt8]) -> Bool {
    line.starts(with: Array("# EVEMU".utf8))
      || (line.count > 2 && line[1] == UInt8(ascii: ":") && Array("NIPBAELS".utf8).contains(line[0]))
  }

  /// The recording in `lines`. Throws if a line cannot be understood or the device is not a touch device.
  static func recording(in lines: LineReader, limits: RecordingLimits) throws(RecordingError) -> Recording {
    var description = EvemuDescription()
    var frames: EvdevFrames?
    while let text = try lines.next() {
      do {
        let line = try EvemuLine(text)
        guard case .event(let event) = line else {
          description.add(line)
          continue
        }
        if frames == nil {
          if !description.isPresent { description = try EvemuDescription(beside: lines.path, limits: limits) }
          frames = try EvdevFrames(description.device, limits: limits)
        }
        try frames?.add(event)
      } catch {
        throw lines.fault(error.reason)
      }
    }
    guard let frames else { throw lines.fault("the file describes a device and holds no events") }
    let name = lines.path.split(separator: "/").last.map(String.init) ?? lines.path
    var recording = Recording(source: "evemu", trace: name, device: description.device.device, unit: .device)
    recording.frames = frames.frames
    return recording
  }
}

/// Collects the lines of an evemu file that describe the device.
struct EvemuDescription {
  /// The device so far.
  private(set) var device = EvdevDescription()
  /// Whether there was any such line.
  private(set) var isPresent = false

  // The bit masks come in several lines of a type; these count the bits before the next one.
  private var codesRead: [UInt16: Int] = [:]
  private var propertiesRead = 0

  /// Adds a line.
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

  /// The description in a file of its own: `NAME.desc` beside `NAME.events` or `NAME.case.events`.
  init(beside path: String, limits: RecordingLimits) throws(EvdevFault) {
    self.init()
    guard let file = EvemuDescription.file(beside: path) else {
      throw EvdevFault(
        reason: "the events come without a description of the device; put its .desc file beside this one, or into it")
    }
    do {
      let lines = try LineReader(path: file, limit: limits.lineLength)
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
        if candidate != path && Files.isUsable(candidate, for: .reading) { return candidate }
      }
    }
    return nil
  }

  private static func bits(_ mask: [UInt8]) -> [Int] {
    mask.indices.flatMap { byte in (0..<8).filter { mask[byte] >> $0 & 1 == 1 }.map { byte * 8 + $0 } }
  }
}

/// One line of an evemu file.
enum EvemuLine {
  /// A line without meaning here: a comment, the state of a light.
  case other
  /// The device's name.
  case name(String)
  /// Bus, vendor, product and version.
  case ids([Int])
  /// The properties as a bit mask, eight more.
  case properties([UInt8])
  /// The codes of an event type as a bit mask, sixty-four more.
  case codes(type: UInt16, mask: [UInt8])
  /// An absolute axis.
  case axis(UInt16, RecordedAxis)
  /// An event.
  case event(EvdevEvent)

  /// Parses `line`. Throws if it is not a line of an evemu file.
  init(_ line: [UInt8]) throws(EvdevFault) {
    let text = Substring(decoding: line.prefix { $0 != UInt8(ascii: "#") }, as: UTF8.self)
    let content = text.drop { $0 == " " || $0 == "\t" }
    guard let mark = content.first else {
      self = .other
      return
    }
    guard content.dropFirst().first == ":" else {
      throw EvdevFault(reason: "expected a line of evemu, such as \"E: 0.000001 0003 0039 5\"")
    }
    let rest = content.dropFirst(2)
    switch mark {
    case "N":
      // A name may hold a number sign, so it is read from the whole line.
      let whole = Substring(decoding: line, as: UTF8.self).drop { $0 != ":" }.dropFirst()
      self = .name(String(whole.drop { $0 == " " }))
    case "I": self = .ids(try EvemuLine.words(rest, 4...4).map { (word) throws(EvdevFault) in try EvemuLine.hex(word) })
    case "P":
      self = .properties(
        try EvemuLine.words(rest, 0...64).map { (word) throws(EvdevFault) in
          UInt8(truncatingIfNeeded: try EvemuLine.hex(word))
        })
    case "B":
      let bytes = try EvemuLine.words(rest, 1...64).map { (word) throws(EvdevFault) in try EvemuLine.hex(word) }
      self = .codes(
        type: UInt16(truncatingIfNeeded: bytes[0]), mask: bytes.dropFirst().map { UInt8(truncatingIfNeeded: $0) })
    case "A": self = try EvemuLine.axis(EvemuLine.words(rest, 5...6))
    case "E": self = .event(try EvemuLine.event(EvemuLine.words(rest, 4...4)))
    case "L", "S": self = .other
    default: throw EvdevFault(reason: "unknown kind of line \"\(mark):\"")
    }
  }

  private static func axis(_ words: [Substring]) throws(EvdevFault) -> EvemuLine {
    let code = try hex(words[0])
    let numbers = try words.dropFirst().map { (word) throws(EvdevFault) in try decimal(word) }
    let axis = RecordedAxis(
      minimum: numbers[0], maximum: numbers[1], fuzz: numbers[2], flat: numbers[3],
      resolution: numbers.count > 4 ? numbers[4] : 0)
    return .axis(UInt16(truncatingIfNeeded: code), axis)
  }

  private static func event(_ words: [Substring]) throws(EvdevFault) -> EvdevEvent {
    let parts = words[0].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let seconds = Int64(parts[0]), (0...4_294_967_295).contains(seconds),
      let microseconds = Int64(parts[1]), (0...999_999).contains(microseconds), parts[1].utf8.count == 6
    else { throw EvdevFault(reason: "\"\(words[0])\" is not a time in seconds with six decimals") }
    guard let type = UInt16(words[1], radix: 16), let code = UInt16(words[2], radix: 16) else {
      throw EvdevFault(reason: "\"\(words[1]) \(words[2])\" is not a type and a code of four hexadecimal digits each")
    }
    guard let value = Int32(words[3]) else { throw EvdevFault(reason: "\"\(words[3])\" is not the value of an event") }
    return EvdevEvent(
      timestamp: Timestamp(nanoseconds: seconds * 1_000_000_000 + microseconds * 1000), type: type, code: code,
      value: value)
  }

  private static func words(_ text: Substring, _ count: ClosedRange<Int>) throws(EvdevFault) -> [Substring] {
    let words = text.split { $0 == " " || $0 == "\t" }
    guard count.contains(words.count) else {
      throw EvdevFault(reason: "expected \(count.lowerBound) values after the colon, found \(words.count)")
    }
    return words
  }

  private static func hex(_ word: Substring) throws(EvdevFault) -> Int {
    guard let value = UInt32(word, radix: 16) else {
      throw EvdevFault(reason: "\"\(word)\" is not a hexadecimal number")
    }
    return Int(value)
  }

  private static func decimal(_ word: Substring) throws(EvdevFault) -> Int {
    guard let value = Int32(word) else { throw EvdevFault(reason: "\"\(word)\" is not a 32-bit number") }
    return Int(value)
  }
}
