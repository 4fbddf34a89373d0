import Offhand

/// The gestures of a tray view, and which recognizer of its pipeline is which, in the order in which they stand there.
public struct TrayGestures: Sendable, Hashable {
  /// The one that pulls the drawer out of the left edge.
  public var edgePan: Int
  /// The one that drags.
  public var pan: Int
  /// The one that opens and shuts without dragging.
  public var tap: Int

  /// The positions of the recognizers.
  public init(edgePan: Int, pan: Int, tap: Int) {
    self.edgePan = edgePan
    self.pan = pan
    self.tap = tap
  }

  /// The positions in `pipeline`.
  static let standard = TrayGestures(edgePan: 0, pan: 1, tap: 2)

  /// What comes from the left edge of `bounds` pulls the drawer, what moves otherwise drags, what does not move taps.
  static func pipeline(in bounds: Rect) -> some GesturePipeline {
    Pipeline {
      ScreenEdgePanGestureRecognizer(from: .left, of: [bounds])
      PanGestureRecognizer(contestedSlop: 3.4)
      TapGestureRecognizer()
    }
  }
}
