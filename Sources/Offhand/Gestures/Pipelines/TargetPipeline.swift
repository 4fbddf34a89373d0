/// A pipeline for each of the targets on a surface: photos on a table, views in a window, windows on a screen.
///
/// A touch belongs to the topmost target at its landing position for as long as it is down, so touches of different targets never meet,
/// and each target has a pipeline of its own: recognizers in code or from data, a `StandardPipeline`, one for each of several hands. The
/// number of targets is limited by memory only.
///
/// Targets are added, moved, scaled, turned and removed at any time; touches that are down on others notice nothing. An event carries
/// the id of its target. A frame costs what the targets with touches cost, however many there are besides.
///
///     var table = TargetPipeline<Pipeline<DescribedRecognizers>>()
///     try table.add(7, region: photo.bounds, placement: photo.pose, Pipeline(descriptions))
///     table.process(frame)
///     for event in table.events { move(event.target, event.gesture) }
///
/// Events of one moment come target by target, in the order in which the targets got the first of their touches.
public struct TargetPipeline<Base: GesturePipeline>: GesturePipeline {
  /// Returns the id of the target that a touch lands on; `nil` if there is none.
  public typealias HitTest = @Sendable (Touch) -> Int?

  // All work is done by a type that is not generic: in another module, a generic one costs five times as much.
  private var table: TargetTable

  /// No targets. `hitTest` returns the target of each touch that lands; without it, the areas of the targets determine it.
  public init(hitTest: HitTest? = nil) { table = TargetTable(hitTest) }

  // MARK: Targets

  /// The ids of the targets, back to front.
  public var targets: [Int] { table.targets }

  /// The pipeline of target `id`, for reading; `nil` if there is no such target.
  public subscript(id: Int) -> Base? { table.slot(of: id).flatMap { pipeline(at: $0) } }

  /// Adds a target in front of the others. It takes touches that land from now on.
  ///
  /// `region` is its rectangle in millimetres of its own, which `placement` maps onto the glass. Without one, only a hit test finds it.
  public mutating func add(
    _ id: Int, region: Rect? = nil, placement: Similarity = .identity, _ pipeline: Base
  ) throws(TargetError) {
    try table.add(id, TargetArea(region, placement, of: id), AnyPipeline(pipeline))
  }

  /// Removes target `id`, and cancels its gestures at `time`: their cancellations are the events of this call. Touches that are down on
  /// it belong to no target from now on. An unknown target is ignored.
  public mutating func remove(_ id: Int, at time: Timestamp) { table.remove(id, at: time) }

  /// Moves, scales or turns target `id`. Touches that are down stay with the targets they landed on.
  public mutating func place(_ id: Int, region: Rect? = nil, placement: Similarity) throws(TargetError) {
    try table.place(id, region: region, placement: placement)
  }

  /// Brings target `id` in front of the others. An unknown target is ignored.
  public mutating func bringToFront(_ id: Int) { table.bringToFront(id) }

  /// The map from the own coordinates of target `id` onto the glass; `nil` if there is no such target.
  public func placement(of id: Int) -> Similarity? { table.placement(of: id) }

  /// Changes the pipeline of target `id`: its relations, its delegate, what is enabled. The events that follow are those of this call.
  /// Returns `nil` if there is no such target.
  @discardableResult
  public mutating func change<Result, Failure: Error>(
    _ id: Int, _ body: (inout Base) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    table.begin()
    guard let slot = table.slot(of: id) else { return nil }
    return try change(at: slot, body)
  }

  /// Changes the pipelines of all targets, back to front.
  public mutating func changeAll<Failure: Error>(_ body: (inout Base) throws(Failure) -> Void) throws(Failure) {
    table.begin()
    for slot in table.order { try change(at: slot, body) }
  }

  private mutating func change<Result, Failure: Error>(
    at slot: Int, _ body: (inout Base) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    table.startChange(at: slot)
    defer { table.finishChange(at: slot) }
    return try table.change(at: slot, body)
  }

  // Only pipelines of the type `Base` are added, which this and the table's `change` rely on.
  private func pipeline(at slot: Int) -> Base? { table.pipeline(at: slot)?.assumed(as: Base.self) }

  // MARK: Frames

  /// Processes a frame: each target gets its touches.
  public mutating func process(_ frame: borrowing TouchFrame) { table.process(frame) }

  /// Processes a frame with the targets that `hitTest` returns for the touches that land in it, from a scene that changes.
  public mutating func process(_ frame: borrowing TouchFrame, hitTest: (Touch) -> Int?) {
    table.process(frame, hitTest, byArea: false)
  }

