/// Several steps, one after the other, of the same fingers: hold and then swipe, right and back left in one stroke, three fingers that
/// swipe and then lift.
///
/// Each step has a deadline of its own, counted from the end of the one before; the first step begins when all fingers have landed.
/// Recognized when the last step is done. A gesture that begins earlier on these touches, such as a pan, ends the sequence: let that one
/// require the sequence to fail.
///
///     SequenceGestureRecognizer(touches: 3, [.drag(.left), .lift])
///     SequenceGestureRecognizer([.hold(.milliseconds(500)), .drag(.up, distance: 20)])
///     SequenceGestureRecognizer([.drag(.right), .drag(.left)])
public struct SequenceGestureRecognizer: GestureRecognizer {
  /// A step of a sequence.
  public struct Step: Sendable, Hashable {
    /// What the fingers do.
    enum Action: Sendable, Hashable {
      case hold(Duration)
      case drag(SwipeDirections, Double?)
      case lift
    }

    var action: Action
    var limit: Duration

    /// The fingers lie still for `duration`, which begins anew when they move after a drag; done within `limit`, by default half a second
    /// more.
    public static func hold(_ duration: Duration = .milliseconds(500), within limit: Duration? = nil) -> Step {
      Step(action: .hold(duration), limit: limit ?? duration + .milliseconds(500))
    }

    /// The fingers move by `distance` millimetres, the recognizer's if it is `nil`, in one of these directions. After another drag that
    /// counts from where they turned.
    public static func drag(
      _ directions: SwipeDirections, distance: Double? = nil, within limit: Duration = .milliseconds(500)
    ) -> Step {
      Step(action: .drag(directions, distance), limit: limit)
    }

    /// All fingers lift.
    public static func lift(within limit: Duration = .milliseconds(500)) -> Step { Step(action: .lift, limit: limit) }
    /// All fingers lift, within half a second.
    public static var lift: Step { .lift() }
  }

  /// `sequence`.
  public static var name: GestureName { .sequence }

  /// The exact number of fingers.
  public let numberOfTouchesRequired: Int
  /// The steps; a lift can only be the last one.
  public let steps: [Step]
  /// The length of drags that do not say one, in millimetres.
  public var minimumDistance = 8.0
  /// Largest deviation of a drag to either side.
  public var cone = Angle(degrees: 40)
  /// Largest drift of fingers that hold, in millimetres.
  public var allowableMovement = 2.5
  /// The longest time from the first finger's landing to the last one's.
  public var landingWindow = Duration.milliseconds(150)

  private var step = 0
  /// The moment at which all fingers have landed or the step before was done.
  private var start: Timestamp?
  /// The moment from which the fingers have lain still.
  private var rest = Timestamp.zero
  /// The end of the landing, before `start`.
  private var landingEnd: Timestamp?
  /// The translation from which the step is measured.
  private var origin = Vector.zero
  private var direction: SwipeDirection?

  /// A sequence of `touches` fingers; by default a hold and then a drag.
  public init(touches: Int = 1, _ steps: [Step] = [.hold(), .drag(.straight)]) {
    numberOfTouchesRequired = max(1, touches)
    self.steps = steps
  }

  /// Exactly this many fingers.
  public var touchRequirement: TouchRequirement {
    TouchRequirement(minimum: numberOfTouchesRequired, maximum: numberOfTouchesRequired)
  }

  /// The end of a hold, or of the time that the landing or the step has.
  public var deadline: Timestamp? {
    guard let start, step < steps.count else { return landingEnd }
    let end = start + steps[step].limit
    if case .hold(let duration) = steps[step].action { return min(end, rest + duration) }
    return end
  }

  /// Processes landings, motion, lifts and deadlines.
  public mutating func recognize(
    _ group: borrowing TouchGroup, in table: borrowing TouchTable, beside others: GestureComponents
  ) -> Recognition {
    let now = table.timestamp
    if !group.landed.isEmpty {
      if landingEnd == nil { landingEnd = now + landingWindow }
      if group.count == numberOfTouchesRequired { begin(at: now, group) }
    }
    guard let start else { return group.lifted.isEmpty && now < landingEnd ?? now ? .unchanged : .failed }
    var begun = start
    while step < steps.count {
      switch outcome(of: steps[step], since: begun, group, in: table) {
      case .failed: return .failed
      case .unchanged: return group.lifted.isEmpty || isLifting ? .unchanged : .failed
      default:
        step += 1
        begun = now
        if step < steps.count { begin(at: now, group) }
      }
    }
    return .recognized
  }

