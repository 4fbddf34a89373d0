/// Fingers that move, spread and turn, as one gesture with one beginning: what takes content along with the fingers.
///
/// Each component stays at identity until it passes its own threshold; `Gesture.components` says which have. Once one is on,
/// the others need more, so that a pinch does not turn and a turn does not zoom. `Gesture.similarity` maps content as it
/// was at the beginning to where the fingers took it. Better than three simultaneous recognizers: nothing depends on
/// the order in which they begin.
public struct TransformGestureRecognizer: GestureRecognizer {
  /// What one component does to the others.
  public enum Lock: Sendable, Hashable {
    /// Each unlocks by its own threshold; scale and rotation by a higher one once another is on.
    case none
    /// What begins first rules; the others must break out: the translation too.
    case dominant
    /// What begins first stays alone.
    case sticky
  }

  /// `transform`.
  public static var name: GestureName { .transform }

  /// How many fingers it takes: one moves, two or more also spread and turn.
  public var touchRequirement: TouchRequirement
  /// The settings of its translation: slop, contested slop and slop policy count.
  public var pan: PanGestureRecognizer
  /// The settings of its scale: all slops, minimum span and slop policy count.
  public var pinch: PinchGestureRecognizer
  /// The settings of its rotation: thresholds, arc, dominances and slop policy count.
  public var rotation: RotationGestureRecognizer
  /// What one component does to the others.
  public var lock: Lock
  /// How far fingers move before the translation breaks out of a dominance, in millimetres.
  public var breakoutSlop: Double

  private var translationGate = TranslationGate()
  private var scaleGate = ScaleGate()
  private var rotationGate = RotationGate()
  private var pair = PairState()
  private var contest = TapContest()
  private var map = SimilarityPath()
  private var open: GestureComponents = []
  private var frozen: MotionPath?

  /// A transform of `touches` fingers.
  public init(
    touches: ClosedRange<Int> = 1...TouchFrame.capacity, pan: PanGestureRecognizer = PanGestureRecognizer(),
    pinch: PinchGestureRecognizer = PinchGestureRecognizer(),
    rotation: RotationGestureRecognizer = RotationGestureRecognizer(), lock: Lock = .none, breakoutSlop: Double = 5
  ) {
    touchRequirement = TouchRequirement(
      minimum: touches.lowerBound, maximum: touches.upperBound, cancelPolicy: .belowMinimum)
    self.pan = pan
    self.pinch = pinch
    self.rotation = rotation
    self.lock = lock
    self.breakoutSlop = breakoutSlop
  }

  /// The whole motion.
  public var components: GestureComponents { [.translation, .scale, .rotation] }

  /// Opens the gates one by one, and follows.
  public mutating func recognize(
    _ group: borrowing TouchGroup, in table: borrowing TouchTable, beside others: GestureComponents
  ) -> Recognition {
    let wasOpen = !open.isEmpty
    let count = group.count
    guard count >= touchRequirement.minimum else {
      if wasOpen && frozen == nil { frozen = reported(group.path) }
      pair.suspend(group, at: table.timestamp)
      return wasOpen && count == 0 ? .ended : .unchanged
    }
    let hasSetChange = !(group.landed | group.lifted | group.cancelled).isEmpty
    pair.follow(group, at: table.timestamp)
    if hasSetChange || pair.isLifting(at: table.timestamp) { restartClosedGates(group, in: table) }
    if let frozen { resume(frozen, group) }
    contest.update(others)
    openGates(group, in: table)
    if contest.isOver { forgetDrift(group, in: table) }
    if open.isEmpty { return .unchanged }
    if !wasOpen {
      map.begin(at: group.centroid, reported(group.path))
      return .began
    }
    if hasSetChange { map.turn(about: group.centroid, reported(group.path)) }
    return table.moved.intersects(group.touches) ? .changed : .unchanged
  }

