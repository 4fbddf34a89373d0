import COffhand
import Offhand

/// Everything behind a `struct offhand`: from the touches that a caller feeds to the results that it reads.
///
/// The caller uses a handle on one thread at a time, so the checks of exclusive access, 10 to 15 ns each, are left out on the path
/// of a frame; nothing here calls the caller.
final class Handle {
  /// What the caller asked for.
  struct Setup {
    var pipeline: any PlacingPipeline
    /// The kind of each recognizer.
    var kinds: [offhand_kind]
    var habits: TouchFrameAssembler.Habits
    var filters: ChosenFilters?
    var outputs: [Rect]
    var infersHand: Bool
    var relaysTouches: Bool
  }

  @exclusivity(unchecked) private var assembler: TouchFrameAssembler
  @exclusivity(unchecked) private var filters: ChosenFilters?
  /// The frame after the filters.
  @exclusivity(unchecked) private var filtered = TouchFrame()
  @exclusivity(unchecked) private var pipeline: any PlacingPipeline
  @exclusivity(unchecked) private var relay: TouchRelay?
  @exclusivity(unchecked) var events = ResultQueue<offhand_event>()
  @exclusivity(unchecked) var deliveries = ResultQueue<offhand_delivery>()
  @exclusivity(unchecked) private var overlays = RememberedOverlays()
  @exclusivity(unchecked) private var invalidTimes: UInt64 = 0
  /// The latest time that was fed.
  @exclusivity(unchecked) private var latest = Timestamp.zero
  /// Whether the hand is inferred.
  let infersHand: Bool
  /// The recognizers as events name them.
  private let recognizers: RecognizerNames
  private var panel: Rect
  private let diagnostics: UnsafeMutablePointer<offhand_diagnostics>

  init(_ setup: Setup) {
    assembler = TouchFrameAssembler(habits: setup.habits)
    pipeline = setup.pipeline
    filters = setup.filters
    relay = setup.relaysTouches ? TouchRelay() : nil
    infersHand = setup.infersHand
    recognizers = RecognizerNames(setup.pipeline.names, kinds: setup.kinds)
    panel = Rect(around: setup.outputs)
    diagnostics = .allocate(capacity: 1)
    diagnostics.initialize(to: offhand_diagnostics())
    filtered.reserveCapacity()
  }

  deinit { diagnostics.deallocate() }

  // MARK: Touches

  /// The largest length in millimetres, of coordinates and of rectangles: 100 km.
  static let largestLength = 1e8

  /// Takes a change of one touch.
  @inline(__always)
  func add(_ kind: TouchEvent.Kind, device: UInt32, slot: Int32, time: Int64) {
    assembler.add(
      .touch(TouchEvent(device: DeviceID(rawValue: device), slot: slot, timestamp: noted(time), kind: kind)),
      emit: process)
  }

  /// A position; not finite if it is beyond `largestLength`, so that the assembler drops and counts it.
  @inline(__always)
  static func position(_ x: Double, _ y: Double) -> Point {
    abs(x) <= largestLength && abs(y) <= largestLength ? Point(x: x, y: y) : Point(x: .nan, y: .nan)
  }

  /// Takes away the touches of `device`, or of all devices.
  func cancel(device: UInt32?, at time: Int64) {
    let time = noted(time)
    assembler.add(.cancelled(device.map(DeviceID.init), time), emit: process)
    guard device == nil else { return }
    pipeline.cancel(at: time)
    filters?.reset()
    overlays.removeAll()
    collectEvents()
    relay?.cancel(at: time)
    collectDeliveries()
  }

  /// Ends the frame.
  func endFrame() { assembler.add(.frame(DeviceID(rawValue: 0), latest), emit: process) }

  /// Ends the frame that a source left open, if it does that.
  func endBatch() { assembler.endBatch(emit: process) }

  /// Serves the deadlines up to `time`.
  func advance(to time: Int64) {
    let time = noted(time)
    pipeline.advance(to: time)
    collectEvents()
    if relay == nil { return }
    relay?.relay(upTo: time, after: pipeline)
    collectDeliveries()
  }

  /// The next moment at which time alone decides something.
  var deadline: Timestamp? { pipeline.deadline }

  /// The time as a timestamp; the latest one in place of one that no clock has.
  @inline(__always)
  private func noted(_ time: Int64) -> Timestamp {
    guard time >= 0, time <= 1 << 62 else {
      invalidTimes += 1
      return latest
    }
    if time > latest.nanoseconds { latest = Timestamp(nanoseconds: time) }
    return Timestamp(nanoseconds: time)
  }

  @inline(__always)
  private func process(_ frame: borrowing TouchFrame) {
    if filters == nil { return recognize(frame) }
    filtered.assume(frame)
    filters?.filter(&filtered)
    recognize(filtered)
  }

  @inline(__always)
  private func recognize(_ frame: borrowing TouchFrame) {
    pipeline.process(frame)
    collectEvents()
    if relay == nil { return }
    relay?.relay(frame, after: pipeline)
    collectDeliveries()
  }

  private func collectEvents() {
    let events = pipeline.events
    for index in events.indices { self.events.append(offhand_event(events[index], of: recognizers)) }
  }

  private func collectDeliveries() {
    guard let relay else { return }
    for delivery in relay.deliveries { deliveries.append(offhand_delivery(delivery)) }
  }

  // MARK: Outputs

  /// Replaces the outputs.
  func setOutputs(_ outputs: [Rect]) {
    pipeline.setOutputs(outputs)
    panel = Rect(around: outputs)
    pipeline.setPanel(panel)
  }

  // MARK: The hand

  /// The hand as of the latest frame.
  var hand: Hand { pipeline.inferredHand }

  /// The fraction of `rect` that hands are expected to hide.
  func hiddenFraction(of rect: Rect) -> Double { pipeline.hiddenFraction(of: rect) }

  /// The place for an overlay; `nil` if no hand is inferred.
  func place(_ request: offhand_request) -> UnsafePointer<offhand_placement>? {
    let id = OverlayID(request.id)
    let request = overlays.request(request, panel: panel, latest: latest)
    guard let placement = pipeline.place(request) else { return nil }
    if let oldest = overlays.remember(id, placement) { pipeline.remove(oldest) }
    return overlays.result
  }

  /// Forgets an overlay.
  func forget(_ id: UInt64) {
    pipeline.remove(OverlayID(id))
    overlays.forget(OverlayID(id))
  }

  /// One line that says why an overlay is where it is.
  func explain(_ id: UInt64) -> UnsafePointer<CChar>? { overlays.explain(OverlayID(id)) }

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

/// The filters that the caller chose, in the order in which frames pass them.
struct ChosenFilters: TouchFilter {
  var palm: PalmFilter?
  var noise: NoiseFilter?
  var jitter: JitterFilter?

  mutating func filter(_ frame: inout TouchFrame) {
    palm?.filter(&frame)
    noise?.filter(&frame)
    jitter?.filter(&frame)
  }

  mutating func reset() {
    palm?.reset()
    noise?.reset()
    jitter?.reset()
  }
}
