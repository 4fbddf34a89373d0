import CPlatform
public import Offhand

/// Touches straight from the kernel's touch screens, through libinput.
///
/// Coordinates become millimetres here (recognizers.md LI1–LI4): libinput's own millimetres are never used, because they lie
/// for devices without resolution and for turned ones; its coordinates in 0...1, after the calibration matrix, times the size
/// of the glass, are right for all. Bound to the thread that made it.
public final class LibinputTouchSource: DeviceTouchSource {
  /// What the user said about outputs and sizes; takes effect with the next call of `place`.
  public var preferences: MappingPreferences

  /// Told whenever a touch screen is another step on the way to the wanted mode.
  public var onCapture: (TouchDevice, CaptureState) -> Void = { _, _ in }

  private let selection: DeviceSelection
  private let context: LibinputContext
  @exclusivity(unchecked) private var screens: [TouchScreen?] = []
  /// Whether a screen announces the shapes of contacts.
  private var hasShapes = false
  private var outputs: [OutputDescription] = []
  private var backlog: [TouchSourceEvent] = []
  private var nextID: UInt32 = 1
  @exclusivity(unchecked) private var captures = ExclusiveCapture()

  /// Opens the devices.
  ///
  /// - Parameters:
  ///   - selection: Which devices.
  ///   - absence: Whether a seat without a readable touch screen is an error. A named node always has to be readable.
  ///   - preferences: What the user said about outputs and sizes.
  ///   - opener: Who opens device nodes.
  ///   - log: Takes the log lines of libinput.
  public init(
    _ selection: DeviceSelection = .defaultSeat, absence: Absence = .isAnError,
    preferences: MappingPreferences = MappingPreferences(), opener: any InputDeviceOpener = NodeOpener(),
    log: @escaping (LibinputLogLine) -> Void = { _ in }
  ) throws(LibinputError) {
    self.selection = selection
    self.preferences = preferences
    let host = LibinputHost(opener: opener, log: log)
    switch selection {
    case .seat: context = try LibinputContext(udev: host)
    case .nodes: context = try LibinputContext(nodes: host)
    }
    switch selection {
    case .seat(let seat): try context.assign(seat: seat)
    case .nodes(let paths): for path in paths { try add(path) }
    }
    try collect()
    host.onClose = { [unowned self] in captures.forget($0) }
    if devices.isEmpty && absence == .isAnError { throw absenceReason }
  }

  deinit {
    context.host.onClose = { _ in }
    for case let screen? in screens { forgetShapes(of: screen) }
    // libinput's devices must be let go before the context that they belong to.
    screens = []
  }

  /// Readable when libinput has something to say.
  public var descriptor: Int32? { context.descriptor }

  /// At once while something waits that was seen outside of `dispatch`; otherwise never.
  public var deadline: Timestamp? { backlog.isEmpty ? nil : .zero }

  /// The touch screens that are there.
  public var devices: [TouchDevice] { screens.compactMap { $0?.description } }

  /// The input devices that were found and are not read.
  public var ignoredDevices: [IgnoredDevice] { context.host.ignoredDevices }

  /// What was noticed so far that ought not to happen.
  public var diagnostics: LibinputDiagnostics {
    var diagnostics = LibinputDiagnostics()
    diagnostics.droppedEvents = context.host.droppedEventReports
    diagnostics.lags = context.host.lagReports
    diagnostics.stalls = captures.stalls
    return diagnostics
  }

  /// What is known of a touch screen that is there.
  public func panel(of id: DeviceID) -> TouchPanel? {
    screens.lazy.compactMap { $0 }.first { $0.id == id }?.place.panel
  }

  /// How the coordinates of a touch screen that is there lead to the output plane.
  public func mapping(of id: DeviceID) -> OutputMapping? {
    screens.lazy.compactMap { $0 }.first { $0.id == id }?.place.mapping
  }

