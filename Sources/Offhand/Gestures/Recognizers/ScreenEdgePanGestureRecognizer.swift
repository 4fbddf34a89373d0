/// One finger that comes in from an edge of the output.
///
/// It must land in a band along the edge, or so soon behind it that the way it came leads back over the edge, and then go
/// straight inwards. It may rest a little before it sets out, but slowly it may go at the very edge alone. What starts
/// elsewhere never qualifies, wherever it goes. Later fingers are ignored.
public struct ScreenEdgePanGestureRecognizer: GestureRecognizer {
  /// `screen-edge-pan`.
  public static var name: GestureName { .screenEdgePan }

  /// The outputs on the plane, in millimetres; an edge that borders on another output does not count.
  public var outputs: [Rect]
  /// Which edges.
  public var edges: ScreenEdges
  /// How far in a finger may land, in millimetres. Behind a bezel panels report the first contact 2 to 4 mm in.
  public var band: Double
  /// How far in a fast finger may land whose way leads back over the edge within a report and a half, in millimetres.
  public var entryBand: Double
  /// How far it moves before it begins, in millimetres.
  public var slop: Double
  /// How much its way may stray from straight inwards.
  public var cone: Angle
  /// The longest time from landing to beginning.
  public var maximumDuration: Duration
  /// How far from where it landed a finger still rests, in millimetres: what it does meanwhile is no way yet.
  public var restingDistance: Double
  /// How fast it goes from setting out to beginning at least, in millimetres a second, however long it rested before. Who comes
  /// over the edge hurries; who writes or draws beside it sets out slowly. Of 1,342 strokes of people who write and draw, and
  /// of 300 pans drawn for each rest that land up to 4 mm in and then speed up with the least jerk, begin as pans from an edge:
  ///
  /// | `restingDistance`, `minimumSpeed` | strokes | pans after no rest, up to 50, to 150, to 300 ms |
  /// |---|---|---|
  /// | from the landing, 30 | 0.75 % | 51, 39, 24, 22 % |
  /// | 0.5, 30 | 0.97 % | 80, 80, 84, 80 % |
  /// | 0.5, 35 | 0.75 % | 73, 74, 78, 71 % |
  /// | 0.5, 40 | 0.67 % | 67, 69, 74, 65 % |
  /// | 1, 35 | 1.56 % | 80, 80, 84, 79 % |
  public var minimumSpeed: Double
  /// How far in a finger may land that sets out more slowly, in millimetres: more than half of it lies beyond the glass then, as
  /// nobody puts it down who wants to touch what is shown. Of 1,342 strokes of people who write and draw 0.75 % begin so and
  /// lead straight inwards, at 1.5 mm 0.9 %, at 2.0 more than 1.1 %; speed and straightness tell no more of them off.
  public var restingBand: Double
  /// How much the way of such a finger may stray from straight inwards.
  public var restingCone: Angle

  private var gate = TranslationGate()
  private var candidates: ScreenEdges = []
  private var output: Rect?
  private var landing = Timestamp.zero
  private var isEntering = false
  private var end: Timestamp?
  private var departure: Double?
  private var edge: ScreenEdge?
  private var start = Point.origin
  private var finalVelocity: Vector?

  /// A pan from `edges` of `outputs`.
  public init(
    from edges: ScreenEdges = .all, of outputs: [Rect], band: Double = 4, entryBand: Double = 8, slop: Double = 1.6,
    cone: Angle = Angle(degrees: 50), maximumDuration: Duration = .milliseconds(400),
    restingDistance: Double = 0.5, minimumSpeed: Double = 35, restingBand: Double = 1.2,
    restingCone: Angle = Angle(degrees: 30)
  ) {
    self.edges = edges
    self.outputs = outputs
    self.band = band
    self.entryBand = entryBand
    self.slop = slop
    self.cone = cone
    self.maximumDuration = maximumDuration
    self.restingDistance = restingDistance
    self.minimumSpeed = minimumSpeed
    self.restingBand = restingBand
    self.restingCone = restingCone
  }

  /// One finger.
  public var touchRequirement: TouchRequirement { TouchRequirement(minimum: 1, maximum: 1) }

  /// The common motion.
  public var components: GestureComponents { .translation }

  /// When the beginning will have taken too long.
  public var deadline: Timestamp? { edge == nil ? end : nil }

  /// The first finger, where it lands near an edge; none beside it.
  public func acceptance(
    of touch: Touch, beside group: borrowing TouchGroup, in table: borrowing TouchTable
  ) -> TouchAcceptance {
    if end != nil { return .ignore }
    return nearEdges(touch.position, within: entryBand).isEmpty ? .ignore : .track
  }

