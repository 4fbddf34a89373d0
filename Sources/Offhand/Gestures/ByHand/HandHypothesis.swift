/// The hypothesis that two touches, each the only one of its hand, belong to one hand: open until their motion decides.
///
/// Three copies of the pipeline run meanwhile, one for each touch and one for both. Touches within a hand's reach are taken for one
/// hand until they turn out to be two, those beyond it for two. Design/Recognizing.md "Several hands" has the figures.
struct HandHypothesis: Sendable {
  /// One of the two touches.
  struct Finger: Sendable {
    var id: Touch.ID
    /// Its position when the later one of the two landed.
    var start: Point
    /// Its position now, or where it lifted.
    var position: Point
    var isDown = true

    init(_ touch: Touch) {
      id = touch.id
      start = touch.position
      position = touch.position
    }

    /// Its displacement since the later one of the two landed.
    var displacement: Vector { position - start }

    fileprivate mutating func follow(_ touch: Touch) {
      position = touch.position
      isDown = touch.isDown
    }
  }

  enum Decision { case open, oneHand, twoHands }

  /// Whether the touches are further apart than the fingers of one hand.
  let isFar: Bool
  /// The touch that landed first.
  private(set) var first: Finger
  /// The touch that landed last.
  private(set) var second: Finger
  /// The time between the landings, in seconds.
  private let delay: Double
  /// The displacement of the first touch before the second one landed.
  private let previous: Vector
  /// The time at which the second touch landed.
  private let start: Timestamp
  /// The copies of the pipeline for the first touch, the second one, and both.
  let copies: (first: Int, second: Int, both: Int)

  init(_ first: Touch, _ second: Touch, isFar: Bool, copies: (first: Int, second: Int, both: Int), at time: Timestamp) {
    self.isFar = isFar
    self.first = Finger(first)
    self.second = Finger(second)
    delay = time.seconds(since: first.landingTime)
    previous = first.position - first.landingPosition
    start = time
    self.copies = copies
  }

  /// Whether the copy at `index` is one of the three.
  func involves(_ index: Int) -> Bool { index == copies.first || index == copies.second || index == copies.both }

  /// Follows the touches of a frame; one that is missing is gone.
  mutating func follow(_ frame: borrowing TouchFrame) {
    first.isDown = false
    second.isDown = false
    for index in frame.indices {
      if frame.touches[index].id == first.id { first.follow(frame.touches[index]) }
      if frame.touches[index].id == second.id { second.follow(frame.touches[index]) }
    }
  }

  // MARK: The decision

  /// The delay within which touches in reach of each other are one hand whatever they do, in seconds: the second finger of a tap or a
  /// pinch lands within 46 ms in 95 of 100 cases.
  private static let certainDelay = 0.05
  /// The delay up to which one finger may rest while the other one pinches or turns about it, in seconds: twice the 96 ms within which 99
  /// of 100 two-finger taps land, because the fingers of a pinch land less together.
  private static let anchoredDelay = 0.2
  /// The distance up to which touches that land together are one hand whatever they do, in millimetres: another hand does not come so
  /// near, and pads report one finger as two.
  private static let certainDistance = 25.0
  /// The same for a touch that lands beside one that drags: one finger as two.
  private static let splitDistance = 8.0
  /// The displacement of the first touch before the second landed, in millimetres, from which it drags: that of a pan.
  private static let dragSlop = StandardPipeline.contestedPanSlop
  /// The displacements of the slower and of the faster touch, in millimetres, from which their directions are significant; twice as much
  /// beside a touch that drags.
  private static let significant = (slower: 1.5, faster: 2.5)
  /// The displacement, in millimetres, from which the direction of one touch is known.
  private static let directed = 1.0
  /// The distance between the fingers of the widest pinches of one hand, in millimetres.
  private static let widestPinch = 120.0
  /// The time after which touches beyond a hand's reach that have not moved are two hands, in seconds.
  private static let timeout = 0.5

  /// The decision by the motion so far. `isBeginning` is whether the copy for both recognizes something now: then there must be one.
  func decision(isBeginning: Bool, at time: Timestamp) -> Decision {
    isFar ? farDecision(at: time) : nearDecision(isBeginning: isBeginning)
  }

