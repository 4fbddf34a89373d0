import Offhand
import Yams

/// Reads what `libinput record` writes (version 1, keys it does not know ignored), one device after the other.
///
/// The layout is YAML's block style as that tool writes it: the description of a device, a line `events:`, then one item
/// a report. Each of these parts goes through the YAML library alone, so that a long recording takes no more memory than
/// what is kept of it.
struct LibinputRecordParser {
  private let limits: RecordingLimits
  private var head = YAMLChunk()
  private var hasReadVersion = false
  private var devices = 0
  private var touchDevices = 0

  init(limits: RecordingLimits) { self.limits = limits }

  /// Whether `line` can be the first of such a file.
  static func recognizes(_ line: [UInt8]) -> Bool {
    ["# libinput record", "version:", "---", "%YAML"].contains { line.starts(with: Array($0.utf8)) }
  }

  /// The recording of the next device that feels fingers, or `nil` at the end of the file.
  mutating func next(from lines: inout LineReader) throws(RecordingError) -> Recording? {
    do {
      while let (description, indentation) = try description(&lines) {
        devices += 1
        var frames = description.isTouchDevice ? try EvdevFrames(description, limits: limits) : nil
        try readEvents(&lines, below: indentation, into: &frames)
        guard let frames else { continue }
        touchDevices += 1
        let name = lines.path.split(separator: "/").last.map(String.init) ?? lines.path
        var recording = Recording(
          source: "libinput-record", trace: touchDevices > 1 ? "\(name)#\(touchDevices)" : name,
          device: description.device, unit: .device)
        recording.frames = frames.frames
        return recording
      }
    } catch let fault as YAMLFault {
      throw RecordingError(file: lines.path, line: fault.line, reason: fault.reason)
    } catch let fault as EvdevFault {
      throw lines.fault(fault.reason)
    } catch {
      throw error as? RecordingError ?? lines.fault("\(error)")
    }
    if touchDevices > 0 { return nil }
    throw lines.fault(
      devices > 0 ? "no device in it feels fingers" : "the file ends before the events of a device; it was cut off")
  }

  /// Reads up to the next list of events; answers the device it belongs to and the indentation of its key.
  private mutating func description(_ lines: inout LineReader) throws -> (EvdevDescription, Int)? {
    var isInDevice = devices == 0
    while let line = try lines.next() {
      let layout = LibinputRecordLine(line)
      if layout.isBlank { continue }
      if layout.isItem { isInDevice = true }
      try head.append(line, number: lines.number)
      guard layout.isEventsKey else { continue }
      let node = try head.node()
      guard hasReadVersion || node["version"]?.int == 1 else {
        throw YAMLFault(line: head.line(of: node["version"]), reason: "expected version 1 of libinput's recordings")
      }
      hasReadVersion = true
      guard let device = (node["devices"] ?? node).sequence?.last else {
        throw YAMLFault(line: lines.number, reason: "the events belong to no device")
      }
      let description = try EvdevDescription(libinputRecord: device, in: head)
      head.removeAll()
      return (description, layout.indentation)
    }
    guard head.isEmpty || !isInDevice else {
      throw lines.fault("the file ends before the events of a device; it was cut off")
    }
    if !head.isEmpty { _ = try head.node() }
    return nil
  }

  /// Reads the list of events whose key is indented by `indentation`; those of a device that feels no fingers are
  /// passed over.
  private func readEvents(
    _ lines: inout LineReader, below indentation: Int, into frames: inout EvdevFrames?
  ) throws {
    var item = YAMLChunk()
    var itemIndentation: Int?
    var isWanted = false
    var isWhole = true
    while let line = try lines.next() {
      let layout = LibinputRecordLine(line)
      if layout.isBlank { continue }
      if layout.isItem && layout.indentation == itemIndentation ?? max(indentation, layout.indentation) {
        isWhole = try LibinputRecordParser.add(&item, to: &frames)
        itemIndentation = layout.indentation
        isWanted = frames != nil && layout.isEvdevItem
        if isWanted { try item.append(line, number: lines.number) }
      } else if let itemIndentation, layout.indentation > itemIndentation {
        if isWanted { try item.append(line, number: lines.number) }
      } else if layout.indentation == indentation && !layout.isItem {
        // Another key of the device: its lines are passed over like those of an item that nobody wants.
        isWhole = try LibinputRecordParser.add(&item, to: &frames)
        itemIndentation = indentation
        isWanted = false
      } else if layout.indentation < indentation {
        lines.pushBack(line)
        break
      } else {
        throw YAMLFault(line: lines.number, reason: "a line of the events is indented like nothing before it")
      }
    }
    isWhole = try LibinputRecordParser.add(&item, to: &frames) && isWhole
    guard isWhole else { throw lines.fault("the last report is incomplete; the recording was cut off") }
  }

