/// Touches that are measured together: their centroid, and the path of their common motion.
///
/// The path is continuous whatever touches land, lift or replace each other
/// (Design/Recognizing.md "Transform accumulation"): a landing or a lift adds nothing to it. Between two changes of the
/// set it is measured from the positions at the last change, so that a long gesture accumulates no rounding errors.
///
/// Recognizers with the same touches share one group, so the work is done once a frame. A group is lent for one frame and cannot be
/// retained: it only points at the measurements, because lending all of them copied 300 bytes at every call.
public struct TouchGroup: ~Copyable {
  /// Valid while the pipeline processes a frame: the arbiter owns the gauges, which move only while a pipeline is being made or
  /// between the recognizers' calls, and no copy of a group outlives a call.
  private let gauge: UnsafeMutablePointer<TouchGauge>

  fileprivate init(_ gauge: UnsafeMutablePointer<TouchGauge>) { self.gauge = gauge }

  /// The touches that are down after this frame, by their indices in the `TouchTable`.
  public var touches: TouchSet { gauge.pointee.touches }
  /// The touches that landed in this frame.
  public var landed: TouchSet { gauge.pointee.landed }
  /// The touches that lifted in this frame.
  public var lifted: TouchSet { gauge.pointee.lifted }
  /// The touches that were cancelled in this frame.
  public var cancelled: TouchSet { gauge.pointee.cancelled }
  /// The centroid of the touches in millimetres; once none is down, of where the last of them ended.
  public var centroid: Point { gauge.pointee.centroid }
  /// The centroid of the set of touches before its last change, in the frame before that change.
  public var formerCentroid: Point { gauge.pointee.formerCentroid }
  /// The translation, spread and turn of the touches since the group was formed.
  public var path: MotionPath { gauge.pointee.path }
  /// ``path`` in the frame before the last change of the set of touches.
  var formerPath: MotionPath { gauge.pointee.formerPath }
  /// The velocity along the path, as of the newest report of motion.
  public var velocity: MotionVelocity { gauge.pointee.velocity }
  /// The translation of ``velocity`` in millimetres a second, at half the cost.
  var translationVelocity: Vector { gauge.pointee.translationVelocity }
  /// The change of scale a second and the rotation in radians a second of ``velocity``, at half the cost.
  var shapeVelocity: (scale: Double, rotation: Double) { gauge.pointee.shapeVelocity }
  /// The time of the newest report of motion.
  var sampleTime: Timestamp { gauge.pointee.sampleTime }
  /// The velocity with which a touch lifted in this frame: zero if the touches had stopped by then, or if none lifted.
  public var liftVelocity: MotionVelocity { gauge.pointee.liftVelocity }
  /// The velocity from the report before the newest to the newest.
  var stepVelocity: MotionVelocity { gauge.pointee.stepVelocity }
  /// The standard deviation of the touches' common position around a smooth motion in the last 100 ms, along one axis in
  /// millimetres; `nil` with fewer than three reports of motion. Computed at every call.
  var jitter: Double? { gauge.pointee.jitter }
  /// The number of touches that are down.
  public var count: Int { gauge.pointee.count }

  /// Whether touches landed, lifted or were cancelled in this frame.
  public var hasSetChange: Bool { !(landed | lifted | cancelled).isEmpty }

  /// Whether all that happened to the set is that the panel replaced contacts of its fingers.
  func isReplaced(in table: borrowing TouchTable) -> Bool {
    !landed.isEmpty && landed.count == lifted.count && replacements(in: table) == landed
  }

  /// The touches that land in this frame where another lifts, one for each: the same fingers, whose contacts the panel replaced.
  func replacements(in table: borrowing TouchTable) -> TouchSet {
    var result = TouchSet.none
    var former = lifted
    for touch in former.isEmpty ? TouchSet.none : landed {
      guard let other = table.sameFinger(as: table[touch], among: former) else { continue }
      former.remove(other)
      result.insert(touch)
    }
    return result
  }

  /// The centroid, in this frame, of the touches that were down before it: a touch that lifts is still where it lifted, and one that
  /// lands is not among them.
  func centroidBeforeChange(in table: borrowing TouchTable) -> Point {
    table.centroid(of: (touches - landed) | lifted | cancelled)
  }

  /// The centroid in this frame, or in one in which a touch lifts, that of the touches before.
  func lastCentroid(in table: borrowing TouchTable) -> Point {
    lifted.isEmpty ? centroid : centroidBeforeChange(in: table)
  }