  /// Two hands, unless both touches move straight towards or away from each other.
  private func farDecision(at time: Timestamp) -> Decision {
    guard first.isDown, second.isDown else { return .twoHands }
    let motion = Motion(first, second)
    guard motion.faster >= HandHypothesis.significant.faster else {
      return time.seconds(since: start) > HandHypothesis.timeout ? .twoHands : .open
    }
    if motion.distance <= HandHypothesis.widestPinch {
      return motion.slower > motion.faster / 3 && motion.isAlongLine(within: Angle(degrees: 45)) ? .oneHand : .twoHands
    }
    return motion.slower > motion.faster / 2 && motion.isAlongLine(within: Angle(degrees: 30)) ? .oneHand : .twoHands
  }

  /// One hand, unless one of the touches does alone what one hand would do with both.
  private func nearDecision(isBeginning: Bool) -> Decision {
    guard first.isDown, second.isDown else { return .oneHand }
    let motion = Motion(first, second)
    let landTogether = delay <= HandHypothesis.certainDelay
    let factor = isDragging || landTogether ? 2.0 : 1
    let isSignificant =
      motion.slower >= factor * HandHypothesis.significant.slower
      && motion.faster >= factor * HandHypothesis.significant.faster
    guard isBeginning || isSignificant else { return .open }
    if motion.distance <= leastDistance || motion.faster < HandHypothesis.directed { return confirmed(isBeginning) }
    if isBeginning, continues(motion) { return .twoHands }
    if landTogether, !isSignificant || motion.slower < 0.4 * motion.faster || motion.isOfOneHand(isDragging: false) {
      return confirmed(isBeginning)
    }
    let mayRest = !isSignificant && delay <= HandHypothesis.anchoredDelay
    guard motion.slower >= (mayRest ? 0.2 : 0.4) * motion.faster else { return .twoHands }
    return motion.isOfOneHand(isDragging: isDragging && motion.distance > HandHypothesis.certainDistance)
      ? .oneHand : .twoHands
  }

  /// Whether the first touch dragged before the second one landed.
  private var isDragging: Bool {
    delay > HandHypothesis.certainDelay && previous.length > HandHypothesis.dragSlop
  }

  /// The distance up to which the touches are one hand whatever they do.
  private var leastDistance: Double {
    isDragging ? HandHypothesis.splitDistance : HandHypothesis.certainDistance
  }

  /// One hand, but decided only where something begins: until then the motion may show more fingers.
  private func confirmed(_ isBeginning: Bool) -> Decision { isBeginning ? .oneHand : .open }

  /// Whether the first touch continues what it did before the second one landed, which rests.
  private func continues(_ motion: Motion) -> Bool {
    let displacement = first.displacement
    return previous.length > HandHypothesis.directed
      && previous.dot(displacement) > 0.8 * previous.length * displacement.length
      && second.displacement.length < 0.4 * displacement.length
  }

  /// The displacements of two touches, and their directions with respect to each other and to the line between them.
  private struct Motion {
    let slower: Double
    let faster: Double
    let distance: Double
    /// The cosine of the angle between the displacements.
    private let cosine: Double
    /// The cosines of the angles between each displacement and the line from the first touch to the second.
    private let along: (first: Double, second: Double)

    init(_ first: Finger, _ second: Finger) {
      let (one, other) = (first.displacement, second.displacement)
      let line = second.start - first.start
      slower = min(one.length, other.length)
      faster = max(one.length, other.length)
      distance = line.length
      cosine = Motion.cosine(one, other)
      along = (Motion.cosine(one, line), Motion.cosine(other, line))
    }

    private static func cosine(_ a: Vector, _ b: Vector) -> Double {
      let lengths = a.length * b.length
      return lengths > 0 ? a.dot(b) / lengths : 0
    }

    /// Whether the touches move towards or away from each other, each within `angle` of the line between them.
    func isAlongLine(within angle: Angle) -> Bool {
      let least = angle.cosine
      return along.first * along.second < 0 && abs(along.first) > least && abs(along.second) > least
    }

    /// Whether the touches move as those of one hand do: towards or away from each other, in one direction, or about each other. A finger
    /// that lands beside one that drags must do so more strictly.
    func isOfOneHand(isDragging: Bool) -> Bool {
      let (angle, parallel, opposite) = isDragging ? (25.0, 0.95, -0.8) : (55, 0.8, -0.6)
      return isAlongLine(within: Angle(degrees: angle)) || cosine > parallel
        || (cosine < opposite && abs(along.first) < 0.6 && abs(along.second) < 0.6)
    }
  }
}
