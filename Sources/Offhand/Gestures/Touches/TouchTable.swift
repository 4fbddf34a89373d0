/// A set of touches, by their indices in a `TouchTable`.
public typealias TouchSet = BitSet<Touch>

/// The touches of a pipeline, each at an index that it keeps from its landing until no recognizer remembers it.
///
/// A `TouchFrame` orders its touches by landing, so a touch's index there changes when an earlier one lifts. Recognizers and the arbiter
/// work with sets of touches, so each touch gets a bit of its own that does not change. A touch that is unknown and did not land in the
/// frame is left out (it was down before the pipeline started); one that is missing without having ended counts as cancelled.
public struct TouchTable: ~Copyable, Sendable {
  /// The number of touches that can be distinguished at once, including lifted ones that are still remembered.
  public static let capacity = 64

  /// A pipeline lends the table to every recognizer in every frame. By pointer: a larger struct is copied each time it is lent.
  private var content: InPlace<TouchTableContent>

  init() { content = InPlace(TouchTableContent()) }

  init(copying other: borrowing TouchTable) { content = InPlace(TouchTableContent(copying: other.content.value)) }

  /// The time of the frame, or of the deadline that is being served.
  public var timestamp: Timestamp { content.value.state.timestamp }
  /// Whether the hardware's timestamp ran backwards, so that the frame is not used for velocities.
  public var isLate: Bool { content.value.state.isLate }
  /// The position jitter of the devices in the last frame, in millimetres; 0 if unknown.
  public var noiseFloor: Double { content.value.state.noiseFloor }
  /// The touches that are down after this frame.
  public var down: TouchSet { content.value.state.down }
  /// The touches that landed in this frame.
  public var landed: TouchSet { content.value.state.landed }
  /// The touches that moved in this frame, lifted ones included.
  public var moved: TouchSet { content.value.state.moved }
  /// The touches that lifted in this frame.
  public var lifted: TouchSet { content.value.state.lifted }
  /// The touches that were cancelled in this frame.
  public var cancelled: TouchSet { content.value.state.cancelled }

  /// Whether the frame changed which touches are down.
  public var hasSetChange: Bool { !(landed | lifted | cancelled).isEmpty }

  /// The touch at `index`, which is below ``capacity``; any other index, such as `first` of an empty set, is taken modulo that.
  public subscript(index: Int) -> Touch {
    // One instruction keeps an invalid index from reading foreign memory.
    @inline(__always) unsafeAddress {
      UnsafePointer(content.value.touches.address(of: index & (TouchTable.capacity - 1)))
    }
  }

  /// The index of the touch `id`; `nil` if it is none of `touches`.
  func index(of id: Touch.ID, among touches: TouchSet) -> Int? {
    for index in touches where self[index].id == id { return index }
    return nil
  }

  /// The slop that recognizers use if `base`, in millimetres, is enough on a panel without noise: no less than the
  /// noise, and no more than three times the base (Design/Recognizing.md "Slop on noisy panels").
  public func slop(_ base: Double) -> Double { noiseFloor > base ? min(noiseFloor, 3 * base) : base }

  /// Whether `touch`, which lands, bounces: a touch of its device lifted less than `interval` ago, up to `distance` millimetres away,
  /// whatever recognizers made of that one.
  func isBounce(_ touch: Touch, within interval: Duration = .milliseconds(40), of distance: Double) -> Bool {
    // Nearly all land later than that.
    guard timestamp - content.value.state.latestLift < interval else { return false }
    for index in content.value.state.lifts.indices {
      let lift = content.value.state.lifts[index]
      // A lift that comes later was before the clock went back.
      if lift.device == touch.device, lift.time <= timestamp, timestamp < lift.time + interval,
        lift.position.distance(to: touch.position) <= distance
      {
        return true
      }
    }
    return false
  }

  /// The one of `touches`, which end, to which `touch`, which lands, is so near that both are contacts of one finger.
  func sameFinger(as touch: Touch, among touches: TouchSet) -> Int? {
    for index in touches {
      if self[index].position.distance(to: touch.position) <= TouchTable.samePlace { return index }
    }
    return nil
  }

  /// The largest distance in millimetres of two contacts of one finger that the panel lost for a report.
  private static var samePlace: Double { 6 }

