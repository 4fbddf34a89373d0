/// The pipelines that come with the package, as values of one concrete type each.
///
/// People drift when they tap (2.5 mm at the 95th percentile with one finger, up to 5.8 with several), so where a pan, a
/// pinch or a rotation shares its fingers with a tap, it waits a little longer than it would alone.
public enum StandardPipelines {
  /// How far fingers that may still tap go before they pan, in millimetres: just what a tap may drift.
  public static let contestedPanSlop = 3.4
  /// How much fingers that may still tap spread before they pinch, in millimetres.
  public static let contestedPinchSlop = 4.0
  /// How far around each of two fingers that may still tap goes before they turn, in millimetres.
  public static let contestedArc = 2.5

  /// Everything for one surface: taps with one to five fingers, long press, pan, swipe, pinch, rotation, edge pans.
  public static func standard(outputs: [Rect] = []) -> some GesturePipeline {
    Pipeline {
      ScreenEdgePanGestureRecognizer(of: outputs).priority(1)
      TapGestureRecognizer(touches: 1...5)
      LongPressGestureRecognizer()
      PanGestureRecognizer(contestedSlop: contestedPanSlop).simultaneous(with: .pinch, .rotation, .swipe)
      SwipeGestureRecognizer()
      PinchGestureRecognizer(contestedSlop: contestedPinchSlop).simultaneous(with: .rotation)
      RotationGestureRecognizer(contestedArc: contestedArc)
    }
  }

  /// What the original does: a pinch that says whose hand it is, decided once, by the original's rule and thresholds.
  public static func original() -> some GesturePipeline {
    Pipeline {
      HandedPinchGestureRecognizer(PinchGestureRecognizer(slopPolicy: .included), mode: .seed(SeedHandednessRule()))
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
