public import Offhand

/// The touches that hold a picture, and how it is therefore drawn beyond its measured pose: where they will be when it is seen.
///
/// When touches join or leave, or a component of their gesture begins, what is predicted changes at once. The difference to what was drawn
/// settles, so that the picture does not jump.
///
/// ```swift
/// gestures.process(frame)
/// for event in gestures.events {
///   pose.follow(step(of: event), about: event.gesture.location, limits: 0.25...6)
///   gestures.forEachTouch(of: event) { touches.add($0.id) }
///   grip.hold(touches, event.gesture.components)
/// }
/// grip.settle(from: drawn, of: size, for: shown, by: prediction) { pose.moved(by: $0) }
/// ```
public struct PictureGrip: Sendable {
  /// The touches of a gesture: up to ten, as on most panels.
  public struct Touches: Sequence, Sendable {
    private var ids = InlineArray<10, Touch.ID>(repeating: Touch.ID(rawValue: 0))
    private var count = 0

    /// No touches.
    public init() {}

    /// Adds a touch; one more than ten is left out.
    public mutating func add(_ id: Touch.ID) {
      guard count < ids.count else { return }
      ids[count] = id
      count += 1
    }

    /// Whether there are none.
    public var isEmpty: Bool { count == 0 }

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

  /// A distance in mm that is not seen.
  private static let invisible = 0.02

  private var touches = Touches()
  private var components = GestureComponents()
  private var settling: PredictionSettling?
  private var hasChanged = false

  /// A picture that nothing holds.
  public init() {}

  /// Whether touches hold the picture.
  public var isHeld: Bool { !touches.isEmpty }

  /// Holds the picture with `touches`, of whose motion `components` have begun.
  public mutating func hold(_ touches: Touches, _ components: GestureComponents) {
    guard components != self.components || !touches.isSame(as: self.touches) else { return }
    self.touches = touches
    self.components = components
    hasChanged = true
  }

  /// Lets go.
  public mutating func release() { hold(Touches(), GestureComponents()) }

  /// Forgets what was drawn beyond the measured pose: that is now the pose.
  public mutating func forget() {
    settling = nil
    hasChanged = false
  }

  /// The motion of the picture beyond its measured pose, in `frame`.
  public func motion(for frame: FrameTime, by prediction: ViewPrediction) -> PictureMotion {
    let predicted = prediction.motion(of: touches, for: frame, allowing: components)
    guard let settling, !settling.isOver(at: frame.presentation) else {
      return PictureMotion(map: predicted.similarity, center: predicted.center)
    }
    return PictureMotion(
      map: predicted.similarity.followed(by: settling.remainder(at: frame.presentation)),
      center: isHeld ? predicted.center : settling.center)
  }

  /// Lets the difference to the pose `drawn` before settle, if the touches have changed: `pose` is the pose that is drawn after a motion.
  public mutating func settle(
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
  public func isSettling(at time: Timestamp) -> Bool { settling.map { time < $0.end } ?? false }
}

/// A displacement, turn and change of scale of a picture on the surface.
public struct PictureMotion: Sendable {
  /// The map of its points on the surface.
  public var map: Similarity
  /// The point about which a scale that would leave its limits is limited.
  public var center: Point

  /// Whether nothing moves.
  public var isNone: Bool { map == .identity }
}
