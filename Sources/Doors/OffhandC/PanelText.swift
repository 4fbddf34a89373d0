import Offhand

/// What `panel.toml` says of a touch screen, as far as it matters here: the file that `offhand panel` writes, a key on each line.
///
/// The library has no reader of TOML, which is several times as long as all that it needs.
struct PanelText {
  /// The time from a finger to the time stamp of its touch; zero if it is not known.
  private(set) var latency = Duration.zero

  /// Reads `text`. Throws what is wrong in which line.
  init(_ text: String) throws(SetupFault) {
    var seen: [String] = []
    for (index, line) in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      let line = PanelText.trimmed(line)
      guard let first = line.first, first != UInt8(ascii: "#") else { continue }
      let name = line.prefix { $0 != UInt8(ascii: "=") }
      let value = PanelText.trimmed(line.dropFirst(name.count + 1))
      let beforeComment = PanelText.trimmed(value.prefix { $0 != UInt8(ascii: "#") })
      let key = String(Substring(PanelText.trimmed(name)))
      switch key {
      case "latency_ms":
        guard let number = PanelText.number(beforeComment), number <= 200 else {
          throw SetupFault("line \(index + 1): latency_ms must be a number of 0 to 200")
        }
        latency = .nanoseconds(Int64(number * 1_000_000))
      case "device", "id":
        guard let quote = value.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
          value.dropFirst().contains(quote)
        else { throw SetupFault("line \(index + 1): \(key) must be a string") }
      case "size_mm", "calibration", "filters", "dead_mm":
        guard beforeComment.first == UInt8(ascii: "["), beforeComment.last == UInt8(ascii: "]") else {
          throw SetupFault("line \(index + 1): \(key) must be an array in one line")
        }
      default:
        throw SetupFault(
          "line \(index + 1) is not a line of panel.toml: write that with 'offhand panel --write FILE'")
      }
      guard !seen.contains(key) else { throw SetupFault("line \(index + 1): \(key) is set twice") }
      seen.append(key)
    }
    guard seen.contains("device") else {
      throw SetupFault("the text names no device: write panel.toml with 'offhand panel --write FILE'")
    }
  }

  private static func trimmed(_ text: Substring.UTF8View) -> Substring.UTF8View {
    let words = text.split { $0 == UInt8(ascii: " ") || $0 == 9 || $0 == 13 }
    guard let first = words.first, let last = words.last else { return text.prefix(0) }
    return text[first.startIndex..<last.endIndex]
  }

  /// A number of at most 3 digits before the point and 9 behind it, as TOML has it; `nil` if it is none.
  private static func number(_ text: Substring.UTF8View) -> Double? {
    let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), (1...3).contains(parts[0].count),
      (1...9).contains(parts[parts.count - 1].count), parts[0].count == 1 || parts[0].first != UInt8(ascii: "0")
    else { return nil }
    var (number, unit) = (0.0, 1.0)
    for (index, part) in parts.enumerated() {
      for digit in part {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
        number = number * 10 + Double(digit - UInt8(ascii: "0"))
        if index == 1 { unit *= 10 }
      }
    }
    return number / unit
  }
}
