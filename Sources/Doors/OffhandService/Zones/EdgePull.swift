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
    let depth = edge.edge.isUpright ? output.width : output.height
    travel = max(1, min(edge.travel, depth))
    at = edge.at
  }

  /// The report of an event of the pull's gesture, whose fingers are expected to move on by `ahead` millimetres.
  package func report(of event: GestureEvent, ahead: Vector = .zero) -> PullReport {
    let distance = event.gesture.translation.dot(edge.inward)
    let speed = event.gesture.velocity.dot(edge.inward)
    let progress = min(max(distance / travel, 0), 1)
    var report = PullReport(progress: progress, velocity: speed / travel)
    switch event.state {
    case .began, .changed: report.expected = min(max((distance + ahead.dot(edge.inward)) / travel, 0), 1)
    case .ended: report.opens = opens(at: progress, speed: speed)
    case .cancelled: report.opens = false
    default: break
    }
    return report
  }

  /// Whether a finger that lifts at `progress` with `speed` mm/s inwards opens: a fling by its direction, as a drawer does, a slow
  /// finger by its position.
  package func opens(at progress: Double, speed: Double) -> Bool {
    abs(speed) >= ScrollMotion.leavingSpeed ? speed > 0 : progress > at
  }
}

/// The state of a pull.
package struct PullReport: Sendable, Hashable {
  /// The time ahead of an event for which the progress is predicted: between the touch and the picture of a client that draws at once lie
  /// 8 to 42 ms.
  package static let horizon = Duration.milliseconds(25)

  /// The same on a panel whose time stamps are `latency` after the finger: as far as touches are predicted at most.
  static func horizon(behind latency: Duration) -> Duration { min(horizon + latency, .milliseconds(40)) }

  /// 0 at the edge, 1 after the travel.
  package var progress: Double
  /// The progress that is expected after `horizon`; `nil` once it has ended.
  package var expected: Double?
  /// The change of the progress a second, not limited to what remains of the travel.
  package var velocity: Double
  /// Whether it opens; `nil` before it has ended.
  package var opens: Bool?
}
