/// The rest of a prediction that was drawn and no longer holds: what a picture is still displaced by after a finger lifted, landed or was
/// cancelled, until it has settled at the measured pose.
///
/// It decays to nothing within 80 ms, quickly at first and then slowly. A finger that catches the picture stops it: take the displacement of
/// that moment as the start of the new gesture.
public struct PredictionSettling: Sendable, Hashable {
  /// The time in which it settles: short enough not to be seen as a motion of its own, and five frames at 60 Hz.
  private static let duration = Duration.milliseconds(80)

  /// The difference of the drawn pose from the measured one at the start.
  public let difference: Similarity
  /// The point about which the difference scales and turns, in millimetres on the output plane.
  public let center: Point
  /// The start.
  public let start: Timestamp

  private let shift: Vector
  private let growth: Double

  /// A settling from a picture that was drawn `difference` away from its measured pose.
  public init(from difference: Similarity, about center: Point, at start: Timestamp) {
    self.difference = difference
    self.center = center
    self.start = start
    shift = difference.apply(center) - center
    growth = difference.scale > 0 ? _log(difference.scale) : 0
  }

  /// A settling from a picture that was drawn displaced.
  public init(from displacement: Vector, at start: Timestamp) {
    self.init(from: Similarity(translation: displacement), about: .origin, at: start)
  }

  /// What is left of the difference at `time`; the identity after the end.
  public func remainder(at time: Timestamp) -> Similarity {
    let share = share(at: time)
    if share >= 1 { return difference }
    if share <= 0 { return .identity }
    return Similarity(
      scale: _exp(growth * share), rotation: difference.rotation * share, about: center, translation: shift * share)
  }

  /// What is left of the displacement of the center at `time`, in millimetres.
  public func displacement(at time: Timestamp) -> Vector { shift * share(at: time) }

  /// The end.
  public var end: Timestamp { start + PredictionSettling.duration }

  /// Whether nothing is left at `time`.
  public func isOver(at time: Timestamp) -> Bool { time >= end }

  private func share(at time: Timestamp) -> Double {
    guard time < end else { return 0 }
    guard time > start else { return 1 }
    let rest = end.seconds(since: time) / PredictionSettling.duration.inSeconds
    return rest * rest
  }
}
