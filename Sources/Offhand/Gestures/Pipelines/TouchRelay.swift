/// Hands the touches of a pipeline on to a layer below it that wants them raw, as UIKit does with views under recognizers:
/// fingers that a recognizer takes are cancelled once, and what a recognizer delays comes late but in order and with its own
/// time stamps.
public struct TouchRelay: Sendable {
  /// One touch as the layer below sees it.
  public struct Delivery: Sendable, Hashable {
    /// When it happened; not when it was delivered.
    public var timestamp: Timestamp
    /// The contact, with its phase.
    public var touch: Touch
  }

  /// What the layer below knows of one finger.
  private struct Finger: Sendable {
    var touch: Touch
    var held: [Delivery] = []
    var isKnown = false
    var isTaken = false
    var isOver = false
  }

  private var fingers: [Finger] = []
  /// What the layer below is to see after the last call, in the order in which it happened.
  public private(set) var deliveries: [Delivery] = []

  /// A relay that saw nothing.
  public init() {}

  /// Takes a frame in that `pipeline` has just processed.
  public mutating func relay<R: RecognizerGroup>(_ frame: borrowing TouchFrame, after pipeline: borrowing Pipeline<R>) {
    deliveries.removeAll(keepingCapacity: true)
    for index in 0..<frame.count where frame[index].phase != .stationary { note(frame[index], at: frame.timestamp) }
    settle(pipeline, at: frame.timestamp)
  }

  /// Hands on what deadlines set free; call it after `pipeline` served them.
  public mutating func relay<R: RecognizerGroup>(upTo time: Timestamp, after pipeline: borrowing Pipeline<R>) {
    deliveries.removeAll(keepingCapacity: true)
    settle(pipeline, at: time)
  }

  private mutating func note(_ touch: Touch, at time: Timestamp) {
    if touch.phase == .began { fingers.append(Finger(touch: touch)) }
    guard let index = fingers.firstIndex(where: { $0.touch.id == touch.id }) else { return }
    fingers[index].touch = touch
    fingers[index].isOver = !touch.isDown
    fingers[index].held.append(Delivery(timestamp: time, touch: touch))
  }

  private mutating func settle<R: RecognizerGroup>(_ pipeline: borrowing Pipeline<R>, at time: Timestamp) {
    let claims = pipeline.core.arbiter.claims
    for index in fingers.indices {
      let bits = pipeline.core.arbiter.contacts.places(of: fingers[index].touch.id)
      if claims.captured.intersects(bits) {
        take(index, at: time)
      } else if fingers[index].isTaken {
        fingers[index].held.removeAll(keepingCapacity: true)
      } else if !claims.delayedBegan.intersects(bits) {
        let isEndHeld = claims.delayedEnd.intersects(bits) && fingers[index].touch.phase == .ended
        handOn(index, upToEnd: isEndHeld)
      }
    }
    deliveries.sort { ($0.timestamp, $0.touch.id.rawValue) < ($1.timestamp, $1.touch.id.rawValue) }
    fingers.removeAll { $0.isOver && $0.held.isEmpty }
  }

  /// A recognizer took the finger: what the layer below knows of it is cancelled, once.
  private mutating func take(_ index: Int, at time: Timestamp) {
    if fingers[index].isKnown && !fingers[index].isTaken {
      var touch = fingers[index].touch
      touch.phase = .cancelled
      deliveries.append(Delivery(timestamp: time, touch: touch))
    }
    fingers[index].isTaken = true
    fingers[index].held.removeAll(keepingCapacity: true)
  }

  private mutating func handOn(_ index: Int, upToEnd isEndHeld: Bool) {
    var kept: [Delivery] = []
    for delivery in fingers[index].held {
      if isEndHeld && delivery.touch.phase == .ended {
        kept.append(delivery)
      } else {
        deliveries.append(delivery)
        fingers[index].isKnown = true
      }
    }
    fingers[index].held = kept
  }
}

/// What recognizers have to say about the fingers that layers below them see.
public struct TouchClaims: Sendable {
  var captured = FingerSet.none
  var delayedBegan = FingerSet.none
  var delayedEnd = FingerSet.none
}

extension Arbiter {
  /// The claims after the last call.
  var claims: TouchClaims {
    var claims = TouchClaims()
    for lane in lanes.indices {
      let (options, sequence) = (self.options[lane], lanes[lane].sequence)
      switch lanes[lane].state {
      case .active, .recognized, .ended, .cancelled: if options.cancelsTouches { claims.captured |= sequence }
      case .possible, .awaiting:
        if options.delaysTouchesBegan { claims.delayedBegan |= sequence }
        if options.delaysTouchesEnded { claims.delayedEnd |= sequence }
      case .failed: break
      }
    }
    claims.captured |= capturedNow
    return claims
  }
}
