/// A pan of one finger that comes in from an edge of the output.
///
/// The finger must land in a band along the edge, or just inside it with motion that extrapolates back across the edge,
/// and then move straight inwards. It may rest briefly before it moves. A slow start is accepted only at the very edge.
/// A finger that lands elsewhere never qualifies, wherever it moves. Later fingers are ignored.
public struct ScreenEdgePanGestureRecognizer: GestureRecognizer {
  /// `screen-edge-pan`.
  public static var name: GestureName { .screenEdgePan }

  /// The outputs on the plane, in millimetres; an edge that borders on another output does not count unless `countsSeams`.
  public var outputs: [Rect]
  /// Whether edges at which two outputs meet count. A finger that crosses from one to the other then begins a pan if it lands so near.
  public var countsSeams = false
  /// The edges from which a pan may come.
  public var edges: ScreenEdges
  /// Maximum landing distance from the edge, in millimetres. Behind a bezel, panels report the first contact 2 to 4 mm in.
  public var band: Double = 4
  /// Maximum landing distance from the edge for a fast finger whose motion extrapolates back across the edge within 1.5
  /// report intervals, in millimetres.
  public var entryBand: Double = 8
  /// Displacement at which the pan begins, in millimetres.
  public var slop = 1.6
  /// Largest deviation of the motion from straight inwards.
  public var cone = Angle(degrees: 50)
  /// The longest time from landing to beginning.
  public var maximumDuration = Duration.milliseconds(400)
  /// Displacement from the landing position within which the finger counts as resting, in millimetres; such motion is ignored.
  public var restingDistance = 0.5
  /// Minimum mean speed from leaving the resting distance to beginning, in millimetres a second, however long the finger rested before:
  /// people writing or drawing near the edge start slowly. What was tried: Design/Recognizing.md "Edge pan".
  public var minimumSpeed: Double = 35
  /// Maximum landing distance from the edge for a finger that starts more slowly, in millimetres: more than half of its contact then lies
  /// beyond the glass, which does not happen when people aim at on-screen content (Design/Recognizing.md "Edge pan").
  public var restingBand = 1.2
  /// Largest deviation of such a finger's motion from straight inwards.
  public var restingCone = Angle(degrees: 30)

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
  public init(from edges: ScreenEdges = .all, of outputs: [Rect]) {
    self.edges = edges
    self.outputs = outputs
  }

  /// One finger.
  public var touchRequirement: TouchRequirement { TouchRequirement(minimum: 1, maximum: 1) }

  /// The common motion.
  public var components: GestureComponents { .translation }

  /// The time after which the pan can no longer begin; `nil` once it has begun.
  public var deadline: Timestamp? { edge == nil ? end : nil }

  /// Accepts the first finger if it lands near an edge; ignores any others.
  public func acceptance(
    of touch: Touch, beside group: borrowing TouchGroup, in table: borrowing TouchTable
  ) -> TouchAcceptance {
    if end != nil { return .ignore }
    return nearEdges(touch.position, within: entryBand).isEmpty ? .ignore : .track
  }

