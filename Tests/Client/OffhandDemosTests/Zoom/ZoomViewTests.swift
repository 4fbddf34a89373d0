import DesignCases
import Offhand
import OffhandTesting
import Testing
@testable import OffhandClient
@testable import OffhandDemos

struct ZoomViewTests {
  typealias View = ZoomView<ScriptedGestures, OriginalPlacement>

  static let image = PictureTarget.Image(id: ImageID(rawValue: 7), width: 500, height: 250)

  /// An event of one of a zoom's recognizers, the first of which pinches.
  static func event(
    _ state: GestureState, at seconds: Double, of recognizer: Int = 0, named name: GestureName = "transform",
    about location: Point = .origin, fingers: Int = 2, components: GestureComponents = .scale, scale: Double = 1
  ) -> GestureEvent {
    var gesture = Gesture()
    gesture.location = location
    gesture.scale = scale
    gesture.offset = Similarity(scale: scale, rotation: .zero, about: location).translation
    gesture.fingers = fingers
    gesture.components = components
    return GestureEvent(
      recognizer: recognizer, name: name, state: state, timestamp: Timestamp(seconds: seconds), gesture: gesture)
  }

  /// A pinch of two fingers about `middle`: one frame an entry of `scales`, ten milliseconds apart; both lift in the last.
  ///
  /// Of other `fingers` or `components` it is a drag.
  static func pinch(
    about middle: Point, scales: [Double], fingers: Int = 2, components: GestureComponents = [.scale, .translation],
    on environment: ViewEnvironment = .tablet, behavior: ZoomBehavior = .original, then last: GestureEvent? = nil
  ) -> View {
    var script = scales.enumerated().map { index, scale in
      let state: GestureState = index == 0 ? .began : index == scales.count - 1 ? .ended : .changed
      return [
        event(
          state, at: Double(index) * 0.01, about: middle, fingers: fingers, components: components, scale: scale)
      ]
    }
    if let last { script.append([last]) }
    var view = View(
      image, gestures: ScriptedGestures(script), indices: ZoomGestures(transform: 0, tap: 1),
      strategy: OriginalPlacement(environment: PanelSetup(panel: environment.bounds)), behavior: behavior)
    view.layout(in: environment)
    return view
  }

  /// Two fingers of a right hand about `middle` at frame `index`, the index finger up right; `count` of them are down.
  static func frame(_ index: Int, about middle: Point, down count: Int = 2) -> TouchFrame {
    var frame = TouchFrame(timestamp: Timestamp(seconds: Double(index) * 0.01))
    for finger in 0..<2 {
      let arm = Vector(dx: finger == 0 ? 10 : -10, dy: finger == 0 ? -8 : 8)
      var touch = Touch(id: Touch.ID(rawValue: UInt64(finger + 1)), position: middle + arm)
      if finger >= count { touch.phase = .ended }
      frame.append(touch)
    }
    return frame
  }

  static func list(of view: View, at time: Timestamp) -> DisplayList {
    var list = DisplayList()
    view.draw(for: FrameTime(now: time), into: &list)
    return list
  }

  /// The transform of the picture in `list`.
  static func picture(in list: DisplayList) -> (Size, Similarity, FilterQuality)? {
    for case .picture(_, let size, let transform, let quality) in list.commands { return (size, transform, quality) }
    return nil
  }

  static func text(in list: DisplayList) -> (String, Rect)? {
    for case .text(let range, let rect, _) in list.commands {
      return (String(decoding: list.text[range], as: UTF8.self), rect)
    }
    return nil
  }

  let middle = Point(x: 100, y: 60)

  @Test func `a finger that lands after a drag scales the picture with the one that dragged`() throws {
    let environment = ViewEnvironment.tablet
    var view = ZoomView(
      ZoomViewTests.image, gestures: ZoomGestures.pipeline(), indices: .standard,
      strategy: OriginalPlacement(environment: PanelSetup(panel: environment.bounds)))
    view.layout(in: environment)
    func scale(at seconds: Double) throws -> Double {
      var list = DisplayList()
      view.draw(for: FrameTime(now: Timestamp(seconds: seconds)), into: &list)
      return try #require(ZoomViewTests.picture(in: list)?.1.scale)
    }
    let before = try scale(at: 0)
    var assembler = TouchFrameAssembler()
    Script(steps: Story.latePinch.steps).forEachFrame(assembler: &assembler) { view.process($0) }
    #expect(abs(try scale(at: 2) / before - 70.0 / 30) < 0.3)
  }