  /// Waits for the way inwards, then follows.
  public mutating func recognize(
    _ group: borrowing TouchGroup, in table: borrowing TouchTable, beside others: GestureComponents
  ) -> Recognition {
    let hasLift = !group.lifted.isEmpty
    if edge != nil {
      if hasLift {
        finalVelocity = group.liftVelocity.translation
        return .ended
      }
      return table.moved.intersects(group.touches) ? .changed : .unchanged
    }
    if !group.landed.isEmpty { return land(group, at: table.timestamp) }
    if hasLift { return .failed }
    if let end, table.timestamp >= end { return .failed }
    let motion = gate.motion(group.path)
    if motion == .zero { return .unchanged }
    let seconds = table.timestamp.seconds(since: landing)
    if isEntering && !hasEntered(by: motion, in: seconds) { return .failed }
    isEntering = false
    let displacement = motion.length
    if departure == nil && displacement > restingDistance {
      departure = seconds - secondsBeyondRest(displacement, group, in: seconds)
    }
    guard gate.opens(group.path, slop: table.slop(slop), slopPolicy: .excluded) else { return .unchanged }
    let isSlow = displacement - restingDistance < minimumSpeed * (seconds - (departure ?? 0))
    if isSlow { candidates = nearEdges(start, within: restingBand) }
    edge = edge(along: motion, within: isSlow ? restingCone : cone)
    return edge == nil ? .failed : .began
  }

  /// What the finger may still go, any once it is on; the first step of one that came over the edge tells something whatever its length.
  @inline(__always)
  public func slack(of group: borrowing TouchGroup, in table: borrowing TouchTable) -> Double {
    if edge != nil { return .infinity }
    if isEntering { return 0 }
    return (departure == nil ? min(restingDistance, slop) : slop) - gate.motion(group.path).length
  }

  /// Translation, velocity, location, and which edge.
  public func gesture(_ group: borrowing TouchGroup, in table: borrowing TouchTable) -> Gesture {
    var gesture = Gesture()
    gesture.translation = gate.motion(group.path)
    gesture.location = group.centroid
    gesture.anchorLocation = group.centroid
    if let finalVelocity {
      gesture.velocity = finalVelocity
    } else {
      gesture.velocity = group.translationVelocity
    }
    gesture.fingers = 1
    gesture.edge = edge
    gesture.components = .translation
    return gesture
  }

  /// The translation starts at zero.
  public mutating func rebase(_ group: borrowing TouchGroup) { gate.set(.zero, at: group.path) }

  /// Sets the translation.
  public mutating func set(_ value: GestureValue, _ group: borrowing TouchGroup) {
    if case .translation(let translation) = value { gate.set(translation, at: group.path) }
  }

  /// Forgets the attempt.
  public mutating func reset() {
    gate = TranslationGate()
    candidates = []
    end = nil
    departure = nil
    edge = nil
    isEntering = false
    finalVelocity = nil
  }

  private mutating func land(_ group: borrowing TouchGroup, at time: Timestamp) -> Recognition {
    start = group.centroid
    gate.restart(at: group.path)
    landing = time
    end = time + maximumDuration
    output = outputs.first { $0.contains(start) }
    candidates = nearEdges(start, within: band)
    isEntering = candidates.isEmpty
    if isEntering { candidates = nearEdges(start, within: entryBand) }
    return .unchanged
  }

  /// The wanted edges that `point` is close to, without those at which two outputs meet.
  private func nearEdges(_ point: Point, within band: Double) -> ScreenEdges {
    var near: ScreenEdges = []
    guard let output = outputs.first(where: { $0.contains(point) }) else { return near }
    for edge in ScreenEdge.allCases where edges.contains(edge) {
      let depth = edge.depth(of: point, in: output)
      guard depth <= band + Tolerance.length else { continue }
      let beyond = point - edge.inward * (depth + 1)
      if !outputs.contains(where: { $0.contains(beyond) }) { near.insert(ScreenEdges(edge)) }
    }
    return near
  }

  /// How many reports a finger may have been on its way before a panel is sure of it: one, and half a one to scan.
  private static var entryReports: Double { 1.5 }

  /// The longest time between two reports of a finger in motion, in seconds: the slowest of 86 panels has a median of 26 ms.
  private static var longestReport: Double { 0.03 }

  /// How long ago a finger set out that has just gone `way` millimetres, at the speed of its last step; since its landing at most,
  /// which is what counts where the panel was silent so long that nothing tells the speed.
  private func secondsBeyondRest(_ displacement: Double, _ group: borrowing TouchGroup, in seconds: Double) -> Double {
    min((displacement - restingDistance) / group.stepVelocity.translation.length, seconds)
  }

  /// Whether the first step, continued backwards, leads back over an edge; only those edges remain. One that came later
  /// than a report is no report's: the finger lay still before it.
  private mutating func hasEntered(by step: Vector, in seconds: Double) -> Bool {
    guard let output, seconds <= ScreenEdgePanGestureRecognizer.longestReport else { return false }
    for edge in ScreenEdge.allCases where candidates.contains(edge) {
      let before = start - step * ScreenEdgePanGestureRecognizer.entryReports
      if edge.depth(of: before, in: output) > Tolerance.length { candidates.remove(ScreenEdges(edge)) }
    }
    return !candidates.isEmpty
  }

  /// The edge that `motion` leads away from most directly, if it does so within `cone`.
  private func edge(along motion: Vector, within cone: Angle) -> ScreenEdge? {
    var best: ScreenEdge?
    var reach = motion.length * cone.cosine
    for edge in ScreenEdge.allCases where candidates.contains(edge) {
      let inward = motion.dot(edge.inward)
      if inward >= reach { (best, reach) = (edge, inward) }
    }
    return best
  }
}
