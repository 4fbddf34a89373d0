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
