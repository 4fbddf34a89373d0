public import Offhand
import OffhandPlatform

/// Touches straight from the kernel's device nodes, without libinput, for the lowest latency.
///
/// The same contract as `LibinputTouchSource`, and the same millimetres. What libinput does besides is left out: no
/// suppression of touches beside a pen, no smoothing of noise (`fuzz`), no quirks; in return touches carry their shape if
/// the device earns trust in it. Only devices of multitouch protocol B. Bound to the thread that made it.
public final class EvdevTouchSource: ScreenTableSource {
  private let selection: DeviceSelection
  private let host: TouchDeviceHost
  private let monitor: UdevMonitor?
  // Sound, here and in `EvdevScreen`: bound to one thread, and `body` of an event never calls the source.
  @exclusivity(unchecked) var table: ScreenTable<EvdevScreen>
  private var pastDrops = 0
  private let excludedPlace: String?
  /// Called with all that a device said in a report, before anything is made of it: its argument delivers the events that come of it.
  package var onReport: ((DeviceID, [EvdevEvent], () -> Void) -> Void)? {
    didSet { for screen in table.screens { screen.onReport = onReport } }
  }
  /// Whether the node at a path is not even opened.
  package var isExcluded: (String) -> Bool = { _ in false }
  /// Whether a touch screen may be captured, if `capture` wants that.
  package var mayCapture: (DeviceID) -> Bool = { _ in true }
  /// The devices and udev's monitor, each by its descriptor.
  private var poller: Poller
  /// Whether all devices are closed; one that is plugged in meanwhile stays so.
  private var isSuspended = false

  /// Opens the devices; the parameters are those of `LibinputTouchSource`.
  public convenience init(
    _ selection: DeviceSelection = .defaultSeat, absence: Absence = .isAnError,
    preferences: MappingPreferences = MappingPreferences(), opener: any InputDeviceOpener = NodeOpener()
  ) throws(TouchDeviceError) {
    try self.init(selection, absence: absence, preferences: preferences, opener: opener, excluding: nil)
  }

  /// Opens the devices but those whose place (`phys`) ends with `place`.
  package init(
    _ selection: DeviceSelection, absence: Absence, preferences: MappingPreferences = MappingPreferences(),
    opener: any InputDeviceOpener, excluding place: String?
  ) throws(TouchDeviceError) {
    self.selection = selection
    excludedPlace = place
    table = ScreenTable(preferences)
    host = TouchDeviceHost(opener: opener, log: { _ in })
    do { poller = try Poller() } catch { throw .unavailable(reason: "\(error)") }
    if case .seat = selection { monitor = UdevMonitor() } else { monitor = nil }
    if let descriptor = monitor?.descriptor { watch(descriptor) }
    try openAll { table.postpone([$0]) }
    if case .seat(let seat) = selection, table.screens.isEmpty, absence == .isAnError {
      throw host.reasonForAbsence(on: seat)
    }
  }

  deinit {
    for screen in table.screens { host.close(screen.descriptor) }
  }

  /// Readable when a device or udev has events.
  public var descriptor: Int32? { poller.descriptor }
  /// Due at once while events collected outside of `dispatch` are pending; otherwise `nil`.
  public var deadline: Timestamp? { table.deadline }
  package var drops: Int { table.screens.reduce(pastDrops) { $0 + $1.drops } }
  /// The touch screens that are not used, by node, and why.
  package var obstacles: [(path: String, reason: TouchDeviceError)] { host.obstacles }
  /// The number of times a touch screen was refused, after which `obstacles` may differ.
  package var refusalCount: Int { host.refusalCount }
  func descriptor(of screen: EvdevScreen) -> Int32? { screen.descriptor }

