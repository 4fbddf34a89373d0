/// When each device reported last: the time by which a step is judged, because a device beside it keeps a pace of its own.
struct DeviceReportTimes: Sendable {
  private struct Entry {
    var device: DeviceID
    var last: Timestamp
    var before: Timestamp?
  }

  private var entries: [Entry] = []

  /// The stamp of the device's last report, or of the one before where the last is the report at `current` itself.
  func last(of device: DeviceID, before current: Timestamp?) -> Timestamp? {
    for entry in entries where entry.device == device { return entry.last == current ? entry.before : entry.last }
    return nil
  }

  /// Notes a report.
  @inline(__always)
  mutating func record(_ time: Timestamp, of device: DeviceID) {
    for index in entries.indices where entries[index].device == device {
      entries[index].before = entries[index].last
      entries[index].last = time
      return
    }
    entries.append(Entry(device: device, last: time))
  }

  /// Forgets a device that is gone.
  mutating func forget(_ device: DeviceID) {
    entries.removeAll { $0.device == device }
  }
}
