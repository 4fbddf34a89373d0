import Offhand

/// A touch screen of a device source, from its appearance until it is gone.
protocol DeviceScreen: AnyObject {
  /// Its identity in events.
  var id: DeviceID { get }
  /// The kernel's name for it.
  var name: String { get }
  /// Its device node.
  var path: String { get }
  /// Its output and mapping.
  var place: ScreenPlace { get set }
  /// Whether a touch that was reported is down.
  var isTouched: Bool { get }
  /// Mutes the touches that are down until they end. Returns whether there were any.
  func mute() -> Bool
  /// Applies `matrix` from now on. Returns whether it can.
  func calibrate(_ matrix: CalibrationMatrix) -> Bool
}

extension DeviceScreen {
  /// The device as the domain sees it.
  var description: TouchDevice {
    var device = TouchDevice(id: id, name: name, path: path, surface: place.mapping.surface)
    device.output = place.output
    return device
  }
}

/// The output of a touch screen and the mapping of its coordinates.
struct ScreenPlace {
  /// All names by which the user may refer to it.
  let names: [String]
  /// The properties that its output and mapping depend on.
  private(set) var panel: TouchPanel
  /// The output under it.
  private(set) var output: OutputAssignment?
  /// The mapping from its coordinates to millimetres.
  private(set) var mapping: OutputMapping
  /// What positions show of the ranges that it states; `nil` once a fault was found, and where they are not known.
  var ranges: RangeEvidence?

  init(names: [String], panel: TouchPanel) {
    self.names = names
    self.panel = panel
    mapping = OutputMapping(panel: panel, output: nil)
  }

  /// Takes in what positions show of the ranges `x` across and `y` down.
  mutating func watch(_ x: EvdevAxis, _ y: EvdevAxis) {
    guard let x = x.range, let y = y.range else { return }
    func limits(_ range: ClosedRange<Int>) -> ClosedRange<Double> {
      Double(range.lowerBound)...Double(range.upperBound)
    }
    ranges = RangeEvidence(x: limits(x), y: limits(y), calibration: panel.calibration)
  }

  /// Takes the ranges for transposed.
  mutating func transpose(_ ranges: RangeEvidence) {
    panel.calibration = panel.calibration.followed(by: ranges.swap)
    panel.sensorSize = panel.sensorSize.map(ranges.swapped)
  }

  /// Takes the size of the panel for unknown.
  mutating func forgetSize() {
    panel.sensorSize = nil
    mapping = OutputMapping(panel: panel, output: nil)
  }

  /// Assigns one of `outputs`. Returns whether anything changed.
  mutating func find(on outputs: [OutputDescription], by preferences: MappingPreferences) -> Bool {
    let previous = (output, mapping)
    output = OutputAssignment.assign(panel, to: outputs, configured: preferences.output(for: names))
    mapping = OutputMapping(
      panel: panel, output: outputs.first { $0.name == output?.name },
      configured: preferences.size(for: names + [output?.name ?? ""]))
    return previous != (output, mapping)
  }
}

/// A source whose screens are in a table.
protocol ScreenTableSource: DeviceTouchSource {
  associatedtype Screen: DeviceScreen

  var table: ScreenTable<Screen> { get set }

  /// The descriptor of a screen that is open.
  func descriptor(of screen: Screen) -> Int32?

  /// Whether a touch screen may be captured, if `capture` wants that.
  var mayCapture: (DeviceID) -> Bool { get }
}

extension ScreenTableSource {
  package var preferences: MappingPreferences {
    get { table.preferences }
    set { table.preferences = newValue }
  }
  package var onCapture: (TouchDevice, CaptureState) -> Void {
    get { table.onCapture }
    set { table.onCapture = newValue }
  }
  package var onRangeFault: (TouchDevice, RangeEvidence.Fault) -> Void {
    get { table.onRangeFault }
    set { table.onRangeFault = newValue }
  }
  package var devices: [TouchDevice] { table.screens.map { $0.description } }
  package func panel(of id: DeviceID) -> TouchPanel? { table[id]?.place.panel }
  package func mapping(of id: DeviceID) -> OutputMapping? { table[id]?.place.mapping }
  package func names(of id: DeviceID) -> [String] { table[id]?.place.names ?? [] }

  package func place(on outputs: [OutputDescription], at now: Timestamp, _ body: (TouchSourceEvent) -> Void) {
    table.place(on: outputs, at: now, body)
  }

  package func capture(_ mode: CaptureMode) {
    guard let descriptor else { return }
    table.captures.want(mode, watching: descriptor)
    pursueCapture()
  }

  package func captureState(of id: DeviceID) -> CaptureState {
    table[id].flatMap { descriptor(of: $0) }.map { table.captures.state(of: $0) } ?? .shared
  }

  var mayCapture: (DeviceID) -> Bool { { _ in true } }

