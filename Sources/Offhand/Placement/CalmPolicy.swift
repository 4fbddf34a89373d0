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
    from start: Box, to end: Box, crossing field: borrowing OcclusionField, in environment: PanelSetup
  ) -> OverlayTransition
}

/// What is remembered of an overlay that is seen.
public struct OverlayState: Sendable {
  /// Where it stands, in the user's frame.
  public var box: Box
  /// What was answered last.
  public var placement: Placement
  /// What kind of overlay it is.
  public var role: OverlayRole
  /// When it was first placed.
  public var shown: Timestamp
  /// The middle of what it belongs to, when it was placed.
  public var focus: UserPoint
  /// When it was last looked at.
  public var checked: Timestamp
  /// Since when it has been hidden for the most part; `nil` if it is not.
  public var hiddenSince: Timestamp?
  /// When it last moved by itself; `nil` if it never did.
  public var relocated: Timestamp?
  /// Since when its anchor has been out of its bounds; `nil` if it is not.
  public var anchorGone: Timestamp?
  /// When the gesture began that it now belongs to.
  public var gestureBegan: Timestamp
  /// How often it moved in this gesture.
  public var gestureRelocations = 0
  /// How often it moved in its life.
  public var relocations = 0
  /// Whether it went along with its anchor in this gesture.
  public var hasRedocked = false
  /// How many fingers were down when it was placed.
  public var fingers: Int
  /// How likely a right hand seemed when it was placed.
  public var rightProbability: Double
  /// Where it may stand.
  public var bounds: Rect
}

/// Overlays must not fly around the user's fingers: decided once, moved only out of real trouble (placement.md §2.7).
public struct CalmPolicy: RelocationPolicy {
  /// The hidden fraction above which an overlay is in trouble.
  public var hiddenLimit = 0.35
  /// How long it must have been in trouble.
  public var patience = Duration.milliseconds(120)
  /// How much cheaper another place must be.
  public var leastGain = 0.25
  /// How long it rests after a move.
  public var rest = Duration.milliseconds(400)
  /// How often it may move in one gesture.
  public var perGesture = 1
  /// How often it may move in its life.
  public var perLife = 2
  /// After this long, a gesture allows one more move if more than half is hidden.
  public var longGesture = Duration.seconds(5)
  /// A finger this near to an interactive overlay freezes it, in millimetres.
  public var freezeDistance = 25.0
  /// Millimetres up to which an overlay slides; further it fades out and in.
  public var slideLimit = 24.0
  /// How long an overlay is left alone between two looks at it.
  public var interval = Duration.milliseconds(24)

  /// The standard policy.
  public init() {}

  /// Whether the overlay has been in trouble for long enough and may still move.
  public func reconsiders(_ state: inout OverlayState, seeing observation: OverlayObservation) -> Bool {
    let flipped = hasFlipped(state, observation)
    guard observation.hidden > hiddenLimit || flipped else {
      state.hiddenSince = nil
      return false
    }
    let since = state.hiddenSince ?? observation.time
    state.hiddenSince = since
    guard observation.time - since >= patience, !isFrozen(state, observation) else { return false }
    if let relocated = state.relocated, observation.time - relocated < rest { return false }
    let isLong = observation.time - state.gestureBegan > longGesture && observation.hidden > 0.5
    return state.gestureRelocations < perGesture + (isLong ? 1 : 0) && state.relocations < perLife
  }

  /// Whether the gain is worth a move.
  public func accepts(gain: Double, for state: OverlayState) -> Bool { gain >= leastGain }

  /// Slides on short ways that cross nothing, else fades.
  public func transition(
    from start: Box, to end: Box, crossing field: borrowing OcclusionField, in environment: PanelSetup
  ) -> OverlayTransition {
    let offset = UserVector(dx: end.x - start.x, dy: end.y - start.y)
    guard !environment.reducesMotion, offset.length < slideLimit else { return .hop }
    for step in 1...3 {
      let share = Double(step) / 4
      if field.hidden(at: UserPoint(x: start.x + offset.dx * share, y: start.y + offset.dy * share)) > 0.5 {
        return .hop
      }
    }
    return .slide
  }

  /// Whether the belief about the hand has gone over to the other side for certain.
  private func hasFlipped(_ state: OverlayState, _ observation: OverlayObservation) -> Bool {
    guard observation.hidden > 0.5 else { return false }
    let was = state.rightProbability
    let isNow = observation.rightProbability
    return (was < 0.5 && isNow > 0.9) || (was > 0.5 && isNow < 0.1)
  }

  /// Nothing moves under an approaching finger.
  private func isFrozen(_ state: OverlayState, _ observation: OverlayObservation) -> Bool {
    guard state.role.isInteractive else { return false }
    return observation.fingers > state.fingers || observation.nearestFinger < freezeDistance
  }
}
