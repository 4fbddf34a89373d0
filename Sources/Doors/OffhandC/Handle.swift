import COffhand
import Offhand

/// Everything behind a `struct offhand`: from the touches that a caller feeds to the results that it reads.
///
/// The caller uses a handle on one thread at a time, so the checks of exclusive access, 10 to 15 ns each, are left out on the path
/// of a frame; nothing here calls the caller.
final class Handle {
  /// What the caller asked for.
  struct Setup {
    var pipeline: AnyPipeline
    /// Infers the hand and places overlays; `nil` if the caller did not ask for it.
    var placer: StandardPlacement?
    /// The kind of each recognizer.
    var kinds: [offhand_kind]
    var habits: TouchFrameAssembler.Habits
    /// Whether times may be milliseconds of 32 bits, which wrap.
    var timesWrap: Bool
    var filters: ChosenFilters?
    var outputs: [Rect]
    var separation: HandSeparation
    var relaysTouches: Bool
    /// Whether taps leave their touches to the clients below: those of the package's pipelines, which no caller can have listen.
    var tapsListen = false
  }

  @exclusivity(unchecked) private var assembler: TouchFrameAssembler
  @exclusivity(unchecked) private var filtered: FilteredFrames<UserFilters>
  /// The touches of a frame that gestures do not leave alone.
  @exclusivity(unchecked) private var part = TouchFrame()
  @exclusivity(unchecked) private var pipeline: EmbeddedPipeline
  @exclusivity(unchecked) private var relay: TouchRelay?
  /// The frame up to which the relay knows the touches, while the caller may still exempt some of them.
  @exclusivity(unchecked) private var unsettled: Timestamp?
  @exclusivity(unchecked) var events = ResultQueue<offhand_event>()
  @exclusivity(unchecked) private var deliveries = ResultQueue<offhand_delivery>()
  @exclusivity(unchecked) private(set) var touches = NumberedTouches()
  @exclusivity(unchecked) private var prediction: TouchPrediction
  @exclusivity(unchecked) private var overlays = RememberedOverlays()
  @exclusivity(unchecked) private var invalidTimes: UInt64 = 0
  /// Whether the frame in work has the touches of the last one once more.
  @exclusivity(unchecked) private var isRepeated = false
  /// The latest time that was fed.
  @exclusivity(unchecked) private var latest = Timestamp.zero
  // Comparing an optional struct of several hundred bytes with `nil` copies it.
  private var hasFilters: Bool
  private let relaysTouches: Bool
  private let timesWrap: Bool
  private var tapsListen: Bool
  private let separation: HandSeparation
  let watch = ThreadWatch()
  /// The recognizers as events name them.
  private let recognizers: RecognizerNames
  /// Recognizers that take over at the next moment without touches.
  private var next: [RecognizerDescription]?
  private var outputs: [Rect]
  private var panel: Rect
  private let diagnostics: UnsafeMutablePointer<offhand_diagnostics>

  init(_ setup: Setup) {
    assembler = TouchFrameAssembler(habits: setup.habits)
    pipeline = EmbeddedPipeline(setup.pipeline, placer: setup.placer)
    filtered = FilteredFrames(UserFilters(setup.filters ?? ChosenFilters()))
    if filtered.filters.first.takesJumps { assembler.teleportGuard = nil }
    if case nil = setup.filters { hasFilters = false } else { hasFilters = true }
    separation = setup.separation
    outputs = setup.outputs
    relaysTouches = setup.relaysTouches
    tapsListen = setup.tapsListen
    relay = relaysTouches ? TouchRelay() : nil
    timesWrap = setup.timesWrap
    recognizers = RecognizerNames(setup.pipeline.names, kinds: setup.kinds)
    panel = Rect(around: setup.outputs)
    prediction = TouchPrediction(panel: panel)
    diagnostics = .allocate(capacity: 1)
    diagnostics.initialize(to: offhand_diagnostics())
    part.reserveCapacity()
  }

