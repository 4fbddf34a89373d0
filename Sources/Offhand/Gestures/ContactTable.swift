/// The fingers of a pipeline, each at a place that it keeps from its landing until nobody remembers it.
///
/// A `TouchFrame` orders its contacts by landing, so a contact's index changes when an earlier one lifts. Recognizers and
/// the arbiter speak of sets of fingers, so each contact gets a bit that stays its own. A contact that is unknown and did
/// not land in the frame is left out (it was down before the pipeline looked); one that is missing without having ended
/// counts as cancelled.
public struct ContactTable: ~Copyable, Sendable {
  /// How many fingers can be told apart at once, those that lifted but are remembered included.
  public static let capacity = 64

  /// The moment of the frame, or of the deadline that is being served.
  public internal(set) var timestamp = Timestamp(nanoseconds: .min)
  /// Whether the hardware's stamp ran backwards, so that the frame says nothing about speed.
  public internal(set) var isLate = false
  /// What is noise and no motion on the devices of the last frame, in millimetres; 0 where nobody found out.
  public internal(set) var noiseFloor = 0.0
  /// The fingers on the glass after this frame.
  public internal(set) var down = FingerSet.none
  /// The fingers that landed in this frame.
  public internal(set) var landed = FingerSet.none
  /// The fingers that moved in this frame, the lifted ones included.
  public internal(set) var moved = FingerSet.none
  /// The fingers that lifted in this frame.
  public internal(set) var lifted = FingerSet.none
  /// The fingers that were taken away in this frame.
  public internal(set) var cancelled = FingerSet.none
  /// Contacts that found no place.
  public internal(set) var overflows = 0

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
  init(copying other: borrowing ContactTable) {
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

  /// The finger at `place`.
  public subscript(place: Int) -> Touch { touches[place] }

  /// The place of the contact named `id`, as a set; none where it is not known.
  func places(of id: Touch.ID) -> FingerSet {
    for place in 0..<ContactTable.capacity where touches[place].id == id { return FingerSet(place: place) }
    return .none
  }

  /// Whether the frame changed which fingers are down.
  public var hasSetChange: Bool { !(landed | lifted | cancelled).isEmpty }

  /// How far fingers go before it counts, in millimetres, where `base` is enough on a panel without noise: no less than
  /// the noise, and no more than three times the base (recognizers.md §3.0.2).
  public func slop(_ base: Double) -> Double { noiseFloor > base ? min(noiseFloor, 3 * base) : base }

  /// Takes a frame in. The places of `remembered` fingers are not given to fingers that land.
  mutating func take(_ frame: borrowing TouchFrame, remembered: FingerSet) {
    settle(at: frame.timestamp, isLate: frame.isLate)
    noiseFloor = frame.noiseFloor
    var known = 0
    for index in 0..<frame.count {
      let id = frame[index].id
      if known < orderCount, touches[Int(order[known])].id == id {
        update(Int(order[known]), from: frame[index])
        known += 1
      } else if frame[index].phase == .began {
        land(frame[index], remembered: remembered)
      } else if let place = skip(to: id, from: known) {
        update(Int(order[place]), from: frame[index])
        known = place + 1
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

  @inline(__always)
  private mutating func update(_ place: Int, from touch: Touch) {
    let finger = FingerSet(place: place)
    touches[place].previousPosition = touches[place].position
    touches[place].position = touch.position
    touches[place].shape = touch.shape
    touches[place].phase = touch.phase
    switch touch.phase {
    case .stationary, .began: break
    case .moved: moved |= finger
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
