import Offhand
import OffhandClient

/// A picture that touches scale, rotate and move, and a popover with the zoom level, placed where the hand does not hide it.
///
/// A frame goes through the recognizers, their events move the picture, and the strategy places the popover: values only,
/// no clock, no allocation in the steady state.
struct ZoomView<Gestures: GesturePipeline, Strategy: PlacementStrategy>: PlacingView {
  private let indices: ZoomGestures
  private var gestures: Gestures
  var strategy: Strategy
  private var picture: PictureTarget
  /// What a held touch hides, enlarged beside the hand.
  private(set) var loupe: PlacedOverlay
  private var environment: ViewEnvironment?
  /// The hand that holds the loupe: others' presses are ignored meanwhile.
  private var holder: UInt8?
  private var commentary: PlacementCommentary

  /// A view of `image`, or of nothing until `show`. The recognizers stand in `gestures` as `indices` says; `strategy` places the
  /// popover.
  init(
    _ image: PictureTarget.Image? = nil, gestures: Gestures, indices: ZoomGestures, strategy: Strategy,
    behavior: ZoomBehavior = .calm
  ) {
    self.gestures = gestures
    self.indices = indices
    self.strategy = strategy
    commentary = PlacementCommentary(isShown: behavior.isExplained)
    picture = PictureTarget(
      PictureTarget.Recognizers(transform: indices.transform, reset: indices.tap, doubleTap: nil),
      level: PlacedOverlay(
        id: Overlay.ID(rawValue: 1), following: behavior.following, margin: behavior.margin, linger: behavior.linger))
    loupe = PlacedOverlay(
      id: Overlay.ID(rawValue: 2), role: .loupe, following: .follow, margin: behavior.margin, linger: .zero)
    if let image { picture.show(image) }
  }

  /// Shows a picture that was read.
  mutating func show(_ image: PictureTarget.Image) { picture.show(image) }

  /// Whether the picture has been read.
  var isComplete: Bool { picture.image != nil }

  /// Lays the picture out again. Popover and loupe disappear, because they were placed for another surface.
  mutating func layout(in environment: ViewEnvironment) {
    self.environment = environment
    adopt(environment)
    picture.layout(environment.bounds, in: environment, by: &strategy)
    loupe.remove(by: &strategy)
  }

  mutating func process(_ frame: borrowing TouchFrame) {
    commentary.record(frame)
    strategy.ingest(frame)
    picture.process(frame, with: &gestures, by: &strategy)
    followPresses()
  }

  mutating func advance(to time: Timestamp) {
    if picture.advance(to: time, with: &gestures, by: &strategy) { followPresses() }
    loupe.advance(to: time)
  }

  /// When a recognizer decides, the popover begins to fade or the picture is drawn smoothly again.
  var deadline: Timestamp? { [gestures.deadline, picture.deadline].compactMap(\.self).min() }

  func isAnimating(at time: Timestamp) -> Bool { picture.isAnimating(at: time) || loupe.isAnimating(at: time) }

  mutating func didShow(_ frame: FrameTime) { picture.didShow(frame) }

  func draw(for frame: FrameTime, into list: inout DisplayList) {
    guard let environment else { return }
    // Neutral in every theme, so that it does not affect how the picture's colours look.
    list.fill(environment.bounds, environment.theme.background)
    picture.draw(for: frame, into: &list)
    loupe.draw(for: frame, into: &list)
    if picture.level.isShown || loupe.isShown { commentary.draw(strategy, on: environment.bounds, into: &list) }
  }

  private mutating func followPresses() {
    commentary.note(picture.level.placement, of: picture.level.id)
    for event in gestures.events where event.recognizer == indices.longPress { press(event) }
  }

  /// Shows the loupe while a touch is held on the picture.
  private mutating func press(_ event: GestureEvent) {
    let time = event.timestamp
    guard (holder ?? event.handIndex) == event.handIndex else { return }
    switch event.state {
    case .began where picture.contains(event.gesture.location, at: time):
      holder = event.handIndex
      picture.withdraw(at: time)
      enlarge(event)
    case .changed where loupe.isShown: enlarge(event)
    case .ended, .cancelled:
      holder = nil
      loupe.hide(at: time, by: &strategy)
    case .began, .changed, .recognized, .unconfirmed, .superseded: break
    }
  }

  private mutating func enlarge(_ event: GestureEvent) {
    guard let environment, let image = picture.image else { return }
    let layer = Loupe.Layer(
      image: image.id, size: picture.size, transform: picture.transform(at: event.timestamp))
    let content = Loupe(
      layers: [layer], focus: event.gesture.location, magnification: ZoomBehavior.magnification,
      background: environment.theme.background)
    let placement = loupe.show(
      .loupe(content), gesture: GestureHint(.press, of: event), in: environment, at: event.timestamp, by: &strategy)
    commentary.note(placement, of: loupe.id)
  }
}

/// The indices of the recognizers in a zoom view's pipeline.
struct ZoomGestures: Sendable, Hashable {
  /// The recognizer that scales, rotates and moves.
  var transform: Int
  /// The recognizer that resets.
  var tap: Int
  /// The recognizer that opens the loupe; `nil` if there is none.
  var longPress: Int?

  /// The indices in `pipeline`.
  static let standard = ZoomGestures(transform: 0, tap: 1, longPress: 2)

  /// One or more touches move the picture; a tap resets it; a touch that does not move opens the loupe. The picture is a whole, which
  /// two hands may move together; a touch that rests does not disturb them.
  static func pipeline(_ separation: HandSeparation = .oneHand) -> some GesturePipeline {
    Pipeline {
      TransformGestureRecognizer(pan: PanGestureRecognizer(contestedSlop: 3.4))
      TapGestureRecognizer()
      LongPressGestureRecognizer()
    }.byHand(separation)
  }
}

/// The behaviour of the popover of a zoom view over time.
struct ZoomBehavior: Sendable, Hashable {
  /// Whether the popover follows the touches.
  var following: OverlayFollowing
  /// The time for which it stays after the touches have lifted.
  var linger: Duration
  /// Its least distance from the edges of the surface, in mm.
  var margin: Double
  /// Whether it is drawn why the popover and the loupe are where they are.
  var isExplained = false
  /// The magnification of the loupe: a letter of 2 mm can be read from 60 cm.
  static let magnification = 2.5

  /// The popover stays where it was placed, with its drop shadow off the edges, and long enough after the gesture to read the
  /// result (Design/Placing.md "Relocation").
  static let calm = ZoomBehavior(following: .fixed, linger: OverlayTiming.linger, margin: 2)
  /// The popover follows the touches and leaves with them, as the original's did; the strategy applies its own margin
  /// (Design/Recognizing.md "The original").
  static let original = ZoomBehavior(following: .follow, linger: .zero, margin: 0)
}