  /// Unlimited while some fingers are missing.
  @inline(__always)
  public func slack(of group: borrowing TouchGroup, in table: borrowing TouchTable) -> Double {
    start == nil ? .infinity : 0
  }

  /// Location, translation and velocity, and the direction of the last drag.
  public func gesture(_ group: borrowing TouchGroup, in table: borrowing TouchTable) -> Gesture {
    var gesture = Gesture(at: group.lastCentroid(in: table), fingers: numberOfTouchesRequired)
    gesture.translation = group.path.translation
    gesture.velocity = group.translationVelocity
    gesture.direction = direction
    return gesture
  }

  /// Discards the attempt.
  public mutating func reset() { (step, start, landingEnd, direction) = (0, nil, nil, nil) }

  private mutating func begin(at time: Timestamp, _ group: borrowing TouchGroup) {
    (start, rest, origin) = (time, time, group.path.translation)
  }

  /// Whether the step is one in which fingers may lift one after the other.
  private var isLifting: Bool { steps[step].action == .lift }

  /// `.recognized` if the step is done.
  private mutating func outcome(
    of step: Step, since start: Timestamp, _ group: borrowing TouchGroup, in table: borrowing TouchTable
  ) -> Recognition {
    let (now, end) = (table.timestamp, start + step.limit)
    let isLate = now > end || now == end && !table.hasSetChange && table.moved.isEmpty
    let motion = group.path.translation - origin
    switch step.action {
    case .lift: if group.count == 0 { return now > end ? .failed : .recognized }
    case .hold(let duration):
      let limit = table.slop(allowableMovement)
      if motion.lengthSquared > limit * limit {
        if direction == nil { return .failed }
        (rest, origin) = (now, group.path.translation)
      }
      if now >= rest + duration, rest + duration <= end { return .recognized }
    case .drag(let directions, let distance):
      // After another drag the fingers may go on before they turn.
      if let direction, !directions.contains(direction), motion.dot(direction.vector) > 0 {
        origin = group.path.translation
      } else if motion.lengthSquared >= (distance ?? minimumDistance) * (distance ?? minimumDistance), !isLate {
        guard let best = directions.nearest(to: motion), motion.dot(best.vector) >= motion.length * cone.cosine else {
          return .failed
        }
        direction = best
        return .recognized
      }
    }
    return isLate ? .failed : .unchanged
  }
}

extension SequenceGestureRecognizer: DescribableRecognizer {
  /// Why data may not ask for a step: its value, and what is allowed; `nil` if it may.
  static func fault(of step: Step, isLast: Bool) -> (number: Double, allowed: String)? {
    switch step.action {
    case .lift: if !isLast { return (0, "a lift is the last step") }
    case .hold(let duration):
      if duration < .zero { return (duration.inSeconds, "its duration is 0 s or more") }
      if step.limit >= .zero, duration > step.limit {
        return (step.limit.inSeconds, "its limit is no less than its duration")
      }
    case .drag(let directions, let distance):
      if directions.isEmpty { return (0, "it has one of the directions or more") }
      if let distance, !(distance > 0 && distance < .infinity) { return (distance, "its distance is more than 0 mm") }
    }
    return step.limit < .zero ? (step.limit.inSeconds, "its limit is 0 s or more") : nil
  }

  static var fingers: RecognizerDescription.Fingers { .exact(upTo: TouchFrame.capacity) }
  static var settings: [RecognizerDescription.Setting] { [.steps] }

  init(_ description: RecognizerDescription, fingers: ClosedRange<Int>, outputs: [Rect]) {
    self.init(touches: fingers.lowerBound, description.steps ?? [.hold(), .drag(.straight)])
    if let distance = description.distance { minimumDistance = distance }
  }
}
