public import Offhand

/// A picture that touches move, scale and turn, with its zoom level beside the hand.
///
/// At first it is as large as its region. Touches hold it where they are; it springs back where it is smaller than its region, and turns
/// straight where it nearly is. A tap brings it back, a double tap enlarges what is below it, and brings it back. Until there is a picture
/// it says that it loads.
///
/// ```swift
/// private var gestures: any GesturePipeline = PictureTarget.pipeline()
/// …
/// picture.show(PictureTarget.Image(id: renderer.pictures.insert(pyramid), width: pyramid.width, height: pyramid.height))
/// …
/// placer.ingest(frame)
/// picture.process(frame, with: &gestures, by: &placer)
/// ```
public struct PictureTarget {
  /// A picture: its name in the renderer, and its size in pixels.
  public struct Image: Sendable, Hashable {
    /// The renderer's name for it.
    public var id: ImageID
    /// Pixels across.
    public var width: Int
    /// Pixels down.
    public var height: Int

    /// A picture of the renderer.
    public init(id: ImageID, width: Int, height: Int) {
      self.id = id
      self.width = width
      self.height = height
    }
  }

  /// The indices of its recognizers in a pipeline.
  public struct Recognizers: Sendable, Hashable {
    /// The recognizer that moves, scales and turns.
    public var transform: Int
    /// The recognizer of a tap that brings it back; `nil` if there is none.
    public var reset: Int?
    /// The recognizer of a double tap; `nil` if there is none.
    public var doubleTap: Int?

    /// Recognizers at these indices.
    public init(transform: Int = 0, reset: Int? = nil, doubleTap: Int? = 1) {
      self.transform = transform
      self.reset = reset
      self.doubleTap = doubleTap
    }
  }

  /// A pipeline with its recognizers alone, in the order of `Recognizers()`.
  public static func pipeline() -> some GesturePipeline {
    Pipeline {
      TransformGestureRecognizer(pan: PanGestureRecognizer(contestedSlop: 3.4))
      TapGestureRecognizer(taps: 2)
    }
  }

  /// The time after its first frame after which it says that the picture loads: a shorter wait would flicker.
  private static let patience = Duration.milliseconds(400)
  /// The scale relative to the first one to which a double tap enlarges.
  private static let doubleTapMagnification = 2.5

  /// What is shown; `nil` until ``show(_:)``.
  public private(set) var image: Image?
  /// The zoom level beside the hand.
  public private(set) var level: PlacedOverlay
  private let recognizers: Recognizers
  private var picture = FittedPicture()
  private var region = Rect(origin: .origin, size: .zero)
  private var environment: ViewEnvironment?
  /// The hand that moves the picture; others' gestures are ignored meanwhile.
  private var holder: UInt8?
  private var prediction = ViewPrediction()
  /// When it says that it loads; `nil` before it is seen.
  private var loading: Timestamp?
  private var isOverdue = false

  /// A target without a picture, moved by `recognizers`, which shows the zoom level as `level`.
  public init(
    _ recognizers: Recognizers = Recognizers(),
    level: PlacedOverlay = PlacedOverlay(id: Overlay.ID(rawValue: 1))
  ) {
    self.recognizers = recognizers
    self.level = level
  }

  /// Shows a picture.
  public mutating func show(_ image: Image) {
    self.image = image
    fit()
  }

  /// Adopts its region, in mm. What gestures have done to the picture stays in proportion; the zoom level disappears.
  public mutating func layout(
    _ region: Rect, in environment: ViewEnvironment, by strategy: inout some PlacementStrategy
  ) {
    self.environment = environment
    self.region = region
    prediction = ViewPrediction(in: environment)
    fit()
    level.remove(by: &strategy)
  }

  private mutating func fit() {
    guard let image, let grid = environment?.grid, grid.perMillimetreX > 0, grid.perMillimetreY > 0 else { return }
    let size = Size(
      width: Double(image.width) / grid.perMillimetreX, height: Double(image.height) / grid.perMillimetreY)
    picture.layout(size: size, in: region)
  }

  /// The size of the picture at scale 1, in mm.
  public var size: Size { picture.held.size }

  /// The map from the picture's own coordinates, in mm with its corner at the origin, to the surface.
  public func transform(at time: Timestamp) -> Similarity { picture.held.pose(at: time).transform(of: size) }

  /// Whether a point of the surface is on the picture.
  public func contains(_ point: Point, at time: Timestamp) -> Bool { picture.held.contains(point, at: time) }

  // MARK: Touches

  /// Takes a frame of touches and passes it to `gestures`, whose events it follows; `strategy`, which has ingested the frame, places the
  /// zoom level.
  public mutating func process(
    _ frame: borrowing TouchFrame, with gestures: inout some GesturePipeline, by strategy: inout some PlacementStrategy
  ) {
    let time = frame.timestamp
    let shown = prediction.shownFrame(at: time)
    // Touches that land on it stop it as it is seen.
    for index in frame.indices where frame[index].phase == .began && !picture.held.isHeld {
      guard picture.held.contains(frame[index].position, at: shown.presentation) else { continue }
      picture.held.stop(for: shown, by: prediction)
    }
    picture.held.noteDrawn(for: shown, by: prediction)
    prediction.record(frame)
    picture.held.follow(frame) { [held = picture.held] in held.contains($0.landingPosition, at: time) }
    gestures.process(frame)
    for event in gestures.events { follow(event, of: gestures, by: &strategy) }
    if frame.downCount == 0 {
      level.hide(at: time, by: &strategy)
      // A touch that does nothing may have caught it on its way.
      if holder == nil, !picture.held.isFlying(at: time) {
        picture.settle(about: picture.held.pose(at: time).center, at: time)
      }
    }
    picture.held.settle(for: shown, by: prediction)
  }

