/// The fingers of a pipeline, each at a place that it keeps from its landing until nobody remembers it.
///
/// A `TouchFrame` orders its contacts by landing, so a contact's index changes when an earlier one lifts. Recognizers and
/// the arbiter speak of sets of fingers, so each contact gets a bit that stays its own. A contact that is unknown and did
/// not land in the frame is left out (it was down before the pipeline looked); one that is missing without having ended
/// counts as cancelled.
public struct ContactTable: ~Copyable, Sendable {
  /// How many fingers can be told apart at once, those that lifted but are remembered included.
  public static let capacity = 64

  private var contacts: InPlace<TrackedContacts>

  init() { contacts = InPlace(TrackedContacts()) }

  /// The same fingers.
  init(copying other: borrowing ContactTable) {
    contacts = InPlace(TrackedContacts(copying: other.contacts.value))
  }

  /// The moment of the frame, or of the deadline that is being served.
  public var timestamp: Timestamp { contacts.value.timestamp }
  /// Whether the hardware's stamp ran backwards, so that the frame says nothing about speed.
  public var isLate: Bool { contacts.value.isLate }
  /// What is noise and no motion on the devices of the last frame, in millimetres; 0 where nobody found out.
  public var noiseFloor: Double { contacts.value.noiseFloor }
  /// The fingers on the glass after this frame.
  public var down: FingerSet { contacts.value.down }
  /// The fingers that landed in this frame.
  public internal(set) var landed: FingerSet {
    get { contacts.value.landed }
    set { contacts.value.landed = newValue }
  }
  /// The fingers that moved in this frame, the lifted ones included.
  public var moved: FingerSet { contacts.value.moved }
  /// The fingers that lifted in this frame.
  public var lifted: FingerSet { contacts.value.lifted }
  /// The fingers that were taken away in this frame.
  public var cancelled: FingerSet { contacts.value.cancelled }
  /// Contacts that found no place.
  public var overflows: Int { contacts.value.overflows }

  /// The finger at `place`, which is below ``capacity``; any other, such as `first` of an empty set, counts from the beginning
  /// again.
  public subscript(place: Int) -> Touch {
    // One instruction keeps a place that is none from being foreign memory.
    @inline(__always) unsafeAddress {
      UnsafePointer(contacts.value.touches.address(of: place & (ContactTable.capacity - 1)))
    }
  }

  /// The place of the contact named `id`, as a set; none where it is not known.
  func places(of id: Touch.ID) -> FingerSet {
    for place in 0..<ContactTable.capacity where self[place].id == id { return FingerSet(place: place) }
    return .none
  }

  /// Whether the frame changed which fingers are down.
  public var hasSetChange: Bool { !(landed | lifted | cancelled).isEmpty }

  /// How far fingers go before it counts, in millimetres, where `base` is enough on a panel without noise: no less than
  /// the noise, and no more than three times the base (recognizers.md §3.0.2).
  public func slop(_ base: Double) -> Double { noiseFloor > base ? min(noiseFloor, 3 * base) : base }

  /// Takes a frame in. The places of `remembered` fingers are not given to fingers that land.
  mutating func take(_ frame: borrowing TouchFrame, remembered: FingerSet) {
    contacts.value.take(frame, remembered: remembered)
  }

  /// A frame in which nothing moved: a deadline.
  mutating func settle(at time: Timestamp) { contacts.value.settle(at: time) }

  /// Takes every finger away at `time`.
  mutating func cancelAll(at time: Timestamp) { contacts.value.cancelAll(at: time) }
}

extension ContactTable {
  /// The middle of `fingers` in this frame; the origin where there is none.
  func centroid(of fingers: FingerSet) -> Point {
    var sum = Vector.zero
    var rest = fingers
    while let place = rest.popFirst() { sum += self[place].position - .origin }
    return fingers.isEmpty ? .origin : .origin + sum / Double(fingers.count)
  }

  /// The middle of `fingers` in the frame before; the origin where there is none.
  func previousCentroid(of fingers: FingerSet) -> Point {
    var sum = Vector.zero
    var rest = fingers
    while let place = rest.popFirst() { sum += self[place].previousPosition - .origin }
    return fingers.isEmpty ? .origin : .origin + sum / Double(fingers.count)
  }

  /// How far the farthest of `fingers` is from where it landed, in millimetres.
  func farthestWay(of fingers: FingerSet) -> Double {
    var farthest = 0.0
    var rest = fingers
    while let place = rest.popFirst() {
      farthest = max(farthest, (self[place].position - self[place].landingPosition).lengthSquared)
    }
    return farthest.squareRoot()
  }

  /// Whether one of `fingers` that moved in this frame is farther than `limit` millimetres from where it landed.
  @inline(__always)
  func strays(_ fingers: FingerSet, beyond limit: Double) -> Bool {
    var rest = moved & fingers
    while let place = rest.popFirst() {
      let way = self[place].position - self[place].landingPosition
      if way.lengthSquared > limit * limit { return true }
    }
    return false
  }
}

/// What a `ContactTable` shows, and how a frame changes it.
struct TrackedContacts: ~Copyable, Sendable {
  var timestamp = Timestamp(nanoseconds: .min)
  var isLate = false
  var noiseFloor = 0.0
  var down = FingerSet.none
  var landed = FingerSet.none
  var moved = FingerSet.none
  var lifted = FingerSet.none
  var cancelled = FingerSet.none
  var overflows = 0

  var touches: FixedArray<Touch>
  /// The places of the fingers that are down, in the order of landing.
  private var order: FixedArray<UInt8>
  private var orderCount = 0

