/// The options of a recognizer in its pipeline: its name, its priority, and its relations to others, by their names.
public struct LaneOptions: Sendable, Hashable {
  /// The name; `nil` for the recognizer's own.
  public var name: GestureName?
  /// The priority among gestures that begin in the same frame; higher goes first.
  public var priority = 0
  /// Whether it takes part at all.
  public var isEnabled = true
  /// Where its touches must land; `nil`: anywhere. Outputs are those of the pipeline (``RecognizerHost/setOutputs(_:)``).
  public var region: LandingRegion? {
    get { regions.first }
    set { regions = newValue.map { [$0] } ?? [] }
  }
  // Beside the options, which every copy of a recognizer copies.
  private var regions: [LandingRegion] = []
  /// The gestures that must have failed on shared touches before this one begins.
  public var requirements: [GestureName] = []
  /// The gestures that may be active at the same time on the same touches.
  public var simultaneous: [GestureName] = []
  /// Whether it may be active at the same time as any other.
  public var isSimultaneousWithAll = false
  /// The gestures that this one does not prevent.
  public var notPreventing: [GestureName] = []
  /// The gestures that do not prevent this one.
  public var notPreventedBy: [GestureName] = []
  /// The gestures that, if active, are cancelled when this one begins, instead of making it fail.
  public var overridden: [GestureName] = []
  /// Whether it only listens and does not affect other recognizers: it does not keep them from beginning or enlarge their slop, and a
  /// `TouchRelay` delivers its touches as if it were not there. Others keep it from beginning.
  public var onlyListens = false
  /// Whether a `TouchRelay` cancels the recognizer's touches once its gesture is recognized.
  public var cancelsTouches = true
  /// Whether a `TouchRelay` delivers the recognizer's touches only once it has failed. It then fails if, 150 ms after its first finger
  /// landed or once one has moved by 2.5 mm, more fingers still have to land: the touches of fewer are not held back for long.
  public var delaysTouchesBegan = false
  /// Whether a `TouchRelay` delivers the lift of the recognizer's touches only once it has failed, or nothing but fingers that stay down
  /// can still make its gesture.
  public var delaysTouchesEnded = true
  /// Whether a discrete gesture sends `unconfirmed` while it waits for others to fail.
  public var announcesUnconfirmed = false
  /// Whether a failed attempt waits for all its touches to lift before the next; otherwise the next touch starts one.
  public var isExclusive = true

  /// The default options: the recognizer's own name and no relations.
  public init() {}
}

/// An impossible relation between recognizers.
public enum RelationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// No recognizer of the pipeline has this name.
  case unknownName(GestureName)
  /// Each would wait for the other, and neither would ever begin.
  case cycle(GestureName, GestureName)

  /// The error and its remedy.
  public var description: String {
    switch self {
    case .unknownName(let name): "no recognizer of this pipeline is named '\(name)'; give it that name with .named(_:)"
    case .cycle(let name, let other):
      "'\(name)' cannot require '\(other)' to fail: '\(other)' already waits for '\(name)'; drop one of the two"
    }
  }
}

/// Decides what fixed relations cannot. Called at landings and at beginnings only, never for motion.
///
/// The only requirement, which has no default: a method that a pipeline would never call does not compile.
///
///     final class NoPansBelow: GestureDelegate {
///       func answer(_ question: GestureQuestion) -> Bool? {
///         switch question {
///         case .receives(let recognizer, let touch) where recognizer == .pan: touch.position.y < 100
///         default: nil
///         }
///       }
///     }
///
/// An object, which the pipeline and its copies share and keep alive.
public protocol GestureDelegate: AnyObject, Sendable {
  /// The answer to `question`; `nil` for the usual one.
  func answer(_ question: GestureQuestion) -> Bool?
}

/// A question of a pipeline to its delegate.
public enum GestureQuestion: Sendable {
  /// Whether the recognizer may have the touch that lands; usually yes. Asked again where the touch ends one attempt and may start the
  /// next.
  case receives(GestureName, Touch)
  /// Whether the gesture, with the values measured so far, may begin; otherwise it fails. Usually yes.
  case begins(GestureName, Gesture)
  /// Whether both may be active at the same time; usually no. Asked in both orders, and one yes is enough.
  case areSimultaneous(GestureName, GestureName)
  /// Whether the gesture waits until the other has failed; usually no. A yes that closes a cycle is ignored and counted.
  case waits(GestureName, for: GestureName)
  /// Whether the gesture, once active, keeps the other from beginning on the same touches; usually yes.
  case prevents(GestureName, GestureName)
}

