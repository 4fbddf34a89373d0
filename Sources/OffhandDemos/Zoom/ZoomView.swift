public import Offhand
public import OffhandClient

/// A picture that fingers scale, turn and move, and a popover that tells the zoom level from where the hand does not hide it.
///
/// A frame goes through the recognizers, their answers move the picture, and the strategy places the popover: all values,
/// no clock, no allocation once it is warm.
public struct ZoomView<Gestures: GesturePipeline, Strategy: PlacementStrategy>: TouchView, PlacingView {
  private let gestureNames: ZoomGestures
  private var gestures: Gestures
  package var strategy: Strategy
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

extension ZoomView {
  /// A finger rests on the picture: the loupe shows what it hides.
  mutating func press(_ event: GestureEvent) {
    let time = event.timestamp
    switch event.state {
    case .began where picture.contains(event.gesture.location, at: time): enlarge(event)
    case .changed where loupe.isShown: enlarge(event)
    case .ended, .cancelled:
      loupe.hide(at: time)
      strategy.remove(ZoomLoupe.id)
    case .began, .changed, .recognized, .unconfirmed, .superseded: break
    }
  }

  private mutating func enlarge(_ event: GestureEvent) {
    guard let environment, let image else { return }
    let time = event.timestamp
    let focus = event.gesture.location
    let content = ZoomLoupe.content(
      of: image, size: picture.size, transform: picture.pose(at: time).transform(of: picture.size), focus: focus)
    let placement = strategy.place(
      OverlayRequest(
        id: ZoomLoupe.id, role: .loupe, size: content.size(measuredBy: environment.measure),
        bounds: environment.bounds.inset(by: Insets(all: behavior.margin)), following: .follow,
        gesture: GestureHint(.press, state: event.state, location: focus, velocity: event.gesture.velocity),
        time: time))
    loupe.show(content, at: placement, at: time)
  }
}

/// The picture of a zoom view: by which name the renderer knows it, and how many pixels it has.
public struct ZoomImage: Sendable, Hashable {
  /// What is seen around the picture: dark and without a colour, so that the picture's own colours are judged by themselves.
  static let ground = Color(rgb: 0x16181D)

  /// The renderer's name for it.
  public var id: ImageID
  /// How many pixels it is wide.
  public var width: Int
  /// How many pixels it is high.
  public var height: Int

  /// A picture of `width` by `height` pixels.
  public init(id: ImageID, width: Int, height: Int) {
    self.id = id
    self.width = width
    self.height = height
  }
}

/// The gestures of a zoom view, and which recognizer of its pipeline is which, in the order in which they stand there.
public struct ZoomGestures: Sendable, Hashable {
  /// The one that scales, turns and moves.
  public var transform: Int
  /// The one that resets.
  public var tap: Int

  /// The one that opens the loupe; `nil` where there is none.
  public var longPress: Int?

  /// The positions of the recognizers.
  public init(transform: Int, tap: Int, longPress: Int? = nil) {
    self.transform = transform
    self.tap = tap
    self.longPress = longPress
  }

  /// The positions in `pipeline`.
  static let standard = ZoomGestures(transform: 0, tap: 1, longPress: 2)

  /// Fingers, from one on, take the picture along; a tap resets it; one that rests opens the loupe.
  static func pipeline() -> some GesturePipeline {
    Pipeline {
      TransformGestureRecognizer(pan: PanGestureRecognizer(contestedSlop: 3.4))
      TapGestureRecognizer()
      LongPressGestureRecognizer()
    }
  }
}

/// How a zoom view's popover behaves in time.
public struct ZoomBehavior: Sendable, Hashable {
  /// Whether the popover goes along with the fingers.
  public var following: OverlayFollowing
  /// How long it stays after the fingers have lifted.
  public var linger: Duration

  /// How far from the edges of the surface it stays, in millimetres.
  public var margin: Double
  /// What is shown of how the popover is placed, while fingers are down.
  public var commentary = PlacementCommentary.none

  /// A behaviour.
  public init(following: OverlayFollowing, linger: Duration, margin: Double) {
    self.margin = margin
    self.following = following
    self.linger = linger
  }

  /// Stays where it was placed, its shadow off the edges, and long enough after the gesture to read the result (placement.md §2.7).
  public static let calm = ZoomBehavior(following: .fixed, linger: OverlayTiming.linger, margin: 2)
  /// Goes along with the fingers and goes with them, as the original's did; the strategy knows its margin (recognizers.md §1).
  public static let original = ZoomBehavior(following: .follow, linger: .zero, margin: 0)
}

/// What a view shows of how its overlays are placed.
public enum PlacementCommentary: Sendable, Hashable {
  /// The overlays, and nothing else.
  case none
  /// Fingers, shadow, places considered and the winning reason, over the scene.
  case explained
}
