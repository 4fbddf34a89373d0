/// Finds out which hands are on the glass. One job: from frames to tracks with a belief about each.
public protocol HandEstimator: Sendable {
  /// The panel, how it is held, who uses it.
  var environment: PlacementEnvironment { get set }

  /// The hands as of the latest frame; one that has lifted stays for a moment, because it is still over the glass.
  var tracks: HandTracks { get }

  /// Whose hand it is, as far as one wants to commit oneself; `unknown` while nothing touches.
  var hand: Hand { get }

  /// The edge of the panel at which the user is taken to be; tracks are in that user's frame.
  var userEdge: ScreenEdge { get }

  /// Takes a frame in.
  mutating func ingest(_ frame: borrowing TouchFrame)

  /// Takes in what the recognizers say the fingers do; answers whether that was news.
  @discardableResult
  mutating func note(_ kind: GestureHint.Kind) -> Bool

  /// Forgets the fingers; what was learned about people stays.
  mutating func reset()
}

extension HandEstimator {
  /// The stated edge.
  public var userEdge: ScreenEdge { environment.userEdge }
}
