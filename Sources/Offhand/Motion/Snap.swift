/// Which of several resting places something thrown goes to.
public struct Snap: Sendable, Hashable {
  /// Millimetres a second that are needed to leave a place that is not far away: for paging decisions (recognizers.md §3.0.9).
  public static let leavingSpeed = 50.0

  /// How it slows down.
  public var decay: Decay
  /// Below this speed in millimetres a second the nearest place wins, whatever the direction.
  public var minimumSpeed: Double

  /// A rule.
  public init(decay: Decay = .normal, minimumSpeed: Double = Snap.leavingSpeed) {
    self.decay = decay
    self.minimumSpeed = minimumSpeed
  }

  /// The index of the place nearest to where the throw would end; the nearest to `position` if it is too slow; `nil` if there
  /// is no place. Of two equally near the first wins.
  public func target(
    from position: Double, velocity: Double, among places: some RandomAccessCollection<Double>
  ) -> Int? {
    let aim = abs(velocity) >= minimumSpeed ? decay.projection(from: position, velocity: velocity) : position
    var best: (index: Int, distance: Double)?
    for (index, place) in places.enumerated() {
      let distance = abs(place - aim)
      if distance < best?.distance ?? .infinity { best = (index, distance) }
    }
    return best?.index
  }

  /// Whether something between shut (0) and open (`extent`) opens: by the sign of the velocity at release, or by the nearer
  /// end if it was let go slowly.
  public func opens(from position: Double, velocity: Double, extent: Double) -> Bool {
    abs(velocity) >= minimumSpeed ? velocity > 0 : position > extent / 2
  }
}