  /// The events of the last call.
  public var events: GestureEvents { table.events }
  /// The next moment at which time alone may decide something.
  public var deadline: Timestamp? { table.deadline }
  /// The names of the recognizers of all targets, back to front. An event's `recognizer` is an index in the pipeline of its target.
  public var names: [GestureName] { table.names }
  /// Whether no touch is down and no recognizer is undecided.
  public var isIdle: Bool { table.isIdle }

  /// The hand that is stamped on every event from the next call on; until it is set, each target's pipeline has its own.
  public var hand: Hand {
    get { table.hand ?? .unknown }
    set { table.hand = newValue }
  }

  /// Serves the deadlines up to and including `time`.
  public mutating func advance(to time: Timestamp) { table.advance(to: time) }
  /// Cancels every gesture and forgets every touch.
  public mutating func cancel(at time: Timestamp) { table.cancel(at: time) }
  /// Sets a value of the active gestures named `name`, on all targets.
  public mutating func set(_ value: GestureValue, of name: GestureName) { table.set(value, of: name) }
  /// Sets a value of the active gesture named `name` on target `id`; its next event counts from it.
  public mutating func set(_ value: GestureValue, of name: GestureName, on id: Int) {
    table.set(value, of: name, on: id)
  }
  /// Replaces the outputs whose edges count, for all targets.
  public mutating func setOutputs(_ outputs: [Rect]) { table.setOutputs(outputs) }
  /// The touches of an event.
  public func touches(of event: GestureEvent) -> [Touch] { table.pipeline(of: event)?.touches(of: event) ?? [] }
  /// Calls `body` with each touch of an event.
  public func forEachTouch(of event: GestureEvent, _ body: (Touch) -> Void) {
    table.pipeline(of: event)?.forEachTouch(of: event, body)
  }
  /// What the recognizers of its target claim of a touch.
  public func claim(on id: Touch.ID) -> TouchClaim { table.claim(on: id) }
}

/// The targets of a `TargetPipeline`, whatever the type of their pipelines.
private struct TargetTable: Sendable {
  private struct Slot: Sendable {
    var id: Int
    var area: TargetArea
    /// `nil` where no target is.
    var pipeline: AnyPipeline?
    var downCount = 0
  }

  /// The slot that a touch belongs to; `nil` for a touch that landed beside all targets, or whose target was removed.
  private struct Owner: Sendable {
    var touch: Touch.ID
    var slot: Int?
  }

  private let hitTest: (@Sendable (Touch) -> Int?)?
  /// The targets; a removed one leaves a gap for the next.
  private var slots: [Slot] = []
  /// The slots, back to front.
  private(set) var order: [Int] = []
  /// The slots whose pipelines are not idle, in the order in which they got the first of their touches.
  private var active: [Int] = []
  /// The touches of the last frame, in its order.
  private var owners: [Owner] = []
  private var nextOwners: [Owner] = []
  private var part = TouchFrame()
  private var list = EventList()
  /// Pipelines of targets that were removed in the last call, whose events may still be read.
  private var removed: [(slot: Int, pipeline: AnyPipeline)] = []
  /// The hand that is stamped on every event; `nil` until it is set.
  var hand: Hand?

  init(_ hitTest: (@Sendable (Touch) -> Int?)?) {
    self.hitTest = hitTest
    part.reserveCapacity()
    owners.reserveCapacity(TouchFrame.capacity)
    nextOwners.reserveCapacity(TouchFrame.capacity)
  }

  // MARK: Targets

  var targets: [Int] { order.map { slots[$0].id } }

  func pipeline(at slot: Int) -> AnyPipeline? { slots[slot].pipeline }

  mutating func add(_ id: Int, _ area: TargetArea, _ pipeline: AnyPipeline) throws(TargetError) {
    if slot(of: id) != nil { throw .duplicate(id) }
    let slot = slots.firstIndex { $0.pipeline == nil } ?? slots.count
    guard slot <= Int(UInt16.max) else { throw .tooMany(id) }
    let new = Slot(id: id, area: area, pipeline: pipeline)
    if slot == slots.count { slots.append(new) } else { slots[slot] = new }
    order.append(slot)
    active.reserveCapacity(slots.count)
    list.reserveCapacity(slots.count)
  }

  mutating func remove(_ id: Int, at time: Timestamp) {
    begin()
    guard let slot = slot(of: id) else { return }
    passHand(to: slot)
    slots[slot].pipeline!.cancel(at: time)
    collect(slot)
    removed.append((slot, take(slot)))
    order.removeAll { $0 == slot }
    active.removeAll { $0 == slot }
    for index in owners.indices where owners[index].slot == slot { owners[index].slot = nil }
  }

  mutating func place(_ id: Int, region: Rect?, placement: Similarity) throws(TargetError) {
    guard let slot = slot(of: id) else { throw .unknown(id) }
    slots[slot].area = try TargetArea(region ?? slots[slot].area.region, placement, of: id)
  }

