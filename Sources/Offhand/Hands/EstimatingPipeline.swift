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

/// The pipelines that can be chosen by name.
public enum PipelineCatalog {
  /// A pipeline that has a name.
  public struct Entry: Sendable {
    /// The name.
    public var name: String
    /// What it is for, in one line.
    public var summary: String
    /// Makes the pipeline for a surface of these bounds, in millimetres, on a device that stands and is used like that.
    public var make: @Sendable (_ bounds: Rect, _ posture: Posture) -> any GesturePipeline
  }

  /// All of them, the usual one first.
  public static let entries: [Entry] = [
    Entry(
      name: "standard", summary: "taps, long press, pan, swipe, pinch, rotation and edge pans on one surface"
    ) { handed(StandardPipeline(outputs: [$0]), on: $0, $1) },
    Entry(name: "original", summary: "the pinch of the original, with its rule for the hand") { _, _ in
      PurposePipelines.original()
    },
    Entry(
      name: "navigation", summary: "edge pans, swipes and pinches of three and more fingers, as a shell wants them"
    ) { handed(PurposePipelines.navigation(outputs: [$0]), on: $0, $1) },
    Entry(name: "measure", summary: "pan, pinch and rotation at once, without thresholds") {
      handed(PurposePipelines.measure(), on: $0, $1)
    },
  ]

  /// The pipeline named `name`, for a surface of `bounds`; `nil` where there is none. The posture says what fingers tell of
  /// the hand: most on a device that is held.
  public static func pipeline(
    named name: String, bounds: Rect, posture: Posture = .unknown
  ) -> (any GesturePipeline)? {
    entries.first { $0.name == name }?.make(bounds, posture)
  }

  /// `pipeline`, with the hand of each answer as the estimator of the package sees it.
  ///
  /// The prior is even: an answer tells what these fingers say, not that most people are right-handed. With nine in ten,
  /// one finger of a left hand would be called a right one.
  private static func handed(
    _ pipeline: some GesturePipeline, on panel: Rect, _ posture: Posture
  ) -> any GesturePipeline {
    EstimatingPipeline(
      pipeline,
      estimator: BayesianHandEstimator(
        environment: PanelSetup(panel: panel, posture: posture, rightHandPrior: 0.5)))
  }
}
