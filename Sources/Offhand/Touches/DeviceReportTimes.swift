/// When each device reported last: the time by which a step is judged, because a device beside it keeps a pace of its own.
///
/// Storage is inline. Where more devices report than it holds, the one that has been silent longest is forgotten; the next
/// step of that device is then not judged, which is the safe side.
struct DeviceReportTimes: Sendable {
  private struct Entry {
    var device = DeviceID(rawValue: .max)
    var last = Timestamp(nanoseconds: .min)
    var before = Timestamp(nanoseconds: .min)
  }

  private var entries = InlineArray<8, Entry>(repeating: Entry())

  /// The stamp of the device's last report, or of the one before where the last is the report at `current` itself.
  func last(of device: DeviceID, before current: Timestamp?) -> Timestamp? {
    for index in entries.indices where entries[index].device == device {
      let time = entries[index].last == current ? entries[index].before : entries[index].last
      return time.nanoseconds == .min ? nil : time
    }
    return nil
  }

  /// Notes a report.
  mutating func record(_ time: Timestamp, of device: DeviceID) {
    var oldest = 0
    for index in entries.indices {
      if entries[index].device == device {
        entries[index].before = entries[index].last
        entries[index].last = time
        return
      }
      if entries[index].last < entries[oldest].last { oldest = index }
    }
    entries[oldest] = Entry(device: device, last: time)
  }

  /// Forgets a device that is gone.
  mutating func forget(_ device: DeviceID) {
    for index in entries.indices where entries[index].device == device { entries[index] = Entry() }
  }
}
