package import Logging
package import Offhand
package import OffhandClient
package import OffhandLibinput
import OffhandPlatform
package import OffhandService

/// The touch screens of this machine, captured, each with a twin by which other programs receive what no gesture takes.
///
/// A screen that cannot have a twin is left as it is: programs receive its touches as without the bridge.
package final class BridgedScreens: BridgedGlass, TouchReceiver, EventSource {
  /// The time until a pointer that could not be made is tried again.
  private static let pointerPause = Duration.seconds(60)

  private let keeper: Keeper
  private let filters: Set<ChosenFilters.Kind>
  private let accommodations: Accommodations
  private let snapsSecondTap: Bool
  private let loop: EventLoop
  /// Receives the gestures of all screens.
  unowned let receiver: any BridgedGlassReceiver
  private let logger: Logger
  private let source: EvdevTouchSource
  private let nodes: String
  /// What is opened in the folder of input devices, while compositors are to open twins.
  private var openings: FolderWatch?
  private var feed: TouchFeed<EvdevTouchSource>?
  private var screens: [CapturedScreen] = []
  private var arrivals: [TouchDevice] = []
  /// Those that get no twin because no descriptor is left: when that is tried again, and the pauses before, which become longer.
  private var postponed: [(device: TouchDevice, until: Timestamp)] = []
  private var pauses: [DeviceID: Duration] = [:]
  /// What the client asks for.
  private var asked = BridgeRules()
  private var hasLetGo = false
  /// The pointer for programs without touch, from when a client first wants it until that is gone, and whether it can zoom.
  private var pointer: (twin: Twin, zooms: Bool)?
  /// While no program has the pointer open yet: it is not used before.
  private var pointerArrival: TwinArrival?
  private var pointing = PointerRelay()
  /// When it is tried again to make a pointer, if that failed.
  private var pointerRetry: Timestamp?
  private var complaints: Set<String> = []
  /// The refusals of touch screens that were told.
  private var refusalCount = 0
  private var failure: (any Error)?

  /// Opens the touch screens of `selection`, nodes through `opener`; `keeper` makes the twins, in the folder `nodes`. Touches pass
  /// `filters` and, if it `snapsSecondTap`, `SecondTapSnap` before programs receive them as the `accommodations` of a client say, or these.
  /// Throws if udev is not reachable.
  package init(
    _ selection: DeviceSelection = .defaultSeat, keeper: Keeper, opener: any InputDeviceOpener,
    nodes: String = "/dev/input", filters: Set<ChosenFilters.Kind>, accommodations: Accommodations = Accommodations(),
    snapsSecondTap: Bool = false, loop: EventLoop,
    receiver: any BridgedGlassReceiver, logger: Logger
  ) throws {
    (self.nodes, self.snapsSecondTap, self.accommodations) = (nodes, snapsSecondTap, accommodations)
    (self.keeper, self.filters, self.loop, self.receiver, self.logger) = (keeper, filters, loop, receiver, logger)
    source = try EvdevTouchSource(selection, absence: .isAwaited, opener: opener, excluding: Keeper.place)
    let frames = SharedFrames()
    frames.deadAreas = { [unowned self] device in
      screen(device).map { screen in asked.dead.filter { $0.counts(on: screen.path) }.map(\.area) } ?? []
    }
    let feed = TouchFeed(source, habits: .libinput, in: frames, receiver: self)
    self.feed = feed
    // It would look as if a compositor opened it.
    source.isExcluded = { [unowned self] path in screens.contains { path.hasSuffix("/\($0.node)") } }
    source.mayCapture = { [unowned self] id in screen(id).map { $0.arrival == nil } ?? false }
    source.onCapture = { [unowned self] device, state in capture(of: device, is: state) }
    source.onRangeFault = { [logger] device, fault in logger.warning("\(device.name): \(fault)") }
    source.onReport = { [unowned self] device, events, decode in
      guard let screen = screen(device) else { return decode() }
      attempt { try screen.receive(events, decode: decode) }
    }
    keeper.onLift = { [unowned self] in
      screens.forEach { $0.liftAll(areLifted: true) }
      endPointing()
    }
    keeper.onEnd = { [unowned self] in
      screens.forEach { $0.liftAll() }
      endPointing()
    }
    loop.add(keeper)
    loop.add(feed)
    loop.add(self)
  }

  package var panels: [BridgedPanel] {
    screens.map { screen in
      BridgedPanel(
        id: Int(screen.device.rawValue), name: screen.panel.output, size: screen.panel.geometry.size,
        path: screen.path, twin: "\(nodes)/\(screen.node)")
    }
  }

  package func recognize(_ rules: BridgeRules?, at now: Timestamp) {
    asked = rules ?? BridgeRules()
    if rules == nil { removePointer() } else { preparePointer(at: now) }
    applyRules()
  }

  package func check(_ panel: Panel.ID, at point: Point, at now: Timestamp) throws {
    guard case .device(let device) = panel, let screen = screen(device) else { throw BridgeCheckError.unknownPanel }
    try screen.startCheck(at: point, at: now)
  }

  package func move(to state: SessionWatch.State, at now: Timestamp) throws {
    try feed?.move(to: state, at: now, logger)
  }

  package func close(at now: Timestamp) {
    feed?.suspend(at: now)
    if let feed { loop.remove(feed) }
    feed = nil
    loop.remove(self)
    loop.remove(keeper)
    arrivals = []
  }

  /// What is recognized now: what is asked for, but for a pointer that cannot be used.
  private var rules: BridgeRules {
    var rules = asked
    if pointer == nil || pointerArrival != nil { rules.pointer = nil }
    if rules.accommodations.isEmpty { rules.accommodations = accommodations }
    return rules
  }

  private func applyRules() {
    let rules = rules
    for screen in screens { screen.recognize(rules) }
  }

  private func screen(_ device: DeviceID) -> CapturedScreen? { screens.first { $0.device == device } }

  /// Keeps what `body` throws until the loop can be told.
  private func attempt(_ body: () throws -> Void) {
    do { try body() } catch { failure = failure ?? error }
  }
}

