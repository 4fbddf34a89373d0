import Offhand

/// The recognizers that the monitor shows: one of each kind, all together, so that every one says what it sees.
enum TouchMonitorGestures {
  /// All recognizers on a surface of `bounds`; none prevents another.
  static func pipeline(in bounds: Rect) -> some GesturePipeline {
    Pipeline {
      TapGestureRecognizer().simultaneous(with: .pan, .swipe, .pinch, .rotation, .screenEdgePan, .longPress)
      LongPressGestureRecognizer().simultaneous(with: .pan, .swipe, .pinch, .rotation, .screenEdgePan)
      PanGestureRecognizer().simultaneous(with: .swipe, .pinch, .rotation, .screenEdgePan)
      SwipeGestureRecognizer().simultaneous(with: .pinch, .rotation, .screenEdgePan)
      PinchGestureRecognizer(touches: 2...10).simultaneous(with: .rotation, .screenEdgePan)
      RotationGestureRecognizer().simultaneous(with: .screenEdgePan)
      ScreenEdgePanGestureRecognizer(of: [bounds])
    }
  }
}
