/// Fingers that are measured together: their middle, and the path of their common motion.
///
/// The path is continuous whatever fingers land, lift or change over (recognizers.md §3.0.6): a landing or a lift adds
/// nothing to it. Between two changes of the set it is measured from where the fingers were at the last change, so
/// that a long gesture gathers no rounding errors.
///
/// Recognizers with the same fingers share one group, so the work is done once a frame. A group is lent for a frame: it only
/// points at what was measured, because lending all of it copied 300 bytes at every call, and it cannot be kept.
public struct FingerGroup: ~Copyable {
  private let gauge: UnsafeMutablePointer<FingerGauge>

  init(_ gauge: UnsafeMutablePointer<FingerGauge>) { self.gauge = gauge }

  /// The fingers on the glass after this frame, in the places of the `ContactTable`.
  public var fingers: FingerSet { gauge.pointee.fingers }
  /// Those that landed in this frame.
  public var landed: FingerSet { gauge.pointee.landed }
  /// Those that lifted in this frame.
  public var lifted: FingerSet { gauge.pointee.lifted }
  /// Those that were taken away in this frame.
  public var cancelled: FingerSet { gauge.pointee.cancelled }
  /// The middle of the fingers in millimetres; stays where it was when none is down.
  public var centroid: Point { gauge.pointee.centroid }
  /// The middle of the fingers that there were before the last change of their set, in the frame before it.
  public var formerCentroid: Point { gauge.pointee.formerCentroid }
  /// How far the fingers went together, how much they spread and turned, since the group came to be.
  public var path: MotionPath { gauge.pointee.path }
  /// The speed along the path, as of the newest report of motion.
  public var velocity: MotionVelocity { gauge.pointee.velocity }
  /// The speed of the common motion, for those who want no more: half the work.
  public var translationVelocity: Vector { gauge.pointee.translationVelocity }
  /// How fast the scale of the path changes and how fast the fingers turn, for those who want no more: half the work.
  public var shapeVelocity: (scale: Double, rotation: Double) { gauge.pointee.shapeVelocity }
  /// When the newest report of motion came.
  public var sampleTime: Timestamp { gauge.pointee.sampleTime }
  /// The speed with which a finger lifted in this frame: zero for fingers that had stopped by then, and where none did.
  public var liftVelocity: MotionVelocity { gauge.pointee.liftVelocity }
  /// The speed from the report before the newest to the newest.
  public var stepVelocity: MotionVelocity { gauge.pointee.stepVelocity }
  /// How many fingers are down.
  public var count: Int { gauge.pointee.count }

  /// Whether fingers landed, lifted or were taken away in this frame.
  public var hasSetChange: Bool { !(landed | lifted | cancelled).isEmpty }

  /// Twice the mean distance of the fingers from their middle, in millimetres.
  public func span(in contacts: borrowing ContactTable) -> Double {
    let centroid = centroid
    var sum = 0.0
    var rest = fingers
    while let place = rest.popFirst() { sum += contacts[place].position.distance(to: centroid) }
    return fingers.isEmpty ? 0 : 2 * sum / Double(count)
  }
}

/// Measures a group of fingers: what `FingerGroup` tells is found out here, once a frame for all lanes that have the group.
struct FingerGauge: Sendable {
  /// Where a group came from, so that two lanes that part from one group in one frame share the new one.
  struct Origin: Equatable {
    var frame: UInt64
    var source: Int
  }

  /// The fingers on the glass after this frame, and those that landed, lifted or were taken away in it.
  private(set) var fingers = FingerSet.none
  private(set) var landed = FingerSet.none
  private(set) var lifted = FingerSet.none
  private(set) var cancelled = FingerSet.none
  /// How many fingers there are.
  private(set) var count = 0
  /// The middle of the fingers.
  private(set) var centroid = Point.origin
  /// The middle of the fingers that there were before the last change of their set, as it was in the frame before that.
  private(set) var formerCentroid = Point.origin
  /// How far the fingers went together.
  private(set) var path = MotionPath.start
  /// Where the fingers were, for their speed.
  private var tracker = VelocityTracker()
  var origin = Origin(frame: 0, source: -1)

  private var liftTime = Timestamp(nanoseconds: .min)
  private var base = MotionPath.start
  private var anchorCentroid = Point.origin
  private var anchorSpread = 0.0
  private var turn = SteadyTurn()
  private var anchors = InlineArray<64, SIMD2<Double>>(repeating: .zero)

  /// Starts anew with `next`.
  mutating func start(with next: FingerSet, in contacts: borrowing ContactTable) {
    fingers = .none
    count = 0
    update(contacts, to: next)
  }

  /// Takes a frame that changed no set of fingers.
  @inline(__always)
  mutating func update(_ contacts: borrowing ContactTable) {
    rest()
    guard contacts.moved.intersects(fingers) else { return }
    follow(contacts)
    record(contacts)
  }

  /// Takes a frame in which the group's fingers become `next`.
  mutating func update(_ contacts: borrowing ContactTable, to next: FingerSet) {
    if next == fingers { return update(contacts) }
    formerCentroid = centroid
    landed = next - fingers
    lifted = fingers & contacts.lifted
    cancelled = fingers & contacts.cancelled
    let common = fingers & next
    if fingers.isEmpty { path = .start }
    if common.isEmpty && !next.isEmpty { tracker.reset() }
    let moving = common.isEmpty ? lifted : common
    if contacts.moved.intersects(moving) {
      step(moving, in: contacts)
      // What those that stay do while others lift is no motion of all: it counts for the speed from the next report on.
      if lifted.isEmpty || next.isEmpty { record(contacts) }
    } else if common.isEmpty && !next.isEmpty {
      record(contacts)
    }
    if !lifted.isEmpty { liftTime = contacts.timestamp }
    focus(on: next, in: contacts)
  }

