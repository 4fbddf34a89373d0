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
