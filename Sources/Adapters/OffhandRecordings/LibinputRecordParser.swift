import Offhand

/// Reads what `libinput record` writes (version 1; unknown keys are ignored): a recording of each device, but a pen is in that of its touch
/// screen.
///
/// The document is a mapping with `version` and `devices`; each device has a description, `evdev`, and then `events`, a list
/// with one item per report. It is read as a stream: nothing of a long recording is kept but its frames. Its devices lie one after the other, so all are read before the first is
/// known whole.
final class LibinputRecordParser {
  private let lines: LineReader
  private let limits: RecordingLimits
  private var devices = 0
  private var touchDevices = 0
  /// Whether the last device that was read had no events.
  private var lacksEvents = false
  private var numbers: [Int?] = []
  /// The recordings that `next` has yet to return; `nil` before the file is read.
  private var found: [Recording]?

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
    if found == nil { found = try recordings() }
    return found?.isEmpty == false ? found?.removeFirst() : nil
  }

  private func recordings() throws(RecordingError) -> [Recording] {
    let yaml = try start()
    var (screens, pens): ([DatedRecording], [DatedRecording]) = ([], [])
    while yaml.event != .sequenceEnd && yaml.event != .end {
      devices += 1
      guard let found = try device(yaml) else { continue }
      if found.isPen { pens.append(found) } else { screens.append(found) }
    }
    while yaml.event != .end { try yaml.advance() }
    guard !lacksEvents && devices > 0 else {
      throw lines.fault("the file ends before the events of a device; it was cut off")
    }
    guard touchDevices > 0 else { throw lines.fault("no device in it reports touches") }
    // Pens lie on the glass of the touch screen; of two it is not known on which.
    if screens.count == 1 {
      pens.removeAll { screens[0].add($0) }
    }
    return (screens + pens).enumerated().map { index, found in
      var recording = found.recording
      if index > 0 { recording.trace += "#\(index + 1)" }
      return recording
    }
  }

  /// Reads up to the first device.
  private func start() throws(RecordingError) -> YAMLReader {
    let yaml = try YAMLReader(lines)
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
  private func device(_ yaml: YAMLReader) throws(RecordingError) -> DatedRecording? {
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
      source: "libinput-record", trace: name, device: description.device, unit: .device)
    recording.frames = frames.frames
    return DatedRecording(recording: recording, start: frames.first ?? .zero, isPen: description.isPen)
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

/// The recording of a device with the time of its first report among all devices.
private struct DatedRecording {
  var recording: Recording
  var start: Timestamp
  var isPen: Bool

  /// Adds the frames of a pen on the same glass. Returns false if it is not known where on it they are.
  mutating func add(_ pen: DatedRecording) -> Bool {
    let axes = recording.device.axes
    guard let x = axes["x"] ?? axes["abs_x"], let y = axes["y"] ?? axes["abs_y"], x.extent > 0, y.extent > 0,
      let penX = pen.recording.device.axes["abs_x"], let penY = pen.recording.device.axes["abs_y"], penX.extent > 0,
      penY.extent > 0
    else { return false }
    let firstID = (recording.frames.lazy.flatMap(\.touches).map(\.id).max() ?? -1) + 1
    func onScreen(_ frame: RecordedFrame) -> RecordedFrame {
      var frame = frame
      for index in frame.touches.indices {
        let touch = frame.touches[index]
        frame.touches[index].id += firstID
        frame.touches[index].x = Double(x.minimum) + (touch.x - Double(penX.minimum)) * x.extent / penX.extent
        frame.touches[index].y = Double(y.minimum) + (touch.y - Double(penY.minimum)) * y.extent / penY.extent
      }
      frame.cancelled = frame.cancelled.map { $0 + firstID }
      return frame
    }
    let begin = min(start, pen.start)
    func reports(_ of: DatedRecording, isPen: Bool) -> [(frame: RecordedFrame, isPen: Bool)] {
      of.recording.frames.map { frame in
        var frame = isPen ? onScreen(frame) : frame
        frame.time = frame.time + (of.start - begin)
        return (frame, isPen)
      }
    }
    var (fingers, tips): ([RecordedTouch], [RecordedTouch]) = ([], [])
    var frames: [RecordedFrame] = []
    for (frame, isPen) in (reports(self, isPen: false) + reports(pen, isPen: true)).sorted(by: {
      $0.frame.time < $1.frame.time
    }) {
      if isPen { tips = frame.touches } else { fingers = frame.touches }
      frames.append(RecordedFrame(time: frame.time, touches: fingers + tips, cancelled: frame.cancelled))
    }
    (recording.frames, start) = (frames, begin)
    return true
  }
}