  deinit { diagnostics.deallocate() }

  // MARK: Touches

  /// The largest length in millimetres, of coordinates and of rectangles: 100 km.
  static let largestLength = 1e8

  /// Takes a change of one touch.
  @inline(__always)
  func add(_ kind: TouchEvent.Kind, device: UInt32, slot: Int32, time: Int64, tool: Touch.Tool = .finger) {
    if time < latest.nanoseconds { startAnew(at: time) }
    var event = TouchEvent(device: DeviceID(rawValue: device), slot: slot, timestamp: noted(time), kind: kind)
    event.tool = tool
    assembler.add(.touch(event), emit: process)
  }

  /// A position; not finite if it is beyond `largestLength`, so that the assembler drops and counts it.
  @inline(__always)
  static func position(_ x: Double, _ y: Double) -> Point {
    abs(x) <= largestLength && abs(y) <= largestLength ? Point(x: x, y: y) : Point(x: .nan, y: .nan)
  }

  /// Takes away the touches of `device`, or of all devices.
  func cancel(device: UInt32?, at time: Int64) {
    let time = noted(time)
    guard let device else { return cancelAll(at: time) }
    assembler.add(.cancelled(DeviceID(rawValue: device), time), emit: process)
  }

  /// Takes away all touches; the next time may be any.
  private func cancelAll(at time: Timestamp) {
    assembler.add(.cancelled(nil, time), emit: process)
    if hasFilters { release(before: Timestamp(nanoseconds: .max)) }
    settleDeliveries()
    pipeline.cancel(at: time)
    filtered.filters.reset()
    prediction.reset()
    overlays.removeAll()
    collectEvents()
    touches.reset()
    relay?.cancel(at: time)
    collectDeliveries()
    assembler.forgetTime()
    latest = .zero
  }

  /// Ends the frame.
  func endFrame() { assembler.add(.frame(DeviceID(rawValue: 0), latest), emit: process) }

  /// Ends the frame that a source left open, if it does that.
  func endBatch() { assembler.endBatch(emit: process) }

  /// Serves the deadlines up to `time`.
  func advance(to time: Int64) {
    let time = noted(time)
    if hasFilters {
      release(before: time.next)
      // A touch whose lift is withheld must not become a long press meanwhile.
      if filtered.isPaused { return }
    }
    serve(upTo: time)
    replaceIdleRecognizers()
  }

  private func serve(upTo time: Timestamp) {
    settleDeliveries()
    pipeline.advance(to: time)
    collectEvents()
    if relaysTouches { unsettled = time }
  }

  /// The next moment at which time alone decides something.
  var deadline: Timestamp? { hasFilters ? filtered.deadline(beside: pipeline.deadline) : pipeline.deadline }

  /// The time as a timestamp; the latest one in place of one that no clock has.
  @inline(__always)
  private func noted(_ time: Int64) -> Timestamp {
    guard time >= 0, time <= 1 << 62 else {
      invalidTimes += 1
      return latest
    }
    let time = unwrapped(time)
    if time > latest { latest = time }
    return time
  }

  /// The moment that `time` means: after milliseconds of 32 bits have wrapped, it goes on from the latest one.
  @inline(__always)
  private func unwrapped(_ time: Int64) -> Timestamp {
    let isWrapped =
      timesWrap && latest.nanoseconds &- time > Timestamp.millisecondPeriod / 2
      && (0..<Timestamp.millisecondPeriod).contains(time)
    guard isWrapped else { return Timestamp(nanoseconds: time) }
    let start = Timestamp(wrapped: UInt32(time / 1_000_000), near: latest)
    return Timestamp(nanoseconds: start.nanoseconds + time % 1_000_000)
  }

  /// Cancels everything before a touch at `time` that is more than a second before the latest time while no touch is down: the clock was
  /// set, or the latest time was wrong.
  @inline(never)
  private func startAnew(at time: Int64) {
    guard time >= 0, !assembler.hasTouches, latest - unwrapped(time) > .seconds(1) else { return }
    cancelAll(at: latest)
  }

