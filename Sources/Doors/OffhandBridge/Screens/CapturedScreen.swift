import Offhand
import OffhandClient
import OffhandLibinput
import OffhandService

/// One touch screen of the bridge: its filters, its gestures, and its twin.
final class CapturedScreen: EventSource {
  let device: DeviceID
  /// Its node.
  let path: String
  let panel: Panel
  /// While no program has the twin open yet: it is not captured before.
  var arrival: TwinArrival? = TwinArrival()
  private let scale: RawScale?
  private var snap: SecondTapSnap?
  private var filtered: FilteredFrames<TouchFilterPair<UserFilters, ReachPad>>
  /// Where the pointer was when that was last said.
  private var pointed: Point?
  private var pipeline: any GesturePipeline
  private var rules: BridgeRules
  private var nextRules: BridgeRules?
  /// Where the pointer is moved; `nil` for nowhere.
  private var pointerPlace: BridgedPointer.Place?
  /// What it is moved by now.
  private var pointing: Set<PointerUse> = []
  // Sound: bound to one thread, and what it calls while it is written to never calls the screen.
  @exclusivity(unchecked) private var relay: TwinRelay
  private let twin: Twin
  private var keys = PanelKeys()
  private var part = TouchFrame()
  /// The touches that wait for their time.
  private var waiting: [(id: Touch.ID, place: Point)] = []
  private var letGo = EscapeHold()
  /// The steps that are left of the touch that shows what the compositor does with a palm, and when the next one is due.
  private var check: (steps: ArraySlice<TwinRelay.CheckStep>, deadline: Timestamp)?
  /// Whether the gestures have not seen the filtered frame yet.
  private var isFrameNew = false
  private unowned let owner: BridgedScreens

  init(
    _ device: TouchDevice, twin: Twin, relay: TwinRelay, scale: RawScale?, filters: Set<ChosenFilters.Kind>,
    snapsSecondTap: Bool, rules: BridgeRules, owner: BridgedScreens
  ) {
    snap = snapsSecondTap ? SecondTapSnap() : nil
    var surface = device.surface
    // The device knows millimetres alone.
    (surface.pixelWidth, surface.pixelHeight) = (4 * surface.size.width, 4 * surface.size.height)
    panel = Panel(id: .device(device.id), output: device.output?.name ?? device.name, geometry: surface)
    (self.device, path) = (device.id, device.path)
    self.twin = twin
    self.relay = relay
    self.scale = scale
    self.owner = owner
    filtered = FilteredFrames(
      TouchFilterBuilder.buildPartialBlock(
        accumulated: UserFilters(ChosenFilters(filters), rules.accommodations), next: ReachPad(on: surface.bounds)))
    self.rules = rules
    pointerPlace = rules.pointerPlace(on: device.id)
    pipeline = rules.pipeline(for: surface, at: pointerPlace)
    part.reserveCapacity()
    configureRelay()
  }

  /// Whether programs may receive other touches than those of the glass.
  private var hasFilters: Bool { !filtered.filters.first.isEmpty || !filtered.filters.second.isEmpty }

  var descriptor: Int32? { nil }

  var deadline: Timestamp? {
    var earliest = filtered.deadline(beside: pipeline.deadline)
    func consider(_ deadline: Timestamp?) {
      guard let deadline else { return }
      earliest = earliest.map { min($0, deadline) } ?? deadline
    }
    consider(relay.deadline)
    consider(letGo.deadline)
    consider(check?.deadline)
    return earliest
  }

  func dispatch(at now: Timestamp) throws {
    if let due = letGo.deadline, due <= now {
      letGo.reset()
      owner.letGo(on: panel, at: now)
    }
    if let due = check?.deadline, due <= now { continueCheck(at: now) }
    try recognizeFrame()
    if let due = filtered.deadline(beside: pipeline.deadline), due <= now {
      try release(before: now.next)
      if !filtered.isPaused {
        pipeline.advance(to: now)
        try report()
      }
    }
    relay.advance(to: now)
    try pass([])
  }

  /// The name of the twin's node.
  var node: String { twin.node }

  /// Replaces the gestures as soon as no finger is down, and what touches count as for those that land from now on.
  func recognize(_ rules: BridgeRules) {
    filtered.filters.first.second.settings = rules.accommodations
    filtered.filters.second.area = rules.reach.first { $0.counts(on: path) }?.area
    pointed = nil
    point()
    nextRules = rules
    applyNextRules()
  }

  /// Processes the touches of the screen in a frame of all screens.
  func process(_ frame: borrowing TouchFrame) throws {
    let device = device
    part.fill(from: frame) { _, touch in touch.device == device }
    guard part.count > 0 else { return }
    try recognizeFrame()
    try release(before: part.timestamp)
    letGo.note(part, on: panel.geometry.bounds)
    filtered.filter(part)
    take()
  }

