public import Offhand

/// The touches that hold a picture, and how it is therefore drawn beyond its measured pose: where they will be when it is seen.
///
/// When touches join or leave, or a component of their gesture begins, what is predicted changes at once. The difference to what was drawn
/// settles, so that the picture does not jump.
struct PictureGrip: Sendable {
  /// A distance in mm that is not seen.
  private static let invisible = 0.02

  private var touches = HeldPicture.Touches()
  private var components = GestureComponents()
  private var settling: PredictionSettling?
  private var hasChanged = false

  /// A picture that nothing holds.
  init() {}

  /// Whether touches hold the picture.
  var isHeld: Bool { !touches.isEmpty }

  /// Holds the picture with `touches`, of whose motion `components` have begun.
  mutating func hold(_ touches: HeldPicture.Touches, _ components: GestureComponents) {
    guard components != self.components || !touches.isSame(as: self.touches) else { return }
    self.touches = touches
    self.components = components
    hasChanged = true
  }

  /// Lets go.
  mutating func release() { hold(HeldPicture.Touches(), GestureComponents()) }

  /// Forgets what was drawn beyond the measured pose: that is now the pose.
  mutating func forget() {
    settling = nil
    hasChanged = false
  }

  /// The motion of the picture beyond its measured pose, in `frame`.
  func motion(for frame: FrameTime, by prediction: ViewPrediction) -> PictureMotion {
    let predicted = prediction.motion(of: touches, for: frame, allowing: components)
    guard let settling, !settling.isOver(at: frame.presentation) else {
      return PictureMotion(map: predicted.similarity, center: predicted.center)
    }
    return PictureMotion(
      map: predicted.similarity.followed(by: settling.remainder(at: frame.presentation)),
      center: isHeld ? predicted.center : settling.center)
  }

  /// Lets the difference to the pose `drawn` before settle, if the touches have changed: `pose` is the pose that is drawn after a motion.
  mutating func settle(
    from drawn: PicturePose, of size: Size, for frame: FrameTime, by prediction: ViewPrediction,
    pose: (PictureMotion) -> PicturePose
  ) {
    guard hasChanged else { return }
    forget()
    let target = pose(motion(for: frame, by: prediction))
    guard drawn.distance(to: target, of: size) > PictureGrip.invisible else { return }
    let difference = target.transform(of: size).inverse.followed(by: drawn.transform(of: size))
    settling = PredictionSettling(from: difference, about: target.center, at: frame.presentation)
  }

  /// Whether a difference still settles.
  func isSettling(at time: Timestamp) -> Bool { settling.map { time < $0.end } ?? false }
}

/// A displacement, turn and change of scale of a picture on the surface.
struct PictureMotion: Sendable {
  /// The map of its points on the surface.
  var map: Similarity
  /// The point about which a scale that would leave its limits is limited.
  var center: Point

  /// Whether nothing moves.
  var isNone: Bool { map == .identity }
}

extension HeldPicture {
  /// The touches of a gesture: up to ten, as on most panels.
  public struct Touches: Sequence, Sendable {
    private var ids = InlineArray<10, Touch.ID>(repeating: Touch.ID(rawValue: 0))
    private var count = 0

    /// No touches.
    public init() {}

    /// The touches of `event` in `gestures`, which has reported it; those beyond ten are left out.
    public init(of event: GestureEvent, in gestures: some GesturePipeline) {
      var touches = Touches()
      gestures.forEachTouch(of: event) { touch in
        guard touches.count < touches.ids.count else { return }
        touches.ids[touches.count] = touch.id
        touches.count += 1
      }
      self = touches
    }

    /// Whether there are none.
    var isEmpty: Bool { count == 0 }

    /// Whether both are the same touches in the same order.
    public func isSame(as other: Touches) -> Bool {
      guard count == other.count else { return false }
      for index in 0..<count where ids[index] != other.ids[index] { return false }
      return true
    }

    /// Passes over them in the order in which they were added.
    public func makeIterator() -> Iterator { Iterator(touches: self) }

    /// Passes over touches once.
    public struct Iterator: IteratorProtocol {
      fileprivate let touches: Touches
      private var index = 0

      fileprivate init(touches: Touches) { self.touches = touches }

      /// The next touch; `nil` after the last.
      public mutating func next() -> Touch.ID? {
        guard index < touches.count else { return nil }
        defer { index += 1 }
        return touches.ids[index]
      }
    }
  }
}
