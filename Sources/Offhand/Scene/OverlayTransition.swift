/// How an overlay that is seen gets to another place (placement.md §2.7).
public enum OverlayTransition: UInt8, Sendable {
  /// At once: for a correction that nobody sees.
  case jump
  /// On a critically damped spring: for short ways that cross no finger.
  case slide
  /// Fades out here and in there: for long ways, ways across a finger, and where motion is to be reduced.
  case hop
}
