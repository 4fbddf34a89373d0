import Offhand
import OffhandClient

/// A dot under every finger, and the scale of a pinch beside the hand.
struct ScaleView: TouchView {
  private var gestures: any GesturePipeline = Pipeline { PinchGestureRecognizer() }
  private var placer: any PlacementStrategy = PlacementPreset.best.strategy()
  private var environment: ViewEnvironment?
  private var fingers: [Touch.ID] = []
  private var prediction = ViewPrediction()
  private var label: (text: String, rect: Rect)?

  mutating func layout(in environment: ViewEnvironment) {
    self.environment = environment
    prediction = ViewPrediction(in: environment)
    placer.adopt(environment)
  }

  mutating func process(_ frame: borrowing TouchFrame) {
    gestures.process(frame)
    placer.ingest(frame)
    prediction.record(frame)
    fingers = frame.indices.filter { frame[$0].isDown }.map { frame[$0].id }
    for event in gestures.events {
      guard let environment, event.state == .began || event.state == .changed else {
        label = nil
        placer.remove(Overlay.ID(rawValue: 1))
        continue
      }
      let request = OverlayRequest(
        id: Overlay.ID(rawValue: 1), size: Size(width: 20, height: 9), bounds: environment.bounds,
        gesture: GestureHint(.pinch, of: event))
      label = (PercentText.string(event.gesture.scale), placer.place(request).rect)
    }
  }

  var deadline: Timestamp? { gestures.deadline }
  mutating func advance(to time: Timestamp) { gestures.advance(to: time) }
  func isAnimating(at time: Timestamp) -> Bool { prediction.isPending(at: time) }

  func draw(for frame: FrameTime, into list: inout DisplayList) {
    guard let environment else { return }
    let theme = environment.theme
    list.fill(environment.bounds, theme.background)
    for finger in fingers {
      guard let position = prediction.position(of: finger, for: frame) else { continue }
      list.circle(center: position, radius: 6, theme.accent)
    }
    guard let label else { return }
    list.fill(label.rect, theme.control, cornerRadius: 3)
    list.text(label.text, in: label.rect, style: TextStyle(size: 6, color: theme.text, alignment: .center))
  }
}