  /// Any once it is on and no component is left that could begin.
  @inline(__always)
  public func slack(of group: borrowing TouchGroup, in table: borrowing TouchTable) -> Double {
    let isComplete = open == components || lock == .sticky && !open.isEmpty
    return isComplete && frozen == nil ? .infinity : 0
  }

  /// All components, their velocities, and the map.
  public func gesture(_ group: borrowing TouchGroup, in table: borrowing TouchTable) -> Gesture {
    var gesture = Gesture()
    var reported = reported(group.path)
    if let frozen { reported = frozen }
    let velocity = pair.velocity(group, at: table.timestamp)
    gesture.location = pair.focal(of: group)
    gesture.translation = reported.translation
    gesture.scale = reported.scale
    gesture.rotation = Angle(radians: reported.rotation)
    gesture.anchorLocation = map.start + reported.translation
    if open.contains(.translation) { gesture.velocity = velocity.translation }
    if open.contains(.scale) { gesture.scaleVelocity = velocity.scale / scaleGate.base }
    if open.contains(.rotation) { gesture.rotationVelocity = velocity.rotation }
    gesture.offset = map.similarity(at: reported).translation
    gesture.components = open
    gesture.fingers = pair.count
    return gesture
  }

  /// All components start at identity.
  public mutating func rebase(_ group: borrowing TouchGroup) {
    translationGate.set(.zero, at: group.path)
    scaleGate.set(1, at: group.path)
    rotationGate.set(0, at: group.path)
    map.begin(at: group.centroid, reported(group.path))
  }

  /// Sets a component; the map starts anew with it.
  public mutating func set(_ value: GestureValue, _ group: borrowing TouchGroup) {
    switch value {
    case .translation(let translation): translationGate.set(translation, at: group.path)
    case .scale(let scale): scaleGate.set(scale, at: group.path)
    case .rotation(let rotation): rotationGate.set(rotation.radians, at: group.path)
    }
    map.restart(at: group.centroid, reported(group.path))
  }

  /// Forgets the attempt.
  public mutating func reset() {
    translationGate = TranslationGate()
    scaleGate = ScaleGate()
    rotationGate = RotationGate()
    pair = PairState()
    contest = TapContest()
    map = SimilarityPath()
    open = []
    frozen = nil
  }

  /// A landing or a lift is no motion, nor is the way of a finger that is about to lift after others: what has not begun is
  /// counted from the new set.
  private mutating func restartClosedGates(_ group: borrowing TouchGroup, in table: borrowing TouchTable) {
    let span = group.span(in: table)
    if !scaleGate.isOpen { scaleGate.restart(at: group.path, span: span) }
    if !rotationGate.isOpen { rotationGate.restart(at: group.path, span: span) }
    let isFirst = group.count - group.landed.count < touchRequirement.minimum
    let hasLoss = !group.cancelled.isEmpty || pair.isLifting(at: table.timestamp)
    if !translationGate.isOpen && (isFirst || hasLoss) { translationGate.restart(at: group.path) }
  }

  /// Goes on where it was when too few fingers were left.
  private mutating func resume(_ values: MotionPath, _ group: borrowing TouchGroup) {
    if translationGate.isOpen { translationGate.set(values.translation, at: group.path) }
    if scaleGate.isOpen { scaleGate.set(values.scale, at: group.path) }
    if rotationGate.isOpen { rotationGate.set(values.rotation, at: group.path) }
    frozen = nil
  }