  /// Waits for motion inwards, then follows the finger.
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
    if isSlow { keepCandidates(within: restingBand) }
    edge = edge(along: motion, within: isSlow ? restingCone : cone)
    return edge == nil ? .failed : .began
  }

  /// Remaining slack: unlimited once active. The first step of a finger that came over the edge is always significant, however short.
  @inline(__always)
  public func slack(of group: borrowing TouchGroup, in table: borrowing TouchTable) -> Double {
    if edge != nil { return .infinity }
    if isEntering { return 0 }
    return (departure == nil ? min(restingDistance, slop) : slop) - gate.motion(group.path).length
  }

  /// Translation, velocity, location and edge.
  public func gesture(_ group: borrowing TouchGroup, in table: borrowing TouchTable) -> Gesture {
    var gesture = Gesture(at: group.centroid, fingers: 1)
    gesture.translation = gate.motion(group.path)
    if let finalVelocity { gesture.velocity = finalVelocity } else { gesture.velocity = group.translationVelocity }
    gesture.edge = edge
    gesture.components = .translation
    return gesture
  }

  /// Restarts the translation at zero.
  public mutating func rebase(_ group: borrowing TouchGroup) { gate.set(.zero, at: group.path) }

  /// Sets the translation.
  public mutating func set(_ value: GestureValue, _ group: borrowing TouchGroup) {
    if case .translation(let translation) = value { gate.set(translation, at: group.path) }
  }

  /// Replaces the outputs; a pan that may begin or has begun keeps the edge at which its finger landed.
  public mutating func setOutputs(_ outputs: [Rect]) { self.outputs = outputs }

  /// Discards the attempt.
  public mutating func reset() {
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
    output = outputs.index(ofLanding: start).map { outputs[$0] }
    candidates = nearEdges(start, within: band)
    isEntering = candidates.isEmpty
    if isEntering { candidates = nearEdges(start, within: entryBand) }
    return .unchanged
  }

  /// Drops the candidates further than `band` millimetres from the landing. Those of the landing's output, which may have been replaced since.
  private mutating func keepCandidates(within band: Double) {
    guard let output else { return candidates = [] }
    for edge in ScreenEdge.allCases where edge.depth(of: start, in: output) > band + Tolerance.length {
      candidates.remove(ScreenEdges(edge))
    }
  }

  /// The accepted edges within `band` millimetres of `point`, without those at which two outputs meet.
  private func nearEdges(_ point: Point, within band: Double) -> ScreenEdges {
    var near: ScreenEdges = []
    guard let output = outputs.index(ofLanding: point).map({ outputs[$0] }) else { return near }
    for edge in ScreenEdge.allCases where edges.contains(edge) {
      let depth = edge.depth(of: point, in: output)
      guard depth <= band + Tolerance.length else { continue }
      let beyond = point - edge.inward * (depth + 1)
      if countsSeams || !outputs.contains(where: { $0.contains(beyond) }) { near.insert(ScreenEdges(edge)) }
    }
    return near
  }

  /// The number of report intervals for which a finger may have moved before a panel reports it: one to confirm it,
  /// and half of one to scan.
  private static var entryReports: Double { 1.5 }

  /// The longest time between two reports of a finger in motion, in seconds: the slowest of 86 panels has a median of 26 ms.
  private static var longestReport: Double { 0.03 }

  /// The time in seconds since the finger left the resting distance, given its `displacement` in millimetres and the speed of its last
  /// step; at most the time since landing, which is used if the panel was silent for so long that the speed is unknown.
  private func secondsBeyondRest(_ displacement: Double, _ group: borrowing TouchGroup, in seconds: Double) -> Double {
    min((displacement - restingDistance) / group.stepVelocity.translation.length, seconds)
  }

  /// Whether the first step, extrapolated backwards, leads across an edge; only those edges remain candidates. A first
  /// step more than one report interval after landing is not extrapolated: the finger was still before it.
  private mutating func hasEntered(by step: Vector, in seconds: Double) -> Bool {
    guard let output, seconds <= ScreenEdgePanGestureRecognizer.longestReport else { return false }
    for edge in ScreenEdge.allCases where candidates.contains(edge) {
      let before = start - step * ScreenEdgePanGestureRecognizer.entryReports
      if edge.depth(of: before, in: output) > Tolerance.length { candidates.remove(ScreenEdges(edge)) }
    }
    return !candidates.isEmpty
  }

  /// The edge from which `motion` leads away most directly, if within `cone`.
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

extension ScreenEdgePanGestureRecognizer: DescribableRecognizer {
  static var fingers: RecognizerDescription.Fingers { .exact(upTo: 1) }
  static var settings: [RecognizerDescription.Setting] { [.countsSeams, .duration] }

  init(_ description: RecognizerDescription, fingers: ClosedRange<Int>, outputs: [Rect]) {
    self.init(from: description.edges ?? .all, of: outputs)
    if let distance = description.distance { slop = distance }
    if let depth = description.depth { (band, entryBand) = (depth, max(entryBand, depth)) }
    countsSeams = description.countsSeams
    if let duration = description.duration { maximumDuration = duration }
  }
}