  /// Delivers all pending events of the devices.
  public func dispatch(at now: Timestamp, _ body: (TouchSourceEvent) -> Void) throws(TouchDeviceError) {
    table.deliverBacklog(body)
    defer {
      table.checkRanges(at: now, body)
      table.captures.noteTurn()
      if table.captures.isPending { pursueCapture() }
    }
    // One screen is the common case. Reading it at once saves epoll_wait, a third of the time of a frame; while it has
    // events, udev waits for the next turn.
    if table.slots.count == 1, let screen = table.slots[0] {
      switch screen.read(body) {
      case .drained: return
      case .lost: return lose(screen, at: now, body)
      case .nothing: break
      }
    }
    guard let count = try? poller.wait(.none) else { return }
    for index in 0..<count {
      let descriptor = Int32(poller.readyKey(index))
      if descriptor == monitor?.descriptor {
        try hear(at: now, body)
      } else if let screen = table.screens.first(where: { $0.descriptor == descriptor }), screen.read(body) == .lost {
        lose(screen, at: now, body)
      }
    }
  }

  /// Captures what `mayCapture` allows by now. What was refused is tried again by `capture` alone.
  package func captureExclusively() {
    if table.captures.mode == .exclusive { pursueCapture() } else { capture(.exclusive) }
  }

  /// The properties of a touch screen, from which another one can be made, and what its slots hold; `nil` if there is none with this ID.
  package func model(of id: DeviceID) -> (VirtualTouchScreen.Description, slots: [MultitouchSlot], current: Int)? {
    guard let screen = table[id], let description = VirtualTouchScreen.Description(of: screen.descriptor),
      let snapshot = EvdevSnapshot(screen.descriptor)
    else { return nil }
    return (description, snapshot.slots, snapshot.currentSlot)
  }

  /// Whether udev gives the device at `node` the calibration and the output that it gives a touch screen; true if one of them is gone.
  package func hasSameRules(_ node: String, as id: DeviceID) -> Bool {
    guard let screen = table[id], let known = UdevDevice(node: screen.path),
      let other = UdevDevice(node: "\(TouchScreenGate.nodes)/\(node)")
    else { return true }
    return (known.calibration, known.property("WL_OUTPUT")) == (other.calibration, other.property("WL_OUTPUT"))
  }

  /// Closes all devices, as when the session goes to the background: touches are cancelled, the devices removed.
  package func suspend(at now: Timestamp, _ body: (TouchSourceEvent) -> Void) {
    isSuspended = true
    table.deliverBacklog(body)
    for screen in table.screens { lose(screen, at: now, body) }
  }

  /// Opens the devices again. Throws if a named node cannot be opened; the others are still opened.
  package func resume(at now: Timestamp, _ body: (TouchSourceEvent) -> Void) throws(TouchDeviceError) {
    isSuspended = false
    try openAll(body)
  }

  private func openAll(_ body: (TouchSourceEvent) -> Void) throws(TouchDeviceError) {
    switch selection {
    case .seat:
      for node in try UdevDevice.eventNodes() { open(node, body) }
    case .nodes(let paths):
      var failure: TouchDeviceError?
      // Links are followed each time: after a while they may lead elsewhere.
      for path in paths.map({ Files.resolved($0) ?? $0 }) where !open(path, body) {
        failure = failure ?? host.reasonForRefusing(path)
      }
      if let failure { throw failure }
    }
  }

  @discardableResult
  private func open(_ path: String, _ body: (TouchSourceEvent) -> Void) -> Bool {
    if table[path] != nil { return true }
    guard !isExcluded(path), let udev = UdevDevice(node: path) else { return false }
    if case .seat(let seat) = selection, udev.seat != seat { return false }
    let descriptor = host.open(path)
    guard descriptor >= 0 else { return false }
    guard let snapshot = EvdevSnapshot(descriptor) else {
      host.reject(descriptor, complaint: "it does not speak multitouch protocol B; libinput may read it")
      return false
    }
    if let excludedPlace, snapshot.place.hasSuffix(excludedPlace) {
      // As one that was used, so that it is no fault.
      host.adopt(path)
      host.close(descriptor)
      return false
    }
    host.adopt(path)
    let screen = EvdevScreen(
      descriptor, snapshot, path: path, udev: udev, id: table.makeID(), preferences: table.preferences)
    screen.onReport = onReport
    _ = table.add(screen)
    watch(descriptor)
    body(.deviceAdded(screen.description))
    return true
  }

  private func watch(_ descriptor: Int32) {
    // It fails only if memory or the limit of watches is exhausted; the device then stays silent and is not lost.
    try? poller.add(descriptor, key: Int(descriptor), interest: .reading)
  }

