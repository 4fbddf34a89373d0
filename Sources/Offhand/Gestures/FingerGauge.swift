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
  /// How far the fingers went together.
  private(set) var path = MotionPath.start
  /// The speed along the path when somebody last wanted it to be known.
  private(set) var velocity = MotionVelocity.zero
  /// When the newest report of motion came.
  private(set) var sampleTime = Timestamp(nanoseconds: .min)
  var origin = Origin(frame: 0, source: -1)

  private var liftTime = Timestamp(nanoseconds: .min)
  private var earlierTime = Timestamp(nanoseconds: .min)
  private var sample = MotionPath.start
  private var earlierSample = MotionPath.start
  private var tracker = VelocityTracker()
  private var isVelocityStale = false
  private var base = MotionPath.start
  private var anchorCentroid = Point.origin
  private var anchorSpread = 0.0
  private var anchorTurn = 0.0
  private var anchors = InlineArray<64, Vector>(repeating: .zero)

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
    landed = next - fingers
    lifted = fingers & contacts.lifted
    cancelled = fingers & contacts.cancelled
    let common = fingers & next
    if fingers.isEmpty { path = .start }
    if common.isEmpty && !next.isEmpty { tracker.reset() }
    let moving = common.isEmpty ? lifted : common
    if contacts.moved.intersects(moving) {
      step(moving, in: contacts)
      record(contacts)
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
    anchorTurn = 0
    var rest = fingers
    while let place = rest.popFirst() {
      let offset = contacts.touches[place].position - centroid
      anchors[place] = offset
      anchorSpread += offset.lengthSquared
    }
  }

  /// Motion of an unchanged set, from the anchor.
  private mutating func follow(_ contacts: borrowing ContactTable) {
    if count == 1 {
      let shift = contacts.touches[fingers.first].position - anchorCentroid
      centroid = anchorCentroid + shift
      path.translation = base.translation + shift
    } else {
      followSeveral(contacts)
    }
  }

  private mutating func followSeveral(_ contacts: borrowing ContactTable) {
    let count = Double(count)
    var sum = Vector.zero
    var dot = 0.0
    var cross = 0.0
    var squares = 0.0
    var rest = fingers
    while let place = rest.popFirst() {
      let moved = contacts.touches[place].position - anchorCentroid
      let anchor = anchors[place]
      sum += moved
      dot += anchor.dot(moved)
      cross += anchor.cross(moved)
      squares += moved.lengthSquared
    }
    let shift = sum / count
    centroid = anchorCentroid + shift
    path.translation = base.translation + shift
    let floor = FingerGauge.smallestSpread * count
    guard anchorSpread > floor, squares - shift.lengthSquared * count > floor else { return anchor(in: contacts) }
    let size = (dot * dot + cross * cross).squareRoot()
    guard size > 1e-9 else { return }
    path.scale = base.scale * size / anchorSpread
    anchorTurn += Angle(radians: Angle(y: cross, x: dot).radians - anchorTurn).wrapped.radians
    path.rotation = base.rotation + anchorTurn
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
      let old = contacts.touches[place].previousPosition - before
      let new = contacts.touches[place].position - after
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
    guard !contacts.isLate else { return }
    tracker.add(path, at: contacts.timestamp)
    isVelocityStale = true
    if contacts.timestamp != sampleTime {
      earlierSample = sample
      earlierTime = sampleTime
    }
    sample = path
    sampleTime = contacts.timestamp
  }

  /// The speed from the report before the newest to the newest.
  var stepVelocity: MotionVelocity {
    let seconds = sampleTime.seconds(since: earlierTime)
    guard seconds > 0, seconds <= VelocityTracker.longestGap.inSeconds else { return .zero }
    return MotionVelocity(
      translation: (sample.translation - earlierSample.translation) / seconds,
      scale: (sample.scale - earlierSample.scale) / seconds,
      rotation: (sample.rotation - earlierSample.rotation) / seconds, sampleCount: 2)
  }

  /// The speed with which a finger lifted in this frame. Found out on demand, and so on a copy: lifts are rare, and few
  /// recognizers ask.
  var liftVelocity: MotionVelocity {
    guard !lifted.isEmpty else { return .zero }
    var tracker = tracker
    return tracker.velocity(liftedAt: liftTime)
  }

  /// Finds out the speed, where somebody is going to tell it.
  mutating func refreshVelocity() {
    guard isVelocityStale else { return }
    isVelocityStale = false
    velocity = tracker.velocity
  }

  /// The mean square distance from the middle of two fingers whose span is 1 mm: below it a scale or a turn would be
  /// noise divided by noise (recognizers.md §3.5).
  private static let smallestSpread = 0.25
}
