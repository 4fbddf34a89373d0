/// A swipe: fingers move quickly in one direction.
///
/// Recognized in motion, as soon as the fingers have moved far enough, straight enough and fast enough, so that a page turns under the
/// finger. A slow swipe must be precise and may be short; a fast one may be imprecise and must be long. A finger that turns back before
/// that fails it. A finger that turns back after it has already swiped: where that is wrong, let the lift decide (`Trigger.lift`).
public struct SwipeGestureRecognizer: GestureRecognizer {
  /// The moment at which a swipe is recognized.
  public enum Trigger: Sendable, Hashable {
    /// As soon as it is long enough, while the fingers keep moving.
    case threshold
    /// At the lift, if the fingers then still move at `speed` millimetres a second in that direction. Of fingers that turn back only
    /// the last stroke counts: right and then left is a swipe to the left.
    case lift(speed: Double = 50)
  }

  /// The start of the duration.
  public enum Clock: Sendable, Hashable {
    /// The first finger's landing.
    case landing
    /// The first motion of a millimetre or more, so that a finger may rest before it flicks.
    case motionStart
  }

  /// `swipe`.
  public static var name: GestureName { .swipe }

  /// The exact number of fingers that swipe together.
  public let numberOfTouchesRequired: Int
  /// The accepted directions.
  public var directions: SwipeDirections
  /// Minimum length of a slow swipe, in millimetres.
  public var minimumDistance: Double
  /// Minimum length of a fast swipe, in millimetres.
  public var minimumFastDistance: Double
  /// Largest deviation of a slow swipe to either side.
  public var slowCone = Angle(degrees: 20)
  /// Largest deviation of a fast swipe to either side.
  public var fastCone = Angle(degrees: 40)
  /// The speeds that count as slow and as fast, in millimetres a second; between them the requirements are interpolated linearly.
  public var speeds: ClosedRange<Double> = 80...400
  /// The longest duration of a swipe.
  public var maximumDuration: Duration
  /// The start of the duration.
  public var clock: Clock
  /// The longest time from the first finger's landing to the last one's.
  public var landingWindow = Duration.milliseconds(150)
  /// Largest retreat of the fingers from their farthest position, in millimetres.
  public var allowableRetreat = 1.5
  /// Largest deviation of a finger from the common direction; beyond it, the motion is a pinch or a rotation.
  public var fingerCone = Angle(degrees: 60)
  /// Minimum displacement of each finger, in millimetres; a finger that stays prevents the swipe.
  public var minimumFingerDistance = 1.6
  /// The moment at which it is recognized.
  public var trigger: Trigger

  private var start: Timestamp?
  private var landing: Timestamp?
  private var end: Timestamp?
  private var origin = Vector.zero
  private var farthest = Vector.zero
  /// The translation before the last stroke, if the lift decides and the fingers turned back.
  private var before = Vector.zero
  private var direction: SwipeDirection?

  /// A swipe of `touches` fingers in `directions`.
  public init(
    touches: Int = 1, directions: SwipeDirections = .straight, minimumDistance: Double = 8,
    minimumFastDistance: Double = 12, maximumDuration: Duration = .milliseconds(500), clock: Clock = .landing,
    trigger: Trigger = .threshold
  ) {
    numberOfTouchesRequired = max(1, touches)
    self.directions = directions
    self.minimumDistance = minimumDistance
    self.minimumFastDistance = minimumFastDistance
    self.maximumDuration = maximumDuration
    self.clock = clock
    self.trigger = trigger
  }

  /// Exactly this many fingers.
  public var touchRequirement: TouchRequirement {
    TouchRequirement(minimum: numberOfTouchesRequired, maximum: numberOfTouchesRequired)
  }

  /// The time after which the swipe, or the landing of its fingers, will have taken too long.
  public var deadline: Timestamp? {
    start == nil || clock == .landing || farthest.lengthSquared >= 1 ? end : nil
  }

  /// Processes landings and motion.
  public mutating func recognize(
    _ group: borrowing TouchGroup, in table: borrowing TouchTable, beside others: GestureComponents
  ) -> Recognition {
    let now = table.timestamp
    let hasSetChange = table.hasSetChange
    let moved = table.moved
    let isStill = !hasSetChange && moved.isEmpty
    if isStill, let deadline, now >= deadline { return .failed }
    if !group.landed.isEmpty {
      let first = landing ?? now
      if landing == nil { end = now + landingWindow }
      landing = first
      if let end, now > end { return .failed }
      if group.count == numberOfTouchesRequired {
        begin(at: clock == .landing ? first : now)
        origin = group.path.translation
      }
    }
    guard let start else { return group.lifted.isEmpty ? .unchanged : .failed }
    if let deadline, now > deadline { return .failed }
    var motion = group.path.translation - origin
    if directions.isEmpty { return .failed }
    if canHaveTurnedBack(motion), hasTurnedBack(motion, by: table.slop(allowableRetreat)) {
      if trigger == .threshold { return .failed }
      motion = motion - farthest
      beginStroke(at: now)
    }
    if clock == .motionStart && farthest.lengthSquared < 1 { begin(at: now) }
    if motion.lengthSquared > farthest.lengthSquared { farthest = motion }
    let isShort = motion.lengthSquared < shortestDistance * shortestDistance
    if isShort { return group.lifted.isEmpty ? .unchanged : .failed }
    guard let best = directions.nearest(to: motion) else { return .failed }
    if !group.lifted.isEmpty { return lift(group, in: table, motion, best, after: now.seconds(since: start)) }
    guard trigger == .threshold else { return .unchanged }
    return verdict(group, in: table, motion, best, after: now.seconds(since: start))
  }

