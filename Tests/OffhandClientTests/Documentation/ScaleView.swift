import Offhand
import OffhandClient

/// A dot under every finger, and the scale of a pinch beside the hand.
struct ScaleView: TouchView {
  private var gestures: any GesturePipeline = Pipeline { PinchGestureRecognizer() }
  private var placer: any PlacementStrategy = StandardPlacement(environment: PanelSetup(panel: ScaleView.nowhere))
  private var bounds = ScaleView.nowhere
  private var fingers: [Touch.ID] = []
  private var prediction = ViewPrediction()
  private var label: (text: String, rect: Rect)?

  private static let nowhere = Rect(x: 0, y: 0, width: 0, height: 0)

  mutating func layout(in environment: ViewEnvironment) {
    bounds = environment.bounds
    prediction = ViewPrediction(in: environment)
    placer.environment.panel = bounds
    if let posture = environment.posture { placer.environment.posture = posture }
  }

  mutating func process(_ frame: borrowing TouchFrame) {
    gestures.process(frame)
    placer.ingest(frame)
    prediction.record(frame)
    fingers = frame.indices.filter { frame[$0].isDown }.map { frame[$0].id }
    for event in gestures.events {
      guard event.state == .began || event.state == .changed else {
        label = nil
        placer.remove(Overlay.ID(rawValue: 1))
        continue
      }
      let request = OverlayRequest(
        id: Overlay.ID(rawValue: 1), size: Size(width: 20, height: 9), bounds: bounds,
        gesture: GestureHint(.pinch, state: event.state, location: event.gesture.location))
      label = (PercentText.string(event.gesture.scale), placer.place(request).rect)
    }
  }

  var deadline: Timestamp? { gestures.deadline }
  mutating func advance(to time: Timestamp) { gestures.advance(to: time) }
  func isAnimating(at time: Timestamp) -> Bool { prediction.isPending(at: time) }

  func draw(for frame: FrameTime, into list: inout DisplayList) {
    for finger in fingers {
      guard let position = prediction.position(of: finger, for: frame) else { continue }
      list.circle(center: position, radius: 6, Color(red: 0.2, green: 0.5, blue: 1))
    }
    if let label { list.text(label.text, in: label.rect, style: TextStyle(size: 6, color: .white)) }
  }
}
