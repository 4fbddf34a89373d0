/// A pipeline whose answers say whose hand it is, with how much confidence: an estimator looks at every frame before the
/// recognizers do, and hears from them what the fingers turned out to do.
///
/// Where several hands are on the glass, each answer is that of the hand whose fingers it has, and that of both where it has
/// fingers of two.
public struct EstimatingPipeline<Base: GesturePipeline, Estimator: HandEstimator>: PipelineLayer {
  /// The recognizers.
  public var base: Base
  /// What guesses the hand.
  public var estimator: Estimator
  /// The answers of deadlines before the last frame, and of that frame, each with its own hand; empty where the recognizers
  /// have said it all.
  private var collected = EventCollection()

  /// `base`, with the hand from `estimator`.
  public init(_ base: Base, estimator: Estimator) {
    self.base = base
    self.estimator = estimator
  }

  /// The answers of the last call.
  public var events: GestureEvents { collected.isEmpty ? base.events : collected.events }

  /// Takes a frame in. What was due before it is the answer of the hand that was there then.
  public mutating func process(_ frame: borrowing TouchFrame) {
    collected.removeAll()
    if let deadline = base.deadline, deadline < frame.timestamp {
      base.advance(to: frame.timestamp - .nanoseconds(1))
      collect()
      noteBeginnings()
    }
    base.hand = estimator.hand(in: frame)
    base.process(frame)
    if estimator.tracks.count > 1 || !collected.isEmpty { collect() }
    noteBeginnings()
  }

  /// Takes the answers of the recognizers over, each with the hand of its fingers.
  private mutating func collect() {
    let tracks = estimator.tracks
    for var event in base.events {
      if tracks.count > 1, !event.gesture.components.contains(.hand) {
        event.gesture.hand = hand(of: event, in: tracks)
      }
      collected.append(event)
    }
  }

  /// The hand to which the fingers of an answer belong; a finger that belongs to none, such as one that holds the device, has no
  /// say.
  private func hand(of event: GestureEvent, in tracks: HandTracks) -> Hand {
    var owner: Int?
    var isOfTwo = false
    base.forEachTouch(of: event) { touch in
      guard let index = tracks.index(of: touch.id) else { return }
      isOfTwo = isOfTwo || owner.map { $0 != index } ?? false
      owner = index
    }
    if isOfTwo { return .both }
    return owner.map { tracks[$0].hand } ?? .unknown
  }

  private mutating func noteBeginnings() {
    let events = base.events
    for index in events.indices where events.state(at: index) == .began { note(events[index].gesture.components) }
  }

  /// Tells the estimator what the fingers do: a pinch says more about a hand than two fingers that may do anything.
  private mutating func note(_ components: GestureComponents) {
    if !components.isDisjoint(with: [.scale, .rotation]) {
      estimator.note(components.contains(.scale) ? .pinch : .rotate)
    } else if components.contains(.translation) {
      estimator.note(.drag)
    }
  }

  /// Serves the deadlines up to and including `time`.
  public mutating func advance(to time: Timestamp) {
    collected.removeAll()
    base.advance(to: time)
    if estimator.tracks.count > 1 { collect() }
    noteBeginnings()
  }

  /// Breaks every gesture off and forgets every finger.
  public mutating func cancel(at time: Timestamp) {
    collected.removeAll()
    base.cancel(at: time)
    estimator.reset()
    base.hand = .unknown
  }
}
