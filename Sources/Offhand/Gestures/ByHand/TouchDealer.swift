/// A set of copies of a pipeline, by their indices.
typealias CopySet = BitSet<TouchDealer>

/// Deals the touches on a surface out to hands: decides which copies of a pipeline process which touch.
///
/// A touch is dealt once, when it lands, by the touches that are down then (Design/Recognizing.md "Several hands"). Touches that land
/// in one frame are dealt nearest first, so that neither their order nor their numbers matter.
struct TouchDealer: Sendable {
  /// A touch that is down.
  struct DealtTouch: Sendable {
    var id: Touch.ID
    /// The copies that process it: that of its hand, and others while a question is open.
    var copies = CopySet.none
    /// The copy of its hand; `nil` if it was down before the pipeline started.
    var owner: Int?
  }

  /// The hand that a copy stands for.
  private struct Seat: Sendable {
    var hand: UInt8 = 0
    /// The position of the touch of the hand that lifted last.
    var place = Point.origin
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
  private(set) var touches: [DealtTouch] = []
  /// The pairs of touches that may be one hand or two.
  private(set) var questions: [HandQuestion] = []
  /// The changes since `begin`.
  private(set) var changes: [Change] = []
  /// The copies that have touches or are not idle.
  private(set) var used = CopySet.none
  /// Those of them whose events count.
  private(set) var believed = CopySet.none
  /// Copies that were used during this call: not used anew before the next, because events may refer to their touches.
  private var retired = CopySet.none
  /// Copies that were believed and became idle in this call.
  private(set) var released = CopySet.none
  /// The copies that had a touch which is missing from the frame.
  private(set) var bereft = CopySet.none
  private var seats: [Seat] = []
  /// The indices of touches that landed and are not dealt yet.
  private var landed: [Int] = []

  init(_ separation: HandSeparation) {
    self.separation = separation
    touches.reserveCapacity(TouchFrame.capacity)
    landed.reserveCapacity(TouchFrame.capacity)
  }

  /// The number of copies that were ever used.
  var capacity: Int { seats.count }

  /// The number of the hand of the copy at `index`.
  func hand(of index: Int) -> UInt8 { seats[index].hand }

  mutating func removeChanges() { changes.removeAll(keepingCapacity: true) }

  // MARK: Beginning and end of a call

  /// Begins a call.
  mutating func begin() {
    retired = .none
    released = .none
  }

  /// Begins with all touches of `frame` that are not landing in the first copy. Where none of them stays, a touch that lands is of the
  /// same hand, wherever it is, if the copy waits for others, `isWaiting`, or if the last one ends in this frame.
  mutating func adopt(_ frame: borrowing TouchFrame, isWaiting: Bool) {
    removeAll()
    guard isWaiting || frame.touches.contains(where: { $0.phase != .began }) else { return }
    use(0, isBelieved: true)
    let isLeft = !frame.touches.contains { $0.isDown && $0.phase != .began }
    for touch in frame.touches {
      if touch.phase == .began {
        seats[0].place = touch.position
      } else {
        touches.append(DealtTouch(id: touch.id, copies: CopySet(0), owner: isLeft ? nil : 0))
      }
    }
  }

  /// Forgets all touches.
  mutating func removeAll() {
    touches.removeAll(keepingCapacity: true)
    questions.removeAll(keepingCapacity: true)
    used = .none
    believed = .none
    retired = .none
  }