  /// All names by which the user may speak of a touch screen that is there.
  public func names(of id: DeviceID) -> [String] {
    screens.lazy.compactMap { $0 }.first { $0.id == id }?.place.names ?? []
  }

  /// Hands over everything that libinput has read (`libinput_dispatch`).
  public func dispatch(at now: Timestamp, _ body: (TouchSourceEvent) -> Void) throws(LibinputError) {
    if !backlog.isEmpty {
      let waiting = backlog
      backlog = []
      for event in waiting { body(event) }
    }
    let status = libinput_dispatch(context.raw)
    if status != 0 { throw .unavailable(reason: "libinput_dispatch failed: \(SystemErrorCode(rawValue: -status))") }
    if hasShapes { for case let screen? in screens { screen.shapes?.read() } }
    drain(at: now, body)
    captures.noteTurn()
    if captures.isPending { pursueCapture() }
  }

  /// Wants the touches of all devices alone, or shares them again (`EVIOCGRAB`).
  public func capture(_ mode: CaptureMode) {
    captures.want(mode, watching: context.descriptor)
    pursueCapture()
  }

  /// How far a touch screen is on the way to the wanted mode.
  public func captureState(of id: DeviceID) -> CaptureState {
    let path = screens.lazy.compactMap { $0 }.first { $0.id == id }?.path
    return path.flatMap { context.host.descriptors[$0] }.map { captures.state(of: $0) } ?? .shared
  }

  private func pursueCapture() {
    let present = screens.compactMap { screen -> (screen: TouchScreen, descriptor: Int32)? in
      guard let screen, let descriptor = context.host.descriptors[screen.path] else { return nil }
      return (screen, descriptor)
    }
    let moved = captures.pursue(present.map { ($0.descriptor, $0.screen.path, !$0.screen.down.isEmpty) })
    for (screen, descriptor) in present where moved.contains(descriptor) {
      onCapture(screen.description, captures.state(of: descriptor))
    }
  }

  /// Finds the place of every touch screen on `outputs`; to be called whenever outputs come, go, turn or change size.
  ///
  /// Contacts on a touch screen whose place changed are cancelled, because a finger that rests would seem to jump.
  public func place(
    on outputs: [OutputDescription], at now: Timestamp, _ body: (TouchSourceEvent) -> Void
  ) {
    self.outputs = outputs
    for index in screens.indices {
      guard screens[index]?.place.find(on: outputs, by: preferences) == true else { continue }
      mute(index, at: now, body)
      if let screen = screens[index] { body(.deviceChanged(screen.description)) }
    }
  }

  /// Closes all devices, as when the session goes to the background: contacts are cancelled, the devices removed.
  public func suspend(at now: Timestamp, _ body: (TouchSourceEvent) -> Void) {
    switch selection {
    case .seat: context.suspend()
    case .nodes: for case let screen? in screens { context.remove(screen.device) }
    }
    drain(at: now, body)
  }

  /// Opens the devices again. A finger that rests on the glass meanwhile is not seen before it lifts and lands anew.
  ///
  /// Throws if a named node cannot be opened any more; the others are opened all the same.
  public func resume(at now: Timestamp, _ body: (TouchSourceEvent) -> Void) throws(LibinputError) {
    var failure: LibinputError?
    switch selection {
    case .seat(let seat):
      if !context.resume() { failure = .unavailable(reason: "the devices of \(seat) cannot be opened again") }
    case .nodes(let paths):
      for path in paths {
        do throws(LibinputError) { try add(path) } catch { failure = failure ?? error }
      }
    }
    drain(at: now, body)
    if let failure { throw failure }
  }

  private func add(_ path: String) throws(LibinputError) {
    if !context.add(path) { throw context.host.reasonForRefusing(path) }
  }

  /// Takes in what is there at the start, so that the devices are known before the first turn of the loop.
  private func collect() throws(LibinputError) {
    var seen: [TouchSourceEvent] = []
    try dispatch(at: .zero) { seen.append($0) }
    backlog = seen
  }