  @inline(never)
  private func process(_ frame: borrowing TouchFrame) {
    if hasFilters { release(before: frame.timestamp) }
    if next != nil {
      serve(upTo: frame.timestamp - .nanoseconds(1))
      replaceIdleRecognizers()
    }
    guard hasFilters else { return recognize(frame) }
    filtered.filter(frame)
    recognize(filtered.frame)
  }

  /// Recognizes the lifts that the filters withheld until they were certain.
  @inline(never)
  private func release(before time: Timestamp) {
    while filtered.release(before: time) { recognize(filtered.frame) }
  }

  @inline(__always)
  private func recognize(_ frame: borrowing TouchFrame) {
    touches.record(frame)
    if !isRepeated { prediction.record(frame) }
    settleDeliveries()
    if touches.haveExempt {
      part.fill(from: frame) { !touches.isExempt($1.id) }
      pipeline.process(frame, recognizing: part)
    } else {
      pipeline.process(frame)
    }
    collectEvents()
    guard relaysTouches else { return }
    relay?.note(frame)
    unsettled = frame.timestamp
  }

  private func collectEvents() {
    let events = pipeline.events
    for index in events.indices {
      let event = events[index]
      if !touches.areKnown(of: event) {
        touches.lookUp(event)
        pipeline.forEachTouch(of: event) { touches.add($0.id) }
      }
      let result = offhand_event(event, of: recognizers, touches: touches.numbers)
      if tapsListen, result.kind == OFFHAND_TAP, result.state == OFFHAND_RECOGNIZED { leave(event) }
      self.events.append(result)
    }
  }

  /// Leaves the touches of an event to the clients below.
  @inline(never)
  private func leave(_ event: GestureEvent) { pipeline.forEachTouch(of: event) { relay?.exempt($0.id) } }

  /// Decides what the clients below get of the last frame: when the caller wants to know, or something else happens.
  @inline(__always)
  private func settleDeliveries() {
    guard let time = unsettled else { return }
    unsettled = nil
    pipeline.relay(upTo: time, to: &relay)
    collectDeliveries()
  }

  /// The next delivery.
  func nextDelivery() -> UnsafePointer<offhand_delivery>? {
    settleDeliveries()
    return deliveries.next()
  }

  private func collectDeliveries() {
    guard let relay else { return }
    for delivery in relay.deliveries { deliveries.append(offhand_delivery(delivery)) }
  }

  // MARK: What the caller says of touches and recognizers

  /// Lets gestures leave a touch alone. Returns whether the clients below get the rest of it.
  func exempt(device: UInt32, slot: Int32) -> Bool {
    assembler.flush(emit: process)
    guard let id = id(device: device, slot: slot) else { return false }
    let isTheirs = exempt(id)
    repeatTouches()
    return isTheirs
  }

  /// The same for the touches that have these numbers. Returns whether the clients below get the rest of all.
  func reject(_ numbers: UInt64) -> Bool {
    var isTheirs = numbers != 0
    var remaining = TouchSet(bits: numbers)
    while let number = remaining.popFirst() { isTheirs = exempt(touches.id(of: number)) && isTheirs }
    repeatTouches()
    return isTheirs
  }

  /// Gives the recognizers the touches once more. Nothing was reported: it is no sample, and time stands still while a lift is withheld.
  private func repeatTouches() {
    assembler.flush(emit: process)
    isRepeated = true
    assembler.repeatFrame(at: hasFilters && filtered.isPaused ? filtered.frame.timestamp : latest, emit: process)
    isRepeated = false
  }

  /// The touch that is down in `slot` of `device`: one that the panel lost for a report may have another slot than that in which it landed.
  private func id(device: UInt32, slot: Int32) -> Touch.ID? {
    for index in filtered.frame.indices {
      let touch = filtered.frame[index]
      if touch.isDown, touch.slot == slot, touch.device.rawValue == device { return touch.id }
    }
    return touches.id(device: device, slot: slot)
  }

