/// The pipeline for one surface that most programs want: taps with one to five fingers, long press, pan, swipe, pinch,
/// rotation, edge pans.
///
/// People drift when they tap (2.5 mm at the 95th percentile with one finger, up to 5.8 with several), so where a pan, a
/// pinch or a rotation shares its fingers with a tap, it waits a little longer than it would alone. A pinch is one of all the
/// fingers of a hand: people zoom with three and with five, and a pad that takes one finger for two for a moment must not
/// end the attempt. Nor may a swipe: one finger often goes 8 mm before the other lands.
///
/// A concrete type, so that the whole path from a frame to its answers is compiled for these recognizers, from whatever module
/// it is used.
public struct StandardPipeline: GesturePipeline {
  /// The recognizers, in the order of `GestureEvent.recognizer`.
  public typealias Recognizers = RecognizerPair<
    RecognizerPair<
      RecognizerPair<
        RecognizerPair<
          RecognizerPair<
            RecognizerPair<
              EnrolledRecognizer<ScreenEdgePanGestureRecognizer>, EnrolledRecognizer<TapGestureRecognizer>
            >, EnrolledRecognizer<LongPressGestureRecognizer>
          >, EnrolledRecognizer<PanGestureRecognizer>
        >, EnrolledRecognizer<SwipeGestureRecognizer>
      >, EnrolledRecognizer<PinchGestureRecognizer>
    >, EnrolledRecognizer<RotationGestureRecognizer>
  >

  /// The pipeline, for everything that not every pipeline can do.
  public var pipeline: Pipeline<Recognizers>

  /// How far fingers that may still tap go before they pan, in millimetres: just what a tap may drift.
  public static let contestedPanSlop = 3.4
  /// The same where there were several fingers. The middle of a two-finger tap leaves 3.4 mm in one of twenty-five, 5 mm in
  /// one of two hundred; a drag of two fingers waits 16 ms more for it.
  public static let contestedPanSlopOfSeveral = 5.0
  /// How much fingers that may still tap spread before they pinch, in millimetres: 4.2 takes 1.4 % of two-finger taps for a
  /// pinch. More would lose slow pinches on pads that split a finger into two contacts for a moment.
  public static let contestedPinchSlop = 4.2
  /// How far around each of two fingers that may still tap goes before they turn, in millimetres.
  public static let contestedArc = 2.5

  /// The pipeline for a surface made of `outputs`, in millimetres; without them nothing comes from an edge.
  public init(outputs: [Rect] = []) {
    pipeline = Pipeline {
      ScreenEdgePanGestureRecognizer(of: outputs).priority(1)
      TapGestureRecognizer(touches: 1...5)
      LongPressGestureRecognizer()
      PanGestureRecognizer(
        contestedSlop: StandardPipeline.contestedPanSlop,
        contestedSlopOfSeveral: StandardPipeline.contestedPanSlopOfSeveral
      )
      .simultaneous(with: .pinch, .rotation, .swipe)
      SwipeGestureRecognizer()
      PinchGestureRecognizer(
        touches: 2...5, contestedSlop: StandardPipeline.contestedPinchSlop
      )
      .simultaneous(with: .rotation, .swipe)
      RotationGestureRecognizer(contestedArc: StandardPipeline.contestedArc).simultaneous(with: .swipe)
    }
  }

  /// The answers of the last call.
  @inlinable public var events: GestureEvents { pipeline.events }
  /// The next moment at which time alone may decide something.
  public var deadline: Timestamp? { pipeline.deadline }
  /// The names of the recognizers.
  public var names: [GestureName] { pipeline.names }
  /// Whether no finger is down and no recognizer is undecided.
  public var isIdle: Bool { pipeline.isIdle }
  /// Whose hand it is.
  public var hand: Hand {
    get { pipeline.hand }
    set { pipeline.hand = newValue }
  }

  /// Takes a frame in.
  public mutating func process(_ frame: borrowing TouchFrame) { pipeline.process(frame) }
  /// Serves the deadlines up to and including `time`.
  public mutating func advance(to time: Timestamp) { pipeline.advance(to: time) }
  /// Breaks every gesture off and forgets every finger.
  public mutating func cancel(at time: Timestamp) { pipeline.cancel(at: time) }
  /// Sets a value.
  public mutating func set(_ value: GestureValue, of name: GestureName) { pipeline.set(value, of: name) }
  /// The contacts of an answer.
  public func touches(of event: GestureEvent) -> [Touch] { pipeline.touches(of: event) }
  /// Calls `body` with each contact of an answer.
  public func forEachTouch(of event: GestureEvent, _ body: (Touch) -> Void) { pipeline.forEachTouch(of: event, body) }
}

/// The pipelines for a special purpose that come with the package; the usual one is `StandardPipeline`.
public enum PurposePipelines {
  /// What the original does: a pinch that says whose hand it is, decided once, by the original's rule and thresholds.
  public static func original() -> some GesturePipeline {
    Pipeline {
      HandedPinchGestureRecognizer(PinchGestureRecognizer(slopPolicy: .included), mode: .seed(OriginalHandednessRule()))
    }
  }

  /// What a shell takes for itself: edge pans, and swipes and pinches of three and four fingers.
  public static func navigation(outputs: [Rect] = []) -> some GesturePipeline {
    Pipeline {
      ScreenEdgePanGestureRecognizer(of: outputs).priority(1)
      SwipeGestureRecognizer(touches: 3).named("three-finger-swipe")
      SwipeGestureRecognizer(touches: 4).named("four-finger-swipe")
      PinchGestureRecognizer(touches: 3...5, slop: 8).named("shell-pinch")
    }
  }

  /// Everything that can be measured, at once and without thresholds: for tools and for looking at hardware.
  public static func measure() -> some GesturePipeline {
    Pipeline {
      PanGestureRecognizer(slop: 0).simultaneousWithAll()
      PinchGestureRecognizer(
        touches: 2...10, slop: 0, lockedSlop: 0, lockedShare: 0, minimumSpan: 0
      ).simultaneousWithAll()
      RotationGestureRecognizer(
        threshold: .zero, arc: 0, lockedThreshold: .zero, dominance: 0, lockedDominance: 0
      ).simultaneousWithAll()
    }
  }
}
