import Offhand

/// Asks a hand estimator whose hand the fingers of each frame are.
struct ReplayedHands: Sendable {
  private var estimator: any HandEstimator

  init(_ estimator: any HandEstimator) { self.estimator = estimator }

  /// The hand for the answers to `frame`. A tap is recognized when its finger has gone, and no hand is left to be
  /// estimated: then it is the hand of the moment before.
  mutating func hand(in frame: borrowing TouchFrame) -> Hand {
    let before = estimator.hand
    estimator.ingest(frame)
    return frame.downCount == 0 ? before : estimator.hand
  }

  /// Tells the estimator what the fingers turned out to do.
  mutating func note(_ pipeline: borrowing some GesturePipeline) {
    for event in pipeline.events where event.state == .began {
      if let kind = ReplayedHands.kinds[event.name.description] {
        estimator.note(kind == .drag && event.gesture.fingers > 1 ? .multi : kind)
      }
    }
  }

  private static let kinds: [String: GestureHint.Kind] = [
    "long-press": .press, "pan": .drag, "pinch": .pinch, "rotation": .rotate, "transform": .pinch,
  ]
}