  private func exempt(_ id: Touch.ID) -> Bool {
    touches.exempt(id)
    return relaysTouches ? relay?.exempt(id) ?? false : touches.isExempt(id)
  }

  /// Says to which client a touch was delivered.
  func setClient(_ client: UInt64, device: UInt32, slot: Int32) {
    // By the slot of its delivery, which may not be that of the panel.
    if let id = relay?.id(device: DeviceID(rawValue: device), slot: slot) { relay?.setClient(client, of: id) }
  }

  /// Lets a recognizer take part, or takes it out. Returns whether there is one of that name.
  func setEnabled(_ name: GestureName, _ isEnabled: Bool) -> Bool {
    var isKnown = false
    for index in next?.indices ?? 0..<0 where next![index].label == name {
      next![index].options.isEnabled = isEnabled
      isKnown = true
    }
    guard recognizers.contains(name) else { return isKnown }
    assembler.flush(emit: process)
    pipeline.change { $0.setEnabled(name, isEnabled) }
    if !isEnabled { repeatTouches() }
    return true
  }

  /// Lets recognizers take over at the next moment without touches.
  func replaceRecognizers(_ descriptions: [RecognizerDescription]) throws(SetupFault) {
    let descriptions = try Setup.related(descriptions, outputs: outputs)
    _ = try Setup.pipeline(of: descriptions, outputs: outputs, separation)
    next = descriptions
    replaceIdleRecognizers()
  }

  private func replaceIdleRecognizers() {
    guard let wanted = next, pipeline.isIdle, touches.haveLifted,
      let (described, kinds) = try? Setup.pipeline(of: wanted, outputs: outputs, separation)
    else { return }
    // The touches of the last event are claimed by its recognizer.
    settleDeliveries()
    next = nil
    recognizers.set(described.names, kinds: kinds)
    tapsListen = false
    pipeline.change { $0 = described }
  }

  /// Lets the touches that land from now on count as `settings` say.
  func accommodate(_ settings: Accommodations) {
    filtered.filters.second.settings = settings
    if !settings.isEmpty { hasFilters = true }
  }

  // MARK: Prediction

  /// Where the touch in `slot` of `device` is expected to be.
  func predict(device: UInt32, slot: Int32, at time: Int64, asOf now: Int64) -> UnsafePointer<offhand_prediction>? {
    let now = now >= 0 && now <= 1 << 62 ? max(unwrapped(now), latest) : latest
    return id(device: device, slot: slot).flatMap {
      prediction.position(of: $0, at: unwrapped(time), asOf: now)
    }
  }

  /// States how long before its time stamp a touch was where it says.
  func setPanelLatency(_ latency: Duration) { prediction.panelLatency = latency }

  // MARK: Outputs

  /// Replaces the outputs.
  func setOutputs(_ outputs: [Rect]) {
    pipeline.change { $0.setOutputs(outputs) }
    self.outputs = outputs
    panel = Rect(around: outputs)
    prediction.setPanel(panel)
    pipeline.placing?.setPanel(panel)
  }

  // MARK: The hand

  /// Whether the hand is inferred.
  var infersHand: Bool { pipeline.placing != nil }

  /// The hand as of the latest frame.
  var hand: Hand { pipeline.placing?.inferredHand ?? .unknown }

  /// The fraction of `rect` that hands are expected to hide.
  func hiddenFraction(of rect: Rect) -> Double { pipeline.placing?.hiddenFraction(of: rect) ?? 0 }

  /// The place for an overlay; `nil` if no hand is inferred.
  func place(_ request: offhand_request) -> UnsafePointer<offhand_placement>? {
    let id = OverlayID(rawValue: request.id)
    let time = request.time > 0 && request.time <= 1 << 62 ? unwrapped(request.time) : latest
    let request = overlays.request(request, panel: panel, at: time)
    guard let placement = pipeline.placing?.place(request) else { return nil }
    if let oldest = overlays.remember(id, placement) { pipeline.placing?.remove(oldest) }
    return overlays.result
  }

