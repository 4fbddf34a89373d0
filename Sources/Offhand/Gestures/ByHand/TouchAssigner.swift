/// A set of copies of a pipeline, by their indices.
typealias CopySet = BitSet<TouchAssigner>

/// Assigns the touches on a surface to hands: decides which copies of a pipeline process which touch.
///
/// A touch is assigned once, when it lands, by the touches that are down then (Design/Recognizing.md "Several hands"). Touches that land
/// in one frame are assigned nearest first, so that neither their order nor their ids matter.
struct TouchAssigner: Sendable {
  /// A touch that is down.
  struct AssignedTouch: Sendable {
    var id: Touch.ID
    /// The copies that process it: that of its hand, and others while a hypothesis is open.
    var copies = CopySet.none
    /// The copy of its hand; `nil` if it was down before the pipeline started.
    var owner: Int?
  }

  /// The hand whose gestures a copy recognizes.
  private struct AssignedHand: Sendable {
    var index: UInt8 = 0
    /// The position of the touch of the hand that lifted last.
    var lastPosition = Point.origin
  }

  /// A change to the copies that a landing causes, before they process its frame.
  enum Change: Sendable {
    /// The copy at `to` continues with the state of the one at `from`.
    case duplicate(from: Int, to: Int)
    /// The copy at an index is not needed any more.
    case drop(Int)
  }

  private let separation: HandSeparation
  /// The touches of the frame, in its order.
  private(set) var touches: [AssignedTouch] = []
  /// The pairs of touches that may be one hand or two.
  private(set) var hypotheses: [HandHypothesis] = []
  /// The changes since `begin`.
  private(set) var changes: [Change] = []
  /// The copies that have touches or are not idle.
  private(set) var used = CopySet.none
  /// Those of them whose events are reported.
  private(set) var reporting = CopySet.none
  /// Copies that were used during this call: not used again before the next, because events may refer to their touches.
  private var retired = CopySet.none
  /// Copies that reported and became idle in this call.
  private(set) var released = CopySet.none
  /// The copies that had a touch which is missing from the frame.
  private(set) var losing = CopySet.none
  private var hands: [AssignedHand] = []
  /// The time at which two hands were last seen: touches further apart than the fingers of one.
  private var severalHands: Timestamp?
  /// Whether that was up to a minute before the frame whose touches are being assigned: what they show counts for later ones, so that
  /// their order does not matter.
  private var isBesideOthers = false
  /// The copies of hands that scale or turn something: a finger of theirs that lifted comes back.
  private var holding = CopySet.none
  /// The indices of touches that landed and are not assigned yet.
  private var landed: [Int] = []

  init(_ separation: HandSeparation) {
    self.separation = separation
    touches.reserveCapacity(TouchFrame.capacity)
    landed.reserveCapacity(TouchFrame.capacity)
  }

  /// The number of copies that were ever used.
  var capacity: Int { hands.count }

  /// The index of the hand of the copy at `index`.
  func hand(of index: Int) -> UInt8 { hands[index].index }

  mutating func removeChanges() { changes.removeAll(keepingCapacity: true) }

  // MARK: Beginning and end of a call

  /// Begins a call.
  mutating func begin() {
    retired = .none
    released = .none
    losing = .none
  }

  /// Begins with all touches of `frame` that are not landing in the first copy. Where none of them stays, a touch that lands is of the
  /// same hand, wherever it is, if the copy waits for others, `isWaiting`, or if the last one, not a palm, ends in this frame.
  mutating func adopt(_ frame: borrowing TouchFrame, isWaiting: Bool) {
    removeAll()
    guard isWaiting || frame.touches.contains(where: { $0.phase != .began }) else { return }
    use(0, isReporting: true)
    let isLeft = !frame.touches.contains { $0.phase != .began && ($0.isDown || PalmFilter.isPalm($0)) }
    for touch in frame.touches {
      if touch.phase == .began {
        hands[0].lastPosition = touch.position
      } else {
        touches.append(AssignedTouch(id: touch.id, copies: CopySet(0), owner: isLeft ? nil : 0))
      }
    }
  }

