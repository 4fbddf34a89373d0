/// Delivers the touches of a pipeline to a layer below it that wants them raw, as UIKit does with views under recognizers: touches
/// that a recognizer takes are cancelled once, and those that a recognizer delays come late but in order and with their own timestamps.
public struct TouchRelay: Sendable {
  /// One touch as the layer below sees it.
  public struct Delivery: Sendable, Hashable {
    /// The time at which it happened, not at which it was delivered.
    public var timestamp: Timestamp
    /// The touch, with its phase.
    public var touch: Touch
  }

  /// The state of one touch in the layer below.
  private struct TrackedTouch: Sendable {
    var touch: Touch
    var held: [Delivery] = []
    var isKnown = false
    var isTaken = false
    var isOver = false
  }

  private var tracked: [TrackedTouch] = []
  /// The touches to deliver to the layer below after the last call, in the order in which they happened.
  public private(set) var deliveries: [Delivery] = []

  /// A relay without touches.
  public init() {}

  /// Processes a frame that `pipeline` has just processed.
  public mutating func relay<R: RecognizerGroup>(_ frame: borrowing TouchFrame, after pipeline: borrowing Pipeline<R>) {
    deliveries.removeAll(keepingCapacity: true)
    for index in 0..<frame.count where frame[index].phase != .stationary { note(frame[index], at: frame.timestamp) }
    settle(pipeline, at: frame.timestamp)
  }

  /// Delivers touches that deadlines released; call it after `pipeline` has served them.
  public mutating func relay<R: RecognizerGroup>(upTo time: Timestamp, after pipeline: borrowing Pipeline<R>) {
    deliveries.removeAll(keepingCapacity: true)
    settle(pipeline, at: time)
  }

  private mutating func note(_ touch: Touch, at time: Timestamp) {
    if touch.phase == .began { tracked.append(TrackedTouch(touch: touch)) }
    guard let index = tracked.firstIndex(where: { $0.touch.id == touch.id }) else { return }
    tracked[index].touch = touch
    tracked[index].isOver = !touch.isDown
    tracked[index].held.append(Delivery(timestamp: time, touch: touch))
  }

  private mutating func settle<R: RecognizerGroup>(_ pipeline: borrowing Pipeline<R>, at time: Timestamp) {
    let claims = pipeline.core.arbiter.claims
    for index in tracked.indices {
      let set = pipeline.core.arbiter.table.touches(with: tracked[index].touch.id)
      if claims.captured.intersects(set) {
        take(index, at: time)
      } else if tracked[index].isTaken {
        tracked[index].held.removeAll(keepingCapacity: true)
      } else if !claims.delayedBegan.intersects(set) {
        let isEndHeld = claims.delayedEnd.intersects(set) && tracked[index].touch.phase == .ended
        deliver(index, upToEnd: isEndHeld)
      }
    }
    deliveries.sort { ($0.timestamp, $0.touch.id.rawValue) < ($1.timestamp, $1.touch.id.rawValue) }
    tracked.removeAll { $0.isOver && $0.held.isEmpty }
  }

  /// Cancels a touch that a recognizer took, once, if the layer below knows it.
  private mutating func take(_ index: Int, at time: Timestamp) {
    if tracked[index].isKnown && !tracked[index].isTaken {
      var touch = tracked[index].touch
      touch.phase = .cancelled
      deliveries.append(Delivery(timestamp: time, touch: touch))
    }
    tracked[index].isTaken = true
    tracked[index].held.removeAll(keepingCapacity: true)
  }

  private mutating func deliver(_ index: Int, upToEnd isEndHeld: Bool) {
    var kept: [Delivery] = []
    for delivery in tracked[index].held {
      if isEndHeld && delivery.touch.phase == .ended {
        kept.append(delivery)
      } else {
        deliveries.append(delivery)
        tracked[index].isKnown = true
      }
    }
    tracked[index].held = kept
  }
}

/// The touches that recognizers claim from the layers below them.
struct TouchClaims {
  var captured = TouchSet.none
  var delayedBegan = TouchSet.none
  var delayedEnd = TouchSet.none
}
