/// The pipeline for one surface that most programs want: taps with one to five fingers, long press, pan, swipe, pinch,
/// rotation, edge pans.
///
/// People drift when they tap (2.5 mm at the 95th percentile with one finger, up to 5.8 with several), so where a pan, a pinch or a
/// rotation shares its touches with a tap, its threshold is higher than it would be alone. A pinch takes all fingers of a hand: people
/// zoom with three and with five, and a pad that reports one finger as two for a moment must not end the attempt. Nor may a swipe end
/// it: one finger often moves 8 mm before the other lands.
///
/// A fast drag is both a pan and a swipe: what pans follows the pan and ignores swipes, a pager takes swipes and ignores pans. Neither ends
/// the other here, so that a program which listens to one of them loses nothing. In a pipeline of your own the first to begin ends the
/// other, unless they are `simultaneous`.
///
/// A concrete type, so that the whole path from a frame to its events is compiled for these recognizers, whichever module uses it.
public struct StandardPipeline: PipelineLayer {
  /// The recognizers, in the order of `GestureEvent.recognizer`.
  public typealias Recognizers = RecognizerPair<
    RecognizerPair<
      RecognizerPair<
        RecognizerPair<
          RecognizerPair<
            RecognizerPair<
              ConfiguredRecognizer<ScreenEdgePanGestureRecognizer>, ConfiguredRecognizer<TapGestureRecognizer>
            >, ConfiguredRecognizer<LongPressGestureRecognizer>
          >, ConfiguredRecognizer<PanGestureRecognizer>
        >, ConfiguredRecognizer<SwipeGestureRecognizer>
      >, ConfiguredRecognizer<PinchGestureRecognizer>
    >, ConfiguredRecognizer<RotationGestureRecognizer>
  >

  /// The inner pipeline, for operations that not every pipeline supports.
  public var base: Pipeline<Recognizers>

  /// The slop of a pan whose touches may still tap, in millimetres: the tap's allowable movement.
  static let contestedPanSlop = 3.4
  /// The same for several touches. The centroid of a two-finger tap moves more than 3.4 mm in one of twenty-five, more than 5 mm in one
  /// of two hundred; a drag of two fingers begins 16 ms later for it.
  static let contestedPanSlopOfSeveral = 5.0
  /// The same for touches that speed up together: those of a slow pan, which would begin 100 ms late at 5 mm.
  static let acceleratingPanSlopOfSeveral = 2.7
  /// The slop of a pinch whose touches may still tap, in millimetres: at 4.2, 1.4 % of two-finger taps become a pinch. More would lose
  /// slow pinches on pads that split a finger into two contacts for a moment.
  static let contestedPinchSlop = 4.2
  /// The arc of a rotation whose touches may still tap, in millimetres.
  static let contestedArc = 2.5

  /// The pipeline for a surface made of `outputs`, in millimetres; without outputs there are no edge pans. `swipe` is the moment at
  /// which a swipe is recognized.
  public init(outputs: [Rect] = [], swipe: SwipeGestureRecognizer.Trigger = .threshold) {
    base = Pipeline {
      ScreenEdgePanGestureRecognizer(of: outputs).priority(1)
      TapGestureRecognizer(touches: 1...5)
      LongPressGestureRecognizer()
      StandardPipeline.pan
      SwipeGestureRecognizer(trigger: swipe)
      StandardPipeline.pinch
      StandardPipeline.rotation
    }
    base.setOutputs(outputs)
  }

  static var pan: ConfiguredRecognizer<PanGestureRecognizer> {
    PanGestureRecognizer(
      contestedSlop: contestedPanSlop, contestedSlopOfSeveral: contestedPanSlopOfSeveral,
      acceleratingSlopOfSeveral: acceleratingPanSlopOfSeveral
    ).simultaneous(with: .pinch, .rotation, .swipe)
  }

  static var pinch: ConfiguredRecognizer<PinchGestureRecognizer> {
    PinchGestureRecognizer(touches: 2...5, contestedSlop: contestedPinchSlop).simultaneous(with: .rotation, .swipe)
  }

  static var rotation: ConfiguredRecognizer<RotationGestureRecognizer> {
    RotationGestureRecognizer(contestedArc: contestedArc).simultaneous(with: .swipe)
  }

  /// The events of the last call.
  @inlinable public var events: GestureEvents { base.events }

  /// Processes a frame.
  public mutating func process(_ frame: borrowing TouchFrame) { base.process(frame) }
}

/// The package's pipelines for special purposes; the usual one is `StandardPipeline`.
package enum PurposePipelines {
  /// The original's pinch: it reports the hand, decided once, by the original's rule. Only the handedness tolerances
  /// are the original's; the slop is this package's.
  package static func original() -> some GesturePipeline {
    Pipeline {
      HandedPinchGestureRecognizer(PinchGestureRecognizer(slopPolicy: .included), mode: .seed(OriginalHandednessRule()))
    }
  }

  /// The standard gestures with double and triple taps and the quick scale. A tap waits 0.3 s for a second one, unless the caller acts
  /// on `unconfirmed` taps.
  package static func multitap(
    outputs: [Rect] = [], swipe: SwipeGestureRecognizer.Trigger = .threshold
  ) -> some GesturePipeline {
    Pipeline {
      ScreenEdgePanGestureRecognizer(of: outputs).priority(1)
      TapGestureRecognizer(touches: 1...5).requires(toFail: .doubleTap).with { $0.announcesUnconfirmed = true }
      TapGestureRecognizer(taps: 2).named(.doubleTap).requires(toFail: .tripleTap)
      TapGestureRecognizer(taps: 3).named(.tripleTap)
      TapDragGestureRecognizer(contestedSlop: StandardPipeline.contestedPanSlop, doublingDistance: 25)
        .named(.quickScale).priority(1)
      LongPressGestureRecognizer()
      StandardPipeline.pan
      SwipeGestureRecognizer(trigger: swipe)
      StandardPipeline.pinch
      StandardPipeline.rotation
    }
  }

  /// Gestures of a shell: edge pans, and swipes and pinches of three and more fingers.
  package static func navigation(
    outputs: [Rect] = [], swipe: SwipeGestureRecognizer.Trigger = .threshold
  ) -> some GesturePipeline {
    Pipeline {
      ScreenEdgePanGestureRecognizer(of: outputs).priority(1)
      SwipeGestureRecognizer(touches: 3, trigger: swipe).named("three-finger-swipe")
      SwipeGestureRecognizer(touches: 4, trigger: swipe).named("four-finger-swipe")
      PinchGestureRecognizer(touches: 3...5, slop: 8).named("shell-pinch")
    }
  }

  /// Everything that can be measured, at once and without thresholds, for tools and for examining hardware.
  package static func measure() -> some GesturePipeline {
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
