/// The life that pinch and rotation share: two fingers or more in front of a gate, and behind it.
///
/// The gate is asked while there are enough fingers. Once it is open they are followed; while too few are left nothing is said,
/// and the last lift ends it.
struct GatedPair<Gate: PairGate>: Sendable {
  var gate = Gate()
  private var pair = PairState()
  private var contest = TapContest()
  /// Whether a gesture was on, in the last frame, beside which the gate asks for more.
  private var isLocked = false

  /// The answer to a frame in which the gate has nothing to decide; `nil` where it is still shut and there are enough fingers.
  mutating func answer(
    to fingers: borrowing FingerGroup, in contacts: borrowing ContactTable, minimum: Int, _ policy: SuspensionPolicy
  ) -> Recognition? {
    let count = fingers.count
    if !gate.isOpen { return count >= minimum ? nil : .unchanged }
    if count < minimum {
      pair.suspend(fingers, at: contacts.timestamp)
      return count == 0 || policy == .ends ? .ended : .unchanged
    }
    pair.follow(fingers, at: contacts.timestamp)
    return contacts.moved.intersects(fingers.fingers) ? .changed : .unchanged
  }

  /// How far fingers may go without anything coming of it: as far as they like while there are too few to open the gate, or enough
  /// behind it, and nowhere beside a gesture whose way counts as well; `nil` where the gate knows.
  func slack(of fingers: borrowing FingerGroup, minimum: Int) -> Double? {
    if gate.isOpen == (fingers.count >= minimum) { return .infinity }
    return gate.isOpen || isLocked ? 0 : nil
  }

  /// Takes in whether a gesture is on that answers for one of `components`; answers that.
  mutating func isLocked(by components: GestureComponents, _ others: GestureComponents) -> Bool {
    isLocked = !others.isDisjoint(with: components)
    return isLocked
  }

  /// What the gate asks for in the frames to come, as long as nothing is decided.
  func threshold(_ usual: Double, whileTapping contested: Double?) -> Double {
    contest.isOn ? contested ?? usual : usual
  }

  /// The gate counts anew from a frame that changed the set of fingers.
  mutating func noteSetChange(_ fingers: borrowing FingerGroup, in contacts: borrowing ContactTable) {
    if fingers.hasSetChange { gate.restart(at: fingers.path, span: fingers.span(in: contacts)) }
  }

  /// What the gate asks for: `contested` while the fingers may still tap, where there is such a thing.
  mutating func threshold(_ usual: Double, whileTapping contested: Double?, _ others: GestureComponents) -> Double {
    guard let contested else { return usual }
    contest.update(others)
    return contest.counts ? contested : usual
  }

  /// The gate stays shut.
  mutating func wait(_ fingers: borrowing FingerGroup, in contacts: borrowing ContactTable) -> Recognition {
    if contest.isOver { gate.restart(at: fingers.path, span: fingers.span(in: contacts)) }
    return .unchanged
  }

  /// The gate has just opened.
  mutating func begin(_ fingers: borrowing FingerGroup, in contacts: borrowing ContactTable) -> Recognition {
    pair.follow(fingers, at: contacts.timestamp)
    return .began
  }

  /// Where the fingers are and how many.
  @inline(__always)
  func gesture(of group: borrowing FingerGroup) -> Gesture {
    var gesture = Gesture()
    gesture.location = pair.focal(of: group)
    gesture.anchorLocation = gesture.location
    gesture.fingers = pair.count
    return gesture
  }

  /// How fast they spread and turn, or did when there were too few a moment ago.
  func velocity(_ fingers: borrowing FingerGroup, at time: Timestamp) -> (scale: Double, rotation: Double) {
    pair.shapeVelocity(fingers, at: time)
  }

  /// Counts on from `value`; the velocity starts anew.
  mutating func set(_ value: Double, _ fingers: borrowing FingerGroup) {
    gate.set(value, at: fingers.path)
    pair.velocityStart = fingers.sampleTime
  }
}
