import CPlatform
public import Offhand
import OffhandPlatform

/// Touches from the kernel's touch screens, through libinput.
///
/// Coordinates become millimetres in its screens (Design/Recognizing.md LI1–LI4). libinput's own are never used, because they are wrong
/// for devices without resolution and for turned ones; its coordinates in 0...1, after the calibration matrix, times the size
/// of the glass, are right for all. Bound to the thread that made it.
public final class LibinputTouchSource: ScreenTableSource {
  private let selection: DeviceSelection
  private let context: LibinputContext
  // Sound: bound to one thread, and `body` of an event never calls the source.
  @exclusivity(unchecked) var table: ScreenTable<LibinputScreen>
  /// Whether a screen has announced the shapes of contacts.
  private var hasShapes = false

  /// Opens the devices.
  ///
  /// - Parameters:
  ///   - selection: The devices to read.
  ///   - absence: Whether a seat without a readable touch screen is an error. A named node always has to be readable.
  ///   - preferences: The user's configuration of outputs and sizes.
  ///   - opener: Opens device nodes.
  ///   - log: Takes the log lines of libinput.
  public init(
    _ selection: DeviceSelection = .defaultSeat, absence: Absence = .isAnError,
    preferences: MappingPreferences = MappingPreferences(), opener: any InputDeviceOpener = NodeOpener(),
    log: @escaping (LibinputLogLine) -> Void = { _ in }
  ) throws(TouchDeviceError) {
    self.selection = selection
    table = ScreenTable(preferences)
    let host = TouchDeviceHost(opener: opener, log: log)
    switch selection {
    case .seat: context = try LibinputContext(udev: host)
    case .nodes: context = try LibinputContext(nodes: host)
    }
    switch selection {
    case .seat(let seat): try context.assign(seat: seat)
    case .nodes(let paths): for path in paths { try add(path) }
    }
    try collect()
    host.onClose = { [unowned self] in table.captures.forget($0) }
    if table.screens.isEmpty && absence == .isAnError { throw absenceReason }
  }

  deinit {
    context.host.onClose = { _ in }
    for screen in table.screens { forgetShapes(of: screen) }
    // libinput's devices must be released before the context that they belong to.
    table.removeAll()
  }

  /// Readable when libinput has events.
  public var descriptor: Int32? { context.descriptor }

  /// Due at once while events collected outside of `dispatch` are pending; otherwise `nil`.
  public var deadline: Timestamp? { table.deadline }
  package var drops: Int { context.host.drops }
  func descriptor(of screen: LibinputScreen) -> Int32? { context.host.descriptors[screen.path] }

  /// Delivers all events that libinput has read (`libinput_dispatch`).
  public func dispatch(at now: Timestamp, _ body: (TouchSourceEvent) -> Void) throws(TouchDeviceError) {
    table.deliverBacklog(body)
    let status = libinput_dispatch(context.raw)
    if status != 0 { throw .unavailable(reason: "libinput_dispatch failed: \(KernelError.reason(-status))") }
    if hasShapes { for case let screen? in table.slots { screen.shapes?.read() } }
    drain(at: now, body)
    table.checkRanges(at: now, body)
    table.captures.noteTurn()
    if table.captures.isPending { pursueCapture() }
  }

  /// Closes all devices, as when the session goes to the background: touches are cancelled, the devices removed.
  package func suspend(at now: Timestamp, _ body: (TouchSourceEvent) -> Void) {
    table.deliverBacklog(body)
    switch selection {
    case .seat: context.suspend()
    case .nodes: for screen in table.screens { context.remove(screen.device) }
    }
    drain(at: now, body)
  }

  /// Opens the devices again. Throws if a named node cannot be opened; the others are still opened.
  package func resume(at now: Timestamp, _ body: (TouchSourceEvent) -> Void) throws(TouchDeviceError) {
    var failure: TouchDeviceError?
    switch selection {
    case .seat(let seat):
      if !context.resume() { failure = .unavailable(reason: "the devices of \(seat) cannot be opened again") }
    case .nodes(let paths):
      for path in paths {
        do throws(TouchDeviceError) { try add(path) } catch { failure = failure ?? error }
      }
    }
    drain(at: now, body)
    if let failure { throw failure }
  }

