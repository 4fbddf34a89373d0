/// A pipeline whose events carry the hand behind the touches: an estimator processes every frame before the recognizers do,
/// and is notified by them of the gestures that begin.
///
/// With several hands on the glass, an event gets the hand to which its touches belong, and `both` where they belong to two.
public struct EstimatingPipeline<Base: GesturePipeline, Estimator: HandEstimator>: PipelineLayer {
  /// The recognizers.
  public var base: Base
  /// The estimator of the hand.
  public var estimator: Estimator
  /// The events of deadlines before the last frame, and of that frame, each with its own hand; empty where those of `base` need no change.
  private var collected = EventList()

  /// Creates a pipeline of the recognizers of `base`, with the hand from `estimator`.
  public init(_ base: Base, estimator: Estimator) {
    self.base = base
    self.estimator = estimator
  }

  /// The events of the latest call.
  public var events: GestureEvents {
    @inline(__always) get { collected.isEmpty ? base.events : collected.events }
  }

  /// The next moment at which time alone may decide something.
  public var deadline: Timestamp? {
    @inline(__always) get { base.deadline }
  }

  /// Processes a frame. Events that were due before it get the hand of that time.
  public mutating func process(_ frame: borrowing TouchFrame) { process(frame, recognizing: frame) }

  /// Infers the hand from a frame, and recognizes gestures in a `part` of it.
  package mutating func process(_ frame: borrowing TouchFrame, recognizing part: borrowing TouchFrame) {
    collected.removeAll()
    if let deadline = base.deadline, deadline < frame.timestamp {
      base.advance(to: frame.timestamp - .nanoseconds(1))
      collect()
      noteBeginnings()
    }
    let before = estimator.hand
    estimator.ingest(frame)
    // Events completed by the lift of the last finger, a tap or the end of a pinch, come when no hand is left: they get the previous hand.
    let now = estimator.hand
    let hand = now == .unknown && frame.downCount == 0 ? before : now
    // Events that get their hand where they are measured can stay unmeasured until they are read.
    let tracks = estimator.tracks
    let isStamped =
      tracks.count > 1 && collected.isEmpty
      && base.setHands(together: hand, in: part, owner: tracks.index(of:), hand: tracks.hand(at:))
    if !isStamped { base.hand = hand }
    base.process(part)
    if !isStamped && (tracks.count > 1 || !collected.isEmpty) { collect() }
    noteBeginnings()
  }

  /// Collects the events of the recognizers, each with the hand of its touches.
  private mutating func collect() {
    let tracks = estimator.tracks
    for var event in base.events {
      if tracks.count > 1, !event.gesture.components.contains(.hand) {
        event.gesture.hand = hand(of: event, in: tracks)
      }
      collected.append(event)
    }
  }

  /// The hand to which the touches of an event belong, those that are down, or all if none is. A touch that belongs to none, such as one
  /// that holds the device, is ignored.
  private func hand(of event: GestureEvent, in tracks: HandTracks) -> Hand {
    var owner: Int?
    var (isDown, isOfTwo) = (false, false)
    base.forEachTouch(of: event) { touch in
      guard touch.isDown || !isDown, let index = tracks.index(of: touch.id) else { return }
      if touch.isDown && !isDown { (isDown, isOfTwo, owner) = (true, false, nil) }
      isOfTwo = isOfTwo || owner.map { $0 != index } ?? false
      owner = index
    }
    if isOfTwo { return .both }
    return owner.map(tracks.hand(at:)) ?? .unknown
  }

  private mutating func noteBeginnings() {
    let events = base.events
    for index in events.changeCount..<events.count where events.state(at: index) == .began {
      note(events[index].gesture.components)
    }
  }

  /// Notifies the estimator of the gesture that has begun: a pinch is more informative about a hand than two fingers of any gesture.
  private mutating func note(_ components: GestureComponents) {
    if components.spreads {
      estimator.note(components.contains(.scale) ? .pinch : .rotate)
    } else if components.contains(.translation) {
      estimator.note(.drag)
    }
  }

  /// Handles the deadlines up to and including `time`.
  public mutating func advance(to time: Timestamp) {
    collected.removeAll()
    base.advance(to: time)
    if estimator.tracks.count > 1 { collect() }
    noteBeginnings()
  }

  /// Cancels every gesture and forgets every touch.
  public mutating func cancel(at time: Timestamp) {
    collected.removeAll()
    base.cancel(at: time)
    estimator.reset()
    base.hand = .unknown
  }
}
