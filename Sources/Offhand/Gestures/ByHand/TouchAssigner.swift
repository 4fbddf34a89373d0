/// A set of copies of a pipeline, by their indices.
typealias CopySet = BitSet<TouchAssigner>

/// Assigns the touches on a surface to hands: decides which copy of a pipeline processes which touch.
///
/// A touch is assigned when it lands, by the touches that are down then, and once more if a hypothesis about it falls
/// (Design/Recognizing.md "Several hands"). Touches that land in one frame are assigned nearest first, so that neither their order nor
/// their ids matter.
struct TouchAssigner: Sendable {
  struct AssignedTouch: Sendable {
    var id: Touch.ID
    /// The copy that processes it; `nil` if it was down before the pipeline started.
    var copy: Int?
    /// The copy that processed it before this frame, in which its hand turned out to be another: that one sees it lift.
    var former: Int?
    /// Whether it lifts in this frame, and the next touch of its hand may land anywhere.
    var isLeft = false
  }

  /// The hand whose gestures a copy recognizes.
  private struct AssignedHand: Sendable {
    var index: UInt8 = 0
    /// The position of the touch of the hand that lifted last.
    var lastPosition = Point.origin
  }

  /// Which touches are another hand's.
  var separation: HandSeparation
  /// The touches of the frame, in its order.
  private(set) var touches: [AssignedTouch] = []
  /// The pairs of touches that may be one hand or two.
  private(set) var hypotheses: [HandHypothesis] = []
  /// The copies that have touches or are not idle.
  private(set) var used = CopySet.none
  /// Copies that were used during this call: not used again before the next, because events may refer to their touches.
  private var retired = CopySet.none
  /// Copies that became idle in this call.
  private(set) var released = CopySet.none
  /// The copies that had a touch which is missing from the frame.
  private(set) var losing = CopySet.none
  private var hands: [AssignedHand] = []
  /// The time at which two people were last proven.
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
    hypotheses.reserveCapacity(TouchFrame.capacity)
  }

  /// The number of copies that were ever used.
  var capacity: Int { hands.count }

  func hand(of index: Int) -> UInt8 { hands[index].index }

  // MARK: Beginning and end of a call

  mutating func begin() {
    retired = .none
    released = .none
    losing = .none
  }

  /// Begins with all touches of `frame` that are not landing in the first copy.
  mutating func adopt(_ frame: borrowing TouchFrame) {
    touches.removeAll(keepingCapacity: true)
    use(0, as: 0)
    for touch in frame.touches where touch.phase != .began { touches.append(AssignedTouch(id: touch.id, copy: 0)) }
    hypotheses.removeAll { !touches.contains($0.first.start.id) || !touches.contains($0.second.start.id) }
  }

  /// Once what was due before `frame` has happened: where no touch of the first copy stays, one that lands in it is of the same hand,
  /// wherever it is, if that copy waits for others, `isWaiting`, or if the last one, not a palm, lifts in this frame.
  mutating func adoptLanding(_ frame: borrowing TouchFrame, isWaiting: Bool) {
    guard let landing = frame.touches.first(where: { $0.phase == .began }) else { return }
    if touches.isEmpty, !isWaiting { return free(0) }
    if frame.touches.contains(where: { $0.phase != .began && ($0.isDown || PalmFilter.isPalm($0)) }) { return }
    hands[0].lastPosition = landing.position
    for index in touches.indices { touches[index].isLeft = true }
  }

  mutating func removeAll() {
    touches.removeAll(keepingCapacity: true)
    hypotheses.removeAll(keepingCapacity: true)
    used = .none
    retired = .none
  }

  /// Whether the first copy alone processes all touches.
  var isOneHand: Bool { (used - CopySet(0)).isEmpty && (used.isEmpty || hands[0].index == 0) }

  /// Forgets the touches that ended in `frame`; returns the copies that have none left.
  mutating func settle(_ frame: borrowing TouchFrame) -> CopySet {
    var present = CopySet.none
    var kept = 0
    for index in touches.indices {
      touches[index].former = nil
      if frame.touches[index].isDown {
        if let copy = touches[index].copy { present.insert(copy) }
        if kept != index { touches.swapAt(kept, index) }
        kept += 1
      } else if let copy = touches[index].copy {
        hands[copy].lastPosition = frame.touches[index].position
      }
    }
    touches.removeLast(touches.count - kept)
    return used - present
  }

  /// The copy at `index` is idle and has no touches.
  mutating func free(_ index: Int) {
    released.insert(index)
    used.remove(index)
  }

  // MARK: A frame

  /// Takes the touches of `frame` in, and assigns those that landed; `holding` are the copies that scale or turn something.
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
    look(frame)
    follow(frame)
  }

  /// Lets the open hypotheses see the motion of `frame`.
  mutating func follow(_ frame: borrowing TouchFrame) {
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

  var withoutTouches: CopySet {
    var copies = used
    for touch in touches { if let copy = touch.copy { copies.remove(copy) } }
    return copies
  }

  private mutating func lose(_ range: Range<Int>) {
    for index in range { if let copy = touches[index].copy { losing.insert(copy) } }
    touches.removeSubrange(range)
  }

  /// A hand that a landing touch may get.
  private struct Candidate {
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
    // One person's next touch may be anywhere.
    let isAlone = !isBesideOthers && !touches.indices.contains { touches[$0].copy != nil && frame.touches[$0].isDown }
    for copy in used {
      let hand = HandReach(touches, of: copy, near: position, in: frame, lifted: hands[copy].lastPosition)
      guard
        isAlone || holding.contains(copy) && separation == .oneHand
          || hand.isJoined(separation, isBesideOthers: isBesideOthers)
      else { continue }
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
    // A third finger: the two are what they are taken for.
    hypotheses.removeAll { $0.involves(copy) }
    let partner = onlyTouch(of: copy, frame)
    touches[index].copy = copy
    guard separation == .byReach, !holding.contains(copy), let partner else { return }
    open(partner, index, (copy, copy), frame)
  }

  /// Makes the touch at `index` a hand of its own. If another is alone beyond a hand's reach, a hypothesis opens.
  private mutating func found(_ index: Int, _ frame: borrowing TouchFrame) {
    let partner = separation == .byReach ? partner(of: index, frame) : nil
    // Where all copies are used, the touch joins any hand.
    guard let copy = add() ?? (used.isEmpty ? nil : used.first) else { return }
    touches[index].copy = copy
    if let partner, let other = touches[partner].copy { open(partner, index, (other, copy), frame) }
  }

  /// Notes that there are two people: touches of two hands that have both moved, further apart than one hand reaches.
  private mutating func look(_ frame: borrowing TouchFrame) {
    for index in touches.indices where frame.touches[index].hasDragged {
      for other in 0..<index where frame.touches[other].hasDragged && touches[other].copy != touches[index].copy {
        let distance = frame.touches[index].position.distance(to: frame.touches[other].position)
        if distance > PairEvidence.widestPinch { severalHands = frame.timestamp }
      }
    }
  }

  /// The nearest touch that is alone and part of no other hypothesis; where several hands were seen, one that landed up to 0.15 s ago.
  private func partner(of index: Int, _ frame: borrowing TouchFrame) -> Int? {
    var nearest: Int?
    for other in touches.indices where other != index {
      guard let owner = touches[other].copy, onlyTouch(of: owner, frame) == other,
        !hypotheses.contains(where: { $0.involves(owner) }),
        !isBesideOthers || frame.timestamp.seconds(since: frame.touches[other].landingTime) <= TouchAssigner.pairDelay
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

  /// The time between the landings of two fingers of two hands that begin together, in seconds.
  private static let pairDelay = 0.15

  /// The index of the only touch of the hand of `copy`; `nil` if it has none or several.
  private func onlyTouch(of copy: Int, _ frame: borrowing TouchFrame) -> Int? {
    var only: Int?
    for index in touches.indices where touches[index].copy == copy && frame.touches[index].isDown {
      if only != nil { return nil }
      only = index
    }
    return only
  }

  // MARK: Copies

  /// Takes a free copy, for a new hand; `nil` if there is none.
  private mutating func add() -> Int? {
    let index = (used | retired).firstAbsent
    guard index < CopySet.capacity else { return nil }
    var taken = CopySet.none
    for copy in used { taken.insert(Int(hands[copy].index)) }
    use(index, as: UInt8(taken.firstAbsent))
    return index
  }

  private mutating func use(_ index: Int, as hand: UInt8) {
    while hands.count <= index { hands.append(AssignedHand()) }
    used.insert(index)
    hands[index].index = hand
  }

  /// Takes a free copy that goes on as the hand of the one at `index`, which is used no more; `nil` if there is none.
  private mutating func replace(_ index: Int) -> Int? {
    guard let copy = add() else { return nil }
    hands[copy].index = hands[index].index
    retire(index)
    return copy
  }

  private mutating func retire(_ index: Int) {
    used.remove(index)
    retired.insert(index)
  }

  // MARK: Hypotheses

  private mutating func open(
    _ first: Int, _ second: Int, _ copies: (first: Int, second: Int), _ frame: borrowing TouchFrame
  ) {
    hypotheses.append(
      HandHypothesis(
        frame.touches[first], frame.touches[second], copies: copies, isBesideOthers: isBesideOthers, at: frame.timestamp
      ))
  }

  /// Whether several hands were seen on the glass up to a minute before `time`.
  func hasSeenSeveralHands(at time: Timestamp) -> Bool {
    severalHands.map { (0...PairEvidence.memory).contains(time.seconds(since: $0)) } ?? false
  }

  /// The touches of the hypothesis at `number` are what they are taken for.
  mutating func confirm(_ number: Int) { hypotheses.remove(at: number) }

  /// The second touch of the hypothesis at `number` is another hand's; its copy, or `nil` if there is none. The first copy sees it lift.
  mutating func separate(_ number: Int, at time: Timestamp) -> Int? {
    let hypothesis = hypotheses.remove(at: number)
    guard let copy = add() else { return nil }
    severalHands = time
    for index in touches.indices where touches[index].id == hypothesis.second.start.id {
      touches[index].former = hypothesis.copies.second
    }
    assign(hypothesis.second.start.id, to: copy)
    return copy
  }

  /// Both touches of the hypothesis at `number` get copies that begin anew, as what they turned out to be: two hands, or with one copy,
  /// one. Returns these; `nil` if there is none.
  mutating func renew(_ number: Int, at time: Timestamp) -> (first: Int, second: Int)? {
    let hypothesis = hypotheses.remove(at: number)
    guard let first = replace(hypothesis.copies.first) else { return nil }
    var second = first
    if hypothesis.reading == .twoHands {
      retire(hypothesis.copies.second)
    } else if let copy = add() {
      second = copy
      severalHands = time
    }
    assign(hypothesis.first.start.id, to: first)
    assign(hypothesis.second.start.id, to: second)
    return (first, second)
  }

  private mutating func assign(_ id: Touch.ID, to copy: Int) {
    for index in touches.indices where touches[index].id == id { touches[index].copy = copy }
  }
}

extension [TouchAssigner.AssignedTouch] {
  fileprivate func contains(_ id: Touch.ID) -> Bool { contains { $0.id == id } }
}

extension Touch {
  /// Whether it is down and has moved further than a finger that rests.
  fileprivate var hasDragged: Bool { isDown && (position - landingPosition).length > HandReach.restingSlop }
}
