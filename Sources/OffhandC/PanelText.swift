import Offhand

/// What `panel.toml` says of a touch screen, as far as it matters here: the file that `offhand panel` writes, a key on each line.
///
/// The library has no reader of TOML, which is several times as long as all that it needs.
struct PanelText {
  private static let keys = ["device", "id", "latency_ms", "size_mm", "calibration", "filters"]

  /// The time from a finger to the time stamp of its touch; zero if it is not known.
  private(set) var latency = Duration.zero

  /// Reads `text`. Throws what is wrong in which line.
  init(_ text: String) throws(SetupFault) {
    var isNamed = false
    for (index, line) in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      let words = line.prefix { $0 != UInt8(ascii: "#") }.split { $0 == UInt8(ascii: " ") || $0 == 9 || $0 == 13 }
      guard let first = words.first else { continue }
      let key = String(Substring(first))
      guard words.count > 2, words[1].elementsEqual([UInt8(ascii: "=")]), PanelText.keys.contains(key) else {
        throw SetupFault("line \(index + 1) is none of panel.toml: write that with 'offhand panel --write FILE'")
      }
      if key == "device" { isNamed = true }
      guard key == "latency_ms" else { continue }
      guard words.count == 3, let number = PanelText.number(words[2]), number <= 200 else {
        throw SetupFault("line \(index + 1): latency_ms must be a number of 0 to 200")
      }
      latency = .nanoseconds(Int64(number * 1_000_000))
    }
    guard isNamed else {
      throw SetupFault("the text names no device: write panel.toml with 'offhand panel --write FILE'")
    }
  }

  /// A number of at most 3 digits before the point and 9 behind it; `nil` if it is none.
  private static func number(_ text: Substring.UTF8View) -> Double? {
    let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), (1...3).contains(parts[0].count),
      (1...9).contains(parts[parts.count - 1].count)
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