  /// Forgets all touches.
  mutating func removeAll() {
    touches.removeAll(keepingCapacity: true)
    hypotheses.removeAll(keepingCapacity: true)
    used = .none
    reporting = .none
    retired = .none
  }

  /// Whether the first copy alone processes all touches.
  var isOneHand: Bool {
    (used - CopySet(0)).isEmpty && hypotheses.isEmpty && (used.isEmpty || hands[0].index == 0)
  }

  /// Forgets the touches that ended in `frame`; returns the copies that have none left.
  mutating func settle(_ frame: borrowing TouchFrame) -> CopySet {
    var present = CopySet.none
    var kept = 0
    for index in touches.indices {
      if frame.touches[index].isDown {
        present |= touches[index].copies
        if kept != index { touches.swapAt(kept, index) }
        kept += 1
      } else if let owner = touches[index].owner {
        hands[owner].lastPosition = frame.touches[index].position
      }
    }
    touches.removeLast(touches.count - kept)
    var involved = CopySet.none
    for hypothesis in hypotheses {
      involved |= CopySet(hypothesis.copies.first) | CopySet(hypothesis.copies.second) | CopySet(hypothesis.copies.both)
    }
    return used - present - involved
  }

  /// The copy at `index` is idle and has no touches.
  mutating func free(_ index: Int) {
    if reporting.contains(index) { released.insert(index) }
    used.remove(index)
    reporting.remove(index)
  }

  // MARK: A frame

  /// Takes the touches of `frame` in, and assigns those that landed; `holding` are the copies that scale or
  /// turn something, if a touch lands beside others.
  mutating func take(_ frame: borrowing TouchFrame, holding: CopySet) {
    // Beside other hands the finger is as likely another's.
    self.holding = hasSeenSeveralHands(at: frame.timestamp) ? .none : holding
    var index = 0
    while index < frame.count {
      let id = frame.touches[index].id
      if index < touches.count, touches[index].id == id {
        index += 1
      } else if let later = (index..<touches.count).first(where: { touches[$0].id == id }) {
        lose(index..<later)
      } else {
        touches.insert(AssignedTouch(id: id), at: index)
        if frame.touches[index].phase == .began { landed.append(index) }
        index += 1
      }
    }
    if index < touches.count { lose(index..<touches.count) }
    if !landed.isEmpty { isBesideOthers = hasSeenSeveralHands(at: frame.timestamp) }
    while !landed.isEmpty { assignNext(frame) }
    for index in hypotheses.indices { hypotheses[index].follow(frame) }
  }

  /// Whether the touches of `frame` are those of the last one, all still down, none of them a palm, while no hypothesis is open and
  /// several hands are on the glass: there is nothing to assign then.
  func isUnchanged(_ frame: borrowing TouchFrame) -> Bool {
    guard hypotheses.isEmpty, frame.count == touches.count, !isOneHand else { return false }
    for index in touches.indices {
      let phase = frame.touches[index].phase
      guard touches[index].id == frame.touches[index].id, phase == .moved || phase == .stationary,
        !PalmFilter.isPalm(frame.touches[index])
      else { return false }
    }
    return true
  }

  /// The copies that have no touches.
  var withoutTouches: CopySet {
    var copies = used
    for touch in touches { copies -= touch.copies }
    return copies
  }

  private mutating func lose(_ range: Range<Int>) {
    for index in range { losing |= touches[index].copies }
    touches.removeSubrange(range)
  }

  /// A hand that a landing touch may get.
  private struct Candidate {
    /// The index in `landed`.
    var entry: Int
    /// The copy of the hand; `nil` for a hand of its own.
    var copy: Int?
    var distance: Double

    /// Whether this touch is assigned before `other`: those that join a hand first, then the nearest.
    func isBetter(than other: Candidate) -> Bool {
      (copy != nil) != (other.copy != nil) ? copy != nil : distance < other.distance
    }
  }

