import Offhand

/// The recognizers that the monitor shows: one of each kind, all at once, so that every one says what it sees.
enum TouchMonitorGestures {
  /// All recognizers on a surface of `bounds`. None prevents another, and pinch and rotation are not locked while the fingers
  /// also move, as they are in a pipeline that has to decide.
  static func pipeline(in bounds: Rect) -> some GesturePipeline {
    Pipeline {
      TapGestureRecognizer().simultaneousWithAll()
      LongPressGestureRecognizer().simultaneousWithAll()
      PanGestureRecognizer().simultaneousWithAll()
      SwipeGestureRecognizer().simultaneousWithAll()
      PinchGestureRecognizer(touches: 2...10, lockedSlop: 2, lockedShare: 0).simultaneousWithAll()
      RotationGestureRecognizer(lockedThreshold: Angle(degrees: 3), dominance: 0, lockedDominance: 0)
        .simultaneousWithAll()
      ScreenEdgePanGestureRecognizer(of: [bounds]).simultaneousWithAll()
    }
  }
}