// MARK: - Touch screens that come and go

extension BridgedScreens {
  package func receive(added device: TouchDevice) { arrivals.append(device) }

  package func receive(changed device: TouchDevice) {}

  package func receive(removed device: DeviceID) {
    arrivals.removeAll { $0.id == device }
    postponed.removeAll { $0.device.id == device }
    pauses[device] = nil
    guard let screen = screen(device) else { return }
    let now = MonotonicClock.now()
    attempt { try screen.close(at: now) }
    loop.remove(screen)
    screens.removeAll { $0 === screen }
    receiver.screensChanged(at: now)
  }

  package func receive(_ frame: borrowing TouchFrame) {
    for screen in screens {
      do { try screen.process(frame) } catch { failure = failure ?? error }
    }
  }

  private func add(_ device: TouchDevice) {
    guard device.surface.provenance == .device else {
      return leave(device, because: "it states no size (its axes have no resolution)")
    }
    guard let model = source.model(of: device.id), let panel = source.panel(of: device.id) else {
      return leave(device, because: "it is gone")
    }
    let slots = (model.0.axes.first { $0.code == EvdevCode.slot }?.maximum ?? 0) + 1
    guard slots <= MultitouchDecoder.capacity else {
      return leave(device, because: "it has \(slots) slots, and \(MultitouchDecoder.capacity) are read")
    }
    do {
      if openings == nil { openings = try? FolderWatch(nodes, for: .openings) }
      let twin = try keeper.makeTwin(of: model.0)
      let largest = model.0.axes.first { $0.code == EvdevCode.trackingID }?.maximum ?? 0
      let scale = RawScale(model.0, calibration: panel.calibration, size: device.surface.size)
      let relay = TwinRelay(
        slots: model.slots, current: model.current, largestID: Int32(clamping: largest), limits: scale?.limits)
      let screen = CapturedScreen(
        device, twin: twin, relay: relay, scale: scale, filters: filters, snapsSecondTap: snapsSecondTap, rules: rules,
        owner: self)
      screens.append(screen)
      loop.add(screen)
      pauses[device.id] = nil
      logger.notice("\(device.name) at \(device.path) has a twin")
    } catch VirtualTouchScreenError.refused(_, KernelError.outOfDescriptors) {
      postpone(device)
    } catch {
      leave(device, because: "\(error)")
    }
  }

  private func postpone(_ device: TouchDevice) {
    if pauses[device.id] == nil { leave(device, because: "no descriptor is left for a twin; that is tried again") }
    let pause = pauses[device.id].map { min($0 * 2, .seconds(60)) } ?? .seconds(1)
    pauses[device.id] = pause
    postponed.append((device, MonotonicClock.now() + pause))
  }

  private func leave(_ device: TouchDevice, because reason: String) {
    logger.warning("\(device.name) at \(device.path) is left as it is: \(reason)")
  }

  private func capture(of device: TouchDevice, is state: CaptureState) {
    if case .refused(let reason) = state { return leave(device, because: "\(reason)") }
    logger.info("\(device.name) \(state)")
  }

  /// Says once of each touch screen that it cannot be read.
  private func complain() {
    for (path, reason) in source.obstacles where complaints.insert(path).inserted {
      logger.warning("a touch screen is left as it is: \(reason)")
    }
  }
}

// MARK: - The loop

extension BridgedScreens {
  package var descriptor: Int32? { openings?.descriptor }

  package var deadline: Timestamp? {
    let earliest = (screens.compactMap(\.arrival?.deadline) + postponed.map(\.until)).min()
    guard let pointer = pointerArrival?.deadline ?? pointerRetry else { return earliest }
    return min(earliest ?? pointer, pointer)
  }

