package import Offhand

/// The rule that turns the displacement of a finger from an edge, or along it, into a progress, and decides whether it opens.
package struct EdgePull: Sendable, Hashable {
  /// The direction of progress: inwards, or along the edge.
  package var way: Vector
  /// The distance in millimetres over which the progress goes from 0 to 1.
  package var travel: Double
  /// The progress above which a finger that lifts slowly opens.
  package var at: Double

  /// A pull or a stroke at `edge` of an output of the size `output`: the travel is no longer than the output in that direction.
  package init(_ edge: ServiceConfiguration.Edge, on output: Size) {
    way = edge.along?.direction.vector ?? edge.edge.inward
    travel = max(1, min(edge.travel, way.dx == 0 ? output.height : output.width))
    at = edge.at
  }

  /// The report of an event of the pull's gesture, whose fingers are expected to move on by `ahead` millimetres.
  package func report(of event: GestureEvent, ahead: Vector = .zero) -> PullReport {
    let distance = event.gesture.translation.dot(way)
    let speed = event.gesture.velocity.dot(way)
    let progress = min(max(distance / travel, 0), 1)
    var report = PullReport(progress: progress, velocity: speed / travel)
    switch event.state {
    case .began, .changed: report.expected = min(max((distance + ahead.dot(way)) / travel, 0), 1)
    case .ended: report.opens = opens(at: progress, speed: speed)
    case .cancelled: report.opens = false
    default: break
    }
    return report
  }

  /// Whether a finger that lifts at `progress` with `speed` mm/s in that direction opens: a fling by its direction, as a drawer does, a
  /// slow finger by its position.
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