  /// Forgets an overlay.
  func forget(_ id: UInt64) {
    pipeline.placing?.remove(OverlayID(rawValue: id))
    overlays.forget(OverlayID(rawValue: id))
  }

  /// One line that says why an overlay is where it is.
  func explain(_ id: UInt64) -> UnsafePointer<CChar>? { overlays.explain(OverlayID(rawValue: id)) }

  // MARK: Diagnostics

  /// What was ignored or repaired so far.
  var counts: UnsafePointer<offhand_diagnostics> {
    let counts = assembler.diagnostics
    diagnostics.pointee = offhand_diagnostics(
      unknown_touches: UInt64(counts.unknownContacts), duplicate_downs: UInt64(counts.duplicateDowns),
      invalid_positions: UInt64(counts.invalidPositions), late_times: UInt64(counts.lateTimestamps),
      invalid_times: invalidTimes, teleports: UInt64(counts.teleports), overflows: UInt64(counts.overflows),
      implied_frames: UInt64(counts.impliedFrames), dropped_events: events.dropped + deliveries.dropped)
    return UnsafePointer(diagnostics)
  }
}

/// The caller's pipeline: as it is, or with an estimator of the hand in front of it.
///
/// Not a layer, which would be called through generic code; that costs 300 instructions a frame.
struct EmbeddedPipeline {
  private var plain: AnyPipeline?
  var placing: PlacingPipeline?
  // Comparing an optional struct with `nil` copies it.
  private let isPlain: Bool

  /// `pipeline`, with the hand from `placer` unless that is `nil`.
  init(_ pipeline: AnyPipeline, placer: StandardPlacement?) {
    if case nil = placer { isPlain = true } else { isPlain = false }
    if let placer { placing = PlacingPipeline(pipeline, placer: placer) } else { plain = pipeline }
  }

  /// Whether no touch is down and no recognizer is undecided.
  var isIdle: Bool { plain?.isIdle ?? placing?.isIdle ?? true }

  /// Lends the caller's pipeline to `body`, between two calls; what is known of hands stays.
  mutating func change<Result>(_ body: (inout AnyPipeline) -> Result) -> Result {
    isPlain ? body(&plain!) : body(&placing!.base.base)
  }

  /// The events of the last call.
  @inline(__always)
  var events: GestureEvents { isPlain ? plain!.events : placing!.events }

  /// The next moment at which time alone decides something.
  var deadline: Timestamp? { isPlain ? plain!.deadline : placing!.deadline }

  @inline(__always)
  mutating func process(_ frame: borrowing TouchFrame) {
    if isPlain { plain!.process(frame) } else { placing!.process(frame) }
  }

  /// Infers the hand from a frame, and recognizes gestures in a part of it.
  mutating func process(_ frame: borrowing TouchFrame, recognizing part: borrowing TouchFrame) {
    if isPlain { plain!.process(part) } else { placing!.process(frame, recognizing: part) }
  }

  mutating func advance(to time: Timestamp) {
    plain?.advance(to: time)
    placing?.advance(to: time)
  }

  mutating func cancel(at time: Timestamp) {
    plain?.cancel(at: time)
    placing?.cancel(at: time)
  }

  /// Calls `body` with each touch of an event of the last call. `mutating`, because a method that is not is passed a copy of everything.
  mutating func forEachTouch(of event: GestureEvent, _ body: (Touch) -> Void) {
    if isPlain { plain!.forEachTouch(of: event, body) } else { placing!.forEachTouch(of: event, body) }
  }

  /// Lets `relay` deliver what the pipeline leaves of a frame that it has just processed, or of deadlines that it has just served.
  mutating func relay(upTo time: Timestamp, to relay: inout TouchRelay?) {
    if isPlain { relay?.relay(upTo: time, after: plain!) } else { relay?.relay(upTo: time, after: placing!) }
  }
}