  /// Processes a frame. The indices of `remembered` touches are not given to touches that land.
  mutating func take(_ frame: borrowing TouchFrame, remembered: TouchSet) {
    content.value.take(frame, remembered: remembered)
  }

  /// Processes a deadline: a frame in which nothing moved.
  mutating func settle(at time: Timestamp) { content.value.settle(at: time) }

  mutating func cancelAll(at time: Timestamp) { content.value.cancelAll(at: time) }

  /// Makes the touches that are down look as if they had landed in this frame, or ends that. Their phase is not
  /// `began`, for which targets would be looked up again.
  mutating func setAllLanded(_ haveLanded: Bool) {
    for touch in content.value.state.down {
      if content.value.touches[touch].phase == .began { content.value.touches[touch].phase = .stationary }
    }
    content.value.state.landed = haveLanded ? content.value.state.down : .none
  }
}

// MARK: Distances

extension TouchTable {
  /// The centroid of `touches` in this frame; the origin for the empty set.
  func centroid(of touches: TouchSet) -> Point {
    var sum = Vector.zero
    for touch in touches { sum += self[touch].position - .origin }
    return touches.isEmpty ? .origin : .origin + sum / Double(touches.count)
  }

  /// The centroid of `touches` in the previous frame; the origin for the empty set.
  func previousCentroid(of touches: TouchSet) -> Point {
    var sum = Vector.zero
    for touch in touches { sum += self[touch].previousPosition - .origin }
    return touches.isEmpty ? .origin : .origin + sum / Double(touches.count)
  }

  /// The largest distance of any of `touches` from its landing position, in millimetres.
  func largestDisplacement(of touches: TouchSet) -> Double {
    var largest = 0.0
    for touch in touches {
      largest = max(largest, (self[touch].position - self[touch].landingPosition).lengthSquared)
    }
    return largest.squareRoot()
  }

  /// Whether one of `touches` that moved in this frame is farther than `limit` millimetres from its landing position.
  @inline(__always)
  func strays(_ touches: TouchSet, beyond limit: Double) -> Bool {
    let limit = limit + Tolerance.length
    for touch in moved & touches {
      let displacement = self[touch].position - self[touch].landingPosition
      if displacement.lengthSquared > limit * limit { return true }
    }
    return false
  }
}

// MARK: Frames

/// The contents of a `TouchTable`, and their changes by a frame. (Not private: Swift 6.3 then fails to emit the
/// metadata of `InPlace` in other files.)
struct TouchTableContent: ~Copyable, Sendable {
  struct State: Sendable {
    var timestamp = Timestamp(nanoseconds: .min)
    var isLate = false
    var noiseFloor = 0.0
    var down = TouchSet.none
    var landed = TouchSet.none
    var moved = TouchSet.none
    var lifted = TouchSet.none
    var cancelled = TouchSet.none
    var orderCount = 0
    /// The last lifts, as many as the fingers of a hand and some, in a ring; the next one is written at `nextLift`.
    var lifts = InlineArray<8, Lift>(repeating: Lift())
    var nextLift = 0
    /// The time of the last lift, once there was one.
    var latestLift = Timestamp(nanoseconds: .min)
  }

  /// Where and when a touch lifted.
  struct Lift: Sendable {
    var time = Timestamp(nanoseconds: .min)
    var position = Point.origin
    var device = DeviceID(rawValue: 0)
  }

  var state = State()
  var touches: FixedArray<Touch>
  /// The indices of the touches that are down, in the order of landing.
  private var order: FixedArray<UInt8>

  init() {
    let placeholder = Touch(id: Touch.ID(rawValue: 0), position: .origin)
    touches = FixedArray(repeating: placeholder, count: TouchTable.capacity)
    order = FixedArray(repeating: 0, count: TouchFrame.capacity)
  }

  init(copying other: borrowing TouchTableContent) {
    state = other.state
    touches = other.touches.copied()
    order = other.order.copied()
  }

  mutating func take(_ frame: borrowing TouchFrame, remembered: TouchSet) {
    settle(at: frame.timestamp, isLate: frame.isLate)
    state.noiseFloor = frame.noiseFloor
    var known = 0
    frame.touches.withUnsafeBufferPointer { touches in
      guard var touch = touches.baseAddress else { return }
      let end = touch + touches.count
      while touch < end {
        known = follow(&touch, upTo: end, from: known)
        guard touch < end else { return }
        meet(touch, &known, remembered: remembered)
        touch += 1
      }
    }
    while known < state.orderCount, !state.landed.contains(Int(order[known])) {
      lose(Int(order[known]))
      known += 1
    }
    if !(state.lifted | state.cancelled).isEmpty { compact() }
  }

