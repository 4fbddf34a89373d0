import CPlatform
import Glibc
public import Offhand

/// Touches straight from the kernel's device nodes, without libinput: for those who need the last microsecond.
///
/// The same contract as `LibinputTouchSource`, and the same millimetres. What libinput does besides is left out: no
/// suppression of touches beside a pen, no smoothing of noise (`fuzz`), no quirks; in return contacts carry their shape where
/// the device earns trust in it. Only devices of multitouch protocol B. Bound to the thread that made it.
public final class EvdevTouchSource: DeviceTouchSource {
  /// What the user said about outputs and sizes; takes effect with the next call of `place`.
  public var preferences: MappingPreferences

  /// Told whenever a touch screen is another step on the way to the wanted mode.
  public var onCapture: (TouchDevice, CaptureState) -> Void = { _, _ in }

  private let selection: DeviceSelection
  private let opener: any InputDeviceOpener
  private let host: LibinputHost
  private let poll: Int32
  private let monitor: UdevMonitor?
  private var screens: [EvdevScreen] = []
  private var outputs: [OutputDescription] = []
  private var backlog: [TouchSourceEvent] = []
  private var nextID: UInt32 = 1
  private var captures = ExclusiveCapture()
  private var pastDrops = 0
  private var ready: [epoll_event] = Array(repeating: epoll_event(), count: 16)

  /// Opens the devices; the parameters are those of `LibinputTouchSource`.
  public init(
    _ selection: DeviceSelection = .defaultSeat, absence: Absence = .isAnError,
    preferences: MappingPreferences = MappingPreferences(), opener: any InputDeviceOpener = NodeOpener()
  ) throws(LibinputError) {
    self.selection = selection
    self.preferences = preferences
    self.opener = opener
    host = LibinputHost(opener: opener, log: { _ in })
    poll = epoll_create1(Int32(EPOLL_CLOEXEC))
    if case .seat = selection { monitor = UdevMonitor() } else { monitor = nil }
    guard poll >= 0 else { throw .unavailable(reason: "epoll_create1: \(SystemErrorCode(rawValue: errno))") }
    if let descriptor = monitor?.descriptor { watch(descriptor) }
    try openAll { backlog.append($0) }
    if case .seat(let seat) = selection, screens.isEmpty, absence == .isAnError {
      throw host.reasonForAbsence(on: seat)
    }
  }

  deinit {
    for screen in screens { host.close(screen.descriptor) }
    if poll >= 0 { close(poll) }
  }

  /// Readable when a device or udev has something to say.
  public var descriptor: Int32? { poll }

  /// At once while something waits that was seen outside of `dispatch`; otherwise never.
  public var deadline: Timestamp? { backlog.isEmpty ? nil : .zero }

  /// The touch screens that are there.
  public var devices: [TouchDevice] { screens.map { $0.description } }

  /// The input devices that were found and are not read.
  public var ignoredDevices: [IgnoredDevice] { host.ignoredDevices }

  /// What was noticed so far that ought not to happen; drops are counted exactly.
  public var diagnostics: LibinputDiagnostics {
    var diagnostics = LibinputDiagnostics()
    diagnostics.droppedEvents = screens.reduce(pastDrops) { $0 + $1.drops }
    diagnostics.stalls = captures.stalls
    return diagnostics
  }

  /// What is known of a touch screen that is there.
  public func panel(of id: DeviceID) -> TouchPanel? {
    screens.first { $0.id == id }?.place.panel
  }

  /// How the coordinates of a touch screen that is there lead to the output plane.
  public func mapping(of id: DeviceID) -> OutputMapping? {
    screens.first { $0.id == id }?.place.mapping
  }

  /// All names by which the user may speak of a touch screen that is there.
  public func names(of id: DeviceID) -> [String] {
    screens.first { $0.id == id }?.place.names ?? []
  }

  /// Hands over everything that the devices have (`epoll_wait`, `read`).
  public func dispatch(at now: Timestamp, _ body: (TouchSourceEvent) -> Void) throws(LibinputError) {
    if !backlog.isEmpty {
      let waiting = backlog
      backlog = []
      for event in waiting { body(event) }
    }
    defer {
      captures.noteTurn()
      if captures.isPending { pursueCapture() }
    }
    // One screen is the common case: reading it at once saves the question who is readable, a third of the time of a frame.
    // While it has something to say udev waits for the next turn.
    if screens.count == 1, let screen = screens.first {
      switch screen.read(body) {
      case .drained: return
      case .lost: return lose(screen, at: now, body)
      case .nothing: break
      }
    }
    let count = epoll_wait(poll, &ready, Int32(ready.count), 0)
    guard count > 0 else { return }
    for index in 0..<Int(count) {
      let descriptor = ready[index].data.fd
      if descriptor == monitor?.descriptor {
        try hear(at: now, body)
      } else if let screen = screens.first(where: { $0.descriptor == descriptor }), screen.read(body) == .lost {
        lose(screen, at: now, body)
      }
    }
  }

