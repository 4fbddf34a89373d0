import Offhand
import OffhandClient

/// A dot under every finger, and the scale of a pinch beside the hand.
struct ScaleView: TouchView {
  private var gestures: any GesturePipeline = Pipeline { PinchGestureRecognizer() }
  private var placer: any PlacementStrategy = PlacementPreset.best.strategy()
  private var environment: ViewEnvironment?
  private var fingers: [Touch.ID] = []
  private var prediction = ViewPrediction()
  /// The scale. Where it is `.fixed`, as by default, a card that grows would lie under it.
  private var level = PlacedOverlay(id: Overlay.ID(rawValue: 1), following: .follow)

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
      switch event.state {
      case .began, .changed:
        guard let environment else { continue }
        level.show(
          .hud(PercentText.string(event.gesture.scale)), gesture: GestureHint(.pinch, of: event), in: environment,
          at: event.timestamp, by: &placer)
      default: level.hide(at: event.timestamp, by: &placer)
      }
    }
  }

  var deadline: Timestamp? { [gestures.deadline, level.deadline].compactMap { $0 }.min() }
  mutating func advance(to time: Timestamp) {
    gestures.advance(to: time)
    level.advance(to: time)
  }
  func isAnimating(at time: Timestamp) -> Bool { prediction.isPending(at: time) || level.isAnimating(at: time) }

  func draw(for frame: FrameTime, into list: inout DisplayList) {
    guard let environment else { return }
    list.fill(environment.bounds, environment.theme.background)
    for finger in fingers {
      guard let position = prediction.position(of: finger, for: frame) else { continue }
      list.circle(center: position, radius: 6, environment.theme.accent)
    }
    level.draw(for: frame, into: &list)
  }
}