  /// A frame in which nothing changed.
  mutating func rest() {
    landed = .none
    lifted = .none
    cancelled = .none
  }

  /// Goes on with `next` instead, of which `joined` landed in this frame.
  mutating func part(with next: FingerSet, landed joined: FingerSet, in contacts: borrowing ContactTable) {
    landed = joined
    focus(on: next, in: contacts)
  }

  /// Measures `next` from here on; the path goes on where it is.
  private mutating func focus(on next: FingerSet, in contacts: borrowing ContactTable) {
    fingers = next
    count = next.count
    base = path
    guard !next.isEmpty else { return }
    centroid = contacts.centroid(of: next)
    anchor(in: contacts)
  }

  private mutating func anchor(in contacts: borrowing ContactTable) {
    base = path
    anchorCentroid = centroid
    anchorSpread = 0
    turn = SteadyTurn()
    var rest = fingers
    while let place = rest.popFirst() {
      let offset = contacts[place].position - centroid
      anchors[place] = SIMD2(offset.dx, offset.dy)
      anchorSpread += offset.lengthSquared
    }
  }

  /// Motion of an unchanged set, from the anchor.
  private mutating func follow(_ contacts: borrowing ContactTable) {
    if count == 1 {
      let shift = contacts[fingers.first].position - anchorCentroid
      centroid = anchorCentroid + shift
      path.translation = base.translation + shift
    } else {
      followSeveral(contacts)
    }
  }

  private mutating func followSeveral(_ contacts: borrowing ContactTable) {
    let count = Double(count)
    let center = SIMD2(anchorCentroid.x, anchorCentroid.y)
    var sum = SIMD2<Double>.zero
    var dots = SIMD2<Double>.zero
    var crosses = SIMD2<Double>.zero
    var lengths = SIMD2<Double>.zero
    var rest = fingers
    while let place = rest.popFirst() {
      let moved = SIMD2(contacts[place].position.x, contacts[place].position.y) - center
      let anchor = anchors[place]
      sum += moved
      dots += anchor * moved
      crosses += anchor * SIMD2(moved.y, moved.x)
      lengths += moved * moved
    }
    let (dot, cross, squares) = (dots.x + dots.y, crosses.x - crosses.y, lengths.x + lengths.y)
    let shift = Vector(dx: sum.x / count, dy: sum.y / count)
    centroid = anchorCentroid + shift
    path.translation = base.translation + shift
    let floor = FingerGauge.smallestSpread * count
    guard anchorSpread > floor, squares - shift.lengthSquared * count > floor else { return anchor(in: contacts) }
    let size = (dot * dot + cross * cross).squareRoot()
    guard size > 1e-9 else { return }
    path.scale = base.scale * size / anchorSpread
    turn.follow(y: cross, x: dot, size: size)
    path.rotation = base.rotation + turn.radians
  }

  /// Motion in a frame that changes the set, of the fingers that it leaves.
  private mutating func step(_ moving: FingerSet, in contacts: borrowing ContactTable) {
    let before = contacts.previousCentroid(of: moving)
    let after = contacts.centroid(of: moving)
    path.translation += after - before
    let count = Double(moving.count)
    guard count > 1 else { return }
    var dot = 0.0
    var cross = 0.0
    var spread = 0.0
    var nextSpread = 0.0
    var rest = moving
    while let place = rest.popFirst() {
      let old = contacts[place].previousPosition - before
      let new = contacts[place].position - after
      dot += old.dot(new)
      cross += old.cross(new)
      spread += old.lengthSquared
      nextSpread += new.lengthSquared
    }
    let floor = FingerGauge.smallestSpread * count
    let size = (dot * dot + cross * cross).squareRoot()
    guard spread > floor, nextSpread > floor, size > 1e-9 else { return }
    path.scale *= size / spread
    path.rotation += Angle(y: cross, x: dot).radians
  }

  private mutating func record(_ contacts: borrowing ContactTable) {
    if !contacts.isLate { tracker.add(path, at: contacts.timestamp) }
  }

  /// When the newest report of motion came.
  var sampleTime: Timestamp { tracker.newest }

  /// The speed along the path.
  var velocity: MotionVelocity { mutating get { tracker.velocity } }

  /// The speed of the common motion alone.
  var translationVelocity: Vector { mutating get { tracker.translationVelocity } }

  /// How fast the fingers spread and turn.
  var shapeVelocity: (scale: Double, rotation: Double) { mutating get { tracker.shapeVelocity } }

  /// Makes what `velocity` rests on: for those who follow the fingers frame by frame.
  @inline(__always)
  mutating func keepUp() { tracker.keepUp() }

  /// The speed from the report before the newest to the newest.
  var stepVelocity: MotionVelocity { mutating get { tracker.stepVelocity } }

  /// The speed with which a finger lifted in this frame.
  var liftVelocity: MotionVelocity {
    mutating get { lifted.isEmpty ? .zero : tracker.velocity(liftedAt: liftTime) }
  }

  /// The mean square distance from the middle of two fingers whose span is 1 mm: below it a scale or a turn would be
  /// noise divided by noise (recognizers.md §3.5).
  private static let smallestSpread = 0.25
}

/// A turn that is measured frame after frame, and seldom far from where it was: not wrapped.
///
/// The angle is counted from a direction nearby, which is exact and kept until the fingers have turned away from it: near zero the
/// arc tangent is a short series, and nothing gathers from frame to frame.
struct SteadyTurn: Sendable {
  /// The turn.
  private(set) var radians = 0.0
  private var knot = 0.0
  private var knotX = 1.0
  private var knotY = 0.0

  /// Takes the direction (x, y) in, whose length is `size`; of two turns that it can mean, the one closer to the last.
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