  /// Passes a report of the device on; `decode` makes frames of it, which come to `process`.
  ///
  /// At once, and ahead of its frames, if nothing can come of them that keeps it from programs.
  func receive(_ report: [EvdevEvent], decode: () -> Void) throws {
    let isPassed = !hasFilters && relay.relay(report, ahead: true)
    if isPassed { try write() }
    decode()
    try pass(isPassed ? [] : report)
  }

  /// Passes a report on, after the frames that came of it.
  ///
  /// Programs have it before gestures are recognized, which takes longer than all else: what a gesture takes is cancelled or lifts then.
  /// But while touches are held back, gestures decide, and a tap is recognized at its last lift, which programs must not have then.
  private func pass(_ report: [EvdevEvent]) throws {
    try write(keys.events(of: report, isCaptured: owner.isCaptured(device)))
    if relay.awaitsGestures { try recognizeFrame() }
    relay.relay(report)
    try write()
    if isFrameNew {
      try recognizeFrame()
      relay.relay([])
      try write()
    }
    applyNextRules()
  }

  /// Lands a touch at a point in millimetres, which moves, becomes a palm after 40 ms and ends. Throws if there is another one.
  func startCheck(at point: Point, at now: Timestamp) throws {
    guard relay.isIdle, check == nil, owner.isCaptured(device), let scale else { throw BridgeCheckError.touched }
    let target = scale.units(point + Vector(dx: 1, dy: 0))
    check = ([.land(scale.units(point)), .move(target), .cancel, .end], now)
    continueCheck(at: now)
    try write()
  }

  /// Lifts the fingers of the twin, unless they `areLifted` by its keeper, and drops those that are down on the screen.
  func liftAll(areLifted: Bool = false) {
    check = nil
    relay.liftAll(areLifted: areLifted)
    try? write(keys.lift())
    try? write()
  }

  /// Ends what is active: nothing more comes.
  func close(at now: Timestamp) throws {
    try recognizeFrame()
    try release(before: Timestamp(nanoseconds: .max))
    pipeline.cancel(at: now)
    try report()
    liftAll()
  }

  private func configureRelay() {
    let gestures = rules.mode == .hold ? rules.gestures.filter { $0.counts(on: path) } : []
    relay.configure(rules.mode, HoldRule(gestures, pointer: pointerPlace == nil ? [] : rules.pointer?.uses ?? []))
  }

  private func applyNextRules() {
    guard let rules = nextRules, relay.isIdle else { return }
    nextRules = nil
    // A pan goes on for a moment after its fingers.
    owner.endPointing(on: device)
    let (old, oldPlace) = (self.rules, pointerPlace)
    self.rules = rules
    pointerPlace = rules.pointerPlace(on: device)
    // Else what has begun goes on, such as a double tap whose first tap has made another program the active one.
    if rules.recognizers(at: pointerPlace) != old.recognizers(at: oldPlace) {
      pipeline = rules.pipeline(for: panel.geometry, at: pointerPlace)
    }
    configureRelay()
  }

  /// Passes the lifts on that have become certain.
  private func release(before time: Timestamp) throws {
    while filtered.release(before: time) {
      take()
      try recognizeFrame()
    }
  }

  /// Takes the touches that the filters have let through.
  private func take() {
    snap?.note(filtered.frame)
    relay.note(filtered.frame, isCaptured: owner.isCaptured(device)) { [part, scale, hasFilters, snap] touch in
      guard hasFilters || snap != nil, let scale else { return (0, 0) }
      var shift = snap?.shift(of: touch.id) ?? .zero
      for index in part.indices where hasFilters && part[index].slot == touch.slot {
        // One that was shown as it lifted has gone from its slot.
        guard part[index].isDown || part[index].id == touch.id else { continue }
        shift = shift + (touch.position - part[index].position)
      }
      return scale.units(shift)
    }
    isFrameNew = !rules.gestures.isEmpty || pointerPlace != nil
    mark()
    point()
  }

  /// Says where the pointer of the pad is, once it is there.
  private func point() {
    let pad = filtered.filters.second
    guard pad.area != nil else { return pointed = nil }
    guard pad.pointer != pointed else { return }
    pointed = pad.pointer
    owner.mark(TouchMark(screen: Int(device.rawValue), touch: 0, at: pad.pointer, .points))
  }

