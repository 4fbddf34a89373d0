/// Measures a group of fingers: what `FingerGroup` tells is found out here, once a frame for all lanes that have the group.
struct FingerGauge: Sendable {
  /// Where a group came from, so that two lanes that part from one group in one frame share the new one.
  struct Origin: Equatable {
    var frame: UInt64
    var source: Int
  }

  /// What was measured.
  private(set) var group = FingerGroup()
  var origin = Origin(frame: 0, source: -1)

  private var tracker = VelocityTracker()
  private var isVelocityStale = false
  private var base = MotionPath.start
  private var anchorCentroid = Point.origin
  private var anchorSpread = 0.0
  private var anchorTurn = 0.0
  private var anchors = InlineArray<64, Vector>(repeating: .zero)

  /// Starts anew with `next`.
  mutating func start(with next: FingerSet, in contacts: borrowing ContactTable) {
    group.fingers = .none
    update(contacts, to: next)
  }

  /// Takes a frame that changed no set of fingers.
  mutating func update(_ contacts: borrowing ContactTable) {
    rest()
    guard contacts.moved.intersects(group.fingers) else { return }
    follow(contacts)
    record(contacts)
  }

  /// Takes a frame in which the group's fingers become `next`.
  mutating func update(_ contacts: borrowing ContactTable, to next: FingerSet) {
    if next == group.fingers { return update(contacts) }
    group.landed = next - group.fingers
    group.lifted = group.fingers & contacts.lifted
    group.cancelled = group.fingers & contacts.cancelled
    let common = group.fingers & next
    if group.fingers.isEmpty { group.path = .start }
    if common.isEmpty && !next.isEmpty { tracker.reset() }
    let moving = common.isEmpty ? group.lifted : common
    if contacts.moved.intersects(moving) {
      step(moving, in: contacts)
      record(contacts)
    } else if common.isEmpty && !next.isEmpty {
      record(contacts)
    }
    refreshVelocity()
    group.liftVelocity = group.lifted.isEmpty ? .zero : tracker.velocity(liftedAt: contacts.timestamp)
    focus(on: next, in: contacts)
  }

  /// A frame in which nothing changed.
  mutating func rest() {
    group.landed = .none
    group.lifted = .none
    group.cancelled = .none
  }

  /// Goes on with `next` instead, of which `joined` landed in this frame.
  mutating func part(with next: FingerSet, landed joined: FingerSet, in contacts: borrowing ContactTable) {
    group.landed = joined
    focus(on: next, in: contacts)
  }

  /// Measures `next` from here on; the path goes on where it is.
  private mutating func focus(on next: FingerSet, in contacts: borrowing ContactTable) {
    group.fingers = next
    base = group.path
    guard !next.isEmpty else { return }
    group.centroid = contacts.centroid(of: next)
    anchor(in: contacts)
  }

  private mutating func anchor(in contacts: borrowing ContactTable) {
    base = group.path
    anchorCentroid = group.centroid
    anchorSpread = 0
    anchorTurn = 0
    var rest = group.fingers
    while let place = rest.popFirst() {
      let offset = contacts.touches[place].position - group.centroid
      anchors[place] = offset
      anchorSpread += offset.lengthSquared
    }
  }

  /// Motion of an unchanged set, from the anchor.
  private mutating func follow(_ contacts: borrowing ContactTable) {
    let count = Double(group.count)
    var sum = Vector.zero
    var dot = 0.0
    var cross = 0.0
    var squares = 0.0
    var rest = group.fingers
    while let place = rest.popFirst() {
      let moved = contacts.touches[place].position - anchorCentroid
      let anchor = anchors[place]
      sum += moved
      dot += anchor.dot(moved)
      cross += anchor.cross(moved)
      squares += moved.lengthSquared
    }
    let shift = sum / count
    group.centroid = anchorCentroid + shift
    group.path.translation = base.translation + shift
    guard count > 1 else { return }
    let floor = FingerGauge.smallestSpread * count
    guard anchorSpread > floor, squares - shift.lengthSquared * count > floor else { return anchor(in: contacts) }
    let size = (dot * dot + cross * cross).squareRoot()
    guard size > 1e-9 else { return }
    group.path.scale = base.scale * size / anchorSpread
    anchorTurn += Angle(radians: Angle(y: cross, x: dot).radians - anchorTurn).wrapped.radians
    group.path.rotation = base.rotation + anchorTurn
  }

  /// Motion in a frame that changes the set, of the fingers that it leaves.
  private mutating func step(_ moving: FingerSet, in contacts: borrowing ContactTable) {
    let before = contacts.previousCentroid(of: moving)
    let after = contacts.centroid(of: moving)
    group.path.translation += after - before
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
    group.path.scale *= size / spread
    group.path.rotation += Angle(y: cross, x: dot).radians
  }

  private mutating func record(_ contacts: borrowing ContactTable) {
    guard !contacts.isLate else { return }
    tracker.add(group.path, at: contacts.timestamp)
    isVelocityStale = true
    group.note(contacts.timestamp)
  }

  /// Finds out the speed, where somebody is going to tell it.
  mutating func refreshVelocity() {
    guard isVelocityStale else { return }
    isVelocityStale = false
    group.velocity = tracker.velocity
  }

  /// The mean square distance from the middle of two fingers whose span is 1 mm: below it a scale or a turn would be
  /// noise divided by noise (recognizers.md §3.5).
  private static let smallestSpread = 0.25
}
