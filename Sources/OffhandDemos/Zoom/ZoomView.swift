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
  private let behavior: ZoomBehavior
  private var image: ZoomImage?
  private var picture = ZoomPicture()
  /// The zoom level beside the hand.
  private var popover: PlacedOverlay
  /// What a held touch hides, enlarged beside the hand.
  private(set) var loupe: PlacedOverlay
  private var environment: ViewEnvironment?
  /// The transform of the active gesture that has already been applied to the picture.
  private var followed = Similarity.identity
  /// The hand that moves the picture, and the one that holds the loupe: others' gestures are ignored meanwhile.
  private var holder: (picture: UInt8?, loupe: UInt8?)
  private var rest = PoseRest()
  private var commentary: PlacementCommentary
  /// The picture's motion with a finger of which it is not known yet what it does.
  private var provisional = ProvisionalMotion()
  private var prediction = ViewPrediction()
  private var grip = PictureGrip()

  /// A view of `image`, or of nothing until `show`. The recognizers stand in `gestures` as `indices` says; `strategy` places the
  /// popover.
  init(
    _ image: ZoomImage? = nil, gestures: Gestures, indices: ZoomGestures, strategy: Strategy,
    behavior: ZoomBehavior = .calm
  ) {
    self.image = image
    self.gestures = gestures
    self.indices = indices
    self.strategy = strategy
    self.behavior = behavior
    commentary = PlacementCommentary(isShown: behavior.isExplained)
    popover = PlacedOverlay(
      id: Overlay.ID(rawValue: 1), following: behavior.following, margin: behavior.margin, linger: behavior.linger)
    loupe = PlacedOverlay(
      id: Overlay.ID(rawValue: 2), role: .loupe, following: .follow, margin: behavior.margin, linger: .zero)
  }

  /// Shows a picture that was read.
  mutating func show(_ image: ZoomImage) {
    self.image = image
    if let environment { layout(in: environment) }
  }

  /// Whether the picture has been read.
  var isComplete: Bool { image != nil }

  /// Lays the picture out again. Popover and loupe disappear, because they were placed for another surface.
  mutating func layout(in environment: ViewEnvironment) {
    self.environment = environment
    prediction = ViewPrediction(in: environment)
    grip = PictureGrip()
    let grid = environment.grid
    guard grid.perMillimetreX > 0, grid.perMillimetreY > 0 else { return }
    if let image {
      picture.layout(
        size: Size(
          width: Double(image.width) / grid.perMillimetreX, height: Double(image.height) / grid.perMillimetreY),
        in: environment.bounds)
    }
    adopt(environment)
    popover.remove(by: &strategy)
    loupe.remove(by: &strategy)
    provisional = ProvisionalMotion()
  }

  mutating func process(_ frame: borrowing TouchFrame) {
    commentary.record(frame)
    catchPicture(frame)
    let shown = prediction.shownFrame(at: frame.timestamp)
    var drawn = drawnPose(for: shown)
    drawn.center += provisional.offset(at: shown.presentation)
    prediction.record(frame)
    provisional.follow(frame) { picture.contains($0.landingPosition, at: frame.timestamp) }
    gestures.process(frame)
    strategy.ingest(frame)
    for event in gestures.events { follow(event) }
    if frame.downCount == 0 { comeToRest(at: frame.timestamp) }
    settle(from: drawn, for: shown)
  }

  /// The last touch has left.
  private mutating func comeToRest(at time: Timestamp) {
    popover.hide(at: time, by: &strategy)
    // A touch that does nothing may have caught it on its way.
    if holder.picture == nil, !picture.isAnimating(at: time) {
      picture.settle(about: picture.pose(at: time).center, at: time)
    }
  }

  mutating func advance(to time: Timestamp) {
    if let due = gestures.deadline, due <= time {
      let shown = prediction.shownFrame(at: time)
      var drawn = drawnPose(for: shown)
      drawn.center += provisional.offset(at: shown.presentation)
      gestures.advance(to: time)
      for event in gestures.events { follow(event) }
      settle(from: drawn, for: shown)
    }
    popover.advance(to: time)
    loupe.advance(to: time)
    rest.advance(to: time)
  }

  /// When a recognizer decides, the popover begins to fade or the picture is drawn smoothly again.
  var deadline: Timestamp? { [gestures.deadline, popover.deadline, rest.deadline].compactMap(\.self).min() }

  func isAnimating(at time: Timestamp) -> Bool {
    picture.isAnimating(at: time) || provisional.isAnimating(at: time) || popover.isAnimating(at: time)
      || loupe.isAnimating(at: time) || grip.isSettling(at: time) || grip.isHeld && prediction.isPending(at: time)
  }

  mutating func didShow(_ frame: FrameTime) { prediction.didShow(frame) }

  func draw(for frame: FrameTime, into list: inout DisplayList) {
    guard let environment else { return }
    let time = frame.presentation
    // Neutral in every theme, so that it does not affect how the picture's colours look.
    list.fill(environment.bounds, environment.theme.background)
    guard let image else { return }
    let motion = grip.motion(for: frame, by: prediction)
    let isMoving =
      rest.deadline != nil || picture.isAnimating(at: time) || !motion.isNone || provisional.isFollowing
      || provisional.isAnimating(at: time)
    var pose = motion.isNone ? shownPose(at: time) : picture.pose(at: time, after: motion)
    pose.center += provisional.offset(at: time)
    list.picture(
      image.id, size: picture.size, transform: pose.transform(of: picture.size),
      quality: isMoving && !ZoomView.movesSmoothly(pose, on: environment.grid) ? .fast : .smooth)
    popover.draw(for: frame, into: &list)
    loupe.draw(for: frame, into: &list)
    if popover.isShown || loupe.isShown { commentary.draw(strategy, on: environment.bounds, into: &list) }
  }

  /// Whether a moving picture is drawn smoothly at the rate of the screen: 2.5 million pixels upright and a million turned take half a
  /// frame at 60 Hz (`offhand bench drawing`).
  private static func movesSmoothly(_ pose: PicturePose, on grid: PixelGrid) -> Bool {
    Int(grid.width) * Int(grid.height) <= (pose.rotation == .zero ? 2_500_000 : 1_000_000)
  }

  /// Acts on the event of a recognizer.
  mutating func follow(_ event: GestureEvent) {
    switch event.recognizer {
    case indices.transform: transform(event)
    case indices.tap where event.state == .recognized: tap(event)
    case indices.longPress: press(event)
    default: break
    }
  }

  private func shownPose(at time: Timestamp) -> PicturePose {
    rest.shown(picture.pose(at: time), of: picture.size, on: picture.bounds)
  }

  /// The pose in which the picture is drawn, besides its provisional motion.
  private func drawnPose(for frame: FrameTime) -> PicturePose {
    picture.pose(at: frame.presentation, after: grip.motion(for: frame, by: prediction))
  }

  /// Lets the difference to what was drawn settle, if touches joined, left or began to turn or scale the picture.
  private mutating func settle(from drawn: PicturePose, for frame: FrameTime) {
    let (picture, offset) = (picture, provisional.offset(at: frame.presentation))
    grip.settle(from: drawn, of: picture.size, for: frame, by: prediction) { motion in
      var pose = picture.pose(at: frame.presentation, after: motion)
      pose.center += offset
      return pose
    }
  }

  /// Stops a picture that springs back or settles, as it is seen, where a touch lands on it.
  private mutating func catchPicture(_ frame: borrowing TouchFrame) {
    let shown = prediction.shownFrame(at: frame.timestamp)
    guard picture.isAnimating(at: shown.presentation) || grip.isSettling(at: shown.presentation), !grip.isHeld else {
      return
    }
    for index in frame.indices where frame[index].phase == .began {
      guard picture.contains(frame[index].position, at: shown.presentation) else { continue }
      picture.stop(in: drawnPose(for: shown))
      grip.forget()
    }
  }

  private mutating func transform(_ event: GestureEvent) {
    let time = event.timestamp
    guard (holder.picture ?? event.handIndex) == event.handIndex else { return }
    switch event.state {
    case .began, .changed:
      let map = event.gesture.similarity
      if event.state == .began { followed = .identity } else if holder.picture == nil { followed = map }
      holder.picture = event.handIndex
      if event.state == .began { picture.move(by: provisional.begin(event.gesture.translation), at: time) }
      picture.follow(followed.inverse.followed(by: map), about: event.gesture.location, at: time)
      followed = map
      hold(event)
      rest.note(picture.pose(at: time), of: picture.size, on: picture.bounds, at: time)
      // A finger that only moves the picture changes no zoom level.
      if event.gesture.fingers > 1, event.gesture.components.contains(.scale) {
        showZoom(on: event)
      } else {
        popover.hide(at: time, by: &strategy)
      }
    case .ended, .cancelled:
      holder.picture = nil
      grip.release()
      picture.settle(about: event.gesture.location, at: time)
      rest = PoseRest()
      popover.hide(at: time, by: &strategy)
    case .recognized, .unconfirmed, .superseded: break
    }
  }

  /// Holds the picture with the touches of a gesture.
  private mutating func hold(_ event: GestureEvent) {
    var touches = PictureGrip.Touches()
    gestures.forEachTouch(of: event) { touches.add($0.id) }
    grip.hold(touches, event.gesture.components)
  }

  private mutating func tap(_ event: GestureEvent) {
    provisional.withdraw(at: event.timestamp)
    guard picture.contains(event.gesture.location, at: event.timestamp) else { return }
    let shown = prediction.shownFrame(at: event.timestamp)
    picture.stop(in: drawnPose(for: shown))
    grip.forget()
    picture.reset(at: shown.presentation)
    rest = PoseRest()
  }

  /// Shows the zoom level in the popover.
  private mutating func showZoom(on event: GestureEvent) {
    guard let environment, image != nil else { return }
    let zoom = shownPose(at: event.timestamp).scale
    let placement = popover.show(
      .hud(PercentText.string(zoom)), gesture: GestureHint(.pinch, of: event), in: environment, at: event.timestamp,
      by: &strategy)
    commentary.note(placement, of: popover.id)
  }

  /// Shows the loupe while a touch is held on the picture.
  private mutating func press(_ event: GestureEvent) {
    let time = event.timestamp
    guard (holder.loupe ?? event.handIndex) == event.handIndex else { return }
    switch event.state {
    case .began where picture.contains(event.gesture.location, at: time):
      holder.loupe = event.handIndex
      provisional.withdraw(at: time)
      enlarge(event)
    case .changed where loupe.isShown: enlarge(event)
    case .ended, .cancelled:
      holder.loupe = nil
      loupe.hide(at: time, by: &strategy)
    case .began, .changed, .recognized, .unconfirmed, .superseded: break
    }
  }

  private mutating func enlarge(_ event: GestureEvent) {
    guard let environment, let image else { return }
    let transform = picture.pose(at: event.timestamp).transform(of: picture.size)
    let content = Loupe(
      layers: [Loupe.Layer(image: image.id, size: picture.size, transform: transform)], focus: event.gesture.location,
      magnification: ZoomBehavior.magnification, background: environment.theme.background)
    let placement = loupe.show(
      .loupe(content), gesture: GestureHint(.press, of: event), in: environment, at: event.timestamp, by: &strategy)
    commentary.note(placement, of: loupe.id)
  }
}

/// The picture of a zoom view: its name in the renderer, and its size in pixels.
struct ZoomImage: Sendable, Hashable {
  /// The renderer's name for it.
  var id: ImageID
  var width: Int
  var height: Int
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
  static func pipeline(_ separation: HandSeparation = .fromResting) -> some GesturePipeline {
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
