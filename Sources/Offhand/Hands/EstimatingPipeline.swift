/// A pipeline whose events carry the hand behind the touches: an estimator processes every frame before the recognizers do,
/// and is notified by them of the gestures that begin.
///
/// With several hands on the glass, an event gets the hand to which its touches belong, and `both` where they belong to two.
public struct EstimatingPipeline<Base: GesturePipeline, Estimator: HandEstimator>: PipelineLayer {
  /// The recognizers.
  public var base: Base
  /// The estimator of the hand.
  public var estimator: Estimator
  /// The events of deadlines before the last frame, and of that frame, each with its own hand; empty where those of `base` need no
  /// change.
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
  public mutating func process(_ frame: borrowing TouchFrame) {
    collected.removeAll()
    if let deadline = base.deadline, deadline < frame.timestamp {
      base.advance(to: frame.timestamp - .nanoseconds(1))
      collect()
      noteBeginnings()
    }
    let before = estimator.hand
    estimator.ingest(frame)
    // Events completed by the lift of the last finger, a tap or the end of a pinch, come when no hand is left: they get the
    // previous hand.
    let now = estimator.hand
    let hand = now == .unknown && frame.downCount == 0 ? before : now
    // Events that get their hand where they are measured can stay unmeasured until they are read.
    let isStamped =
      estimator.tracks.count > 1 && collected.isEmpty && base.setHands(of: estimator.tracks, together: hand, in: frame)
    if !isStamped { base.hand = hand }
    base.process(frame)
    if !isStamped && (estimator.tracks.count > 1 || !collected.isEmpty) { collect() }
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

  /// Notifies the estimator of the gesture that has begun: a pinch is more informative about a hand than two fingers of any
  /// gesture.
  private mutating func note(_ components: GestureComponents) {
    if !components.isDisjoint(with: [.scale, .rotation]) {
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

/// The pipelines that can be chosen by name.
public enum PipelineCatalog {
  /// A pipeline that has a name.
  public struct Entry: Sendable {
    /// The name.
    public var name: String
    /// Its purpose, in one line.
    public var summary: String
    /// Whether it recognizes swipes.
    public var hasSwipes = true
    fileprivate let build: @Sendable (PanelSetup, HandSeparation, SwipeGestureRecognizer.Trigger) -> AnyPipeline

    /// Makes the pipeline for a surface that is this panel. `separation` tells hands apart where the pipeline has a copy for each hand;
    /// `swipe` is the moment at which its swipes are recognized.
    public func make(
      _ setup: PanelSetup, _ separation: HandSeparation = .byReach, swipe: SwipeGestureRecognizer.Trigger = .threshold
    ) -> AnyPipeline {
      build(setup, separation, swipe)
    }
  }

  /// All pipelines, the usual one first. `standard` and `navigation` have a copy for each hand on the glass.
  public static let entries: [Entry] = [
    Entry(
      name: "standard", summary: "taps, long press, pan, swipe, pinch, rotation and edge pans on one surface"
    ) { AnyPipeline(StandardHandedPipeline($0, $1, $2)) },
    Entry(
      name: "multitap",
      summary: "the standard gestures with double and triple taps and the quick scale; taps wait 0.3 s"
    ) { handed(PurposePipelines.multitap(outputs: [$0.panel], swipe: $2).byHand($1), $0) },
    Entry(
      name: "original", summary: "the pinch of the original, with its rule for the hand", hasSwipes: false
    ) { _, _, _ in AnyPipeline(PurposePipelines.original()) },
    Entry(
      name: "navigation", summary: "edge pans, swipes and pinches of three and more fingers, as a shell wants them"
    ) { handed(PurposePipelines.navigation(outputs: [$0.panel], swipe: $2).byHand($1), $0) },
    Entry(
      name: "measure", summary: "pan, pinch and rotation at once, without thresholds", hasSwipes: false
    ) { setup, _, _ in handed(PurposePipelines.measure(), setup) },
  ]

  /// The pipeline named `name` for a surface of `bounds`; `nil` if there is none. The posture decides how informative touches
  /// are about the hand: most on a handheld device. The prior is the probability of a right hand before any touch; `separation` tells
  /// hands apart; `swipe` is the moment at which its swipes are recognized.
  public static func pipeline(
    named name: String, bounds: Rect, posture: Posture = .unknown, rightHandPrior: Double = 0.9,
    separation: HandSeparation = .byReach, swipe: SwipeGestureRecognizer.Trigger = .threshold
  ) -> AnyPipeline? {
    entries.first { $0.name == name }?.make(
      PanelSetup(panel: bounds, posture: posture, rightHandPrior: rightHandPrior), separation, swipe: swipe)
  }

  /// `pipeline`, with the hand of each event from the package's estimator.
  private static func handed(_ pipeline: some GesturePipeline, _ setup: PanelSetup) -> AnyPipeline {
    AnyPipeline(EstimatingPipeline(pipeline, estimator: BayesianHandEstimator(environment: setup)))
  }
}

/// `standard` of the catalog. A concrete type, so that the estimator's layer is compiled for this pipeline: behind `AnyPipeline`
/// it would be called through generic code.
private struct StandardHandedPipeline: PipelineLayer {
  var base: EstimatingPipeline<HandPipelines, BayesianHandEstimator>

  init(_ setup: PanelSetup, _ separation: HandSeparation, _ swipe: SwipeGestureRecognizer.Trigger) {
    base = EstimatingPipeline(
      StandardPipeline(outputs: [setup.panel], swipe: swipe).byHand(separation),
      estimator: BayesianHandEstimator(environment: setup))
  }

  // Not by default, and inlined: otherwise all of `base` is copied to read one of its properties, which takes 140 instructions.
  var events: GestureEvents {
    @inline(__always) get { base.events }
  }
  var deadline: Timestamp? {
    @inline(__always) get { base.deadline }
  }
  mutating func process(_ frame: borrowing TouchFrame) { base.process(frame) }
}