  /// Says which touches wait since this frame, count by it, or neither any longer.
  private func mark() {
    guard hasFilters || !waiting.isEmpty else { return }
    let (before, frame, filter) = (waiting, filtered.frame, filtered.filters.first.second)
    func say(_ id: Touch.ID, at place: Point, _ state: TouchMark.State) {
      owner.mark(
        TouchMark(screen: Int(device.rawValue), touch: Int(truncatingIfNeeded: id.rawValue), at: place, state))
    }
    waiting = []
    filter.forEachWaiting(at: frame.timestamp) { id, place, _ in waiting.append((id, place)) }
    for (id, place) in waiting where !before.contains(where: { $0.id == id }) { say(id, at: place, .waits) }
    for (id, place) in before
    where !waiting.contains(where: { $0.id == id }) && !frame.indices.contains(where: { frame[$0].id == id }) {
      say(id, at: place, .ends)
    }
    for index in frame.indices where frame[index].phase == .began {
      let isAccommodated = !filter.settings.isEmpty || before.contains { $0.id == frame[index].id }
      if isAccommodated { say(frame[index].id, at: frame[index].position, .counts) }
    }
  }

  private func recognizeFrame() throws {
    guard isFrameNew else { return }
    isFrameNew = false
    pipeline.process(filtered.frame)
    try report()
  }

  private func report() throws {
    for event in pipeline.events {
      // The owner hears of what the pointer takes as well: the machine is in use.
      var movesPointer = false
      if let pointerPlace, let use = PointerUse.allCases.first(where: { $0.recognizer == event.name }) {
        movesPointer = try point(event, for: use, at: pointerPlace)
      }
      let takes = rules.gestures.contains { $0.counts(on: path) && $0.takes(event) }
      let matches = rules.gestures.contains { $0.counts(on: path) && $0.matches(event) }
      guard takes || matches || movesPointer else { continue }
      let touches = pipeline.touches(of: event)
      if takes { relay.take(touches.map(\.id)) }
      if matches || movesPointer { try owner.receiver.receive(event, touches: touches, on: panel) }
    }
  }

  /// Moves the pointer. Returns whether it takes the touches of the event, or gives them up.
  private func point(_ event: GestureEvent, for use: PointerUse, at place: BridgedPointer.Place) throws -> Bool {
    if event.state == .began {
      // A press that programs have received may be a click already, which its end completes before the other button.
      guard rules.pointer?.uses.contains(use) == true, owner.mayPoint(on: device),
        use != .rightClick || relay.isHolding
      else {
        relay.endHold()
        return false
      }
      pointing.insert(use)
      relay.take(pipeline.touches(of: event).map(\.id))
      // Programs lose the touch before the button comes.
      try write()
    }
    try owner.point(event, for: use, at: place, size: panel.geometry.size)
    return event.state == .began || event.state != .changed && pointing.remove(use) != nil
  }

  private func continueCheck(at now: Timestamp) {
    guard let (steps, _) = check, let step = steps.first else { return }
    relay.check(step)
    check = steps.count > 1 ? (steps.dropFirst(), now + .milliseconds(20)) : nil
  }

  private func write(_ report: [EvdevEvent]) throws {
    if !report.isEmpty { try twin.write(report[...], isTouched: relay.isTouched || keys.isDown) }
  }

  private func write() throws {
    let isTouched = relay.isTouched || keys.isDown
    try relay.drain { [twin] events throws(VirtualTouchScreenError) in try twin.write(events, isTouched: isTouched) }
  }
}

extension BridgeRules {
  /// Where the pointer is moved by a touch screen; `nil` for nowhere.
  fileprivate func pointerPlace(on device: DeviceID) -> BridgedPointer.Place? {
    guard let pointer, !pointer.uses.isEmpty else { return nil }
    return pointer.places.first { $0.screen == Int(device.rawValue) }
  }

  /// Whether two fingers move the pointer at `place`.
  fileprivate func points(at place: BridgedPointer.Place?) -> Bool {
    place != nil && pointer?.uses.isDisjoint(with: [.wheel, .zoom]) == false
  }

  /// The gestures on a touch screen, which moves the pointer at `place`.
  fileprivate func pipeline(for surface: SurfaceGeometry, at place: BridgedPointer.Place?) -> any GesturePipeline {
    let setup = PanelSetup(panel: surface.bounds, posture: Posture(of: surface.size))
    return ZoneGestures.pipeline(of: recognizers(at: place), in: setup, points: points(at: place))
  }

  /// Their recognizers.
  fileprivate func recognizers(at place: BridgedPointer.Place?) -> [RecognizerDescription] {
    ZoneGestures.recognizers(for: gestures, points: points(at: place))
  }
}

/// Why a check cannot be made.
package enum BridgeCheckError: Error, CustomStringConvertible {
  case unknownPanel
  case touched

  package var description: String {
    switch self {
    case .unknownPanel: "there is no such touch screen"
    case .touched: "the touch screen is touched, or not captured"
    }
  }
}
