import Offhand

/// A touch screen of a device source, from its appearance until it is gone.
protocol DeviceScreen: AnyObject {
  /// How it is named in events.
  var id: DeviceID { get }
  /// What the kernel calls it.
  var name: String { get }
  /// Its device node.
  var path: String { get }
  /// Where it lies.
  var place: ScreenPlace { get set }
  /// Whether a touch that was reported is down.
  var isTouched: Bool { get }
  /// Silences the touches that are down until they end. Returns whether there were any.
  func mute() -> Bool
}

extension DeviceScreen {
  /// The device as the domain sees it.
  var description: TouchDevice {
    var device = TouchDevice(id: id, name: name, path: path, surface: place.mapping.surface)
    device.output = place.output
    return device
  }
}

/// Where a touch screen lies, and how its coordinates lead there.
struct ScreenPlace {
  /// All names by which the user may speak of it.
  let names: [String]
  /// What its output and its mapping depend on.
  let panel: TouchPanel
  /// Which output it lies on.
  private(set) var output: OutputAssignment?
  /// How its coordinates lead to millimetres.
  private(set) var mapping: OutputMapping

  init(names: [String], panel: TouchPanel) {
    self.names = names
    self.panel = panel
    mapping = OutputMapping(panel: panel, output: nil)
  }

  /// Assigns one of `outputs`. Returns whether anything changed.
  mutating func find(on outputs: [OutputDescription], by preferences: MappingPreferences) -> Bool {
    let previous = (output, mapping)
    output = OutputAssignment.assign(panel, to: outputs, configured: preferences.output(for: names))
    mapping = OutputMapping(
      panel: panel, output: outputs.first { $0.name == output?.name }, configured: preferences.size(for: names))
    return previous != (output, mapping)
  }
}

/// What the device sources share: their touch screens, where these lie, who else gets their touches, and the events that
/// wait for the next dispatch.
struct ScreenTable<Screen: DeviceScreen> {
  /// The screens at fixed indices; `nil` is free.
  private(set) var slots: [Screen?] = []
  /// What the user said about outputs and sizes.
  var preferences: MappingPreferences
  /// Called whenever a touch screen comes nearer to the wanted capture mode.
  var onCapture: (TouchDevice, CaptureState) -> Void = { _, _ in }
  /// Who else gets the touches.
  var captures = ExclusiveCapture()
  /// Events that were seen outside of a dispatch.
  private var backlog: [TouchSourceEvent] = []
  private var outputs: [OutputDescription] = []
  private var nextID: UInt32 = 1

  init(_ preferences: MappingPreferences) { self.preferences = preferences }

  /// The touch screens that are there.
  var screens: [Screen] { slots.compactMap { $0 } }

  /// The screen named `id`.
  subscript(id: DeviceID) -> Screen? {
    for case let screen? in slots where screen.id == id { return screen }
    return nil
  }

  /// The screen at the node `path`.
  subscript(path: String) -> Screen? {
    for case let screen? in slots where screen.path == path { return screen }
    return nil
  }

  /// At once while events wait; otherwise never.
  var deadline: Timestamp? { backlog.isEmpty ? nil : .zero }

  /// A name for a screen that comes, never used before.
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

  /// Takes the events that wait.
  mutating func takeBacklog() -> [TouchSourceEvent] {
    defer { backlog = [] }
    return backlog
  }

  /// Assigns `outputs` to the screens. Touches on a screen whose place changed are cancelled.
  mutating func place(on outputs: [OutputDescription], at now: Timestamp, _ body: (TouchSourceEvent) -> Void) {
    self.outputs = outputs
    for case let screen? in slots where screen.place.find(on: outputs, by: preferences) {
      if screen.mute() { body(.cancelled(screen.id, now)) }
      body(.deviceChanged(screen.description))
    }
  }

  /// Brings every screen nearer to the wanted capture mode; `descriptor` is that of an open screen.
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