  private var absenceReason: LibinputError {
    guard case .seat(let seat) = selection else { return .noTouchScreen(seat: "the list", otherDevices: 0) }
    return context.host.reasonForAbsence(on: seat)
  }

  private func drain(at now: Timestamp, _ body: (TouchSourceEvent) -> Void) {
    while let event = libinput_get_event(context.raw) {
      hand(over: event, at: now, body)
      libinput_event_destroy(event)
    }
  }

  private func hand(over event: OpaquePointer, at now: Timestamp, _ body: (TouchSourceEvent) -> Void) {
    guard let device = libinput_event_get_device(event) else { return }
    let type = libinput_event_get_type(event)
    if type == LIBINPUT_EVENT_DEVICE_ADDED { return appear(device, body) }
    // The index of the screen plus one is what we gave the device to carry; zero is a device that we do not follow.
    let index = Int(bitPattern: libinput_device_get_user_data(device)) - 1
    guard index >= 0 else { return }
    switch type {
    case LIBINPUT_EVENT_TOUCH_MOTION, LIBINPUT_EVENT_TOUCH_DOWN, LIBINPUT_EVENT_TOUCH_UP, LIBINPUT_EVENT_TOUCH_CANCEL:
      if let touch = libinput_event_get_touch_event(event) { screens[index]?.report(touch, type, body) }
    case LIBINPUT_EVENT_TOUCH_FRAME:
      guard let touch = libinput_event_get_touch_event(event), let id = screens[index]?.id else { return }
      body(.frame(id, touchTime(touch)))
    case LIBINPUT_EVENT_DEVICE_REMOVED: disappear(index, at: now, body)
    default: break
    }
  }

  private func appear(_ device: OpaquePointer, _ body: (TouchSourceEvent) -> Void) {
    guard libinput_device_has_capability(device, LIBINPUT_DEVICE_CAP_TOUCH) != 0 else { return }
    let screen = TouchScreen(device, id: DeviceID(rawValue: nextID))
    nextID += 1
    _ = screen.place.find(on: outputs, by: preferences)
    let index = screens.firstIndex { $0 == nil } ?? screens.endIndex
    if index == screens.endIndex { screens.append(screen) } else { screens[index] = screen }
    libinput_device_set_user_data(device, UnsafeMutableRawPointer(bitPattern: index + 1))
    context.host.adopt(screen.path)
    captures.noteArrival()
    followShapes(of: screen)
    body(.deviceAdded(screen.description))
  }

  private func disappear(_ index: Int, at now: Timestamp, _ body: (TouchSourceEvent) -> Void) {
    guard let screen = screens[index] else { return }
    screens[index] = nil
    libinput_device_set_user_data(screen.device, nil)
    forgetShapes(of: screen)
    body(.deviceRemoved(screen.id, now))
  }

  /// Reads the shapes of a screen's contacts through a descriptor of our own, where it announces any.
  private func followShapes(of screen: TouchScreen) {
    guard let first = context.host.descriptors[screen.path], EvdevSnapshot(first)?.major != nil,
      let descriptor = context.host.openBeside(screen.path)
    else { return }
    screen.shapes = ShapeReader(descriptor)
    if screen.shapes == nil { context.host.closeBeside(descriptor) }
    hasShapes = screens.contains { $0?.shapes != nil }
  }

  private func forgetShapes(of screen: TouchScreen) {
    guard let shapes = screen.shapes else { return }
    screen.shapes = nil
    context.host.closeBeside(shapes.descriptor)
    hasShapes = screens.contains { $0?.shapes != nil }
  }

  private func mute(_ index: Int, at now: Timestamp, _ body: (TouchSourceEvent) -> Void) {
    guard let screen = screens[index], !screen.down.isEmpty else { return }
    screen.muted.formUnion(screen.down)
    screen.down = SlotSet()
    body(.cancelled(screen.id, now))
  }
}
