public import Offhand

/// One finger from landing to lifting: where it truly is at every moment, before a panel samples it.
public struct FingerPath: Sendable {
  /// Seconds from the start of the episode to the landing.
  public var landing: Double
  /// Seconds from the start of the episode to the lift.
  public var lift: Double
  /// Where the finger is, in millimetres, so many seconds after the start of the episode.
  public var position: @Sendable (Double) -> Point

  /// A finger that is down from `landing` to `lift`.
  public init(landing: Double, lift: Double, position: @escaping @Sendable (Double) -> Point) {
    self.landing = landing
    self.lift = lift
    self.position = position
  }

  /// A finger that stays where it lands.
  public static func still(at place: Point, landing: Double, lift: Double) -> FingerPath {
    FingerPath(landing: landing, lift: lift) { _ in place }
  }
}