  /// Adds the report in `item`, if there is one; answers whether it is whole.
  private static func add(_ item: inout YAMLChunk, to frames: inout EvdevFrames?) throws -> Bool {
    guard !item.isEmpty else { return true }
    let report = try LibinputRecordReport(item)
    item.removeAll()
    for (line, event) in report.events {
      do {
        try frames?.add(event)
      } catch {
        throw YAMLFault(line: line, reason: error.reason)
      }
    }
    return report.isComplete
  }
}

/// The layout of one line of a YAML file: what the parts are cut by.
struct LibinputRecordLine {
  /// How many spaces it begins with.
  let indentation: Int
  /// Whether it begins an item of a list.
  let isItem: Bool
  /// Whether there is nothing on it but perhaps a comment.
  let isBlank: Bool
  /// Whether it is the key of the list of events.
  let isEventsKey: Bool
  /// Whether it begins an item that holds kernel events.
  let isEvdevItem: Bool

  /// The layout of `line`.
  init(_ line: [UInt8]) {
    indentation = line.prefix { $0 == UInt8(ascii: " ") }.count
    let content = line[indentation...]
    isBlank = content.first.map { $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: "\t") } ?? true
    isItem =
      content.first == UInt8(ascii: "-") && (content.count == 1 || content.dropFirst().first == UInt8(ascii: " "))
    isEventsKey = LibinputRecordLine.isKey("events", content)
    isEvdevItem =
      isItem && LibinputRecordLine.isKey("evdev", content.dropFirst().drop { $0 == UInt8(ascii: " ") })
  }

  /// Whether `content` is the key `name` and nothing else but perhaps a comment.
  private static func isKey(_ name: String, _ content: ArraySlice<UInt8>) -> Bool {
    guard content.starts(with: Array("\(name):".utf8)) else { return false }
    let rest = content.dropFirst(name.utf8.count + 1).drop { $0 == UInt8(ascii: " ") }
    return rest.isEmpty || rest.first == UInt8(ascii: "#")
  }
}

extension EvdevDescription {
  /// The device that `node` describes, as `libinput record` writes it; unknown keys are ignored. `chunk` is the part of the
  /// file in which it stands.
  init(libinputRecord node: Node, in chunk: YAMLChunk) throws(YAMLFault) {
    self.init()
    guard let evdev = node["evdev"] else {
      throw YAMLFault(line: chunk.line(of: node), reason: "the device has no \"evdev\"")
    }
    name = evdev["name"]?.scalar?.string ?? ""
    ids = evdev["id"]?.sequence?.compactMap(\.int) ?? []
    properties = Set(evdev["properties"]?.sequence?.compactMap(\.int) ?? [])
    for (type, codes) in evdev["codes"]?.mapping ?? [:] where type.int == Int(EvdevCode.key) {
      keys = Set((codes.sequence ?? []).compactMap { $0.int.flatMap(UInt16.init(exactly:)) })
    }
    for (key, values) in evdev["absinfo"]?.mapping ?? [:] {
      let numbers = (values.sequence ?? []).compactMap { $0.int.flatMap(Int32.init(exactly:)) }.map(Int.init)
      guard let code = key.int.flatMap(UInt16.init(exactly:)), numbers.count == 5, values.sequence?.count == 5 else {
        throw YAMLFault(
          line: chunk.line(of: key),
          reason: "expected an axis as \"code: [minimum, maximum, fuzz, flat, resolution]\"")
      }
      absoluteAxes[code] = RecordedAxis(
        minimum: numbers[0], maximum: numbers[1], fuzz: numbers[2], flat: numbers[3], resolution: numbers[4])
    }
  }
}

/// One report of a device: one item of the list of events.
struct LibinputRecordReport {
  /// Its events, each with its line in the file.
  private(set) var events: [(line: Int, event: EvdevEvent)] = []

  /// Whether it ends as a report does.
  var isComplete: Bool {
    events.last.map { $0.event.type == EvdevCode.synchronization && $0.event.code == EvdevCode.report } ?? false
  }

  /// What the lines of `chunk` say. Throws where they are no report.
  init(_ chunk: YAMLChunk) throws(YAMLFault) {
    guard let rows = try chunk.node().sequence?.first?["evdev"]?.sequence else {
      throw YAMLFault(line: chunk.line(of: nil), reason: "expected \"- evdev:\" and the events of a report")
    }
    events.reserveCapacity(rows.count)
    for row in rows {
      let line = chunk.line(of: row)
      let numbers = (row.sequence ?? []).compactMap(\.int)
      guard numbers.count == 5, row.sequence?.count == 5, (0...Int(UInt32.max)).contains(numbers[0]),
        (0...999_999).contains(numbers[1]), let type = UInt16(exactly: numbers[2]),
        let code = UInt16(exactly: numbers[3]), let value = Int32(exactly: numbers[4])
      else { throw YAMLFault(line: line, reason: "expected an event as [seconds, microseconds, type, code, value]") }
      let time = Timestamp(nanoseconds: Int64(numbers[0]) * 1_000_000_000 + Int64(numbers[1]) * 1000)
      events.append((line, EvdevEvent(timestamp: time, type: type, code: code, value: value)))
    }
  }
}
