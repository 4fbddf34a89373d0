/// Infers which hands are on the glass: converts frames to tracks, each with a belief about the hand.
public protocol HandEstimator: Sendable {
  /// The hand of all touches together: `both` for several hands, `unknown` while nothing touches.
  var hand: Hand { get }

  /// The hands as of the latest frame; a hand that has lifted remains briefly, because it is still over the glass.
  var tracks: HandTracks { get }

  /// Processes a frame.
  mutating func ingest(_ frame: borrowing TouchFrame)

  /// Records which gesture the recognizers report; returns whether that was new.
  @discardableResult
  mutating func note(_ kind: GestureKind) -> Bool

  /// Forgets the touches; what was learned about users remains.
  mutating func reset()

  /// The probability of a right hand learned from gestures so far, 0 to 1; `nil` until one was informative, and by default.
  var learnedRightProbability: Double? { get }
}

/// The kinds of gestures that differ in how the hand is held.
public enum GestureKind: String, Sendable, Hashable, CaseIterable {
  /// A finger that taps.
  case tap
  /// A finger that rests.
  case press
  /// One or several fingers that drag.
  case drag
  /// A finger that scrolls; on a handheld usually the thumb.
  case scroll
  /// Thumb and a finger that pinch or spread.
  case pinch
  /// Thumb and a finger that turn.
  case rotate
  /// Several fingers side by side.
  case multi
}

/// A hand estimator that knows the panel, so that its tracks can be located on it.
public protocol PanelHandEstimator: HandEstimator {
  /// The panel, how it is held, and its user. May change between frames.
  var environment: PanelSetup { get set }

  /// The edge of the panel at which the user is taken to be; tracks are in that user's frame.
  var userEdge: ScreenEdge { get }
}

extension HandEstimator {
  /// Nothing is learned.
  public var learnedRightProbability: Double? { nil }

  /// What was learned about the user so far, to be stored with their consent; `nil` if nothing was learned. `day` is the
  /// number of days since 1 January 1970.
  public func habit(on day: Int) -> HandHabit? {
    learnedRightProbability.map { HandHabit(rightProbability: $0, day: day) }
  }
}