  /// Twice the mean distance of the touches from their centroid, in millimetres.
  public func span(in table: borrowing TouchTable) -> Double {
    let centroid = centroid
    var sum = 0.0
    for touch in touches { sum += table[touch].position.distance(to: centroid) }
    return touches.isEmpty ? 0 : 2 * sum / Double(count)
  }
}

typealias GroupSet = BitSet<TouchGauge>

/// The groups of a pipeline. Lanes whose touches differ from their group's get another group; lanes that change in the
/// same way in one frame share it.
struct TouchGroups: ~Copyable, Sendable {
  /// The group of all touches that are down.
  static let all = 0

  private struct State: Sendable {
    var inUse = GroupSet(TouchGroups.all)
    var frameNumber: UInt64 = 0
  }

  private var gauges = FixedArray(repeating: TouchGauge(), count: 1)
  private var state = State()

  init() {}

  init(copying other: borrowing TouchGroups) {
    gauges = other.gauges.copied()
    state = other.state
  }

  /// The group at `index`, to be lent to a recognizer.
  @inline(__always)
  subscript(index: Int) -> TouchGroup { TouchGroup(gauges.address(of: index)) }

  mutating func reserve(_ lanes: Int) {
    while gauges.count < lanes { gauges.append(TouchGauge()) }
  }

  @inline(__always)
  mutating func beginFrame() { state.frameNumber &+= 1 }

  /// Begins a deadline: a frame in which nothing moved.
  mutating func settle() {
    beginFrame()
    for group in state.inUse { gauges[group].settle() }
  }

  /// Measures the groups in a frame that changed no set.
  @inline(__always)
  mutating func measure(_ table: borrowing TouchTable) {
    for group in state.inUse { gauges[group].update(table) }
  }

  /// Begins regrouping in a frame that changed a set: no group but that of all touches is in use.
  mutating func beginRegrouping() { state.inUse = GroupSet(TouchGroups.all) }

  /// Measures the group at `index`, of a lane that has `touches` after a frame that changed a set.
  @inline(__always)
  mutating func keep(_ index: Int, _ touches: TouchSet, in table: borrowing TouchTable) {
    guard !state.inUse.contains(index) else { return }
    state.inUse.insert(index)
    gauges[index].update(table, to: touches)
  }

  /// Measures the group of all touches in a frame that changed a set.
  mutating func measureAll(in table: borrowing TouchTable) {
    let before = gauges[TouchGroups.all].touches
    if !before.isEmpty && !table.down.isEmpty && !before.intersects(table.down) { endAll(in: table) }
    gauges[TouchGroups.all].update(table, to: table.down)
  }

  /// Measures the end of all touches in a group of its own, because the group of all touches goes on with others that land in the same
  /// frame: lanes that take none of those have their location and velocity from it.
  private mutating func endAll(in table: borrowing TouchTable) {
    let index = addGroup(copying: TouchGroups.all)
    gauges[index].update(table, to: .none)
    gauges[index].origin = TouchGauge.Origin(frame: state.frameNumber, source: TouchGroups.all)
  }

  mutating func keepOnly(_ groups: GroupSet) { state.inUse = groups | GroupSet(TouchGroups.all) }

  /// The index of a group that measures `touches` from now on, for a lane that just accepted `accepted` of them, and
  /// had none before if `isFirst`. `index` is the lane's current group.
  @inline(__always)
  mutating func group(
    from index: Int, _ touches: TouchSet, accepted: TouchSet, isFirst: Bool, in table: borrowing TouchTable
  ) -> Int {
    if isFirst {
      let all = gauges[TouchGroups.all].isNew(with: accepted)
      return all ? index : make(from: nil, accepted, landed: accepted, in: table)
    }
    return gauges[index].touches == touches ? index : make(from: index, touches, landed: accepted, in: table)
  }

  /// The index of a group of `touches` that continues from `source`, or starts a path; one made in the same way in this frame is shared.
  private mutating func make(
    from source: Int?, _ touches: TouchSet, landed: TouchSet, in table: borrowing TouchTable
  ) -> Int {
    let origin = TouchGauge.Origin(frame: state.frameNumber, source: source ?? -1)
    for group in state.inUse where gauges[group].origin == origin && gauges[group].touches == touches { return group }
    let index = addGroup(copying: source)
    if source == nil {
      gauges[index].start(with: touches, in: table)
    } else {
      gauges[index].part(with: touches, landed: landed, in: table)
    }
    gauges[index].origin = origin
    return index
  }