  /// Serves its deadlines, and those of `gestures`. Returns whether `gestures` had one, and so new events.
  @discardableResult
  public mutating func advance(
    to time: Timestamp, with gestures: inout some GesturePipeline, by strategy: inout some PlacementStrategy
  ) -> Bool {
    let isDue = gestures.deadline.map { $0 <= time } ?? false
    if isDue {
      let shown = prediction.shownFrame(at: time)
      picture.held.noteDrawn(for: shown, by: prediction)
      gestures.advance(to: time)
      for event in gestures.events { follow(event, of: gestures, by: &strategy) }
      picture.held.settle(for: shown, by: prediction)
    }
    level.advance(to: time)
    picture.held.advance(to: time)
    if let loading, loading <= time { isOverdue = true }
    return isDue
  }

  /// Takes back its motion with a finger of which it is now known that it does something else.
  public mutating func withdraw(at time: Timestamp) { picture.held.withdraw(at: time) }

  private mutating func follow(
    _ event: GestureEvent, of gestures: some GesturePipeline, by strategy: inout some PlacementStrategy
  ) {
    switch event.recognizer {
    case recognizers.transform: transform(event, of: gestures, by: &strategy)
    case recognizers.reset where event.state == .recognized: tap(event) { $0.reset(at: $1) }
    case recognizers.doubleTap where event.state == .recognized:
      tap(event) { $0.toggle(about: event.gesture.location, by: PictureTarget.doubleTapMagnification, at: $1) }
    default: break
    }
  }

  private mutating func transform(
    _ event: GestureEvent, of gestures: some GesturePipeline, by strategy: inout some PlacementStrategy
  ) {
    let time = event.timestamp
    guard (holder ?? event.handIndex) == event.handIndex else { return }
    switch event.state {
    case .began, .changed:
      holder = event.handIndex
      picture.held.follow(
        event.gesture, of: HeldPicture.Touches(of: event, in: gestures), state: event.state, at: time)
      // A finger that only moves the picture changes no zoom level.
      guard event.gesture.fingers > 1, event.gesture.components.contains(.scale) else {
        return level.hide(at: time, by: &strategy)
      }
      guard let environment, image != nil else { return }
      level.show(
        .hud(PercentText.string(picture.held.shownPose(at: time).scale)), gesture: GestureHint(.pinch, of: event),
        in: environment,
        at: time, by: &strategy)
    case .ended, .cancelled:
      holder = nil
      picture.held.release()
      picture.settle(about: event.gesture.location, at: time)
      level.hide(at: time, by: &strategy)
    case .recognized, .unconfirmed, .superseded: break
    }
  }

  private mutating func tap(_ event: GestureEvent, _ body: (inout FittedPicture, Timestamp) -> Void) {
    picture.held.withdraw(at: event.timestamp)
    guard picture.held.contains(event.gesture.location, at: event.timestamp) else { return }
    let shown = prediction.shownFrame(at: event.timestamp)
    picture.held.stop(for: shown, by: prediction)
    body(&picture, shown.presentation)
  }

  // MARK: Time

  /// When the zoom level begins to fade, the picture is drawn smoothly again, or it says that it loads.
  public var deadline: Timestamp? {
    [level.deadline, picture.held.deadline, image == nil && !isOverdue ? loading : nil].compactMap(\.self).min()
  }

  /// Whether its look changes by time alone.
  public func isAnimating(at time: Timestamp) -> Bool {
    picture.held.isAnimating(at: time) || level.isAnimating(at: time)
      || picture.held.isHeld && prediction.isPending(at: time)
  }

  /// Notes that the picture drawn for `frame` is the latest on the screen.
  public mutating func didShow(_ frame: FrameTime) {
    prediction.didShow(frame)
    if loading == nil { loading = frame.presentation + PictureTarget.patience }
  }

  /// Draws the picture, and the zoom level above it.
  public func draw(for frame: FrameTime, into list: inout DisplayList) {
    guard let environment else { return }
    guard let image else {
      if isOverdue { list.text("Loading…", in: region, style: environment.theme.controlStyle) }
      return
    }
    let (pose, isMoving) = picture.held.look(for: frame, by: prediction)
    list.picture(
      image.id, size: size, transform: pose.transform(of: size),
      quality: isMoving && !PictureTarget.movesSmoothly(pose, on: environment.grid) ? .fast : .smooth)
    level.draw(for: frame, into: &list)
  }

  /// Whether a moving picture is drawn smoothly at the rate of the screen: 2.5 million pixels upright and a million turned take half a
  /// frame at 60 Hz (`offhand bench drawing`).
  private static func movesSmoothly(_ pose: PicturePose, on grid: PixelGrid) -> Bool {
    Int(grid.width) * Int(grid.height) <= (pose.rotation == .zero ? 2_500_000 : 1_000_000)
  }
}
