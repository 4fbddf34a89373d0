/// Finds out which hands are on the glass. One job: from frames to tracks with a belief about each.
public protocol HandEstimator: Sendable {
  /// The panel, how it is held, who uses it.
  var environment: PanelSetup { get set }

  /// The hands as of the latest frame; one that has lifted stays for a moment, because it is still over the glass.
  var tracks: HandTracks { get }

  /// Whose hand it is, as far as one wants to commit oneself; `unknown` while nothing touches.
  var hand: Hand { get }

  /// The edge of the panel at which the user is taken to be; tracks are in that user's frame.
  var userEdge: ScreenEdge { get }

  /// Takes a frame in.
  mutating func ingest(_ frame: borrowing TouchFrame)

  /// Takes a frame in and answers whose hand the gestures in it are of. What the lift of the last finger completes, a tap or the
  /// end of a pinch, comes when no hand is left to be seen: then it is the hand of the moment before. (A requirement, so
  /// that a pipeline does not copy its estimator to ask it for `hand`.)
  mutating func hand(in frame: borrowing TouchFrame) -> Hand

  /// Takes in what the recognizers say the fingers do; answers whether that was news.
  @discardableResult
  mutating func note(_ kind: GestureHint.Kind) -> Bool

  /// What the gestures so far told of the person, to be kept for another day if they agreed to it; `nil` before they told
  /// anything. `day` counts from the first of January 1970.
  func habit(on day: Int) -> HandHabit?

  /// Forgets the fingers; what was learned about people stays.
  mutating func reset()
}

extension HandEstimator {
  /// The hand after the frame, or before it where nothing touches any more.
  public mutating func hand(in frame: borrowing TouchFrame) -> Hand {
    let before = hand
    ingest(frame)
    return frame.downCount == 0 ? before : hand
  }

  /// Nothing: for those that forget.
  public func habit(on day: Int) -> HandHabit? { nil }

  /// The stated edge.
  public var userEdge: ScreenEdge { environment.userEdge }
}