/// The relations between lanes: which wait for others, which may be active together, and which prevent others.
///
/// Its queries apply the relations to the current touches of the lanes. Not copyable, because each query of a copyable
/// value would retain and release its arrays and its delegate.
struct Relations: ~Copyable, Sendable {
  private struct State: Sendable {
    /// For each lane, the lanes that must fail before it begins.
    var requirements = State.empty
    /// For each lane, the lanes that may be active at the same time, whichever of the two allowed it.
    var simultaneous = State.empty
    /// For each lane, the lanes that it does not prevent.
    var tolerated = State.empty
    /// For each lane, the lanes that it cancels in order to begin.
    var overridden = State.empty

    private static var empty: [LaneSet] { Array(repeating: .none, count: LaneSet.capacity) }
  }

  /// Decides what the fixed relations cannot.
  var delegate: (any GestureDelegate)?
  private var state = State()

  init() {}

  init(copying other: borrowing Relations) {
    delegate = other.delegate
    state = other.state
  }

  mutating func add(of added: LaneSet, from lanes: borrowing LaneTable) throws(PipelineError) {
    for lane in added {
      let (options, own) = (lanes.options[lane], lanes[lane].name)
      func other(_ name: GestureName) throws(PipelineError) -> Int {
        guard let other = lanes.index(named: name) else {
          throw PipelineError(lane, own, .relation(.unknownName(name)))
        }
        return other
      }
      for name in options.requirements where !require(LaneSet(lane), toFail: try other(name)) {
        throw PipelineError(lane, own, .relation(.cycle(own, name)))
      }
      for name in options.simultaneous {
        let other = try other(name)
        state.simultaneous[lane].insert(other)
        state.simultaneous[other].insert(lane)
      }
      for name in options.notPreventing { state.tolerated[lane].insert(try other(name)) }
      for name in options.notPreventedBy { state.tolerated[try other(name)].insert(lane) }
      for name in options.overridden { state.overridden[lane].insert(try other(name)) }
    }
  }

  /// Makes `waiting` wait for `other`; returns `false` and changes nothing if that would close a cycle.
  mutating func require(_ waiting: LaneSet, toFail other: Int) -> Bool {
    for lane in waiting where lane == other || waits(other, for: lane) { return false }
    for lane in waiting { state.requirements[lane].insert(other) }
    return true
  }

  /// Whether `lane` waits, directly or through others, for `other`.
  private func waits(_ lane: Int, for other: Int) -> Bool {
    var seen = LaneSet.none
    var open = state.requirements[lane]
    while let next = open.popFirst() {
      if next == other { return true }
      seen.insert(next)
      open = (open | state.requirements[next]) - seen
    }
    return false
  }

  // MARK: The relations applied to the current touches

  /// The combined state of all lanes that one lane requires to fail.
  enum Outcome { case failed, undecided, recognized }

  func outcome(ofRequirementsOf lane: Int, _ lanes: inout LaneTable) -> Outcome {
    var outcome = Outcome.failed
    var others = state.requirements[lane]
    if let delegate { others |= dynamicRequirements(of: lane, from: delegate, &lanes) }
    while let other = others.popFirst() {
      guard lanes[other].sequence.intersects(lanes[lane].sequence) else { continue }
      switch lanes[other].state {
      case .possible, .awaiting: outcome = .undecided
      case .active, .recognized, .ended, .cancelled: return .recognized
      case .failed: break
      }
    }
    return outcome
  }

  /// The requirements that the delegate adds to the fixed ones; one that closes a cycle is ignored and counted.
  private func dynamicRequirements(
    of lane: Int, from delegate: any GestureDelegate, _ lanes: inout LaneTable
  ) -> LaneSet {
    var added = LaneSet.none
    for other in lanes.indices where other != lane && lanes[other].sequence.intersects(lanes[lane].sequence) {
      let (one, another) = (lanes[lane].name, lanes[other].name)
      guard delegate.answer(.waits(one, for: another)) ?? false else { continue }
      if waits(other, for: lane) || isAwaited(lane, by: other, lanes) {
        lanes.sets.refusals += 1
      } else {
        added.insert(other)
      }
    }
    lanes[lane].dynamicRequirements = added
    return added
  }