  /// Assigns the touch that is nearest to a hand it joins; if none joins one, the touch that is nearest to another becomes a hand.
  private mutating func assignNext(_ frame: borrowing TouchFrame) {
    var best: Candidate?
    for entry in landed.indices {
      let candidate = candidate(entry, frame)
      if best.map({ candidate.isBetter(than: $0) }) ?? true { best = candidate }
    }
    guard let best else { return }
    let index = landed.remove(at: best.entry)
    if let copy = best.copy { join(index, copy, frame) } else { found(index, frame) }
  }

  /// The nearest hand that the touch at `entry` of `landed` joins.
  private func candidate(_ entry: Int, _ frame: borrowing TouchFrame) -> Candidate {
    let index = landed[entry]
    let position = frame.touches[index].position
    var candidate = Candidate(entry: entry, copy: nil, distance: .infinity)
    var copies = reporting
    while let copy = copies.popFirst() {
      let hand = HandReach(
        touches, of: copy, near: position, in: frame, lifted: hands[copy].lastPosition,
        isHolding: holding.contains(copy))
      guard hand.isJoined(separation, isBesideOthers: isBesideOthers) else { continue }
      if candidate.copy == nil || hand.distance < candidate.distance {
        candidate.copy = copy
        candidate.distance = hand.distance
      }
    }
    guard candidate.copy == nil else { return candidate }
    for other in touches.indices where other != index && frame.touches[other].isDown {
      candidate.distance = min(candidate.distance, position.distance(to: frame.touches[other].position))
    }
    return candidate
  }

  /// Gives the touch at `index` to the hand of `copy`. If it is that hand's second, it may be another hand's: a hypothesis opens, unless
  /// the hand holds something.
  private mutating func join(_ index: Int, _ copy: Int, _ frame: borrowing TouchFrame) {
    decideHypothesis(of: copy, at: frame.timestamp)
    let partner = onlyTouch(of: copy, frame)
    look(for: index, of: copy, frame)
    touches[index].owner = copy
    touches[index].copies.insert(copy)
    guard separation == .byReach, !holding.contains(copy), let partner, let first = add(isReporting: false)
    else { return }
    guard let second = add(isReporting: false) else { return changes.append(.drop(first)) }
    changes.append(.duplicate(from: copy, to: first))
    touches[partner].copies.insert(first)
    touches[index].copies.insert(second)
    open(partner, index, isFar: false, copies: (first, second, copy), frame)
  }

  /// Makes the touch at `index` a hand of its own. If another landed just before it beyond a hand's reach, a hypothesis opens.
  private mutating func found(_ index: Int, _ frame: borrowing TouchFrame) {
    let partner = separation == .byReach ? partner(of: index, frame) : nil
    if partner == nil { look(for: index, of: nil, frame) }
    // Where all copies are used, the touch joins any hand.
    guard let copy = add(isReporting: true) ?? (reporting.isEmpty ? nil : reporting.first) else { return }
    touches[index].owner = copy
    touches[index].copies.insert(copy)
    guard let partner, let owner = touches[partner].owner, let both = add(isReporting: false) else { return }
    changes.append(.duplicate(from: owner, to: both))
    touches[partner].copies.insert(both)
    touches[index].copies.insert(both)
    open(partner, index, isFar: true, copies: (owner, copy, both), frame)
  }

  /// Notes that there are several hands, if a touch of another hand than `copy` is further from the one at `index` than one hand reaches.
  private mutating func look(for index: Int, of copy: Int?, _ frame: borrowing TouchFrame) {
    let position = frame.touches[index].position
    for other in touches.indices where frame.touches[other].isDown {
      guard let owner = touches[other].owner, owner != copy,
        position.distance(to: frame.touches[other].position) > PairEvidence.widestPinch
      else { continue }
      severalHands = frame.timestamp
    }
  }

  /// The nearest touch that is alone, landed up to 0.15 s ago, and is part of no other hypothesis.
  private func partner(of index: Int, _ frame: borrowing TouchFrame) -> Int? {
    var nearest: Int?
    for other in touches.indices where other != index {
      guard let owner = touches[other].owner, onlyTouch(of: owner, frame) == other,
        !hypotheses.contains(where: { $0.involves(owner) }),
        frame.timestamp.seconds(since: frame.touches[other].landingTime) <= HandReach.pairDelay
      else { continue }
      let position = frame.touches[index].position
      if let nearest,
        position.distance(to: frame.touches[nearest].position) <= position.distance(to: frame.touches[other].position)
      {
        continue
      }
      nearest = other
    }
    return nearest
  }

