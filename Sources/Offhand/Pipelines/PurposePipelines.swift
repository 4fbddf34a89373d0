/// The pipelines for a special purpose that come with the package; the usual one is `StandardPipeline`.
public enum PurposePipelines {
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
