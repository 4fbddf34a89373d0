/// How long overlays take to come, to go and to move (placement.md §2.7).
public enum OverlayTiming {
  /// To appear: as long as the fade in of a hop.
  public static let appear = Duration.milliseconds(120)
  /// To disappear: as long as the original took.
  public static let disappear = Duration.milliseconds(150)
  /// To stay after the fingers have lifted, at least.
  public static let linger = Duration.milliseconds(300)
  /// To fade out at the old place of a hop.
  public static let hopOut = Duration.milliseconds(80)
  /// To fade in at the new place of a hop.
  public static let hopIn = Duration.milliseconds(120)
  /// To slide.
  public static let slide = Duration.milliseconds(180)
  /// The highest speed of a slide, in millimetres a second: what the eye follows without effort.
  public static let slideSpeedLimit = 250.0

  /// The spring for a slide of `distance` millimetres: it would be there after `slide`, but is slowed to the speed limit; a
  /// critically damped spring let go at rest is fastest at ωt = 1, with distance · ω / e.
  public static func spring(forSlideOf distance: Double) -> Spring {
    let quick = Spring(settlingIn: slide)
    guard distance > 0 else { return quick }
    return Spring(frequency: min(quick.frequency, slideSpeedLimit * _exp(1) / distance))
  }
}
