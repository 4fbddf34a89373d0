/// Decides when an overlay that is shown may move.
public protocol RelocationPolicy: Sendable {
  /// The time between two reviews of an overlay.
  var interval: Duration { get }

  /// Returns whether to search for a better position.
  func reconsiders(_ state: inout OverlayState, seeing observation: OverlayObservation) -> Bool

  /// Returns whether a position whose cost is lower by `gain` is worth the move.
  func accepts(gain: Double, for state: OverlayState) -> Bool

  /// Returns how an overlay gets from one position to another.
  func transition(
    from start: Box, to end: Box, crossing field: borrowing OcclusionField, in environment: PanelSetup
  ) -> OverlayTransition
}

/// The observations of a review of an overlay, without a search for another position.
public struct OverlayObservation: Sendable {
  /// The time of the review.
  public var time: Timestamp
  /// The expected hidden fraction at the present position, 0 to 1.
  public var hidden: Double
  package var touchCount: Int
  /// The distance from the nearest touch to the overlay, in mm; infinite without touches.
  package var nearestTouch: Double
}

/// The stored state of a shown overlay.
public struct OverlayState: Sendable {
  /// The position, in the user's frame.
  public var box: Box
  /// The latest placement.
  public var placement: Placement
  /// The kind of overlay.
  public var role: OverlayRole
  /// The time of the first placement.
  public var shown: Timestamp
  /// The middle of what the overlay belongs to, at the time of the placement.
  public var focus: UserPoint
  /// The time of the latest review.
  public var checked: Timestamp
  /// The time since which too much of the overlay is hidden; `nil` if it is not.
  package var hiddenSince: Timestamp?
  /// The time of the latest relocation; `nil` before the first.
  package var relocated: Timestamp?
  /// The time since which the anchor is out of the bounds; `nil` if it is not.
  package var anchorGone: Timestamp?
  /// The time at which the gesture of the latest decision began.
  package var gestureBegan: Timestamp
  /// What the recognizers reported then.
  package var beginning: GestureHint?
  package var gestureRelocations = 0
  /// The number of relocations since the overlay appeared.
  package var relocations = 0
  /// Whether the overlay has caught up with its anchor in this gesture.
  package var hasRedocked = false
  /// The number of touches at the time of the placement.
  package var touchCount: Int
  /// Which of the request's smaller sizes it has; `nil` for the preferred one.
  package var step: Int?
  /// Whether it has that size because the preferred one did not fit into the bounds, and not because of the hand.
  package var isCramped = false
  /// How far the bounds keep an overlay that follows from where it would be.
  package var pushed = UserVector.zero
  /// The bounds of the latest request.
  public var bounds: Rect
}

/// Places an overlay once and moves it only if it stays badly hidden: overlays must not fly around the user's fingers
/// (Design/Placing.md "Relocation").
public struct CalmPolicy: RelocationPolicy {
  /// The hidden fraction above which an overlay may be relocated.
  var hiddenLimit = 0.35
  /// The time for which it must have been above the limit.
  var patience = Duration.milliseconds(120)
  /// The least reduction in cost that is worth a move.
  var leastGain = 0.25
  /// The least time between two moves.
  var cooldown = Duration.milliseconds(400)
  var perGesture = 1
  /// The number of moves allowed while the overlay is shown.
  var perLife = 2
  /// The duration after which a gesture allows one more move, if more than half is hidden.
  var longGesture = Duration.seconds(5)
  /// The distance in mm within which a touch keeps an interactive overlay from moving.
  var freezeDistance = 25.0
  /// The distance in mm up to which an overlay slides; beyond, it fades out and in.
  package static let slideLimit = 24.0
  /// The time between two reviews of an overlay.
  public var interval = Duration.milliseconds(24)

  /// The standard policy.
  public init() {}

  /// Returns whether the overlay has been hidden for long enough and may still move. After the lift it fades where it is.
  public func reconsiders(_ state: inout OverlayState, seeing observation: OverlayObservation) -> Bool {
    guard observation.hidden > hiddenLimit, observation.touchCount > 0 else {
      state.hiddenSince = nil
      return false
    }
    let since = state.hiddenSince ?? observation.time
    state.hiddenSince = since
    guard observation.time - since >= patience, !isFrozen(state, observation) else { return false }
    if let relocated = state.relocated, observation.time - relocated < cooldown { return false }
    let isLong = observation.time - state.gestureBegan > longGesture && observation.hidden > 0.5
    return state.gestureRelocations < perGesture + (isLong ? 1 : 0) && state.relocations < perLife
  }

  /// Returns whether the gain is at least `leastGain`.
  public func accepts(gain: Double, for state: OverlayState) -> Bool { gain >= leastGain }

  /// Returns a slide for a short distance that crosses nothing more than half hidden, unless motion is reduced; else a hop.
  public func transition(
    from start: Box, to end: Box, crossing field: borrowing OcclusionField, in environment: PanelSetup
  ) -> OverlayTransition {
    let offset = UserVector(dx: end.x - start.x, dy: end.y - start.y)
    guard !environment.reducesMotion, offset.length < CalmPolicy.slideLimit else { return .hop }
    for step in 1...3 {
      let share = Double(step) / 4
      if field.hidden(at: UserPoint(x: start.x + offset.dx * share, y: start.y + offset.dy * share)) > 0.5 {
        return .hop
      }
    }
    return .slide
  }

  /// Whether an interactive overlay must stay, because a finger has landed since it was placed or a touch is near it.
  private func isFrozen(_ state: OverlayState, _ observation: OverlayObservation) -> Bool {
    guard state.role.isInteractive else { return false }
    return observation.touchCount > state.touchCount || observation.nearestTouch < freezeDistance
  }
}
