/// Delivers the touches of a pipeline to a layer below it that wants them raw, as UIKit does with views under recognizers: touches
/// that a recognizer takes are cancelled once, and those that a recognizer delays come late but in order and with their own timestamps.
///
/// Works with every pipeline: it asks for the ``TouchClaim`` on each touch. Once its storage has grown to the touches of a surface, it
/// allocates nothing.
public struct TouchRelay: Sendable {
  /// One touch as the layer below sees it.
  public struct Delivery: Sendable, Hashable {
    /// The time at which it happened, not at which it was delivered.
    public var timestamp: Timestamp
    /// The touch, with its phase.
    public var touch: Touch
  }

  /// The state of one touch in the layer below.
  private struct TrackedTouch: Sendable {
    enum Flow: Sendable { case open, withoutLift, closed, taken }

    /// The touch, in the slot in which the layer below knows it.
    var touch: Touch
    var panelSlot: Int32
    var flow = Flow.open
    var end: Timestamp?
    /// The frame that contained it last.
    var frame: UInt64
    /// Whether the layer below has heard of it.
    var isKnown = false
    /// Whether no recognizer may take it or hold it back.
    var isExempt = false
    /// The client of the layer below to which it was delivered; 0 if nothing was said.
    var client: UInt64 = 0
    var heldCount = 0
  }

  private var tracked: [TrackedTouch] = []
  /// What is not delivered yet, in the order in which it happened.
  private var held: [Delivery] = []
  private var frameNumber: UInt64 = 0
  /// The time of a frame that was noted and not yet relayed.
  private var noted: Timestamp?
  /// The touches to deliver to the layer below after the last call, in the order in which they happened.
  public private(set) var deliveries: [Delivery] = []

  /// A relay without touches.
  public init() {}

  /// Processes a frame that `pipeline` has just processed, unless it is noted. A touch that the frame lacks, although it has not ended, is
  /// cancelled.
  public mutating func relay(_ frame: borrowing TouchFrame, after pipeline: borrowing some GesturePipeline) {
    if noted != frame.timestamp { note(frame) }
    relay(upTo: frame.timestamp, after: pipeline)
  }

  /// Takes the touches of a frame that a pipeline has just processed; ``relay(upTo:after:)`` then delivers them. Meanwhile touches can be
  /// exempted, also from what has just begun.
  public mutating func note(_ frame: borrowing TouchFrame) {
    frameNumber += 1
    noted = frame.timestamp
    for index in frame.indices { note(frame[index], at: frame.timestamp) }
    for index in tracked.indices where tracked[index].frame != frameNumber && tracked[index].touch.isDown {
      tracked[index].touch.phase = .cancelled
      hold(index, at: frame.timestamp)
    }
  }

  /// Delivers touches that deadlines released; call it after `pipeline` has served them, or after ``note(_:)``.
  public mutating func relay(upTo time: Timestamp, after pipeline: borrowing some GesturePipeline) {
    deliveries.removeAll(keepingCapacity: true)
    noted = nil
    settle(pipeline, at: time)
  }

  /// Gives the touch `id` to the layer below: no recognizer takes it or holds it back from now on, but it comes after the lift of the touch
  /// that had its slot. Returns whether it is down, or has just lifted, and no recognizer has taken it before.
  @discardableResult public mutating func exempt(_ id: Touch.ID) -> Bool {
    guard let index = tracked.firstIndex(where: { $0.touch.id == id }), tracked[index].flow != .taken else {
      return false
    }
    tracked[index].isExempt = true
    return true
  }

  /// Says to which client of the layer below a touch was delivered, by a number other than 0. A recognizer that takes one touch of a client
  /// takes all of them, and so does a touch of it that is cancelled: `wl_touch.cancel` can do nothing less.
  public mutating func setClient(_ client: UInt64, of id: Touch.ID) {
    if let index = tracked.firstIndex(where: { $0.touch.id == id }) { tracked[index].client = client }
  }

  /// The touch that is down and that the layer below knows in this slot; `nil` if there is none.
  package func id(device: DeviceID, slot: Int32) -> Touch.ID? {
    tracked.last { $0.touch.isDown && $0.touch.device == device && $0.touch.slot == slot }?.touch.id
  }

  /// Cancels every touch that the layer below knows and forgets all; call it after ``GesturePipeline/cancel(at:)``.
  public mutating func cancel(at time: Timestamp) {
    deliveries.removeAll(keepingCapacity: true)
    held.removeAll(keepingCapacity: true)
    for index in tracked.indices { take(index, at: time) }
    tracked.removeAll(keepingCapacity: true)
    noted = nil
  }

  private mutating func note(_ touch: Touch, at time: Timestamp) {
    var known = tracked.firstIndex { $0.touch.id == touch.id }
    if touch.phase == .began, known == nil {
      known = tracked.count
      var landed = touch
      // A touch that the panel lost for a report may have another slot there by now, but keeps its own in the layer below.
      if isTaken(touch.slot, of: touch) { while isUsed(landed.slot, of: touch) { landed.slot &+= 1 } }
      tracked.append(TrackedTouch(touch: landed, panelSlot: touch.slot, frame: frameNumber))
    }
    guard let known, tracked[known].touch.isDown else { return }
    let slot = tracked[known].touch.slot
    tracked[known].touch = touch
    tracked[known].touch.slot = slot
    tracked[known].panelSlot = touch.slot
    tracked[known].frame = frameNumber
    if !touch.isDown { tracked[known].end = time }
    if touch.phase != .stationary { hold(known, at: time) }
  }

