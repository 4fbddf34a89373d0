import Offhand

/// Where the frames of a program are seen. Takes its turn in the event loop to hear from the compositor.
protocol Window: EventSource {
  /// How large it is; `nil` until the compositor has said so.
  var geometry: WindowGeometry? { get }

  /// Whether a frame would be taken now: the one before has been shown, and there is a buffer to draw into.
  var isReady: Bool { get }

  /// Shows a frame: `draw` fills a buffer, `damage` is what differs from the frame before.
  func present(_ damage: Damage, draw: (WindowBuffer) -> Void) throws
}
