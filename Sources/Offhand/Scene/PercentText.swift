/// A factor as people read it: 1.25 is `125%`.
///
/// Halves round away from zero, as taught in school: 12.5 % reads `13%`. The original printed C's `%.0f`, which rounds halves
/// to even (`12%`, and 13.5 gave `14%`): a zoom level that sometimes rounds up and sometimes down looks broken. Pass
/// `.toNearestOrEven` to print what it printed (recognizers.md L12).
public enum PercentText {
  /// The text for `factor`, without a blank before the sign; a factor that is not finite reads `–%`.
  public static func string(
    _ factor: Double, rounding: FloatingPointRoundingRule = .toNearestOrAwayFromZero
  ) -> String {
    guard factor.isFinite, abs(factor) < 1e13 else { return "–%" }
    let percent = Int64((factor * 100).rounded(rounding))
    return "\(percent)%"
  }
}
