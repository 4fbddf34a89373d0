package import Offhand

/// A measured number with its error: 95 % of true values lie within `value ± error`.
package struct PanelFigure: Sendable, Hashable {
  /// The number.
  package var value: Double
  /// Half the length of its bar.
  package var error: Double

  /// The number `value` with an error of `error`.
  package init(value: Double, error: Double) {
    self.value = value
    self.error = error
  }
}

/// How the panel reports the picture: a position in 0...1 of the picture is reported where `logical` puts it. `inverse.matrix` is the
/// calibration that puts it right.
package typealias PanelOrientation = OutputTransform

/// Rows or columns of the picture from which no touches are reported.
package struct PanelBand: Sendable, Hashable {
  /// What lies beside each other in the band.
  package enum Axis: String, Sendable {
    /// The band reaches from the left to the right edge.
    case rows
    /// The band reaches from the top to the bottom edge.
    case columns
  }

  /// Rows or columns.
  package var axis: Axis
  /// The first and the last position without touches, in millimetres from the top or the left edge.
  package var range: ClosedRange<Double>

  /// The rows or columns of `range`.
  package init(axis: Axis, range: ClosedRange<Double>) {
    self.axis = axis
    self.range = range
  }
}

/// What a panel does to touches; parts that were not measured are `nil`.
package struct PanelFindings: Sendable {
  /// From the finger to the time stamp of its touch by the circle, in ms, assuming that people neither lead nor lag on average.
  package var circleLatency: PanelFigure?
  /// From the finger to the time stamp of its touch by the dot, in ms.
  package var dotLatency: PanelFigure?
  /// The latency by all of these, in ms; `nil` if two of them differ by more than their bars.
  package var latency: PanelFigure?
  /// Whether the compositor reports when pictures are seen, without which there is no latency.
  package var isSeen = true
  /// Reports a second.
  package var rate: PanelFigure?
  /// The standard deviation of the time between reports, in ms.
  package var rateJitter: Double?
  /// The largest deviation of a still finger, in mm, as in Windows' acceptance test (HLK).
  package var heldJitter: Double?
  /// The largest deviation from a line, over 10 mm, in mm, as in Windows' acceptance test (HLK).
  package var movingJitter: Double?
  /// Deviations from lines as in ``movingJitter``, each where it was.
  package var deviations: [(place: Point, value: Double)] = []
  /// The smallest distance of two fingers that were told apart, in mm.
  package var separation: Double?
  /// Whether the panel may tell nearer fingers apart than those that there were: it never took two for one.
  package var isSeparationBound = false
  /// The shortest lift that was seen as a lift, in ms.
  package var liftGap: Double?
  /// Rows or columns without reports.
  package var deadBands: [PanelBand]?
  /// Edges that taps do not reach.
  package var unreachedEdges: [ScreenEdge]?
  /// The size by the marks over the size that the panel claims, along the x and y that it reports; `nil` if it claims none.
  package var sizeRatio: Vector?
  /// How the panel reports the picture.
  package var orientation: PanelOrientation?
  /// Places with touches without a person's dynamics, in millimetres of the picture.
  package var ghosts: [Point]?
  /// The filters that it needs.
  package var filters: Set<ChosenFilters.Kind>?

  /// Nothing is known.
  package init() {}
}
