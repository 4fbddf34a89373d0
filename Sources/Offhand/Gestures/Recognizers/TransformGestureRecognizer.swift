/// A transform: fingers move, spread and turn, as one gesture with one beginning, to move content along with the fingers.
///
/// Each component stays at identity until it exceeds its own threshold; `Gesture.components` lists those that have.
/// Once one is active, the others have higher thresholds, so that a pinch does not rotate and a rotation does not zoom.
/// `Gesture.similarity` maps content from its state at the beginning to its current one. Better than three simultaneous
/// recognizers: nothing depends on the order in which they begin.
public struct TransformGestureRecognizer: GestureRecognizer {
  /// `transform`.
  public static var name: GestureName { .transform }

  /// The number of fingers: one moves, two or more also spread and turn.
  public var touchRequirement: TouchRequirement
  /// The settings of its translation; only slop, contested slops and slop policy are used.
  public var pan: PanGestureRecognizer
  /// The settings of its scale; only slops, locked share and travel, minimum span and slop policy are used.
  public var pinch: PinchGestureRecognizer
  /// The settings of its rotation; only thresholds, arcs, dominances, locked travel and slop policy are used.
  public var rotation: RotationGestureRecognizer

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
    rotation: RotationGestureRecognizer = RotationGestureRecognizer()
  ) {
    touchRequirement = TouchRequirement(
      minimum: touches.lowerBound, maximum: touches.upperBound, cancelPolicy: .belowMinimum)
    self.pan = pan
    self.pinch = pinch
    self.rotation = rotation
  }

  /// All components of the motion.
  public var components: GestureComponents { [.translation, .scale, .rotation] }

  /// Opens the gates one by one, and follows the fingers.
  public mutating func recognize(
    _ group: borrowing TouchGroup, in table: borrowing TouchTable, beside others: GestureComponents
  ) -> Recognition {
    let wasOpen = !open.isEmpty
    let count = group.count
    guard count >= touchRequirement.minimum else {
      if !wasOpen { flick(group, in: table, beside: others) }
      if !open.isEmpty && frozen == nil { frozen = reported(group.path) }
      pair.suspend(group, at: table.timestamp)
      if open.isEmpty || count > 0 { return .unchanged }
      return wasOpen ? .ended : .beganAndEnded
    }
    let hasSetChange = !(group.landed | group.lifted | group.cancelled).isEmpty
    pair.follow(group, at: table.timestamp)
    if hasSetChange || pair.isLifting(at: table.timestamp) { restartClosedGates(group, in: table) }
    if let frozen {
      resume(frozen, group)
    } else if wasOpen && !(group.lifted | group.cancelled).isEmpty {
      // What the others moved in this frame is measured about their own centroid.
      map.turn(about: table.previousCentroid(of: group.touches - group.landed), reported(group.formerPath))
    }
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

  /// Unlimited once active with no component left that could begin; otherwise 0.
  @inline(__always)
  public func slack(of group: borrowing TouchGroup, in table: borrowing TouchTable) -> Double {
    open == components && frozen == nil ? .infinity : 0
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

  /// Restarts all components at identity.
  public mutating func rebase(_ group: borrowing TouchGroup) {
    translationGate.set(.zero, at: group.path)
    scaleGate.set(1, at: group.path)
    rotationGate.set(0, at: group.path)
    map.begin(at: group.centroid, reported(group.path))
    if frozen != nil { frozen = reported(group.path) }
  }

  /// Sets a component that has begun; the map restarts with it.
  public mutating func set(_ value: GestureValue, _ group: borrowing TouchGroup) {
    // One that has not begun begins at its identity, where it is measured from; what is not finite is ignored.
    let isIgnored =
      switch value {
      case .translation(let translation): !translationGate.isOpen || !translation.isFinite
      case .scale(let scale): !scaleGate.isOpen || !(scale > 0 && scale.isFinite)
      case .rotation(let rotation): !rotationGate.isOpen || !rotation.radians.isFinite
      }
    if isIgnored { return }
    let isFrozen = frozen != nil
    if let frozen { resume(frozen, group) }
    switch value {
    case .translation(let translation): translationGate.set(translation, at: group.path)
    case .scale(let scale): scaleGate.set(scale, at: group.path)
    case .rotation(let rotation): rotationGate.set(rotation.radians, at: group.path)
    }
    map.restart(at: group.centroid, reported(group.path))
    if isFrozen { frozen = reported(group.path) }
  }

  /// Discards the attempt.
  public mutating func reset() {
    var fresh = TransformGestureRecognizer(pan: pan, pinch: pinch, rotation: rotation)
    fresh.touchRequirement = touchRequirement
    self = fresh
  }

  /// Opens the gates for the motion of all fingers, if it comes in the report in which they lift.
  private mutating func flick(
    _ group: borrowing TouchGroup, in table: borrowing TouchTable, beside others: GestureComponents
  ) {
    guard group.count == 0, pair.suspendedAt == nil, !pair.isLifting(at: table.timestamp) else { return }
    contest.update(others)
    openGates(group, in: table)
    if !open.isEmpty { map.begin(at: group.centroid, reported(group.path)) }
  }

  /// Restarts the closed gates: a landing or a lift is not motion, nor is the motion of a finger that is about to lift
  /// after others. Components that have not begun are measured from the new set.
  private mutating func restartClosedGates(_ group: borrowing TouchGroup, in table: borrowing TouchTable) {
    let span = group.span(in: table)
    if !scaleGate.isOpen { scaleGate.restart(at: group.path, span: span) }
    if !rotationGate.isOpen { rotationGate.restart(at: group.path, span: span) }
    let isFirst = group.count - group.landed.count < touchRequirement.minimum
    let hasLoss = !group.cancelled.isEmpty || pair.isLifting(at: table.timestamp)
    if !translationGate.isOpen && (isFirst || hasLoss) { translationGate.restart(at: group.path) }
  }

  /// Continues from the values when too few fingers remained.
  private mutating func resume(_ values: MotionPath, _ group: borrowing TouchGroup) {
    if translationGate.isOpen { translationGate.set(values.translation, at: group.path) }
    if scaleGate.isOpen { scaleGate.set(values.scale, at: group.path) }
    if rotationGate.isOpen { rotationGate.set(values.rotation, at: group.path) }
    frozen = nil
  }

  private mutating func openGates(_ group: borrowing TouchGroup, in table: borrowing TouchTable) {
    let isLocked = !open.isEmpty
    if !translationGate.isOpen {
      var slop = pan.slop
      if contest.counts, let contested = pan.contestedSlop {
        slop = group.count > 1 ? pan.contestedSlopOfSeveral ?? contested : contested
      }
      if translationGate.opens(group.path, slop: table.slop(slop), slopPolicy: pan.slopPolicy) {
        open.insert(.translation)
      }
    }
    let isComplete = scaleGate.isOpen && rotationGate.isOpen
    guard !isComplete, group.count > 1 else { return }
    let span = group.span(in: table)
    if !scaleGate.isOpen {
      var slop = contest.counts ? pinch.contestedSlop ?? pinch.slop : pinch.slop
      if isLocked {
        scaleGate.forget(group.path, span: span, after: pinch.lockedTravel)
        slop = max(slop, pinch.lockedSlop, pinch.lockedShare * scaleGate.originSpan)
      }
      let opens = scaleGate.opens(
        group.path, span: span, slop: table.slop(slop), minimumSpan: pinch.minimumSpan, slopPolicy: pinch.slopPolicy)
      if opens { open.insert(.scale) }
    }
    if !rotationGate.isOpen {
      if isLocked { rotationGate.forget(group, in: table, after: rotation.lockedTravel) }
      let opens = rotationGate.opens(
        group, in: table, threshold: (isLocked ? rotation.lockedThreshold : rotation.threshold).radians,
        arc: table.slop(contest.counts ? rotation.contestedArc ?? rotation.arc : rotation.arc),
        dominance: isLocked ? rotation.lockedDominance : rotation.dominance, slopPolicy: rotation.slopPolicy)
      if opens { open.insert(.rotation) }
    }
  }

  /// Discards the drift of fingers that could still tap, for each gate that had a higher threshold because of it.
  private mutating func forgetDrift(_ group: borrowing TouchGroup, in table: borrowing TouchTable) {
    if pan.contestedSlop != nil, !translationGate.isOpen { translationGate.restart(at: group.path) }
    let span = group.span(in: table)
    if pinch.contestedSlop != nil, !scaleGate.isOpen { scaleGate.restart(at: group.path, span: span) }
    if rotation.contestedArc != nil, !rotationGate.isOpen { rotationGate.restart(at: group.path, span: span) }
  }

  private func reported(_ path: MotionPath) -> MotionPath {
    MotionPath(
      translation: translationGate.isOpen ? translationGate.motion(path) : .zero,
      scale: scaleGate.isOpen ? scaleGate.scale(path) : 1,
      rotation: rotationGate.isOpen ? rotationGate.rotation(path) : 0)
  }
}

extension TransformGestureRecognizer: DescribableRecognizer {
  static var fingers: RecognizerDescription.Fingers { .range(1...TouchFrame.capacity) }
  static var settings: [RecognizerDescription.Setting] { [.contestedDistance] }

  init(_ description: RecognizerDescription, fingers: ClosedRange<Int>, outputs: [Rect]) {
    self.init(touches: fingers, pan: PanGestureRecognizer(contestedSlop: description.contestedDistance))
    if let distance = description.distance { pan.slop = distance }
  }
}

/// The map that moves content with the fingers, across every change of their set.
///
/// While the set of fingers is unchanged, the map is a rotation and a scale about their centroid at the time of the last change, and a
/// displacement; every change starts a new section, so that no error accumulates from frame to frame.
struct SimilarityPath: Sendable {
  /// The centroid of the fingers when the gesture began.
  private(set) var start = Point.origin
  private var base = Similarity.identity
  private var center = Point.origin
  private var section = MotionPath.start

  /// Begins with the fingers around `centroid`, `reported` away from where the motion is measured from.
  mutating func begin(at centroid: Point, _ reported: MotionPath) {
    start = centroid - reported.translation
    center = start
    base = .identity
    section = .start
  }

  /// Restarts after values were set: the map is what they define about the centroid of the fingers.
  mutating func restart(at centroid: Point, _ reported: MotionPath) {
    start = centroid - reported.translation
    center = centroid
    base = Similarity(
      scale: reported.scale, rotation: Angle(radians: reported.rotation), about: start,
      translation: reported.translation)
    section = reported
  }

  /// Starts a section after the set of fingers changed: later motion turns and scales about `centroid`.
  mutating func turn(about centroid: Point, _ reported: MotionPath) {
    base = similarity(at: reported)
    section = reported
    center = centroid
  }

  func similarity(at reported: MotionPath) -> Similarity {
    base.followed(
      by: Similarity(
        scale: reported.scale / section.scale, rotation: Angle(radians: reported.rotation - section.rotation),
        about: center, translation: reported.translation - section.translation))
  }
}