  /// Unlimited while some fingers are missing; then 0, because the fingers may turn back in any frame.
  @inline(__always)
  public func slack(of group: borrowing TouchGroup, in table: borrowing TouchTable) -> Double {
    start == nil ? .infinity : 0
  }

  /// Translation, velocity, direction and location.
  public func gesture(_ group: borrowing TouchGroup, in table: borrowing TouchTable) -> Gesture {
    var gesture = Gesture(at: group.lastCentroid(in: table), fingers: numberOfTouchesRequired)
    let motion = group.path.translation - origin
    gesture.translation = motion
    gesture.velocity = group.translationVelocity
    gesture.direction = direction
    return gesture
  }

  /// Discards the attempt.
  public mutating func reset() {
    start = nil
    landing = nil
    end = nil
    farthest = .zero
    before = .zero
    direction = nil
  }

  private mutating func begin(at time: Timestamp) {
    start = time
    end = time + maximumDuration
  }

  /// Measures from the farthest position, where the fingers turned back.
  private mutating func beginStroke(at time: Timestamp) {
    origin += farthest
    before += farthest
    farthest = .zero
    begin(at: time)
  }

  /// The shortest length of any swipe, whatever its speed, in millimetres.
  private var shortestDistance: Double { min(minimumDistance, minimumFastDistance) }

  /// Whether the fingers have moved far enough in total for a retreat to be possible; rolling in place does not count.
  private func canHaveTurnedBack(_ motion: Vector) -> Bool {
    2 * (motion.lengthSquared + farthest.lengthSquared) > allowableRetreat * allowableRetreat
  }

  /// Whether the fingers moved back, or in the wrong direction from the start: against the allowed direction that they
  /// follow best, by more than `retreat` millimetres. Fingers that have moved no farther than that tremble or roll in place, and do
  /// not have a direction yet. If the lift decides, a wrong direction is wrong only then.
  @inline(__always)
  private func hasTurnedBack(_ motion: Vector, by retreat: Double) -> Bool {
    let reach = farthest.length
    if reach > retreat, reach - motion.dot(farthest) / reach > retreat { return true }
    guard trigger == .threshold else { return false }
    return directions.nearest(to: motion).map { motion.dot($0.vector) < -retreat } ?? false
  }

  private mutating func verdict(
    _ group: borrowing TouchGroup, in table: borrowing TouchTable, _ motion: Vector, _ best: SwipeDirection,
    after seconds: Double
  ) -> Recognition {
    guard seconds > 0 else { return .unchanged }
    let length = motion.length
    let share = min(max((length / seconds - speeds.lowerBound) / (speeds.upperBound - speeds.lowerBound), 0), 1)
    let distance = minimumDistance + (minimumFastDistance - minimumDistance) * share
    let along = motion.dot(best.vector)
    guard along >= distance || length >= minimumFastDistance else { return .unchanged }
    let cone = slowCone + (fastCone - slowCone) * share
    guard along >= length * cone.cosine else { return .failed }
    guard along >= distance, holdsSpeed(group, along / seconds, best) else { return .unchanged }
    guard areTogether(group, in: table, motion) else { return .failed }
    direction = best
    return .recognized
  }

  /// Whether the fingers still move in `direction`: not at less than a quarter of `speed`, their mean one, as before a turn.
  private func holdsSpeed(_ group: borrowing TouchGroup, _ speed: Double, _ direction: SwipeDirection) -> Bool {
    let step = group.stepVelocity
    return trigger != .threshold || step.sampleCount == 0 || step.translation.dot(direction.vector) >= speed / 4
  }

  private mutating func lift(
    _ group: borrowing TouchGroup, in table: borrowing TouchTable, _ motion: Vector, _ best: SwipeDirection,
    after seconds: Double
  ) -> Recognition {
    guard verdict(group, in: table, motion, best, after: seconds) == .recognized else { return .failed }
    guard case .lift(let speed) = trigger else { return .recognized }
    return group.liftVelocity.translation.dot(best.vector) >= speed ? .recognized : .failed
  }

