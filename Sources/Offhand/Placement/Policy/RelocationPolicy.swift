/// What is seen of an overlay in a frame, without looking for another place.
public struct OverlayObservation: Sendable {
  /// When.
  public var time: Timestamp
  /// The expected hidden fraction where it stands.
  public var hidden: Double
  /// How many fingers are down.
  public var fingers: Int
  /// The distance from the nearest finger to the overlay, in millimetres; infinite if there is none.
  public var nearestFinger: Double
  /// How likely a right hand is.
  public var rightProbability: Double
}

/// Decides when an overlay that is seen may move. One job: to say no nearly always.
public protocol RelocationPolicy: Sendable {
  /// How long an overlay is left alone between two looks at it.
  var interval: Duration { get }

  /// Whether a better place should be looked for.
  func reconsiders(_ state: inout OverlayState, seeing observation: OverlayObservation) -> Bool

  /// Whether a place that costs `gain` less is worth going to.
  func accepts(gain: Double, for state: OverlayState) -> Bool

  /// How to go there.
  func transition(
    from start: Box, to end: Box, crossing field: borrowing ShadowField, in environment: PanelSetup
  ) -> OverlayTransition
}
