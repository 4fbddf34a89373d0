/// Who waits for whom, who may be on together with whom, and who keeps whom from beginning.
struct Relations: Sendable {
  /// For each lane those that must fail before it begins.
  private(set) var requirements: [LaneSet]
  /// For each lane those that may be on together with it, by either's word.
  private(set) var simultaneous: [LaneSet]
  /// For each lane those that it does not prevent, by either's word.
  private(set) var tolerated: [LaneSet]
  /// For each lane those that it displaces.
  private(set) var overridden: [LaneSet]

  init() {
    requirements = Array(repeating: .none, count: LaneSet.capacity)
    simultaneous = Array(repeating: .none, count: LaneSet.capacity)
    tolerated = Array(repeating: .none, count: LaneSet.capacity)
    overridden = Array(repeating: .none, count: LaneSet.capacity)
  }

  /// Whether `lane` waits, directly or through others, for `other`.
  func waits(_ lane: Int, for other: Int) -> Bool {
    var seen = LaneSet.none
    var open = requirements[lane]
    while let next = open.popFirst() {
      if next == other { return true }
      seen.insert(lane: next)
      open = (open | requirements[next]) - seen
    }
    return false
  }

  /// Lets `lane` wait for `other`; answers whether that closes no circle.
  mutating func require(_ lane: Int, toFail other: Int) -> Bool {
    guard lane != other, !waits(other, for: lane) else { return false }
    requirements[lane].insert(lane: other)
    return true
  }

  /// Lets both be on together.
  mutating func allow(_ lane: Int, with other: Int) {
    simultaneous[lane].insert(lane: other)
    simultaneous[other].insert(lane: lane)
  }

  /// Takes the leave to be on together back.
  mutating func disallow(_ lane: Int, with other: Int) {
    simultaneous[lane].remove(lane: other)
    simultaneous[other].remove(lane: lane)
  }

  /// `lane` no longer keeps `other` from beginning.
  mutating func tolerate(_ lane: Int, _ other: Int) { tolerated[lane].insert(lane: other) }

  /// `lane` displaces `other` where that is on.
  mutating func override(_ lane: Int, _ other: Int) { overridden[lane].insert(lane: other) }

  /// `lane` waits for `other` no longer.
  mutating func release(_ lane: Int, from other: Int) { requirements[lane].remove(lane: other) }

  /// Whether `lane`, once on, keeps `other` from beginning on the same fingers.
  func prevents(_ lane: Int, _ other: Int) -> Bool {
    !simultaneous[lane].contains(lane: other) && !tolerated[lane].contains(lane: other)
  }
}

/// A relation between recognizers that cannot be.
public enum RelationError: Error, Sendable, CustomStringConvertible {
  /// No recognizer of the pipeline has this name.
  case unknownName(GestureName)
  /// Each would wait for the other, and neither would ever begin.
  case cycle(GestureName, GestureName)

  /// What is wrong and what to do.
  public var description: String {
    switch self {
    case .unknownName(let name): "no recognizer of this pipeline is named '\(name)'; give it that name with .named(_:)"
    case .cycle(let name, let other):
      "'\(name)' cannot require '\(other)' to fail: '\(other)' already waits for '\(name)'; drop one of the two"
    }
  }
}

/// Answers what relations that were fixed beforehand cannot know. Asked at landings and at beginnings only, never per motion.
public protocol GestureDelegate: Sendable {
  /// Whether the recognizer may have the finger that lands.
  func gesture(_ name: GestureName, shouldReceive touch: Touch) -> Bool

  /// Whether the gesture may begin; otherwise it fails.
  func gestureShouldBegin(_ name: GestureName, _ gesture: Gesture) -> Bool

  /// Whether both may be on at the same time; one yes, from either side, is enough.
  func gesture(_ name: GestureName, shouldRecognizeSimultaneouslyWith other: GestureName) -> Bool

  /// Whether the gesture waits until `other` has failed. A yes that closes a circle is ignored and counted.
  func gesture(_ name: GestureName, shouldRequireFailureOf other: GestureName) -> Bool

  /// Whether `other` waits until the gesture has failed.
  func gesture(_ name: GestureName, shouldBeRequiredToFailBy other: GestureName) -> Bool

  /// Whether the gesture, once on, keeps `other` from beginning on the same fingers.
  func gesture(_ name: GestureName, canPrevent other: GestureName) -> Bool

  /// Whether `other`, once on, keeps the gesture from beginning on the same fingers.
  func gesture(_ name: GestureName, canBePreventedBy other: GestureName) -> Bool
}

extension GestureDelegate {
  /// Yes.
  public func gesture(_ name: GestureName, shouldReceive touch: Touch) -> Bool { true }
  /// Yes.
  public func gestureShouldBegin(_ name: GestureName, _ gesture: Gesture) -> Bool { true }
  /// No.
  public func gesture(_ name: GestureName, shouldRecognizeSimultaneouslyWith other: GestureName) -> Bool { false }
  /// No.
  public func gesture(_ name: GestureName, shouldRequireFailureOf other: GestureName) -> Bool { false }
  /// No.
  public func gesture(_ name: GestureName, shouldBeRequiredToFailBy other: GestureName) -> Bool { false }
  /// Yes.
  public func gesture(_ name: GestureName, canPrevent other: GestureName) -> Bool { true }
  /// Yes.
  public func gesture(_ name: GestureName, canBePreventedBy other: GestureName) -> Bool { true }
}

/// How a recognizer stands in its pipeline: its name, its rank, and its relations to others, by their names.
public struct LaneOptions: Sendable {
  /// The name; `nil` for the recognizer's own.
  public var name: GestureName?
  /// Of beginnings in one frame the higher priority comes first.
  public var priority = 0
  /// Whether it takes part at all.
  public var isEnabled = true
  /// It begins only when these have failed on the fingers it shares with them.
  public var requirements: [GestureName] = []
  /// It and these may be on at the same time on the same fingers.
  public var simultaneous: [GestureName] = []
  /// Whether it may be on at the same time as any other.
  public var isSimultaneousWithAll = false
  /// It does not keep these from beginning.
  public var notPreventing: [GestureName] = []
  /// These do not keep it from beginning.
  public var notPreventedBy: [GestureName] = []
  /// Where one of these is on, it is cancelled and this one begins, instead of failing.
  public var overridden: [GestureName] = []
  /// Whether layers below see its fingers cancelled once it is recognized.
  public var cancelsTouches = true
  /// Whether layers below see its fingers land only when it has failed.
  public var delaysTouchesBegan = false
  /// Whether layers below see its fingers lift only when it has failed.
  public var delaysTouchesEnded = true
  /// Whether a discrete gesture says `unconfirmed` while it waits for others to fail.
  public var announcesUnconfirmed = false
  /// Whether a failed attempt waits for all its fingers to lift before the next; otherwise the next finger starts one.
  public var isExclusive = true

  /// A recognizer under its own name, without relations.
  public init() {}
}