  private func add(_ path: String) throws(TouchDeviceError) {
    // What libinput opens, and what it says of it, is the node that a link leads to.
    let node = Files.resolved(path) ?? path
    if !context.add(node) { throw context.host.reasonForRefusing(node) }
  }

  /// Collects the initial events, so that the devices are known before the first turn of the event loop.
  private func collect() throws(TouchDeviceError) {
    var seen: [TouchSourceEvent] = []
    try dispatch(at: .zero) { seen.append($0) }
    table.postpone(seen)
  }

  private var absenceReason: TouchDeviceError {
    guard case .seat(let seat) = selection else { return .noTouchScreen(seat: "the list", otherDevices: 0) }
    return context.host.reasonForAbsence(on: seat)
  }

  private func drain(at now: Timestamp, _ body: (TouchSourceEvent) -> Void) {
    while let event = libinput_get_event(context.raw) {
      take(event, at: now, body)
      libinput_event_destroy(event)
    }
  }

  private func take(_ event: OpaquePointer, at now: Timestamp, _ body: (TouchSourceEvent) -> Void) {
    guard let device = libinput_event_get_device(event) else { return }
    let type = libinput_event_get_type(event)
    if type == LIBINPUT_EVENT_DEVICE_ADDED { return appear(device, body) }
    // The device's user data is the index of its screen plus one; zero is a device that is not used.
    let index = Int(bitPattern: libinput_device_get_user_data(device)) - 1
    guard index >= 0 else { return }
    switch type {
    case LIBINPUT_EVENT_TOUCH_MOTION, LIBINPUT_EVENT_TOUCH_DOWN, LIBINPUT_EVENT_TOUCH_UP, LIBINPUT_EVENT_TOUCH_CANCEL:
      guard let touch = libinput_event_get_touch_event(event), let screen = table.slots[index] else { return }
      if screen.awaitsShapes { followShapes(of: screen) }
      screen.report(touch, type, body)
    case LIBINPUT_EVENT_TOUCH_FRAME:
      guard let touch = libinput_event_get_touch_event(event), let id = table.slots[index]?.id else { return }
      body(.frame(id, touchTime(touch)))
    case LIBINPUT_EVENT_DEVICE_REMOVED: disappear(index, at: now, body)
    default: break
    }
  }

  private func appear(_ device: OpaquePointer, _ body: (TouchSourceEvent) -> Void) {
    guard libinput_device_has_capability(device, LIBINPUT_DEVICE_CAP_TOUCH) != 0 else { return }
    let screen = LibinputScreen(device, id: table.makeID(), preferences: table.preferences)
    // Not when events may wait: asking the kernel leaves out those of keys.
    let snapshot = context.host.descriptors[screen.path].flatMap { EvdevSnapshot($0) }
    // libinput believes every resolution.
    if let snapshot, snapshot.size == nil { screen.place.forgetSize() }
    if let snapshot { screen.place.watch(snapshot.x, snapshot.y) }
    let index = table.add(screen)
    libinput_device_set_user_data(device, UnsafeMutableRawPointer(bitPattern: index + 1))
    context.host.adopt(screen.path)
    screen.awaitsShapes = snapshot?.major != nil
    body(.deviceAdded(screen.description))
  }

  private func disappear(_ index: Int, at now: Timestamp, _ body: (TouchSourceEvent) -> Void) {
    guard let screen = table.slots[index] else { return }
    table.remove(at: index)
    libinput_device_set_user_data(screen.device, nil)
    forgetShapes(of: screen)
    body(.deviceRemoved(screen.id, now))
  }

  /// Reads the shapes of a screen's contacts through a second descriptor from its first touch on: the bridge takes what opens a twin
  /// before that for the compositor.
  private func followShapes(of screen: LibinputScreen) {
    screen.awaitsShapes = false
    guard let descriptor = context.host.openBeside(screen.path) else { return }
    screen.shapes = ShapeReader(descriptor)
    if screen.shapes == nil { context.host.closeBeside(descriptor) } else { hasShapes = true }
  }

  private func forgetShapes(of screen: LibinputScreen) {
    guard let shapes = screen.shapes else { return }
    screen.shapes = nil
    context.host.closeBeside(shapes.descriptor)
  }
}