  private mutating func openGates(
    _ group: borrowing TouchGroup, in table: borrowing TouchTable
  ) {
    if lock == .sticky && !open.isEmpty { return }
    let ruled = open
    if !translationGate.isOpen {
      var slop = pan.slop
      if contest.counts, let contested = pan.contestedSlop {
        slop = group.count > 1 ? pan.contestedSlopOfSeveral ?? contested : contested
      }
      if lock == .dominant && !ruled.isEmpty { slop = max(slop, breakoutSlop) }
      if translationGate.opens(group.path, slop: table.slop(slop), slopPolicy: pan.slopPolicy) {
        open.insert(.translation)
      }
    }
    let isComplete = scaleGate.isOpen && rotationGate.isOpen
    guard !isComplete, group.count > 1 else { return }
    let isLocked = !ruled.isEmpty
    let span = group.span(in: table)
    if !scaleGate.isOpen {
      var slop = contest.counts ? pinch.contestedSlop ?? pinch.slop : pinch.slop
      if isLocked {
        scaleGate.forget(group.path, span: span, after: pinch.lockedTravel)
        slop = max(slop, pinch.lockedSlop, pinch.lockedShare * scaleGate.originSpan)
      }
      let opens = scaleGate.opens(
        group.path, span: span, slop: table.slop(slop), minimumSpan: pinch.minimumSpan,
        slopPolicy: pinch.slopPolicy)
      if opens { open.insert(.scale) }
    }
    if !rotationGate.isOpen {
      if isLocked { rotationGate.forget(group, in: table, after: rotation.lockedTravel) }
      let opens = rotationGate.opens(
        group, in: table, threshold: (isLocked ? rotation.lockedThreshold : rotation.threshold).radians,
        arc: table.slop(contest.counts ? rotation.contestedArc ?? rotation.arc : rotation.arc),
        dominance: isLocked ? rotation.lockedDominance : rotation.dominance,
        slopPolicy: rotation.slopPolicy)
      if opens { open.insert(.rotation) }
    }
  }

  /// What fingers drifted while they might still tap was the tap's, where a gate waited longer for it.
  private mutating func forgetDrift(_ group: borrowing TouchGroup, in table: borrowing TouchTable) {
    if pan.contestedSlop != nil, !translationGate.isOpen { translationGate.restart(at: group.path) }
    let span = group.span(in: table)
    if pinch.contestedSlop != nil, !scaleGate.isOpen { scaleGate.restart(at: group.path, span: span) }
    if rotation.contestedArc != nil, !rotationGate.isOpen { rotationGate.restart(at: group.path, span: span) }
  }

  /// What the open gates let through.
  private func reported(_ path: MotionPath) -> MotionPath {
    MotionPath(
      translation: translationGate.isOpen ? translationGate.motion(path) : .zero,
      scale: scaleGate.isOpen ? scaleGate.scale(path) : 1,
      rotation: rotationGate.isOpen ? rotationGate.rotation(path) : 0)
  }
}

/// The map that takes content with the fingers, through every change of the fingers.
///
/// While the set of fingers stays, the map is a turn and a scale about their middle as it was when the set came to be,
/// and a displacement; every change starts such a section anew, so that nothing gathers from frame to frame.
struct SimilarityPath: Sendable {
  /// The middle of the fingers when the gesture began.
  private(set) var start = Point.origin
  private var base = Similarity.identity
  private var center = Point.origin
  private var section = MotionPath.start

  /// The gesture begins with the fingers around `centroid`, which is `reported` away from where it is counted from.
  mutating func begin(at centroid: Point, _ reported: MotionPath) {
    start = centroid - reported.translation
    center = start
    base = .identity
    section = .start
  }

  /// The values were set: the map is what they say about the middle of the fingers.
  mutating func restart(at centroid: Point, _ reported: MotionPath) {
    start = centroid - reported.translation
    center = centroid
    base = Similarity(
      scale: reported.scale, rotation: Angle(radians: reported.rotation), about: start,
      translation: reported.translation)
    section = reported
  }

  /// The set of fingers changed: what comes turns and scales about `centroid`.
  mutating func turn(about centroid: Point, _ reported: MotionPath) {
    base = similarity(at: reported)
    section = reported
    center = centroid
  }

  /// The map, with the components as `reported`.
  func similarity(at reported: MotionPath) -> Similarity {
    base.followed(
      by: Similarity(
        scale: reported.scale / section.scale, rotation: Angle(radians: reported.rotation - section.rotation),
        about: center, translation: reported.translation - section.translation))
  }
}
