import Offhand

/// Lines of a log, each of which is written at most once a minute: what others cause as often as they like must not fill a disk.
struct SparseLog {
  private static let pause = Duration.seconds(60)

  /// When each line may be written again, and how often it was left out since it was written.
  private var lines: [String: (next: Timestamp, omissions: Int)] = [:]

  /// `line` as it is to be written at `time`; `nil` if it is left out.
  mutating func line(_ line: String, at time: Timestamp) -> String? {
    let omissions = lines[line]?.omissions ?? 0
    if let next = lines[line]?.next, time < next {
      lines[line]?.omissions += 1
      return nil
    }
    lines[line] = (time + SparseLog.pause, 0)
    return omissions == 0 ? line : "\(line) (\(omissions) more since the last such line)"
  }
}
