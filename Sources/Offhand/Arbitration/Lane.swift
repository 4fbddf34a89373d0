/// One recognizer's place in the arbiter: where it is in its life, which fingers it has, and what it proposes.
///
/// Plain numbers only: its options, which own arrays, stand beside it in the arbiter, so that nothing here is counted.
struct Lane: Sendable {
  /// Its name in the pipeline.
  let name: GestureName
  /// How many fingers it takes.
  let touches: TouchRequirement
  /// Which parts of a motion it answers for.
  let components: GestureComponents
  /// Which target it belongs to; zero where there is only one.
  var target = 0
  /// The depth of its target; deeper ones come first.
  var depth = 0

  /// Where it is in its life.
  private(set) var state = LaneState.possible
  /// What it proposes, or waits to do.
  var proposal = Recognition.unchanged
  /// Whether its proposal passed the veto.
  var isVetted = false
  /// The fingers it has, that are down.
  var fingers = FingerSet.none
  /// Every finger of the attempt, the lifted ones included: what it may be in conflict about.
  var sequence = FingerSet.none
  /// The fingers that it took in this frame.
  var accepted = FingerSet.none
  /// Fingers that it will not be offered, of an attempt that was not exclusive.
  var barred = FingerSet.none
  /// Fingers that it can see at all: those on its target.
  var visible = FingerSet(bits: .max)
  /// Whether it lost a finger that it cannot do without, or has one too many.
  var isBroken = false
  /// Whether it failed because of a finger that it did not take.
  var isRefused = false
  /// Whether an unconfirmed gesture was announced.
  var isAnnounced = false
  /// Which group measures its fingers.
  var group = 0
  /// How far its fingers may go without its being asked, in millimetres from where they are.
  var slack = 0.0
  /// When time alone will decide; the distant future where nothing waits.
  var deadline = Int64.max
  /// What it measured when it had to wait.
  var waiting = Gesture()
  /// Those that the delegate made it wait for.
  var dynamicRequirements = LaneSet.none

  init(name: GestureName, touches: TouchRequirement, components: GestureComponents) {
    self.name = name
    self.touches = touches
    self.components = components
  }

  /// Whether what it waits to do is a discrete gesture.
  var isDiscreteProposal: Bool { proposal == .recognized }

  /// Whether a finger that lands can become part of the attempt.
  var takesFingers: Bool {
    guard !isRefused else { return false }
    return state == .possible || state == .active || state == .awaiting && !isDiscreteProposal
  }

  /// Goes on in the life cycle; a step that does not exist stops a debug build and is refused in a release.
  @discardableResult
  mutating func enter(_ next: LaneState) -> Bool {
    guard state.leads(to: next) else {
      assertionFailure("\(name) cannot go from \(state) to \(next)")
      return false
    }
    state = next
    return true
  }

  /// Back to the beginning.
  mutating func reset() {
    state = .possible
    proposal = .unchanged
    isVetted = false
    isBroken = false
    isRefused = false
    isAnnounced = false
    fingers = .none
    sequence = .none
    accepted = .none
    dynamicRequirements = .none
    group = 0
    deadline = .max
  }
}