  /// Marks another group as in use, a copy of the group `source` if there is one, and returns its index.
  private mutating func addGroup(copying source: Int?) -> Int {
    let index = state.inUse.firstAbsent
    while gauges.count <= index { gauges.append(TouchGauge()) }
    if let source { gauges[index] = gauges[source] }
    state.inUse.insert(index)
    return index
  }

  /// Prepares the velocity of the group at `index`, so that reading it later changes nothing.
  @inline(__always)
  mutating func keepUp(_ index: Int) { gauges[index].keepUp() }
}

/// Measures a group of touches for `TouchGroup`, once a frame for all lanes that have the group.
struct TouchGauge: Sendable {
  /// The group that a group was split from, and when: two lanes that leave one group in one frame share the new one.
  struct Origin: Equatable {
    var frame: UInt64
    var source: Int
  }

  /// The touches that are down after this frame, and those that landed, lifted or were cancelled in it.
  private(set) var touches = TouchSet.none
  private(set) var landed = TouchSet.none
  private(set) var lifted = TouchSet.none
  private(set) var cancelled = TouchSet.none
  private(set) var count = 0
  private(set) var centroid = Point.origin
  private(set) var formerCentroid = Point.origin
  private(set) var path = MotionPath.start
  private(set) var formerPath = MotionPath.start
  private var tracker = VelocityTracker()
  var origin = Origin(frame: 0, source: -1)

  private var liftTime = Timestamp(nanoseconds: .min)
  private var base = MotionPath.start
  private var anchorCentroid = Point.origin
  private var anchorSpread = 0.0
  private var turn = SteadyTurn()
  private var anchors = InlineArray<64, SIMD2<Double>>(repeating: .zero)

  mutating func start(with next: TouchSet, in table: borrowing TouchTable) {
    touches = .none
    count = 0
    update(table, to: next)
  }

  /// Processes a frame that changed no set of touches.
  @inline(__always)
  mutating func update(_ table: borrowing TouchTable) {
    settle()
    guard table.moved.intersects(touches) else { return }
    follow(table)
    record(table)
  }

  /// Processes a frame in which the group's touches become `next`.
  mutating func update(_ table: borrowing TouchTable, to next: TouchSet) {
    if next == touches { return update(table) }
    formerCentroid = centroid
    landed = next - touches
    lifted = touches & table.lifted
    cancelled = touches & table.cancelled
    let common = touches & next
    if touches.isEmpty { path = .start }
    formerPath = path
    if common.isEmpty && !next.isEmpty { tracker.reset() }
    let moving = common.isEmpty ? lifted : common
    if table.moved.intersects(moving) {
      step(moving, in: table)
      // While some lift, the motion of the others is not that of the group: it counts for the velocity from the next report on.
      if lifted.isEmpty || next.isEmpty { record(table) }
    } else if common.isEmpty && !next.isEmpty {
      record(table)
    }
    if !lifted.isEmpty { liftTime = table.timestamp }
    if next.isEmpty { centroid = table.centroid(of: touches) }
    focus(on: next, in: table)
  }

  /// Whether all of `touches`, and no others, landed in this frame, and none left: those of an attempt before are not of the next.
  func isNew(with accepted: TouchSet) -> Bool {
    touches == accepted && landed == accepted && (lifted | cancelled).isEmpty
  }

  /// Processes a frame in which nothing changed.
  mutating func settle() {
    landed = .none
    lifted = .none
    cancelled = .none
  }

  /// Continues with `next` instead, of which `joined` landed in this frame.
  mutating func part(with next: TouchSet, landed joined: TouchSet, in table: borrowing TouchTable) {
    landed = joined
    focus(on: next, in: table)
  }

  /// Measures `next` from now on; the path continues from its current value.
  private mutating func focus(on next: TouchSet, in table: borrowing TouchTable) {
    touches = next
    count = next.count
    guard !next.isEmpty else { return }
    centroid = table.centroid(of: next)
    anchor(in: table)
  }

  private mutating func anchor(in table: borrowing TouchTable) {
    base = path
    anchorCentroid = centroid
    anchorSpread = 0
    turn = SteadyTurn()
    for touch in touches {
      let offset = table[touch].position - centroid
      anchors[touch] = SIMD2(offset.dx, offset.dy)
      anchorSpread += offset.lengthSquared
    }
  }

  /// Measures the motion of an unchanged set, from the anchor.
  private mutating func follow(_ table: borrowing TouchTable) {
    if count == 1 {
      let shift = table[touches.first].position - anchorCentroid
      centroid = anchorCentroid + shift
      path.translation = base.translation + shift
    } else {
      followSeveral(table)
    }
  }