  /// Whether the first copy alone processes all touches.
  var isOneHand: Bool {
    (used - CopySet(0)).isEmpty && questions.isEmpty && (used.isEmpty || seats[0].hand == 0)
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
        seats[owner].place = frame.touches[index].position
      }
    }
    touches.removeLast(touches.count - kept)
    var involved = CopySet.none
    for question in questions {
      involved |= CopySet(question.copies.first) | CopySet(question.copies.second) | CopySet(question.copies.both)
    }
    return used - present - involved
  }

  /// The copy at `index` is idle and has no touches.
  mutating func free(_ index: Int) {
    if believed.contains(index) { released.insert(index) }
    used.remove(index)
    believed.remove(index)
  }

  // MARK: A frame

  /// Takes the touches of `frame` in, and deals those that landed.
  mutating func take(_ frame: borrowing TouchFrame) {
    bereft = .none
    var index = 0
    while index < frame.count {
      let id = frame.touches[index].id
      if index < touches.count, touches[index].id == id {
        index += 1
      } else if let later = (index..<touches.count).first(where: { touches[$0].id == id }) {
        lose(index..<later)
      } else {
        touches.insert(DealtTouch(id: id), at: index)
        if frame.touches[index].phase == .began { landed.append(index) }
        index += 1
      }
    }
    if index < touches.count { lose(index..<touches.count) }
    while !landed.isEmpty { dealNext(frame) }
    for index in questions.indices { questions[index].follow(frame) }
  }

  private mutating func lose(_ range: Range<Int>) {
    for index in range { bereft |= touches[index].copies }
    touches.removeSubrange(range)
  }

  /// The place that a landing touch is offered.
  private struct Offer {
    /// The index in `landed`.
    var position: Int
    /// The copy of the hand; `nil` for a hand of its own.
    var copy: Int?
    var distance: Double

    /// Whether this touch is dealt before `other`: those that join a hand first, then the nearest.
    func isBetter(than other: Offer) -> Bool {
      (copy != nil) != (other.copy != nil) ? copy != nil : distance < other.distance
    }
  }

  /// Deals the touch that is nearest to a hand it joins; if none joins one, the touch that is nearest to another becomes a hand.
  private mutating func dealNext(_ frame: borrowing TouchFrame) {
    var best: Offer?
    for position in landed.indices {
      let offer = offer(position, frame)
      if best.map({ offer.isBetter(than: $0) }) ?? true { best = offer }
    }
    guard let best else { return }
    let index = landed.remove(at: best.position)
    if let copy = best.copy { join(index, copy, frame) } else { found(index, frame) }
  }

  /// The nearest hand that the touch at `position` of `landed` joins.
  private func offer(_ position: Int, _ frame: borrowing TouchFrame) -> Offer {
    let index = landed[position]
    let place = frame.touches[index].position
    var offer = Offer(position: position, copy: nil, distance: .infinity)
    var copies = believed
    while let copy = copies.popFirst() {
      let hand = HandReach(touches, of: copy, near: place, in: frame, left: seats[copy].place)
      guard hand.isJoined(separation) else { continue }
      if offer.copy == nil || hand.distance < offer.distance {
        offer.copy = copy
        offer.distance = hand.distance
      }
    }
    guard offer.copy == nil else { return offer }
    for other in touches.indices where other != index && frame.touches[other].isDown {
      offer.distance = min(offer.distance, place.distance(to: frame.touches[other].position))
    }
    return offer
  }

  /// Gives the touch at `index` to the hand of `copy`. If it is that hand's second, and it may be another hand's, a question opens.
  private mutating func join(_ index: Int, _ copy: Int, _ frame: borrowing TouchFrame) {
    decideQuestion(of: copy)
    let partner = onlyTouch(of: copy, frame)
    touches[index].owner = copy
    touches[index].copies.insert(copy)
    guard separation == .byReach, let partner, let first = add(isBelieved: false) else { return }
    guard let second = add(isBelieved: false) else { return changes.append(.drop(first)) }
    changes.append(.duplicate(from: copy, to: first))
    touches[partner].copies.insert(first)
    touches[index].copies.insert(second)
    open(partner, index, isFar: false, copies: (first, second, copy), frame)
  }

  /// Makes the touch at `index` a hand of its own. If another landed just before it beyond a hand's reach, a question opens.
  private mutating func found(_ index: Int, _ frame: borrowing TouchFrame) {
    let partner = separation == .byReach ? partner(of: index, frame) : nil
    // Where all copies are used, the touch joins any hand.
    guard let copy = add(isBelieved: true) ?? (believed.isEmpty ? nil : believed.first) else { return }
    touches[index].owner = copy
    touches[index].copies.insert(copy)
    guard let partner, let owner = touches[partner].owner, let both = add(isBelieved: false) else { return }
    changes.append(.duplicate(from: owner, to: both))
    touches[partner].copies.insert(both)
    touches[index].copies.insert(both)
    open(partner, index, isFar: true, copies: (owner, copy, both), frame)
  }

  /// The nearest touch that is alone, landed up to 0.15 s ago, and has no other question.
  private func partner(of index: Int, _ frame: borrowing TouchFrame) -> Int? {
    var nearest: Int?
    for other in touches.indices where other != index {
      guard let owner = touches[other].owner, onlyTouch(of: owner, frame) == other,
        !questions.contains(where: { $0.involves(owner) }),
        frame.timestamp.seconds(since: frame.touches[other].landingTime) <= HandReach.pairDelay
      else { continue }
      let place = frame.touches[index].position
      if let nearest,
        place.distance(to: frame.touches[nearest].position) <= place.distance(to: frame.touches[other].position)
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
  private mutating func add(isBelieved: Bool) -> Int? {
    let index = (used | retired).firstAbsent
    guard index < CopySet.capacity else { return nil }
    use(index, isBelieved: isBelieved)
    return index
  }

  private mutating func use(_ index: Int, isBelieved: Bool) {
    while seats.count <= index { seats.append(Seat()) }
    used.insert(index)
    if isBelieved { believe(index, as: freeHand) }
  }

  /// The lowest number that no hand has.
  private var freeHand: UInt8 {
    var hands = CopySet.none
    var copies = believed
    while let copy = copies.popFirst() { hands.insert(Int(seats[copy].hand)) }
    return UInt8(hands.firstAbsent)
  }

  private mutating func believe(_ index: Int, as hand: UInt8) {
    believed.insert(index)
    seats[index].hand = hand
  }

  private mutating func drop(_ index: Int) {
    used.remove(index)
    believed.remove(index)
    retired.insert(index)
    for touch in touches.indices { touches[touch].copies.remove(index) }
    changes.append(.drop(index))
  }

  // MARK: Questions

  private mutating func open(
    _ first: Int, _ second: Int, isFar: Bool, copies: (first: Int, second: Int, both: Int),
    _ frame: borrowing TouchFrame
  ) {
    questions.append(
      HandQuestion(
        frame.touches[first], frame.touches[second], isFar: isFar, copies: copies, at: frame.timestamp))
  }

  /// Decides the question about the hand of `copy`, which gets another touch, as it was believed so far.
  private mutating func decideQuestion(of copy: Int) {
    guard let index = questions.firstIndex(where: { $0.involves(copy) }) else { return }
    if questions[index].isFar { separate(index) } else { unite(index) }
  }

  /// The touches of the question at `index` are one hand.
  mutating func unite(_ index: Int) {
    let question = questions.remove(at: index)
    if question.isFar {
      believe(question.copies.both, as: seats[question.copies.first].hand)
      hand(question.first.id, to: question.copies.both)
      hand(question.second.id, to: question.copies.both)
    }
    drop(question.copies.first)
    drop(question.copies.second)
  }

  /// The touches of the question at `index` are two hands.
  mutating func separate(_ index: Int) {
    let question = questions.remove(at: index)
    if !question.isFar {
      believe(question.copies.first, as: seats[question.copies.both].hand)
      believed.remove(question.copies.both)
      believe(question.copies.second, as: freeHand)
      hand(question.first.id, to: question.copies.first)
      hand(question.second.id, to: question.copies.second)
    }
    drop(question.copies.both)
  }

  private mutating func hand(_ id: Touch.ID, to copy: Int) {
    for index in touches.indices where touches[index].id == id { touches[index].owner = copy }
  }
}
