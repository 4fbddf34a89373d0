package import Offhand

/// The rule that turns the displacement of a finger from an edge into a progress, and decides whether it opens.
package struct EdgePull: Sendable, Hashable {
  /// The edge from which the finger comes.
  package var edge: ScreenEdge
  /// The distance in millimetres over which the progress goes from 0 to 1.
  package var travel: Double
  /// The progress above which a finger that lifts slowly opens.
  package var at: Double

  /// A pull from `edge` of an output of the size `output`: the travel is no longer than the output is deep.
  package init(_ edge: ServiceConfiguration.Edge, on output: Size) {
    self.edge = edge.edge
    let depth = edge.edge == .left || edge.edge == .right ? output.width : output.height
    travel = max(1, min(edge.travel, depth))
    at = edge.at
  }

  /// The report of an event of the pull's gesture.
  package func report(of event: GestureEvent) -> PullReport {
    let distance = event.gesture.translation.dot(edge.inward)
    let speed = event.gesture.velocity.dot(edge.inward)
    let progress = min(max(distance / travel, 0), 1)
    let opens: Bool? =
      switch event.state {
      case .ended: self.opens(at: progress, speed: speed)
      case .cancelled: false
      default: nil
      }
    return PullReport(progress: progress, velocity: speed / travel, opens: opens)
  }

  /// Whether a finger that lifts at `progress` with `speed` mm/s inwards opens: a fling by its direction, as a drawer does, a slow
  /// finger by its position.
  package func opens(at progress: Double, speed: Double) -> Bool {
    abs(speed) >= Snap.leavingSpeed ? speed > 0 : progress > at
  }
}

/// The state of a pull.
package struct PullReport: Sendable, Hashable {
  /// 0 at the edge, 1 after the travel.
  package var progress: Double
  /// The change of the progress a second, not limited to what remains of the travel.
  package var velocity: Double
  /// Whether it opens; `nil` before it has ended.
  package var opens: Bool?

  package init(progress: Double, velocity: Double, opens: Bool? = nil) {
    (self.progress, self.velocity, self.opens) = (progress, velocity, opens)
  }
}