  /// Whether `other` waits for `lane` because of a requirement of the delegate.
  private func isAwaited(_ lane: Int, by other: Int, _ lanes: borrowing LaneTable) -> Bool {
    var seen = LaneSet.none
    var open = lanes[other].dynamicRequirements
    while let next = open.popFirst() {
      if next == lane { return true }
      seen.insert(next)
      open = (open | lanes[next].dynamicRequirements | state.requirements[next]) - seen
    }
    return false
  }

  /// Whether an active gesture keeps `lane` from beginning.
  func isBlocked(_ lane: Int, _ lanes: borrowing LaneTable) -> Bool { blocker(of: lane, lanes) != nil }

  @inline(__always)
  private func blocker(of lane: Int, _ lanes: borrowing LaneTable) -> Int? {
    var others = lanes.sets.active
    others.remove(lane)
    while let other = others.popFirst() {
      guard lanes[other].sequence.intersects(lanes[lane].sequence), prevents(other, lane, lanes) else { continue }
      if !state.overridden[lane].contains(other) { return other }
    }
    return nil
  }

  /// The lane because of which `lane` waits or fails: one that it requires to fail and that was recognized or is undecided,
  /// or a blocker. What a delegate requires besides is not asked again.
  func decider(of lane: Int, _ lanes: borrowing LaneTable) -> Int? {
    var (others, undecided) = (state.requirements[lane], Int?.none)
    while let other = others.popFirst() {
      guard lanes[other].sequence.intersects(lanes[lane].sequence) else { continue }
      switch lanes[other].state {
      case .possible, .awaiting: undecided = other
      case .active, .recognized, .ended, .cancelled: return other
      case .failed: break
      }
    }
    return undecided ?? blocker(of: lane, lanes)
  }

  func losers(to lane: Int, _ lanes: borrowing LaneTable) -> LaneSet {
    var losers = LaneSet.none
    var others = lanes.sets.live | lanes.sets.waiting
    others.remove(lane)
    while let other = others.popFirst() {
      guard stake(of: other, lanes).intersects(lanes[lane].sequence), prevents(lane, other, lanes) else { continue }
      if lanes.sets.active.contains(other) && !state.overridden[lane].contains(other) { continue }
      if state.overridden[other].contains(lane) { continue }
      losers.insert(other)
    }
    return losers
  }

  /// Whether `lane`, once active, keeps `other` from beginning on the same touches.
  private func prevents(_ lane: Int, _ other: Int, _ lanes: borrowing LaneTable) -> Bool {
    if lanes.sets.listening.contains(lane) { return false }
    if state.simultaneous[lane].contains(other) || state.tolerated[lane].contains(other) { return false }
    if lanes.options[lane].isSimultaneousWithAll || lanes.options[other].isSimultaneousWithAll { return false }
    guard let delegate else { return true }
    let (one, another) = (lanes[lane].name, lanes[other].name)
    return !(delegate.answer(.areSimultaneous(one, another)) ?? false)
      && !(delegate.answer(.areSimultaneous(another, one)) ?? false) && delegate.answer(.prevents(one, another)) ?? true
  }

  /// The touches that a lane would lose if another took them: its own, and, while it waits, also those of the lanes it waits for.
  private func stake(of lane: Int, _ lanes: borrowing LaneTable) -> TouchSet {
    var touches = lanes[lane].sequence
    guard lanes[lane].state == .awaiting else { return touches }
    var seen = LaneSet(lane)
    var open = state.requirements[lane] | lanes[lane].dynamicRequirements
    while let other = open.popFirst() {
      seen.insert(other)
      guard !lanes[other].state.isFinished, lanes[other].sequence.intersects(touches) else { continue }
      touches |= lanes[other].sequence
      open = (open | state.requirements[other] | lanes[other].dynamicRequirements) - seen
    }
    return touches
  }
}