  /// Whether every finger moves along with the others.
  private func areTogether(_ group: borrowing TouchGroup, in table: borrowing TouchTable, _ motion: Vector) -> Bool {
    let cosine = fingerCone.cosine
    for touch in group.touches | group.lifted {
      let displacement = table[touch].position - table[touch].landingPosition - before
      if displacement.length < minimumFingerDistance
        || displacement.dot(motion) < cosine * displacement.length * motion.length
      {
        return false
      }
    }
    return true
  }
}

extension SwipeGestureRecognizer: DescribableRecognizer {
  static var fingers: RecognizerDescription.Fingers { .exact(upTo: TouchFrame.capacity) }
  static var settings: [RecognizerDescription.Setting] { [.directions, .liftSpeed, .duration] }

  init(_ description: RecognizerDescription, fingers: ClosedRange<Int>, outputs: [Rect]) {
    self.init(touches: fingers.lowerBound, directions: description.directions ?? .straight)
    if let distance = description.distance {
      minimumDistance = distance
      minimumFastDistance = max(distance, minimumFastDistance)
    }
    if let duration = description.duration { maximumDuration = duration }
    if let speed = description.liftSpeed { trigger = .lift(speed: speed) }
  }
}

/// The direction of a swipe on the glass.
public enum SwipeDirection: String, Sendable, Hashable, CaseIterable {
  /// Towards the right edge.
  case right
  /// Towards the bottom right corner.
  case downRight = "down-right"
  /// Towards the bottom edge.
  case down
  /// Towards the bottom left corner.
  case downLeft = "down-left"
  /// Towards the left edge.
  case left
  /// Towards the top left corner.
  case upLeft = "up-left"
  /// Towards the top edge.
  case up
  /// Towards the top right corner.
  case upRight = "up-right"
}

/// A set of directions of swipes.
public struct SwipeDirections: OptionSet, Sendable, Hashable {
  /// One bit per direction, in the order of `SwipeDirection.allCases`.
  public let rawValue: UInt8

  /// The directions whose bits are set.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The set of one direction.
  public init(_ direction: SwipeDirection) { rawValue = 1 << direction.index }

  /// Towards the right edge.
  public static let right = SwipeDirections(.right)
  /// Towards the bottom edge.
  public static let down = SwipeDirections(.down)
  /// Towards the left edge.
  public static let left = SwipeDirections(.left)
  /// Towards the top edge.
  public static let up = SwipeDirections(.up)
  /// The four along the axes.
  public static let straight: SwipeDirections = [.right, .down, .left, .up]
  /// The four towards the corners.
  public static let diagonal: SwipeDirections = [
    SwipeDirections(.downRight), SwipeDirections(.downLeft), SwipeDirections(.upLeft), SwipeDirections(.upRight),
  ]

  /// Whether `direction` is in the set.
  public func contains(_ direction: SwipeDirection) -> Bool { rawValue & (1 << direction.index) != 0 }

  /// The direction of the set that `motion` follows best; `nil` if the set is empty.
  @inline(__always)
  func nearest(to motion: Vector) -> SwipeDirection? {
    if self == .straight { return SwipeDirections.straightest(along: motion) }
    return nearestByTrial(to: motion)
  }

  /// The one of the four along the axes that `motion` follows best; of two that it follows equally well, the earlier one.
  @inline(__always)
  private static func straightest(along motion: Vector) -> SwipeDirection {
    let (width, height) = (abs(motion.dx), abs(motion.dy))
    if width > height || width == height && (motion.dx >= 0 || motion.dy < 0) { return motion.dx >= 0 ? .right : .left }
    return motion.dy >= 0 ? .down : .up
  }

  private static let all = SwipeDirection.allCases

  private func nearestByTrial(to motion: Vector) -> SwipeDirection? {
    var best: SwipeDirection?
    var reach = -Double.infinity
    for candidate in SwipeDirections.all where contains(candidate) {
      let along = motion.dot(candidate.vector)
      if along > reach { (best, reach) = (candidate, along) }
    }
    return best
  }
}

extension SwipeDirection {
  /// Eighths of a turn clockwise from the right.
  var index: UInt8 {
    switch self {
    case .right: 0
    case .downRight: 1
    case .down: 2
    case .downLeft: 3
    case .left: 4
    case .upLeft: 5
    case .up: 6
    case .upRight: 7
    }
  }

  /// The unit vector of the direction.
  public var vector: Vector {
    let half = 0.5.squareRoot()
    return switch self {
    case .right: Vector(dx: 1, dy: 0)
    case .downRight: Vector(dx: half, dy: half)
    case .down: Vector(dx: 0, dy: 1)
    case .downLeft: Vector(dx: -half, dy: half)
    case .left: Vector(dx: -1, dy: 0)
    case .upLeft: Vector(dx: -half, dy: -half)
    case .up: Vector(dx: 0, dy: -1)
    case .upRight: Vector(dx: half, dy: -half)
    }
  }
}
