import Offhand

extension Timestamp {
  /// The seconds as an exact decimal number without idle zeros, whatever the locale.
  var decimalSeconds: String {
    let whole = nanoseconds.magnitude / 1_000_000_000
    let rest = nanoseconds.magnitude % 1_000_000_000
    let sign = nanoseconds < 0 ? "-" : ""
    if rest == 0 { return "\(sign)\(whole)" }
    var digits = String(rest)
    digits = String(repeating: "0", count: 9 - digits.count) + digits
    while digits.last == "0" { digits.removeLast() }
    return "\(sign)\(whole).\(digits)"
  }
}