  private func hear(at now: Timestamp, _ body: (TouchSourceEvent) -> Void) throws(TouchDeviceError) {
    while let news = monitor?.next() {
      switch news {
      case .added(let node): if !isSuspended { open(node, body) }
      case .removed(let node): if let screen = table[node] { lose(screen, at: now, body) }
      case .other: break
      }
    }
  }

  private func lose(_ screen: EvdevScreen, at now: Timestamp, _ body: (TouchSourceEvent) -> Void) {
    pastDrops += screen.drops
    table.remove(screen)
    poller.remove(screen.descriptor)
    table.captures.forget(screen.descriptor)
    host.close(screen.descriptor)
    body(.deviceRemoved(screen.id, now))
  }
}

/// A touch screen that is read straight from its device node.
final class EvdevScreen: DeviceScreen {
  let id: DeviceID
  let path: String
  let name: String
  @exclusivity(unchecked) var place: ScreenPlace

  private let axes: (x: EvdevAxis, y: EvdevAxis)
  private let ellipse: EvdevEllipseScale?
  @exclusivity(unchecked) private var trust = ContactShapeTrust()
  @exclusivity(unchecked) private var reader: EvdevReader
  @exclusivity(unchecked) private var hasChanged = false
  /// As `EvdevTouchSource.onReport`.
  @exclusivity(unchecked) var onReport: ((DeviceID, [EvdevEvent], () -> Void) -> Void)? {
    didSet { reader.onReport = onReport.map { [id] onReport in { onReport(id, $0, $1) } } }
  }

  /// Creates a reader of an open device.
  init(
    _ descriptor: Int32, _ snapshot: EvdevSnapshot, path: String, udev: borrowing UdevDevice, id: DeviceID,
    preferences: MappingPreferences
  ) {
    self.id = id
    self.path = path
    name = snapshot.name
    axes = (snapshot.x, snapshot.y)
    ellipse = EvdevEllipseScale(snapshot)
    reader = EvdevReader(descriptor, snapshot)
    let names = udev.places + [path, name]
    place = ScreenPlace(
      names: names, panel: udev.panel(snapshot.size, preferences.calibration(for: names, after: udev.calibration)))
    place.watch(snapshot.x, snapshot.y)
  }

  var descriptor: Int32 { reader.descriptor }
  var drops: Int { reader.drops }
  var isTouched: Bool { reader.isTouched }

  func mute() -> Bool {
    defer { reader.mute() }
    return reader.isTouched
  }

  func calibrate(_ matrix: CalibrationMatrix) -> Bool { true }

  /// Reads all available events.
  func read(_ body: (TouchSourceEvent) -> Void) -> EvdevReader.Ending {
    reader.read { change, time in
      report(change, at: time, body)
    } end: { time in
      if hasChanged { body(.frame(id, time)) }
      hasChanged = false
    }
  }

  @inline(__always)
  private func report(_ change: MultitouchChange, at time: Timestamp, _ body: (TouchSourceEvent) -> Void) {
    let kind: TouchEvent.Kind
    switch change.kind {
    case .up: kind = .up
    case .cancel: kind = .cancel
    case .down: kind = .down(position(of: change.contact))
    case .motion: kind = .motion(position(of: change.contact))
    case .shape:
      guard let shape = ellipse?.shape(of: change.contact) else { return }
      if shape.major > 0 { trust.note(major: shape.major) }
      // Pressure alone makes no frame.
      guard shape.major > 0 ? trust.isEarned : hasChanged else { return }
      kind = .shape(place.mapping.shape(shape))
    }
    hasChanged = true
    body(.touch(TouchEvent(device: id, slot: Int32(change.slot), timestamp: time, kind: kind)))
  }

  /// The position in millimetres on the output plane.
  @inline(__always)
  private func position(of contact: MultitouchSlot) -> Point {
    let unit = place.panel.calibration.apply(x: axes.x.fraction(contact.x), y: axes.y.fraction(contact.y))
    place.ranges?.note(x: unit.x, y: unit.y)
    return place.mapping.point(x: unit.x, y: unit.y)
  }
}