  package func dispatch(at now: Timestamp) {
    arrivals += postponed.filter { $0.until <= now }.map(\.device)
    postponed.removeAll { $0.until <= now }
    var changes: [(node: String, change: Int)] = []
    openings?.takeOpenings { changes.append(($0, $1)) }
    var isReady = false
    for screen in screens {
      let programs = asked.isClientReading ? 2 : 1
      guard let isOpen = screen.arrival.note(changes, of: screen.node, awaiting: programs, at: now) else { continue }
      isReady = true
      // By then udev is done with it.
      if !isOpen {
        logger.warning("fewer programs than expected have opened the twin of \(screen.panel.output)")
      } else if !source.hasSameRules(screen.node, as: screen.device),
        complaints.insert("rule of \(screen.path)").inserted
      {
        logger.warning(
          "udev sets calibration or output of \(screen.panel.output), not of its twin: have its rule match ATTRS{name}"
        )
      }
    }
    if isReady, !hasLetGo { source.captureExclusively() }
    followPointer(changes, at: now)
  }

  /// Gives new touch screens their twins, tries again to make a pointer that is wanted, and throws what went wrong meanwhile.
  package func prepareToWait() throws {
    if let failure { throw failure }
    if pointer == nil { preparePointer(at: MonotonicClock.now()) }
    let isRefused = source.refusalCount != refusalCount
    guard isRefused || !arrivals.isEmpty else {
      // Never in a turn that makes another one: with the same descriptor it would look the same to the loop.
      if pointerArrival == nil, screens.allSatisfy({ $0.arrival == nil }) { openings = nil }
      return
    }
    let (new, count) = (arrivals, screens.count)
    (arrivals, refusalCount) = ([], source.refusalCount)
    let hasUnknown = new.contains { pauses[$0.id] == nil }
    for device in new { add(device) }
    if isRefused { complain() }
    // A client reads those itself that are left as they are.
    if isRefused || hasUnknown || screens.count != count { receiver.screensChanged(at: MonotonicClock.now()) }
  }
}

// MARK: - What happens on a screen

extension BridgedScreens {
  /// Whether no other program receives the touches of this device; they are passed on only then.
  func isCaptured(_ device: DeviceID) -> Bool { source.captureState(of: device) == .exclusive }

  /// Says what became of a touch, or where the pointer is, to a client that asked for it: another knows no such line.
  func mark(_ mark: TouchMark) {
    if mark.state == .points ? !asked.reach.isEmpty : !asked.accommodations.isEmpty { receiver.receive(mark) }
  }

  /// Four fingers were held in a corner.
  func letGo(on panel: Panel, at now: Timestamp) {
    hasLetGo = true
    for screen in screens { screen.liftAll() }
    endPointing()
    source.capture(.shared)
    logger.notice("four fingers were held in a corner of \(panel.output): the touch screens are shared again")
    receiver.letGo(on: panel, at: now)
  }
}

// MARK: - The pointer

extension BridgedScreens {
  /// Makes the pointer if it is wanted and not there, or has no Ctrl key and needs it. It stays as long as the client, which otherwise
  /// could have devices made and removed without end.
  private func preparePointer(at now: Timestamp) {
    guard let zooms = asked.pointer?.zooms, pointerRetry == nil, pointer.map({ zooms && !$0.zooms }) ?? true else {
      return
    }
    removePointer()
    do {
      if openings == nil { openings = try? FolderWatch(nodes, for: .openings) }
      pointer = (try keeper.makePointer(zooms: zooms), zooms)
      pointerArrival = TwinArrival()
    } catch {
      pointerRetry = now + BridgedScreens.pointerPause
      guard complaints.insert("pointer").inserted else { return }
      logger.warning("there is no pointer for programs without touch, which receive the touches: \(error)")
    }
  }

  private func removePointer() {
    endPointing()
    (pointer, pointerArrival, pointerRetry) = (nil, nil, nil)
  }

  /// Uses the pointer once a compositor has it open, and lets it be tried again to make one.
  private func followPointer(_ changes: [(node: String, change: Int)], at now: Timestamp) {
    if let retry = pointerRetry, retry <= now { pointerRetry = nil }
    guard let node = pointer?.twin.node, let isOpen = pointerArrival.note(changes, of: node, at: now) else { return }
    if !isOpen { logger.warning("no compositor has opened the pointer for programs without touch") }
    applyRules()
  }

  /// Whether a gesture of this device can move the pointer now.
  func mayPoint(on device: DeviceID) -> Bool {
    pointer != nil && pointerArrival == nil && pointing.isFree && isCaptured(device)
  }

  /// Moves the pointer.
  func point(_ event: GestureEvent, for use: PointerUse, at place: BridgedPointer.Place, size: Size) throws {
    pointing.follow(event, for: use, at: place, size: size)
    try writePointer()
  }

  /// No gesture of this device moves the pointer any more.
  func endPointing(on device: DeviceID) { endPointing(on: Int(device.rawValue)) }

  private func endPointing(on screen: Int? = nil) {
    pointing.end(on: screen)
    try? writePointer()
  }

  private func writePointer() throws {
    let isDown = pointing.isControlDown
    try pointing.drain { [pointer] events throws(VirtualTouchScreenError) in
      try pointer?.twin.write(events, isTouched: isDown)
    }
  }
}