  @Test func `fingers that only move the picture show no zoom level`() {
    for (fingers, components) in [(1, GestureComponents.translation), (2, .translation), (1, [.scale, .translation])] {
      var view = ZoomViewTests.pinch(about: middle, scales: [1, 1, 1, 1], fingers: fingers, components: components)
      for index in 0..<3 { view.process(ZoomViewTests.frame(index, about: middle, down: fingers)) }
      #expect(ZoomViewTests.text(in: ZoomViewTests.list(of: view, at: Timestamp(seconds: 0.2))) == nil)
    }
  }

  @Test func `a pinch scales the picture about the point under the fingers`() throws {
    var view = ZoomViewTests.pinch(about: middle, scales: [1, 1.25, 1.5])
    let before = try #require(ZoomViewTests.picture(in: ZoomViewTests.list(of: view, at: .zero)))
    let pinned = before.1.inverse.apply(middle)
    for index in 0..<2 { view.process(ZoomViewTests.frame(index, about: middle)) }
    let after = try #require(ZoomViewTests.picture(in: ZoomViewTests.list(of: view, at: Timestamp(seconds: 0.01))))
    #expect(abs(after.1.scale / before.1.scale - 1.25) < 1e-12)
    #expect(after.1.apply(pinned).distance(to: middle) < 1e-9)
  }

  @Test func `the popover shows the scale relative to the picture's own pixels, at the strategy's position`() throws {
    var view = ZoomViewTests.pinch(about: middle, scales: [1, 1.5, 1.5])
    for index in 0..<2 { view.process(ZoomViewTests.frame(index, about: middle)) }
    let (text, rect) = try #require(ZoomViewTests.text(in: ZoomViewTests.list(of: view, at: Timestamp(seconds: 0.2))))
    // 500 by 250 pixels fit into the 1000 by 500 of the surface, less a margin of 6 % of the height, 1.76 times.
    #expect(text == "264%")
    let offset = 128 * 25.4 / 163
    #expect(rect.center.distance(to: middle + Vector(dx: -offset, dy: -offset)) < 0.2)
  }

  @Test func `a moving picture is drawn smoothly, on a screen of many pixels not before the fingers rest`() throws {
    var small = ZoomViewTests.pinch(about: middle, scales: [1, 1.5, 1.5])
    small.process(ZoomViewTests.frame(0, about: middle))
    #expect(try #require(ZoomViewTests.picture(in: ZoomViewTests.list(of: small, at: .zero))).2 == .smooth)
    var environment = ViewEnvironment.tablet
    environment.grid = PixelGrid(width: 3840, height: 2160, size: environment.surface.size)
    var view = ZoomViewTests.pinch(about: middle, scales: [1, 1.5, 1.5], on: environment)
    view.process(ZoomViewTests.frame(0, about: middle))
    #expect(try #require(ZoomViewTests.picture(in: ZoomViewTests.list(of: view, at: .zero))).2 == .fast)
    let due = try #require(view.deadline)
    view.advance(to: due)
    #expect(try #require(ZoomViewTests.picture(in: ZoomViewTests.list(of: view, at: due))).2 == .smooth)
    #expect(view.deadline == nil)
  }

  @Test func `trembling fingers do not move a resting picture, creeping ones do`() throws {
    // 30 ms of spreading, then 300 ms in which the fingers tremble by a thousandth, then a slow spreading.
    let trembling = (0..<30).map { 1.5 + ($0 % 2 == 0 ? 0.001 : -0.001) }
    let creeping = (1...40).map { 1.5 + Double($0) * 0.002 }
    var view = ZoomViewTests.pinch(about: middle, scales: [1, 1.2, 1.5] + trembling + creeping + [1.6])
    func play(_ frames: Range<Int>) -> DisplayList {
      for index in frames {
        let time = Timestamp(seconds: Double(index) * 0.01)
        view.process(ZoomViewTests.frame(index, about: middle))
        view.advance(to: time)
      }
      return ZoomViewTests.list(of: view, at: Timestamp(seconds: Double(frames.upperBound - 1) * 0.01))
    }
    let (_, rest, quality) = try #require(ZoomViewTests.picture(in: play(0..<20)))
    #expect(quality == .smooth)
    let (_, still, later) = try #require(ZoomViewTests.picture(in: play(20..<33)))
    #expect(still == rest)
    #expect(later == .smooth)
    let (_, moved, _) = try #require(ZoomViewTests.picture(in: play(33..<73)))
    #expect(abs(moved.scale / rest.scale - 1.58 / 1.5) < 0.006)
  }

  @Test(.recognition("L10")) func `a popover whose surface changes disappears and leaves no stale position`() {
    var view = ZoomViewTests.pinch(about: middle, scales: [1, 1.1, 1.1])
    view.process(ZoomViewTests.frame(0, about: middle))
    view.layout(in: .tablet)
    #expect(ZoomViewTests.text(in: ZoomViewTests.list(of: view, at: Timestamp(seconds: 0.2))) == nil)
  }

