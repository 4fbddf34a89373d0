import Offhand

/// Reads what `libinput record` writes (version 1; unknown keys are ignored), one device after the other.
///
/// The document is a mapping with `version` and `devices`; each device has a description, `evdev`, and then `events`, a list
/// with one item per report. It is read as a stream: nothing of a long recording is kept but its frames.
final class LibinputRecordParser {
  private let lines: LineReader
  private let limits: RecordingLimits
  private var yaml: YAMLReader?
  private var devices = 0
  private var touchDevices = 0
  /// Whether the last device that was read had no events.
  private var lacksEvents = false
  private var numbers: [Int?] = []

  init(_ lines: LineReader, limits: RecordingLimits) {
    self.lines = lines
    self.limits = limits
  }

  /// Whether `line` can be the first of such a file.
  static func recognizes(_ line: [UInt8]) -> Bool {
    ["# libinput record", "version:", "---", "%YAML"].contains { line.starts(with: Array($0.utf8)) }
  }

  /// The recording of the next touch device; `nil` at the end of the file.
  func next() throws(RecordingError) -> Recording? {
    let yaml: YAMLReader
    if let begun = self.yaml { yaml = begun } else { yaml = try start() }
    while yaml.event != .sequenceEnd && yaml.event != .end {
      devices += 1
      if let recording = try device(yaml) { return recording }
    }
    while yaml.event != .end { try yaml.advance() }
    guard !lacksEvents && devices > 0 else {
      throw lines.fault("the file ends before the events of a device; it was cut off")
    }
    guard touchDevices > 0 else { throw lines.fault("no device in it reports touches") }
    return nil
  }

  /// Reads up to the first device.
  private func start() throws(RecordingError) -> YAMLReader {
    let yaml = try YAMLReader(lines)
    self.yaml = yaml
    guard yaml.event == .mappingStart else { throw yaml.fault("expected the keys \"version\" and \"devices\"") }
    try yaml.advance()
    var isKnown = false
    while let key = try yaml.key() {
      switch key {
      case "version":
        guard yaml.integer == 1 else { throw LibinputRecordParser.wrongVersion(yaml) }
        isKnown = true
        try yaml.advance()
      case "devices":
        guard isKnown else { throw LibinputRecordParser.wrongVersion(yaml) }
        if yaml.event == .sequenceStart {
          try yaml.advance()
          return yaml
        }
        try yaml.skip()
      default: try yaml.skip()
      }
    }
    return yaml
  }

  private static func wrongVersion(_ yaml: YAMLReader) -> RecordingError {
    yaml.fault("expected version 1 of libinput's recordings")
  }

  /// Reads a device; returns its recording if it is a touch device and has events.
  private func device(_ yaml: YAMLReader) throws(RecordingError) -> Recording? {
    var description: EvdevDescription?
    var frames: EvdevFrames?
    lacksEvents = true
    try yaml.mapping { (key) throws(RecordingError) in
      switch key {
      case "evdev": description = try self.description(yaml)
      case "events":
        guard let description else { throw yaml.fault("the device has no \"evdev\" before its events") }
        lacksEvents = false
        guard description.isTouchDevice, frames == nil else { return try yaml.skip() }
        do throws(EvdevFault) {
          frames = try EvdevFrames(description, limits: limits)
        } catch {
          throw yaml.fault(error.reason)
        }
        try readEvents(yaml, into: &frames!)
      default: try yaml.skip()
      }
    }
    guard let frames, let description else { return nil }
    touchDevices += 1
    let name = lines.path.split(separator: "/").last.map(String.init) ?? lines.path
    var recording = Recording(
      source: "libinput-record", trace: touchDevices > 1 ? "\(name)#\(touchDevices)" : name,
      device: description.device, unit: .device)
    recording.frames = frames.frames
    return recording
  }

  private func description(_ yaml: YAMLReader) throws(RecordingError) -> EvdevDescription {
    var description = EvdevDescription()
    try yaml.mapping { (key) throws(RecordingError) in
      switch key {
      case "name":
        description.name = yaml.text
        try yaml.skip()
      case "id": description.ids = try integers(yaml)
      case "properties": description.properties = Set(try integers(yaml))
      case "codes":
        try yaml.mapping { (type) throws(RecordingError) in
          let codes = try integers(yaml)
          if type == "\(EvdevCode.key)" { description.keys = Set(codes.compactMap(UInt16.init(exactly:))) }
        }
      case "absinfo":
        try yaml.mapping { (code) throws(RecordingError) in
          let line = yaml.line
          try yaml.integers(into: &numbers)
          let values = numbers.compactMap { $0.flatMap(Int32.init(exactly:)) }.map(Int.init)
          guard let code = UInt16(code), values.count == 5, numbers.count == 5 else {
            throw yaml.fault(
              line: line, "expected an axis as \"code: [minimum, maximum, fuzz, flat, resolution]\"")
          }
          description.absoluteAxes[code] = RecordedAxis(
            minimum: values[0], maximum: values[1], fuzz: values[2], flat: values[3], resolution: values[4])
        }
      default: try yaml.skip()
      }
    }
    return description
  }

  private func integers(_ yaml: YAMLReader) throws(RecordingError) -> [Int] {
    try yaml.integers(into: &numbers)
    return numbers.compactMap { $0 }
  }

  /// Reads the list of events: the items with kernel events are kept, others passed over. Throws if the last report has no
  /// end.
  private func readEvents(_ yaml: YAMLReader, into frames: inout EvdevFrames) throws(RecordingError) {
    var isWhole = true
    try yaml.sequence { () throws(RecordingError) in
      try yaml.mapping { (key) throws(RecordingError) in
        guard key == "evdev" else { return try yaml.skip() }
        isWhole = false
        try yaml.sequence { () throws(RecordingError) in
          let line = yaml.line
          let event = try event(yaml)
          do throws(EvdevFault) {
            try frames.add(event)
          } catch {
            throw yaml.fault(line: line, error.reason)
          }
          isWhole = event.type == EvdevCode.synchronization && event.code == EvdevCode.report
        }
      }
    }
    guard isWhole else { throw lines.fault("the last report is incomplete; the recording was cut off") }
  }

  private func event(_ yaml: YAMLReader) throws(RecordingError) -> EvdevEvent {
    let line = yaml.line
    try yaml.integers(into: &numbers)
    guard numbers.count == 5, let seconds = numbers[0], (0...Int(UInt32.max)).contains(seconds),
      let microseconds = numbers[1], (0...999_999).contains(microseconds),
      let type = numbers[2].flatMap(UInt16.init(exactly:)), let code = numbers[3].flatMap(UInt16.init(exactly:)),
      let value = numbers[4].flatMap(Int32.init(exactly:))
    else { throw yaml.fault(line: line, "expected an event as [seconds, microseconds, type, code, value]") }
    let time = Timestamp(nanoseconds: Int64(seconds) * 1_000_000_000 + Int64(microseconds) * 1000)
    return EvdevEvent(timestamp: time, type: type, code: code, value: value)
  }
}