  func pursueCapture() { table.pursueCapture { mayCapture($0.id) ? descriptor(of: $0) : nil } }
}

/// The shared state of the device sources: their touch screens, the outputs and mappings of these, their capture, and the
/// events that wait for the next dispatch.
struct ScreenTable<Screen: DeviceScreen> {
  /// The screens at fixed indices; `nil` is free.
  private(set) var slots: [Screen?] = []
  /// The user's configuration of outputs and sizes.
  var preferences: MappingPreferences
  /// Called whenever the capture state of a touch screen changes.
  var onCapture: (TouchDevice, CaptureState) -> Void = { _, _ in }
  /// Called once for a touch screen whose positions show that it states wrong ranges.
  var onRangeFault: (TouchDevice, RangeEvidence.Fault) -> Void = { _, _ in }
  /// The capture of the devices.
  var captures = ExclusiveCapture()
  /// Events collected outside of a dispatch.
  private var backlog: [TouchSourceEvent] = []
  private var outputs: [OutputDescription] = []
  private var nextID: UInt32 = 1

  init(_ preferences: MappingPreferences) { self.preferences = preferences }

  /// The connected touch screens.
  var screens: [Screen] { slots.compactMap { $0 } }

  /// The screen with the ID `id`.
  subscript(id: DeviceID) -> Screen? {
    for case let screen? in slots where screen.id == id { return screen }
    return nil
  }

  /// The screen at the node `path`.
  subscript(path: String) -> Screen? {
    for case let screen? in slots where screen.path == path { return screen }
    return nil
  }

  /// Due at once while events are pending; otherwise `nil`.
  var deadline: Timestamp? { backlog.isEmpty ? nil : .zero }

  /// An ID for a new screen, never used before.
  mutating func makeID() -> DeviceID {
    defer { nextID += 1 }
    return DeviceID(rawValue: nextID)
  }

  /// Adds a screen and assigns it an output. Returns its index.
  mutating func add(_ screen: Screen) -> Int {
    _ = screen.place.find(on: outputs, by: preferences)
    captures.noteArrival()
    let index = slots.firstIndex { $0 == nil } ?? slots.endIndex
    if index == slots.endIndex { slots.append(screen) } else { slots[index] = screen }
    return index
  }

  /// Removes the screen at `index`.
  mutating func remove(at index: Int) { slots[index] = nil }

  /// Removes `screen`.
  mutating func remove(_ screen: Screen) {
    if let index = slots.firstIndex(where: { $0 === screen }) { slots[index] = nil }
  }

  /// Removes all screens.
  mutating func removeAll() { slots = [] }

  /// Keeps `events` for the next dispatch.
  mutating func postpone(_ events: [TouchSourceEvent]) { backlog += events }

  /// Delivers the pending events: before anything else is said of a screen, it is added.
  mutating func deliverBacklog(_ body: (TouchSourceEvent) -> Void) {
    if backlog.isEmpty { return }
    for event in backlog { body(event) }
    backlog = []
  }

  /// Assigns `outputs` to the screens. Touches on a screen whose output or mapping changed are cancelled.
  mutating func place(on outputs: [OutputDescription], at now: Timestamp, _ body: (TouchSourceEvent) -> Void) {
    deliverBacklog(body)
    self.outputs = outputs
    for case let screen? in slots where screen.place.find(on: outputs, by: preferences) {
      if screen.mute() { body(.cancelled(screen.id, now)) }
      body(.deviceChanged(screen.description))
    }
  }

  /// Says what is wrong with ranges, and puts right what can be: touches on such a screen are cancelled.
  mutating func checkRanges(at now: Timestamp, _ body: (TouchSourceEvent) -> Void) {
    for case let screen? in slots {
      guard let fault = screen.place.ranges?.fault, let ranges = screen.place.ranges else { continue }
      screen.place.ranges = nil
      onRangeFault(screen.description, fault)
      guard fault == .transposed, screen.calibrate(screen.place.panel.calibration.followed(by: ranges.swap)) else {
        continue
      }
      screen.place.transpose(ranges)
      _ = screen.place.find(on: outputs, by: preferences)
      if screen.mute() { body(.cancelled(screen.id, now)) }
      body(.deviceChanged(screen.description))
    }
  }

  /// Pursues the wanted capture mode for every screen; `descriptor` returns that of an open screen.
  mutating func pursueCapture(_ descriptor: (Screen) -> Int32?) {
    let present = slots.compactMap { screen in
      screen.flatMap { screen in descriptor(screen).map { (screen: screen, descriptor: $0) } }
    }
    let moved = captures.pursue(present.map { ($0.descriptor, $0.screen.path, $0.screen.isTouched) })
    for (screen, descriptor) in present where moved.contains(descriptor) {
      onCapture(screen.description, captures.state(of: descriptor))
    }
  }
}