  init() {
    let nobody = Touch(id: Touch.ID(rawValue: 0), position: .origin)
    touches = FixedArray(repeating: nobody, count: ContactTable.capacity)
    order = FixedArray(repeating: 0, count: TouchFrame.capacity)
  }

  /// The same fingers.
  init(copying other: borrowing TrackedContacts) {
    timestamp = other.timestamp
    isLate = other.isLate
    noiseFloor = other.noiseFloor
    down = other.down
    landed = other.landed
    moved = other.moved
    lifted = other.lifted
    cancelled = other.cancelled
    overflows = other.overflows
    touches = other.touches.copied()
    order = other.order.copied()
    orderCount = other.orderCount
  }

  /// Takes a frame in. The places of `remembered` fingers are not given to fingers that land.
  mutating func take(_ frame: borrowing TouchFrame, remembered: FingerSet) {
    settle(at: frame.timestamp, isLate: frame.isLate)
    noiseFloor = frame.noiseFloor
    var known = 0
    frame.touches.withUnsafeBufferPointer { contacts in
      guard var contact = contacts.baseAddress else { return }
      let end = contact + contacts.count
      while contact < end {
        known = follow(&contact, upTo: end, from: known)
        guard contact < end else { return }
        meet(contact, &known, remembered: remembered)
        contact += 1
      }
    }
    while known < orderCount, !landed.contains(place: Int(order[known])) {
      loseTouch(at: Int(order[known]))
      known += 1
    }
    if !(lifted | cancelled).isEmpty { compact() }
  }

  /// A frame in which nothing moved: a deadline.
  mutating func settle(at time: Timestamp, isLate: Bool = false) {
    timestamp = time
    self.isLate = isLate
    landed = .none
    moved = .none
    lifted = .none
    cancelled = .none
  }

  /// Takes every finger away at `time`.
  mutating func cancelAll(at time: Timestamp) {
    settle(at: time)
    for index in 0..<orderCount { loseTouch(at: Int(order[index])) }
    compact()
  }

  /// Takes in what a frame says of fingers that come in the order in which they are known, from the one numbered `known` on;
  /// stops at another, and answers how far it came.
  ///
  /// By their addresses: a contact is a hundred bytes, of which half are wanted, and what is a property is read anew for each
  /// finger because another might have been written over it.
  @inline(__always)
  private mutating func follow(
    _ contact: inout UnsafePointer<Touch>, upTo end: UnsafePointer<Touch>, from known: Int
  ) -> Int {
    let (touches, order, count) = (touches.address(of: 0), order.address(of: 0), orderCount)
    var known = known
    while contact < end, known < count {
      let place = Int(order[known])
      let touch = touches + place
      if touch.pointee.id != contact.pointee.id { break }
      take(over: contact, to: touch, at: place)
      known += 1
      contact += 1
    }
    return known
  }

  /// Takes in a contact that is not the next of those that are known.
  private mutating func meet(_ contact: UnsafePointer<Touch>, _ known: inout Int, remembered: FingerSet) {
    if contact.pointee.phase == .began {
      land(contact.pointee, remembered: remembered)
    } else if let index = skip(to: contact.pointee.id, from: known) {
      let place = Int(order[index])
      take(over: contact, to: touches.address(of: place), at: place)
      known = index + 1
    }
  }

  @inline(__always)
  private mutating func take(
    over contact: UnsafePointer<Touch>, to touch: UnsafeMutablePointer<Touch>, at place: Int
  ) {
    touch.pointee.previousPosition = touch.pointee.position
    touch.pointee.position = contact.pointee.position
    touch.pointee.shape = contact.pointee.shape
    let phase = contact.pointee.phase
    touch.pointee.phase = phase
    if phase == .moved {
      moved |= FingerSet(place: place)
    } else if phase != .stationary {
      note(phase, of: place)
    }
  }

  private mutating func note(_ phase: Touch.Phase, of place: Int) {
    let finger = FingerSet(place: place)
    switch phase {
    case .stationary, .began, .moved: break
    case .ended:
      if touches[place].position != touches[place].previousPosition { moved |= finger }
      lifted |= finger
      down -= finger
    case .cancelled:
      cancelled |= finger
      down -= finger
    }
  }

  private mutating func land(_ touch: Touch, remembered: FingerSet) {
    let free = ~(down | lifted | cancelled | remembered).bits
    guard free != 0, orderCount < TouchFrame.capacity else { return overflows += 1 }
    let place = free.trailingZeroBitCount
    let finger = FingerSet(place: place)
    touches[place] = touch
    landed |= finger
    down |= finger
    order[orderCount] = UInt8(place)
    orderCount += 1
  }

  /// The position in the order of a contact further on; those between are missing from the frame and lost.
  private mutating func skip(to id: Touch.ID, from known: Int) -> Int? {
    for candidate in known..<orderCount where touches[Int(order[candidate])].id == id {
      for missing in known..<candidate { loseTouch(at: Int(order[missing])) }
      return candidate
    }
    return nil
  }

  private mutating func loseTouch(at place: Int) {
    let finger = FingerSet(place: place)
    guard down.intersects(finger) else { return }
    touches[place].phase = .cancelled
    cancelled |= finger
    down -= finger
  }

  private mutating func compact() {
    var kept = 0
    for index in 0..<orderCount where down.contains(place: Int(order[index])) {
      order[kept] = order[index]
      kept += 1
    }
    orderCount = kept
  }
}
