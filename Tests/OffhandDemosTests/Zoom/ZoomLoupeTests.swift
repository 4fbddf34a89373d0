import Offhand
import Testing

@testable import OffhandClient
@testable import OffhandDemos

struct ZoomLoupeTests {
  private typealias View = ZoomView<ScriptedGestures, ClassicPlacement>

  private func press(_ state: GestureState, at place: Point, _ seconds: Double) -> [GestureEvent] {
    var gesture = Gesture()
    gesture.location = place
    gesture.fingers = 1
    return [
      GestureEvent(
        recognizer: 2, name: .longPress, state: state, timestamp: Timestamp(seconds: seconds), gesture: gesture)
    ]
  }

  private func frame(_ place: Point, _ seconds: Double) -> TouchFrame {
    var frame = TouchFrame(timestamp: Timestamp(seconds: seconds))
    frame.append(Touch(id: Touch.ID(rawValue: 1), phase: seconds == 0 ? .began : .moved, position: place))
    return frame
  }

  private func view(_ script: [[GestureEvent]]) -> View {
    let environment = ViewEnvironment.tablet
    var view = View(
      ZoomViewTests.image, gestures: ScriptedGestures(script),
      indices: ZoomGestures(transform: 0, tap: 1, longPress: 2),
      strategy: ClassicPlacement(environment: PanelSetup(panel: environment.bounds)))
    view.layout(in: environment)
    return view
  }

  /// The pictures in what the view shows: the picture itself, then the loupe's.
  private func pictures(_ view: View, _ seconds: Double) -> [Similarity] {
    var list = DisplayList()
    view.draw(at: Timestamp(seconds: seconds), into: &list)
    return list.commands.compactMap { if case .picture(_, _, let transform, _) = $0 { transform } else { nil } }
  }

  @Test func `a finger that rests gets a loupe that enlarges what it hides, and not under the finger`() throws {
    let finger = Point(x: 90, y: 55)
    var view = view([press(.began, at: finger, 0)])
    #expect(pictures(view, 0).count == 1)
    view.process(frame(finger, 0))
    let shown = pictures(view, 0.5)
    #expect(shown.count == 2)
    let hidden = shown[0].inverse.apply(finger)
    let rect = try #require(view.loupe.rect)
    #expect(shown[1].apply(hidden).distance(to: rect.center) < 0.2, "what the finger hides is in the middle")
    #expect(abs(shown[1].scale / shown[0].scale - 2.5) < 1e-9)
    #expect(!rect.contains(finger))
  }

  @Test func `the loupe goes along and leaves with the finger`() throws {
    let start = Point(x: 90, y: 55)
    let end = Point(x: 110, y: 55)
    var view = view([press(.began, at: start, 0), press(.changed, at: end, 0.1), press(.ended, at: end, 0.2)])
    view.process(frame(start, 0))
    let before = try #require(view.loupe.rect)
    view.process(frame(end, 0.1))
    let after = try #require(view.loupe.rect)
    #expect(after.center.x > before.center.x + 10)
    view.process(frame(end, 0.2))
    view.advance(to: Timestamp(seconds: 1))
    #expect(pictures(view, 1).count == 1 && !view.isAnimating(at: Timestamp(seconds: 1)))
  }

  @Test func `a finger that rests beside the picture gets none`() {
    let finger = Point(x: 1, y: 1)
    var view = view([press(.began, at: finger, 0)])
    view.process(frame(finger, 0))
    #expect(pictures(view, 0.5).count == 1)
  }
}