  mutating func bringToFront(_ id: Int) {
    guard let slot = slot(of: id), let position = order.firstIndex(of: slot) else { return }
    order.append(order.remove(at: position))
  }

  func placement(of id: Int) -> Similarity? { slot(of: id).map { slots[$0].area.placement } }

  private mutating func take(_ slot: Int) -> AnyPipeline {
    defer { slots[slot].pipeline = nil }
    return slots[slot].pipeline!
  }

  mutating func change<Base: GesturePipeline, Result, Failure: Error>(
    at slot: Int, _ body: (inout Base) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try slots[slot].pipeline!.change(body)
  }

  mutating func startChange(at slot: Int) {
    passHand(to: slot)
    // Serves nothing, and clears the events of the last call.
    slots[slot].pipeline!.advance(to: Timestamp(nanoseconds: .min))
  }

  mutating func finishChange(at slot: Int) {
    if !slots[slot].pipeline!.isIdle { activate(slot) }
    collect(slot)
  }

  func slot(of id: Int) -> Int? { order.first { slots[$0].id == id } }

  // MARK: Touches go to targets

  mutating func process(_ frame: borrowing TouchFrame) {
    if let hitTest { process(frame, hitTest, byArea: false) } else { process(frame, { _ in nil }, byArea: true) }
  }

  mutating func process(_ frame: borrowing TouchFrame, _ hitTest: (Touch) -> Int?, byArea: Bool) {
    begin()
    if !isOfKnownTouches(frame) { assign(frame, hitTest, byArea: byArea) }
    if let slot = onlySlot {
      passHand(to: slot)
      slots[slot].pipeline!.process(frame)
      slots[slot].downCount = frame.downCount
      return collect(slot)
    }
    // The pipeline of the only target serves its own.
    serve(before: frame.timestamp)
    for slot in active { processPart(of: frame, at: slot) }
  }

  /// Whether the frame has the touches of the last one, in the same order.
  private func isOfKnownTouches(_ frame: borrowing TouchFrame) -> Bool {
    guard frame.count == owners.count else { return false }
    for index in owners.indices where frame.touches[index].id != owners[index].touch { return false }
    return true
  }

  /// The slot to which all touches of the frame belong, if no other pipeline is active.
  private var onlySlot: Int? {
    guard active.count == 1, let slot = active.first, !owners.isEmpty else { return nil }
    for index in owners.indices where owners[index].slot != slot { return nil }
    return slot
  }

  /// Finds the targets of the touches that landed, and keeps those of the others.
  private mutating func assign(_ frame: borrowing TouchFrame, _ hitTest: (Touch) -> Int?, byArea: Bool) {
    nextOwners.removeAll(keepingCapacity: true)
    for index in frame.indices {
      let touch = frame[index]
      var owner = Owner(touch: touch.id)
      if touch.phase == .began {
        owner.slot = byArea ? topmost(at: touch.position) : hitTest(touch).flatMap(slot(of:))
        if let slot = owner.slot { activate(slot) }
      } else if let known = owners.first(where: { $0.touch == touch.id }) {
        owner = known
      }
      nextOwners.append(owner)
    }
    swap(&owners, &nextOwners)
  }

  private func topmost(at point: Point) -> Int? { order.last { slots[$0].area.contains(point) } }

  private mutating func activate(_ slot: Int) {
    guard !active.contains(slot) else { return }
    active.append(slot)
  }

  /// Tells a pipeline the hand before it is called: only then nothing else holds its events.
  @inline(__always)
  private mutating func passHand(to slot: Int) {
    if let hand, slots[slot].pipeline!.hand != hand { slots[slot].pipeline!.hand = hand }
  }

  /// Gives a target its touches of the frame, if the frame reports one of them: others are none of its business.
  private mutating func processPart(of frame: borrowing TouchFrame, at slot: Int) {
    part.fill(from: frame) { [owners] index, _ in owners[index].slot == slot }
    let isReported = part.touches.contains { $0.phase != .stationary }
    guard isReported || part.count != slots[slot].downCount else { return }
    passHand(to: slot)
    slots[slot].pipeline!.process(part)
    slots[slot].downCount = part.downCount
    collect(slot)
  }

  // MARK: Events and time

  var events: GestureEvents { list.events }

  /// Begins a call: forgets the events of the last one, and the pipelines that have nothing left to do.
  mutating func begin() {
    list.removeAll()
    if !removed.isEmpty { removed.removeAll() }
    for index in active.indices.reversed() {
      let slot = active[index]
      if slots[slot].downCount == 0, slots[slot].pipeline!.isIdle { active.remove(at: index) }
    }
  }

  /// Adds the events that the pipeline at `slot` holds until its next call.
  private mutating func collect(_ slot: Int) {
    let events = slots[slot].pipeline!.events
    list.append(heldBy: events.source, count: events.count, from: origin(slot))
  }