  private mutating func followSeveral(_ table: borrowing TouchTable) {
    let count = Double(count)
    let center = SIMD2(anchorCentroid.x, anchorCentroid.y)
    var sum = SIMD2<Double>.zero
    var dots = SIMD2<Double>.zero
    var crosses = SIMD2<Double>.zero
    var lengths = SIMD2<Double>.zero
    for touch in touches {
      let moved = SIMD2(table[touch].position.x, table[touch].position.y) - center
      let anchor = anchors[touch]
      sum += moved
      dots += anchor * moved
      crosses += anchor * SIMD2(moved.y, moved.x)
      lengths += moved * moved
    }
    let (dot, cross, squares) = (dots.x + dots.y, crosses.x - crosses.y, lengths.x + lengths.y)
    let shift = Vector(dx: sum.x / count, dy: sum.y / count)
    centroid = anchorCentroid + shift
    path.translation = base.translation + shift
    let floor = TouchGauge.smallestSpread * count
    guard anchorSpread > floor, squares - shift.lengthSquared * count > floor else { return anchor(in: table) }
    let size = (dot * dot + cross * cross).squareRoot()
    guard size > 1e-9 else { return }
    path.scale = base.scale * size / anchorSpread
    turn.follow(y: cross, x: dot, size: size)
    path.rotation = base.rotation + turn.radians
  }

  /// Measures the motion of the touches that stay, in a frame that changes the set.
  private mutating func step(_ moving: TouchSet, in table: borrowing TouchTable) {
    let before = table.previousCentroid(of: moving)
    let after = table.centroid(of: moving)
    path.translation += after - before
    let count = Double(moving.count)
    guard count > 1 else { return }
    var dot = 0.0
    var cross = 0.0
    var spread = 0.0
    var nextSpread = 0.0
    for touch in moving {
      let old = table[touch].previousPosition - before
      let new = table[touch].position - after
      dot += old.dot(new)
      cross += old.cross(new)
      spread += old.lengthSquared
      nextSpread += new.lengthSquared
    }
    let floor = TouchGauge.smallestSpread * count
    let size = (dot * dot + cross * cross).squareRoot()
    guard spread > floor, nextSpread > floor, size > 1e-9 else { return }
    path.scale *= size / spread
    path.rotation += Angle(y: cross, x: dot).radians
  }

  private mutating func record(_ table: borrowing TouchTable) {
    if !table.isLate { tracker.add(path, at: table.timestamp) }
  }

  var sampleTime: Timestamp { tracker.newest }

  var velocity: MotionVelocity { mutating get { tracker.velocity } }

  var translationVelocity: Vector { mutating get { tracker.translationVelocity } }

  var shapeVelocity: (scale: Double, rotation: Double) { mutating get { tracker.shapeVelocity } }

  /// Prepares the velocity, so that reading it later changes nothing.
  @inline(__always)
  mutating func keepUp() { tracker.keepUp() }

  var stepVelocity: MotionVelocity { mutating get { tracker.stepVelocity } }

  var jitter: Double? { tracker.jitter }

  var liftVelocity: MotionVelocity {
    mutating get { lifted.isEmpty ? .zero : tracker.velocity(liftedAt: liftTime) }
  }

  /// The mean square distance from the centroid of two touches whose span is 1 mm: below it a scale or a turn would be noise
  /// divided by noise (Design/Recognizing.md "Pinch").
  private static let smallestSpread = 0.25
}

/// A rotation that is measured frame by frame and not wrapped.
///
/// The angle is measured from a nearby reference direction, which is exact and kept until the touches have turned away
/// from it: near zero the arc tangent is a short series, and no error accumulates from frame to frame.
struct SteadyTurn: Sendable {
  /// The rotation in radians, clockwise positive.
  private(set) var radians = 0.0
  private var knot = 0.0
  private var knotX = 1.0
  private var knotY = 0.0

  /// Processes the direction (x, y), whose length is `size`; of the possible rotations, takes the one closest to the last.
  @inline(__always)
  mutating func follow(y: Double, x: Double, size: Double) {
    let along = x * knotX + y * knotY
    let across = y * knotX - x * knotY
    if abs(across) <= along * Angle.seriesReach {
      radians = knot + Angle.arcTangent(ofSmall: across / along)
    } else {
      turnAway(y: y, x: x, size: size)
    }
  }

  private mutating func turnAway(y: Double, x: Double, size: Double) {
    radians += Angle(radians: Angle(y: y, x: x).radians - radians).wrapped.radians
    knot = radians
    knotX = x / size
    knotY = y / size
  }
}