  mutating func settle(at time: Timestamp, isLate: Bool = false) {
    state.timestamp = time
    state.isLate = isLate
    state.landed = .none
    state.moved = .none
    state.lifted = .none
    state.cancelled = .none
  }

  mutating func cancelAll(at time: Timestamp) {
    settle(at: time)
    for position in 0..<state.orderCount { lose(Int(order[position])) }
    compact()
    state.lifts = InlineArray(repeating: Lift())
    state.latestLift = Timestamp(nanoseconds: .min)
  }

  /// Processes the touches of a frame as long as they come in the known order, from index `known` on; returns the index it reached.
  ///
  /// Uses addresses: a touch is a hundred bytes, of which half are needed, and a property would be read again for each
  /// touch because another might have been written over it.
  @inline(__always)
  private mutating func follow(
    _ source: inout UnsafePointer<Touch>, upTo end: UnsafePointer<Touch>, from known: Int
  ) -> Int {
    let (touches, order, count) = (touches.address(of: 0), order.address(of: 0), state.orderCount)
    var known = known
    while source < end, known < count {
      let index = Int(order[known])
      let touch = touches + index
      if touch.pointee.id != source.pointee.id { break }
      update(touch, from: source, at: index)
      known += 1
      source += 1
    }
    return known
  }

  /// Processes a touch that is not the next of the known ones.
  private mutating func meet(_ source: UnsafePointer<Touch>, _ known: inout Int, remembered: TouchSet) {
    if source.pointee.phase == .began {
      land(source.pointee, remembered: remembered)
    } else if let position = skip(to: source.pointee.id, from: known) {
      let index = Int(order[position])
      update(touches.address(of: index), from: source, at: index)
      known = position + 1
    }
  }

  @inline(__always)
  private mutating func update(_ touch: UnsafeMutablePointer<Touch>, from source: UnsafePointer<Touch>, at index: Int) {
    touch.pointee.previousPosition = touch.pointee.position
    touch.pointee.position = source.pointee.position
    touch.pointee.shape = source.pointee.shape
    let phase = source.pointee.phase
    touch.pointee.phase = phase
    if phase == .moved {
      state.moved |= TouchSet(index)
    } else if phase != .stationary {
      end(phase, index)
    }
  }

  private mutating func end(_ phase: Touch.Phase, _ index: Int) {
    let touch = TouchSet(index)
    switch phase {
    case .stationary, .began, .moved: break
    case .ended:
      if touches[index].position != touches[index].previousPosition { state.moved |= touch }
      state.lifted |= touch
      state.down -= touch
      state.lifts[state.nextLift] = Lift(
        time: state.timestamp, position: touches[index].position, device: touches[index].device)
      state.nextLift = (state.nextLift + 1) % state.lifts.count
      state.latestLift = state.timestamp
    case .cancelled:
      state.cancelled |= touch
      state.down -= touch
    }
  }

  /// Gives a touch that lands a free index; without one it is left out.
  private mutating func land(_ touch: Touch, remembered: TouchSet) {
    let index = (state.down | state.lifted | state.cancelled | remembered).firstAbsent
    guard index < TouchTable.capacity, state.orderCount < TouchFrame.capacity else { return }
    touches[index] = touch
    state.landed.insert(index)
    state.down.insert(index)
    order[state.orderCount] = UInt8(index)
    state.orderCount += 1
  }

  /// The index of a later touch in the order; those in between are missing from the frame and lost.
  private mutating func skip(to id: Touch.ID, from known: Int) -> Int? {
    for candidate in known..<state.orderCount where touches[Int(order[candidate])].id == id {
      for missing in known..<candidate { lose(Int(order[missing])) }
      return candidate
    }
    return nil
  }

  private mutating func lose(_ index: Int) {
    guard state.down.contains(index) else { return }
    touches[index].phase = .cancelled
    state.cancelled.insert(index)
    state.down.remove(index)
  }

  private mutating func compact() {
    var kept = 0
    for position in 0..<state.orderCount where state.down.contains(Int(order[position])) {
      order[kept] = order[position]
      kept += 1
    }
    state.orderCount = kept
  }
}