  /// Wants the touches of all devices alone, or shares them again (`EVIOCGRAB`).
  public func capture(_ mode: CaptureMode) {
    captures.want(mode, watching: poll)
    pursueCapture()
  }

  /// How far a touch screen is on the way to the wanted mode.
  public func captureState(of id: DeviceID) -> CaptureState {
    screens.first { $0.id == id }.map { captures.state(of: $0.descriptor) } ?? .shared
  }

  private func pursueCapture() {
    let moved = captures.pursue(screens.map { ($0.descriptor, $0.path, $0.isTouched) })
    for screen in screens where moved.contains(screen.descriptor) {
      onCapture(screen.description, captures.state(of: screen.descriptor))
    }
  }

  /// Finds the place of every touch screen on `outputs`; contacts on one whose place changed are cancelled.
  public func place(on outputs: [OutputDescription], at now: Timestamp, _ body: (TouchSourceEvent) -> Void) {
    self.outputs = outputs
    for screen in screens where screen.place.find(on: outputs, by: preferences) {
      if screen.mute() { body(.cancelled(screen.id, now)) }
      body(.deviceChanged(screen.description))
    }
  }

  /// Closes all devices: contacts are cancelled, the devices removed.
  public func suspend(at now: Timestamp, _ body: (TouchSourceEvent) -> Void) {
    for screen in screens { lose(screen, at: now, body) }
  }

  /// Opens the devices again. A finger that rests on the glass meanwhile is not seen before it lifts and lands anew.
  public func resume(at now: Timestamp, _ body: (TouchSourceEvent) -> Void) throws(LibinputError) {
    try openAll(body)
  }

  private func openAll(_ body: (TouchSourceEvent) -> Void) throws(LibinputError) {
    switch selection {
    case .seat:
      for node in try UdevEnumeration.nodes() { open(node, body) }
    case .nodes(let paths):
      var failure: LibinputError?
      for path in paths where !open(path, body) { failure = failure ?? host.reasonForRefusing(path) }
      if let failure { throw failure }
    }
  }

  @discardableResult
  private func open(_ path: String, _ body: (TouchSourceEvent) -> Void) -> Bool {
    if screens.contains(where: { $0.path == path }) { return true }
    guard let udev = UdevDevice(node: path) else { return false }
    if case .seat(let seat) = selection, udev.seat != seat { return false }
    let descriptor = host.open(path)
    guard descriptor >= 0 else { return false }
    guard let screen = EvdevScreen(descriptor, path: path, udev: udev, id: DeviceID(rawValue: nextID)) else {
      host.reject(descriptor, complaint: "it does not speak multitouch protocol B; libinput may read it")
      return false
    }
    host.adopt(path)
    captures.noteArrival()
    nextID += 1
    _ = screen.place.find(on: outputs, by: preferences)
    screens.append(screen)
    watch(descriptor)
    body(.deviceAdded(screen.description))
    return true
  }

  private func watch(_ descriptor: Int32) {
    var event = epoll_event(events: EPOLLIN.rawValue, data: epoll_data_t(fd: descriptor))
    // It fails only where memory or the limit of watches is out; the device then stays silent and is not lost.
    _ = epoll_ctl(poll, EPOLL_CTL_ADD, descriptor, &event)
  }

  private func hear(at now: Timestamp, _ body: (TouchSourceEvent) -> Void) throws(LibinputError) {
    while let news = monitor?.next() {
      switch news {
      case .added(let node): open(node, body)
      case .removed(let node):
        if let screen = screens.first(where: { $0.path == node }) { lose(screen, at: now, body) }
      case .other: break
      }
    }
  }

  private func lose(_ screen: EvdevScreen, at now: Timestamp, _ body: (TouchSourceEvent) -> Void) {
    pastDrops += screen.drops
    screens.removeAll { $0 === screen }
    _ = epoll_ctl(poll, EPOLL_CTL_DEL, screen.descriptor, nil)
    captures.forget(screen.descriptor)
    host.close(screen.descriptor)
    body(.deviceRemoved(screen.id, now))
  }
}
