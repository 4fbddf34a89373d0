public import Offhand

/// A picture that fingers scale, turn and move, and a popover that tells the zoom level from where the hand does not hide it.
///
/// A frame goes through the recognizers, their answers move the picture, and the strategy places the popover: all values,
/// no clock, no allocation once it is warm.
public struct ZoomView<Gestures: GesturePipeline, Strategy: PlacementStrategy>: TouchView, PlacingView {
  private let gestureNames: ZoomGestures
  private var gestures: Gestures
  var strategy: Strategy
  let behavior: ZoomBehavior
  private(set) var image: ZoomImage?
  var picture = ZoomPicture()
  private var popover = ZoomPopover()
  var loupe = ZoomLoupe()
  var environment: ViewEnvironment?
  /// What the gesture under way has done so far.
  private var followed = Similarity.identity
  private var rest = PoseRest()

  /// A view of `image`, or of nothing until it is shown: `gestures` answers as `names` says, `strategy` places the popover.
  public init(
    _ image: ZoomImage? = nil, gestures: Gestures, names: ZoomGestures, strategy: Strategy,
    behavior: ZoomBehavior = .calm
  ) {
    self.image = image
    self.gestures = gestures
    gestureNames = names
    self.strategy = strategy
    self.behavior = behavior
  }

  /// The picture has been read.
  public mutating func show(_ image: ZoomImage) {
    self.image = image
    if let environment { layout(in: environment) }
  }

  /// Whether the picture is there.
  public var isComplete: Bool { image != nil }

  /// Lays the picture out anew; a popover that is seen goes, because its place was for another surface.
  public mutating func layout(in environment: ViewEnvironment) {
    self.environment = environment
    let grid = environment.grid
    guard grid.perMillimetreX > 0, grid.perMillimetreY > 0 else { return }
    if let image {
      picture.layout(
        size: Size(
          width: Double(image.width) / grid.perMillimetreX, height: Double(image.height) / grid.perMillimetreY),
        in: environment.bounds)
    }
    place(in: environment)
    popover.remove()
    strategy.remove(ZoomPopover.id)
    loupe.remove()
    strategy.remove(ZoomLoupe.id)
  }

  /// Takes a frame of touches in.
  public mutating func process(_ frame: borrowing TouchFrame) {
    catchPicture(frame)
    gestures.process(frame)
    strategy.ingest(frame)
    for event in gestures.events { follow(event) }
    if popover.isShown, frame.downCount == 0 { leave(at: frame.timestamp) }
  }

  /// Serves what is due.
  public mutating func advance(to time: Timestamp) {
    if let due = gestures.deadline, due <= time {
      gestures.advance(to: time)
      for event in gestures.events { follow(event) }
    }
    popover.advance(to: time)
    loupe.advance(to: time)
    rest.advance(to: time)
  }

  /// When a recognizer decides, the popover begins to fade or the picture is drawn smoothly again.
  public var deadline: Timestamp? {
    var earliest = gestures.deadline
    for candidate in [popover.deadline, rest.deadline] {
      guard let candidate else { continue }
      earliest = earliest.map { min($0, candidate) } ?? candidate
    }
    return earliest
  }

  /// Whether the picture springs back or the popover fades.
  public func isAnimating(at time: Timestamp) -> Bool {
    picture.isAnimating(at: time) || popover.isAnimating(at: time) || loupe.isAnimating(at: time)
  }

  /// Draws ground, picture and popover.
  public func draw(at time: Timestamp, into list: inout DisplayList) {
    guard let environment else { return }
    list.fill(environment.bounds, ZoomImage.ground)
    guard let image else { return }
    let isMoving = rest.deadline != nil || picture.isAnimating(at: time)
    list.picture(
      image.id, size: picture.size, transform: shownPose(at: time).transform(of: picture.size),
      quality: isMoving ? .fast : .smooth)
    popover.draw(at: time, on: environment.grid, into: &list)
    loupe.draw(at: time, on: environment.grid, into: &list)
    if behavior.commentary == .explained, popover.isShown { strategy.explain(into: &list) }
  }

  mutating func follow(_ event: GestureEvent) {
    switch event.recognizer {
    case gestureNames.transform: transform(event)
    case gestureNames.tap where event.state == .recognized: tap(event)
    case gestureNames.longPress: press(event)
    default: break
    }
  }

  private func shownPose(at time: Timestamp) -> PicturePose {
    rest.shown(picture.pose(at: time), of: picture.size, on: picture.bounds)
  }

  /// A finger that lands on the picture while it springs back stops it there.
  private mutating func catchPicture(_ frame: borrowing TouchFrame) {
    guard picture.isAnimating(at: frame.timestamp) else { return }
    for index in frame.indices where frame[index].phase == .began {
      if picture.contains(frame[index].position, at: frame.timestamp) { picture.stop(at: frame.timestamp) }
    }
  }

  private mutating func transform(_ event: GestureEvent) {
    let time = event.timestamp
    switch event.state {
    case .began, .changed:
      if event.state == .began { followed = .identity }
      let map = event.gesture.similarity
      picture.follow(followed.inverse.followed(by: map), about: event.gesture.location, at: time)
      followed = map
      rest.note(picture.pose(at: time), of: picture.size, on: picture.bounds, at: time)
      comment(on: event)
    case .ended, .cancelled:
      leave(at: time)
    case .recognized, .unconfirmed, .superseded: break
    }
  }

  private mutating func tap(_ event: GestureEvent) {
    guard picture.contains(event.gesture.location, at: event.timestamp) else { return }
    picture.reset(at: event.timestamp)
    rest = PoseRest()
  }

  /// Shows the popover with the beginning of a gesture, and goes on telling the zoom level.
  private mutating func comment(on event: GestureEvent) {
    guard let environment, image != nil else { return }
    let time = event.timestamp
    let zoom = shownPose(at: time).scale
    let request = OverlayRequest(
      id: ZoomPopover.id, size: popover.size ?? ZoomPopover.size(of: zoom, in: environment),
      bounds: environment.bounds.inset(by: Insets(all: behavior.margin)), following: behavior.following,
      gesture: GestureHint(
        event.gesture.fingers > 1 ? .pinch : .drag, state: event.state, location: event.gesture.location,
        velocity: event.gesture.velocity, logScaleVelocity: event.gesture.logScaleVelocity),
      time: time)
    let placement = strategy.place(request)
    if popover.isShown {
      popover.update(zoom, in: environment, at: time)
      popover.follow(placement, at: time)
    } else {
      popover.show(zoom, in: placement.rect, at: time)
    }
  }

  private mutating func leave(at time: Timestamp) {
    popover.hide(at: time, after: behavior.linger)
    strategy.remove(ZoomPopover.id)
  }
}
