import Offhand
import Yams

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
