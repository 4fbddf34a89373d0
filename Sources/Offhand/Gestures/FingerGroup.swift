/// Fingers that are measured together: their middle, and the path of their common motion.
///
/// The path is continuous whatever fingers land, lift or change over (recognizers.md §3.0.6): a landing or a lift adds
/// nothing to it. Between two changes of the set it is measured from where the fingers were at the last change, so
/// that a long gesture gathers no rounding errors.
///
/// Recognizers with the same fingers share one group, so the work is done once a frame.
public struct FingerGroup: Sendable {
  /// Where a group came from, so that two lanes that part from one group in one frame share the new one.
  struct Origin: Equatable {
    var frame: UInt64
    var source: Int
  }

  /// The fingers on the glass after this frame, in the places of the `ContactTable`.
  public internal(set) var fingers = FingerSet.none
  /// Those that landed in this frame.
  public internal(set) var landed = FingerSet.none
  /// Those that lifted in this frame.
  public internal(set) var lifted = FingerSet.none
  /// Those that were taken away in this frame.
  public internal(set) var cancelled = FingerSet.none
  /// The middle of the fingers in millimetres; stays where it was when none is down.
  public internal(set) var centroid = Point.origin
  /// How far the fingers went together, how much they spread and turned, since the group came to be.
  public internal(set) var path = MotionPath.start
  /// The speed along the path.
  public internal(set) var tracker = VelocityTracker()

  var origin = Origin(frame: 0, source: -1)

  private var base = MotionPath.start
  private var anchorCentroid = Point.origin
  private var anchorSpread = 0.0
  private var anchorTurn = 0.0
  private var anchors: [Vector]

  init() { anchors = Array(repeating: .zero, count: ContactTable.capacity) }

  /// Becomes what `other` is, in the storage it has.
  mutating func assume(_ other: borrowing FingerGroup) {
    fingers = other.fingers
    landed = other.landed
    lifted = other.lifted
    cancelled = other.cancelled
    centroid = other.centroid
    path = other.path
    base = other.base
    tracker.assume(other.tracker)
  }

  /// Starts anew with `next`.
  mutating func start(with next: FingerSet, in contacts: borrowing ContactTable) {
    fingers = .none
    update(contacts, to: next)
  }

  /// How many fingers are down.
  public var count: Int { fingers.count }

  /// Twice the mean distance of the fingers from their middle, in millimetres.
  public func span(in contacts: borrowing ContactTable) -> Double {
    var sum = 0.0
    var rest = fingers
    while let place = rest.popFirst() { sum += contacts.touches[place].position.distance(to: centroid) }
    return fingers.isEmpty ? 0 : 2 * sum / Double(count)
  }

  /// Takes a frame in which the group's fingers become `next`.
  mutating func update(_ contacts: borrowing ContactTable, to next: FingerSet) {
    landed = next - fingers
    lifted = fingers & contacts.lifted
    cancelled = fingers & contacts.cancelled
    if next == fingers {
      guard contacts.moved.intersects(fingers) else { return }
      follow(contacts)
      record(contacts)
    } else {
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
      focus(on: next, in: contacts)
    }
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
    let count = Double(self.count)
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
    guard count > 1 else { return }
    let floor = FingerGroup.smallestSpread * count
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
    let floor = FingerGroup.smallestSpread * count
    let size = (dot * dot + cross * cross).squareRoot()
    guard spread > floor, nextSpread > floor, size > 1e-9 else { return }
    path.scale *= size / spread
    path.rotation += Angle(y: cross, x: dot).radians
  }

  private mutating func record(_ contacts: borrowing ContactTable) {
    guard !contacts.isLate else { return }
    tracker.add(path, at: contacts.timestamp)
  }

  /// The mean square distance from the middle of two fingers whose span is 1 mm: below it a scale or a turn would be
  /// noise divided by noise (recognizers.md §3.5).
  private static let smallestSpread = 0.25
}