  /// The index of the only touch of the hand of `copy`; `nil` if it has none or several.
  private func onlyTouch(of copy: Int, _ frame: borrowing TouchFrame) -> Int? {
    var only: Int?
    for index in touches.indices where touches[index].owner == copy && frame.touches[index].isDown {
      if only != nil { return nil }
      only = index
    }
    return only
  }

  // MARK: Copies

  /// Takes a free copy; `nil` if there is none.
  private mutating func add(isReporting: Bool) -> Int? {
    let index = (used | retired).firstAbsent
    guard index < CopySet.capacity else { return nil }
    use(index, isReporting: isReporting)
    return index
  }

  private mutating func use(_ index: Int, isReporting: Bool) {
    while hands.count <= index { hands.append(AssignedHand()) }
    used.insert(index)
    if isReporting { setReporting(index, as: freeHand) }
  }

  /// The lowest index that no hand has.
  private var freeHand: UInt8 {
    var taken = CopySet.none
    var copies = reporting
    while let copy = copies.popFirst() { taken.insert(Int(hands[copy].index)) }
    return UInt8(taken.firstAbsent)
  }

  private mutating func setReporting(_ index: Int, as hand: UInt8) {
    reporting.insert(index)
    hands[index].index = hand
  }

  private mutating func drop(_ index: Int) {
    used.remove(index)
    reporting.remove(index)
    retired.insert(index)
    for touch in touches.indices { touches[touch].copies.remove(index) }
    changes.append(.drop(index))
  }

  // MARK: Questions

  private mutating func open(
    _ first: Int, _ second: Int, isFar: Bool, copies: (first: Int, second: Int, both: Int),
    _ frame: borrowing TouchFrame
  ) {
    hypotheses.append(
      HandHypothesis(
        frame.touches[first], frame.touches[second], isFar: isFar, copies: copies, at: frame.timestamp))
  }

  /// Whether several hands were seen on the glass up to a minute before `time`.
  func hasSeenSeveralHands(at time: Timestamp) -> Bool {
    severalHands.map { (0...PairEvidence.memory).contains(time.seconds(since: $0)) } ?? false
  }

  /// Decides the hypothesis about the hand of `copy`, which gets another touch, as it was reported so far.
  private mutating func decideHypothesis(of copy: Int, at time: Timestamp) {
    guard let index = hypotheses.firstIndex(where: { $0.involves(copy) }) else { return }
    if hypotheses[index].isFar { separate(index, at: time) } else { unite(index) }
  }

  /// The touches of the hypothesis at `index` are one hand.
  mutating func unite(_ index: Int) {
    let hypothesis = hypotheses.remove(at: index)
    if hypothesis.isFar {
      setReporting(hypothesis.copies.both, as: hands[hypothesis.copies.first].index)
      assign(hypothesis.first.id, to: hypothesis.copies.both)
      assign(hypothesis.second.id, to: hypothesis.copies.both)
    }
    drop(hypothesis.copies.first)
    drop(hypothesis.copies.second)
  }

  /// The touches of the hypothesis at `index` are two hands.
  mutating func separate(_ index: Int, at time: Timestamp) {
    let hypothesis = hypotheses.remove(at: index)
    if hypothesis.isWide { severalHands = time }
    if !hypothesis.isFar {
      setReporting(hypothesis.copies.first, as: hands[hypothesis.copies.both].index)
      reporting.remove(hypothesis.copies.both)
      setReporting(hypothesis.copies.second, as: freeHand)
      assign(hypothesis.first.id, to: hypothesis.copies.first)
      assign(hypothesis.second.id, to: hypothesis.copies.second)
    }
    drop(hypothesis.copies.both)
  }

  private mutating func assign(_ id: Touch.ID, to copy: Int) {
    for index in touches.indices where touches[index].id == id { touches[index].owner = copy }
  }
}