  /// Whether the layer below knows a touch in `slot` that the panel has in another one, on the device of `touch`.
  private func isTaken(_ slot: Int32, of touch: Touch) -> Bool {
    tracked.contains {
      $0.touch.isDown && $0.touch.device == touch.device && $0.touch.slot == slot && $0.panelSlot != slot
    }
  }

  private func isUsed(_ slot: Int32, of touch: Touch) -> Bool {
    tracked.contains { $0.touch.isDown && $0.touch.device == touch.device && $0.touch.slot == slot }
  }

  private mutating func hold(_ index: Int, at time: Timestamp) {
    held.append(Delivery(timestamp: time, touch: tracked[index].touch))
    tracked[index].heldCount += 1
  }

  private mutating func settle(_ pipeline: borrowing some GesturePipeline, at time: Timestamp) {
    for index in tracked.indices where tracked[index].flow != .taken {
      let claim = tracked[index].isExempt ? [] : pipeline.claim(on: tracked[index].touch.id)
      if claim.contains(.captured) {
        takeClient(of: index, at: time)
      } else if claim.contains(.delaysTouch) {
        tracked[index].flow = .closed
      } else {
        tracked[index].flow = claim.contains(.delaysLift) ? .withoutLift : .open
      }
    }
    deliver()
    tracked.removeAll { !$0.touch.isDown && $0.heldCount == 0 }
  }

  /// Takes a touch and all others of its client that the layer below has not seen lift.
  private mutating func takeClient(of index: Int, at time: Timestamp) {
    take(index, at: time)
    let client = tracked[index].client
    for other in tracked.indices
    where client != 0 && tracked[other].client == client
      && (tracked[other].touch.isDown || tracked[other].heldCount > 0)
    {
      take(other, at: time)
    }
  }

  /// Cancels a touch that is taken, if the layer below knows it: at its lift, if that was held back, because another may have landed in its
  /// slot since.
  private mutating func take(_ index: Int, at time: Timestamp) {
    if tracked[index].isKnown, tracked[index].flow != .taken {
      var touch = tracked[index].touch
      touch.phase = .cancelled
      append(Delivery(timestamp: tracked[index].end ?? time, touch: touch))
    }
    tracked[index].flow = .taken
  }

  /// Delivers what is not held back any longer, and drops what was taken.
  private mutating func deliver() {
    var kept = 0
    for position in held.indices {
      let delivery = held[position]
      guard let index = tracked.firstIndex(where: { $0.touch.id == delivery.touch.id }) else { continue }
      let flow = tracked[index].flow
      let isHeld = flow == .closed || flow == .withoutLift && delivery.touch.phase == .ended
      if isHeld || flow != .taken && !tracked[index].isKnown && isBehind(delivery.touch, kept) {
        held[kept] = delivery
        kept += 1
        continue
      }
      tracked[index].heldCount -= 1
      guard flow != .taken else { continue }
      tracked[index].isKnown = true
      if delivery.touch.phase == .cancelled {
        takeClient(of: index, at: delivery.timestamp)
      } else {
        append(delivery)
      }
    }
    held.removeLast(held.count - kept)
  }

  /// Whether the lift of another touch in the same slot is among the first `count` deliveries that are held back: the layer below may know
  /// touches by their slots, and would hear two landings in one.
  private func isBehind(_ touch: Touch, _ count: Int) -> Bool {
    held[..<count].contains { !$0.touch.isDown && $0.touch.slot == touch.slot && $0.touch.device == touch.device }
  }

  /// Adds a delivery in the order of time, and of landing for the same time.
  private mutating func append(_ delivery: Delivery) {
    deliveries.append(delivery)
    var position = deliveries.count - 1
    while position > 0, isEarlier(delivery, deliveries[position - 1]) {
      deliveries.swapAt(position - 1, position)
      position -= 1
    }
  }

  private func isEarlier(_ a: Delivery, _ b: Delivery) -> Bool {
    a.timestamp == b.timestamp ? a.touch.id < b.touch.id : a.timestamp < b.timestamp
  }
}

/// What recognizers claim of one touch from a layer below them, as ``LaneOptions`` say.
public struct TouchClaim: OptionSet, Sendable, Hashable {
  /// One bit a claim.
  public let rawValue: UInt8

  /// The claims whose bits are set.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A gesture of this touch has been recognized: the layer below loses it.
  public static let captured = TouchClaim(rawValue: 1)
  /// A recognizer that may still take it does not let the layer below see it meanwhile.
  public static let delaysTouch = TouchClaim(rawValue: 2)
  /// A recognizer that may still take it does not let the layer below see its lift meanwhile.
  public static let delaysLift = TouchClaim(rawValue: 4)
}