  @Test func `a tap resets the picture on it, not one beside it`() throws {
    for (place, isReset) in [(Point(x: 100, y: 50), true), (Point(x: 1, y: 50), false)] {
      let tap = ZoomViewTests.event(
        .recognized, at: 1, of: 1, named: "tap", about: place, fingers: 0, components: GestureComponents())
      var view = ZoomViewTests.pinch(about: middle, scales: [1, 1.01, 1.01], then: tap)
      let home = try #require(ZoomViewTests.picture(in: ZoomViewTests.list(of: view, at: .zero)))
      for index in 0..<3 { view.process(ZoomViewTests.frame(index, about: middle, down: index < 2 ? 2 : 0)) }
      view.process(ZoomViewTests.frame(100, about: middle, down: 0))
      #expect(view.isAnimating(at: tap.timestamp) == isReset)
      let rested = try #require(ZoomViewTests.picture(in: ZoomViewTests.list(of: view, at: Timestamp(seconds: 3))))
      #expect((rested.1 == home.1) == isReset)
    }
  }
}

struct ZoomLoupeTests {
  private typealias View = ZoomView<ScriptedGestures, ClassicPlacement>

  private func press(_ state: GestureState, at place: Point, _ seconds: Double) -> [GestureEvent] {
    [
      ZoomViewTests.event(
        state, at: seconds, of: 2, named: .longPress, about: place, fingers: 1, components: GestureComponents())
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
    view.draw(for: FrameTime(now: Timestamp(seconds: seconds)), into: &list)
    return list.commands.compactMap { if case .picture(_, _, let transform, _) = $0 { transform } else { nil } }
  }

  @Test func `a touch that is held gets a loupe that enlarges what it hides, and not under the finger`() throws {
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

  @Test func `a finger that rests beside the picture opens no popover`() {
    let finger = Point(x: 1, y: 1)
    var view = view([press(.began, at: finger, 0)])
    view.process(frame(finger, 0))
    #expect(pictures(view, 0.5).count == 1)
  }
}

/// A strategy that conceals the overlay in some of its placements.
private struct BlinkingStrategy: PlacementStrategy {
  var environment: PanelSetup
  /// The indices of those placements, counted from 0.
  var concealed: Range<Int>
  private var placements = 0

  init(concealing concealed: Range<Int>, in environment: PanelSetup) {
    self.environment = environment
    self.concealed = concealed
  }

  mutating func ingest(_ frame: borrowing TouchFrame) {}

  mutating func place(_ request: OverlayRequest) -> Placement {
    var placement = Placement(
      rect: Rect(origin: Point(x: 20, y: 20), size: request.size), side: .above, target: .origin, reason: .kept)
    placement.isShown = !concealed.contains(placements)
    placements += 1
    return placement
  }

  mutating func remove(_ id: Overlay.ID) {}
}

struct ConcealedOverlayTests {
  @Test(.placement("18")) func `a popover is not drawn while the strategy says so, and is drawn again afterwards`() {
    let middle = Point(x: 100, y: 60)
    let script = (0..<100).map { index in
      [ZoomViewTests.event(index == 0 ? .began : .changed, at: Double(index) * 0.01, about: middle)]
    }
    let environment = ViewEnvironment.tablet
    var view = ZoomView(
      ZoomViewTests.image, gestures: ScriptedGestures(script), indices: ZoomGestures(transform: 0, tap: 1),
      strategy: BlinkingStrategy(concealing: 30..<60, in: PanelSetup(panel: environment.bounds)))
    view.layout(in: environment)
    var seen: [Bool] = []
    for index in 0..<100 {
      view.process(ZoomViewTests.frame(index, about: middle))
      let time = Timestamp(seconds: Double(index) * 0.01)
      view.advance(to: time)
      var list = DisplayList()
      view.draw(for: FrameTime(now: time), into: &list)
      seen.append(ZoomViewTests.text(in: list) != nil)
    }
    #expect(seen[25] && seen[29])
    #expect(!seen[55] && !seen[59])
    #expect(seen[80] && seen[99])
  }
}

/// A pipeline that responds to each frame with the next entry of a script.
struct ScriptedGestures: GesturePipeline {
  var script: [[GestureEvent]]
  var events = GestureEvents.none
  var deadline: Timestamp? { nil }
  var isIdle: Bool { script.isEmpty }
  var hand = Hand.unknown

  init(_ script: [[GestureEvent]]) { self.script = script }

  mutating func process(_ frame: borrowing TouchFrame) {
    events = script.isEmpty ? .none : GestureEvents(script.removeFirst())
  }

  mutating func advance(to time: Timestamp) { events = .none }

  mutating func cancel(at time: Timestamp) { events = .none }
}
