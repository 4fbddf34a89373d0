/// Decimal numbers as text, whatever the locale.
public enum DecimalText {
  /// `number` rounded to so many digits behind the point, 0 to 9, halves away from zero; with `trimmed` without idle
  /// zeros. Numbers too large for that are written as Swift writes them.
  public static func rounded(_ number: Double, digits: Int, trimmed: Bool) -> String {
    let digits = min(max(digits, 0), 9)
    var unit: Int64 = 1
    for _ in 0..<digits { unit *= 10 }
    let scaled = (number * Double(unit)).rounded()
    guard scaled.magnitude < 9e18 else { return number.description }
    let value = Int64(scaled)
    return text(value, unit: unit, digits: digits, trimmed: trimmed)
  }

  /// `nanoseconds` as seconds with exactly six digits behind the point, towards the nearest microsecond.
  public static func seconds(nanoseconds: Int64) -> String {
    let half: Int64 = nanoseconds < 0 ? -500 : 500
    return text((nanoseconds / 1000) + (nanoseconds % 1000 + half) / 1000, unit: 1_000_000, digits: 6, trimmed: false)
  }

  /// `nanoseconds` as seconds, exact, without idle zeros.
  static func exactSeconds(nanoseconds: Int64) -> String {
    text(nanoseconds, unit: 1_000_000_000, digits: 9, trimmed: true)
  }

  private static func text(_ value: Int64, unit: Int64, digits: Int, trimmed: Bool) -> String {
    let whole = value.magnitude / unit.magnitude
    var fraction = String(value.magnitude % unit.magnitude)
    fraction = String(repeating: "0", count: max(0, digits - fraction.count)) + fraction
    if digits == 0 { fraction = "" }
    if trimmed { while fraction.last == "0" { fraction.removeLast() } }
    let sign = value < 0 ? "-" : ""
    return fraction.isEmpty ? "\(sign)\(whole)" : "\(sign)\(whole).\(fraction)"
  }
}