  private func origin(_ slot: Int) -> EventList.Origin {
    .target(slots[slot].id, slot: UInt16(truncatingIfNeeded: slot))
  }

  private mutating func serve(before limit: Timestamp) {
    while let (slot, due) = soonest, due < limit { serve(slot, upTo: due) }
  }

  /// Serves the deadlines of one target up to `time`, and copies the events: its pipeline is called again in this call.
  private mutating func serve(_ slot: Int, upTo time: Timestamp) {
    passHand(to: slot)
    slots[slot].pipeline!.advance(to: time)
    list.append(contentsOf: slots[slot].pipeline!.events, from: origin(slot))
  }

  private var soonest: (slot: Int, due: Timestamp)? {
    var soonest: (slot: Int, due: Timestamp)?
    for slot in active {
      guard let due = slots[slot].pipeline!.deadline else { continue }
      if soonest.map({ due < $0.due }) ?? true { soonest = (slot, due) }
    }
    return soonest
  }

  /// The next moment at which time alone may decide something.
  var deadline: Timestamp? { soonest?.due }

  mutating func advance(to time: Timestamp) {
    begin()
    serve(before: time.next)
  }

  /// Cancels every gesture and forgets every touch.
  mutating func cancel(at time: Timestamp) {
    begin()
    serve(before: time)
    for slot in active {
      slots[slot].pipeline!.cancel(at: time)
      slots[slot].downCount = 0
      collect(slot)
    }
    owners.removeAll(keepingCapacity: true)
  }

  /// The names of the recognizers of all targets, back to front. An event's `recognizer` is an index in the pipeline of its target.
  var names: [GestureName] { order.flatMap { slots[$0].pipeline?.names ?? [] } }

  var isIdle: Bool { active.allSatisfy { slots[$0].downCount == 0 && slots[$0].pipeline!.isIdle } }

  mutating func set(_ value: GestureValue, of name: GestureName) {
    for slot in active { slots[slot].pipeline!.set(value, of: name) }
  }

  /// Sets a value of the active gesture named `name` on target `id`; its next event counts from it.
  mutating func set(_ value: GestureValue, of name: GestureName, on id: Int) {
    if let slot = slot(of: id) { slots[slot].pipeline!.set(value, of: name) }
  }

  /// Replaces the outputs whose edges count, for all targets.
  mutating func setOutputs(_ outputs: [Rect]) {
    for slot in order { slots[slot].pipeline!.setOutputs(outputs) }
  }

  func pipeline(of event: GestureEvent) -> AnyPipeline? {
    let slot = Int(event.slot)
    if let old = removed.first(where: { $0.slot == slot }) { return old.pipeline }
    return slots.indices.contains(slot) ? slots[slot].pipeline : nil
  }

  func claim(on id: Touch.ID) -> TouchClaim {
    var claim = active.reduce(into: TouchClaim()) { $0.formUnion(slots[$1].pipeline!.claim(on: id)) }
    for old in removed { claim.formUnion(old.pipeline.claim(on: id)) }
    return claim
  }
}

private struct TargetArea: Sendable {
  /// Its rectangle, in its own coordinates.
  let region: Rect?
  /// The map from its own coordinates onto the glass.
  let placement: Similarity
  private let inverse: Similarity

  init(_ region: Rect?, _ placement: Similarity, of id: Int) throws(TargetError) {
    let sides = region.map { [$0.minX, $0.minY, $0.maxX, $0.maxY] } ?? []
    let numbers =
      sides + [
        placement.scale, placement.rotation.radians,
        placement.translation.dx, placement.translation.dy,
      ]
    guard numbers.allSatisfy({ $0.isFinite }), placement.scale > 0 else { throw .impossiblePlacement(id) }
    self.region = region
    self.placement = placement
    inverse = placement.inverse
  }

  func contains(_ point: Point) -> Bool { region?.contains(inverse.apply(point)) ?? false }
}

/// The reason why a target cannot be added or placed.
public enum TargetError: Error, Sendable, Hashable, CustomStringConvertible {
  /// There is a target with this id already.
  case duplicate(Int)
  /// There is no target with this id.
  case unknown(Int)
  /// There is no room for this target.
  case tooMany(Int)
  /// The target's region or placement is not finite, or its scale is not positive.
  case impossiblePlacement(Int)

  /// The target, the error and its remedy.
  public var description: String {
    switch self {
    case .duplicate(let id): "target \(id): there is a target with this id; remove it first, or use another id"
    case .unknown(let id): "target \(id): there is no target with this id"
    case .tooMany(let id): "target \(id): there are \(Int(UInt16.max) + 1) targets already"
    case .impossiblePlacement(let id): "target \(id): its region and placement must be finite, and its scale positive"
    }
  }
}
