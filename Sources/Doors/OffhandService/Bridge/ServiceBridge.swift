import Logging
import Offhand
import OffhandClient
import OffhandLibinput
import OffhandWayland

/// What the bridge is asked for: the gestures and the pointer of the configuration, as its touch screens are turned.
final class ServiceBridge {
  private let client: BridgeClient
  private let connection: Connection
  private let preferences: MappingPreferences
  private let logger: Logger
  /// Whether the compositor passes on that touches were taken away, as far as that was checked.
  private let takesBack: Bool
  /// Whether it was said that there are more gestures than the bridge takes.
  private var hasCutGestures = false
  /// The nodes of the touch screens of which it was said that they have no pointer.
  private var placeless: Set<String> = []
  /// What udev knew of the touch screens when they were last told.
  private var known: (screens: [BridgedPanel], facts: BridgePlaces.Facts) = ([], [:])

  init(_ client: BridgeClient, _ connection: Connection, preferences: MappingPreferences, logger: Logger) {
    (self.client, self.connection, self.preferences, self.logger) = (client, connection, preferences, logger)
    takesBack = BridgeAnswer(of: connection.program)?.takesBack ?? false
  }

  /// Whether it has touch screens.
  var hasScreens: Bool { client.screens?.isEmpty == false }

  /// Whether the gestures on a panel come from the bridge, which has a twin of it.
  func holds(_ panel: Panel) -> Bool {
    guard let node = panel.node else { return false }
    return client.screens?.contains { $0.isRead(at: node) } ?? false
  }

  /// Tells the bridge what to recognize: all gestures of `rules`, of which those are exclusive that the active program may have. Without
  /// rules nothing; `readsTwins` tells whether twins are read here. Where something of the service is above the programs, fingers are
  /// fingers. If `reaches`, the lowest third of each touch screen is a touch pad for the rest.
  func ask(
    for rules: ActiveRules?, _ accommodations: Accommodations, reaches: Bool, readsTwins: Bool, below cover: Cover
  ) {
    guard let rules, rules.configuration.needsBridge else { return client.ask(nil) }
    let places = places
    let gestures = rules.configuration.gestures.flatMap { gesture in
      places.turned(gesture, apart: gesture.exclusive && !cover.isCurtainUp && cover.menu != nil).map { turned in
        var turned = turned
        let isTheirs = places.lies(turned.output, below: cover)
        turned.exclusive = gesture.exclusive && !isTheirs && rules.current.gestures.contains(gesture)
        (turned.action, turned.program) = (nil, nil)
        return turned
      }
    }
    if gestures.count > BridgeRequest.mostGestures, !hasCutGestures {
      hasCutGestures = true
      logger.warning(
        "the bridge recognizes \(BridgeRequest.mostGestures) gestures of \(gestures.count): some count for each output")
    }
    let dead = rules.configuration.allDead.flatMap { places.turned($0) }
    client.ask(
      .gestures(
        Array(gestures.prefix(BridgeRequest.mostGestures)), takesBack: takesBack, isReading: readsTwins,
        pointer: pointer(of: rules, at: places.pointerPlaces, below: cover),
        dead: Array(dead.prefix(BridgeRequest.mostAreas)), accommodations: accommodations,
        reach: reaches ? Array(places.pads.prefix(BridgeRequest.mostAreas)) : []))
  }

  /// A gesture of the bridge as the user sees it, with the touch screen as a panel and the touches on it.
  func seen(_ gesture: BridgedGesture, on screen: BridgedPanel) -> (GestureEvent, [Touch], Panel) {
    places.seen(gesture, on: screen)
  }

  /// Where a touch is that is accommodated, as the user sees it, and the touch screen as a panel.
  func seen(_ mark: TouchMark, on screen: BridgedPanel) -> (Point, Panel) { places.seen(mark, on: screen) }

  /// The pointer for the active program.
  private func pointer(
    of rules: ActiveRules, at places: [BridgedPointer.Place], below cover: Cover
  ) -> BridgedPointer? {
    guard !rules.configuration.pointers.isEmpty else { return nil }
    // Not while an output has yet to say what it is.
    let isKnown = !connection.outputs.isEmpty && connection.outputs.allSatisfy { $0.state != nil }
    for screen in client.screens ?? []
    where isKnown && !places.contains(where: { $0.screen == screen.id }) && placeless.insert(screen.path).inserted {
      logger.warning("[[pointer]] has no effect on \(screen.name): no output is known below it; say which with --map")
    }
    let zooms = rules.configuration.pointers.contains { $0.uses.contains(.zoom) }
    let uses = cover != Cover() ? [] : rules.current.pointers.first?.uses ?? []
    return BridgedPointer(uses: uses, zooms: zooms, places: places)
  }

  private var places: BridgePlaces {
    let screens = client.screens ?? []
    if known.screens != screens {
      let facts = screens.compactMap { screen in
        TouchPanel.known(at: screen.path, size: screen.size).map { (screen.id, $0) }
      }
      known = (screens, Dictionary(facts) { first, _ in first })
    }
    return BridgePlaces(
      screens: screens, known: known.facts, outputs: connection.outputs.compactMap(\.state?.description),
      boxes: Dictionary(
        Panel.all(of: connection.outputs).map { panel in
          let size = Size(width: panel.geometry.pixelWidth, height: panel.geometry.pixelHeight)
          return (panel.output, Rect(origin: panel.position, size: size))
        }, uniquingKeysWith: { first, _ in first }),
      preferences: preferences)
  }
}

/// Where the touch screens of the bridge lie: it knows no outputs, so what it is asked for is turned as the panels are, and what it reports
/// is turned back.
struct BridgePlaces {
  typealias Facts = [Int: (panel: TouchPanel, places: [String])]

  var screens: [BridgedPanel] = []
  /// What udev knows of them, by their IDs.
  var known: Facts = [:]
  var outputs: [OutputDescription] = []
  /// The outputs' boxes in logical pixels, by name.
  var boxes: [String: Rect] = [:]
  var preferences = MappingPreferences()

  /// The output under a touch screen.
  private func output(under screen: BridgedPanel) -> OutputDescription? {
    let known = known[screen.id]
    let assignment = OutputAssignment.assign(
      known?.panel ?? TouchPanel(sensorSize: screen.size), to: outputs,
      configured: preferences.output(for: (known?.places ?? []) + [screen.path, screen.twin, screen.name]))
    return outputs.first { $0.name == assignment?.name }
  }

  /// The places of the touch screens that lie on a known output.
  var pointerPlaces: [BridgedPointer.Place] {
    guard let first = boxes.values.first else { return [] }
    let all = boxes.values.reduce(first) { $0.union($1) }
    guard all.size.width > 0, all.size.height > 0 else { return [] }
    return screens.compactMap { screen in
      guard let output = output(under: screen), let box = boxes[output.name] else { return nil }
      let area = Rect(
        x: (box.minX - all.minX) / all.size.width, y: (box.minY - all.minY) / all.size.height,
        width: box.size.width / all.size.width, height: box.size.height / all.size.height)
      return BridgedPointer.Place(screen: screen.id, transform: output.transform, area: area)
    }
  }

  /// Whether the touch screen at `path`, or any without a path, is below `cover`.
  func lies(_ path: String?, below cover: Cover) -> Bool {
    cover.isCurtainUp || screens.contains { $0.path == path && cover.layer(above: output(under: $0)?.name) != nil }
  }

  /// The gesture as the bridge has to recognize it: for each touch screen on its output; for all of them at once if it is for any output
  /// and they are turned alike, unless it is wanted `apart`.
  func turned(
    _ gesture: ServiceConfiguration.ListenedGesture, apart: Bool = false
  ) -> [ServiceConfiguration.ListenedGesture] {
    let places = screens.map { (path: $0.path, output: output(under: $0)) }
      .filter { gesture.output == nil || $0.output?.name == gesture.output }
      .map { (path: $0.path, transform: $0.output?.transform ?? .normal) }
    let wanted = gesture.direction?.swipe
    let isForAll = !apart && gesture.output == nil && (wanted == nil || Set(places.map(\.transform)).count < 2)
    guard !places.isEmpty else { return [gesture] }
    return places.prefix(isForAll ? 1 : places.count).map { place in
      var turned = gesture
      if !isForAll { turned.output = place.path }
      if let wanted {
        let direction = BridgePlaces.turned(wanted, by: place.transform.inverse)
        turned.direction = direction.flatMap { .init(rawValue: $0.rawValue) }
      }
      return turned
    }
  }

  /// An area that does not count, for each touch screen that has it, as that sees it.
  func turned(_ dead: ServiceConfiguration.DeadArea) -> [ServiceConfiguration.DeadArea] {
    screens.compactMap { screen in
      let output = output(under: screen)
      guard dead.counts(on: output?.name ?? screen.name) else { return nil }
      let (transform, size) = (output?.transform ?? .normal, screen.size)
      let seen = transform.logical(size)
      // Touches beside the glass lie at most a little beside it; what is farther away would be refused.
      guard let area = dead.area.intersection(Rect(origin: .origin, size: seen).grown(by: 10)) else { return nil }
      let corners = [(area.minX, area.minY), (area.maxX, area.maxY)].map { x, y in
        let unit = transform.inverse.logical(x: x / seen.width, y: y / seen.height)
        return Point(x: unit.x * size.width, y: unit.y * size.height)
      }
      let (first, last) = (corners[0], corners[1])
      let turned = Rect(
        x: min(first.x, last.x), y: min(first.y, last.y), width: abs(last.x - first.x), height: abs(last.y - first.y))
      return ServiceConfiguration.DeadArea(area: turned, output: screen.path)
    }
  }

  /// The lowest third of each touch screen, as that sees it.
  var pads: [ServiceConfiguration.DeadArea] {
    screens.compactMap { screen in
      let output = output(under: screen)
      let size = (output?.transform ?? .normal).logical(screen.size)
      let third = Rect(x: 0, y: size.height * 2 / 3, width: size.width, height: size.height / 3)
      return turned(ServiceConfiguration.DeadArea(area: third, output: output?.name ?? screen.name)).first {
        $0.output == screen.path
      }
    }
  }

  /// A gesture as the user sees it, with the touch screen as a panel and the touches on it.
  func seen(_ found: BridgedGesture, on screen: BridgedPanel) -> (GestureEvent, [Touch], Panel) {
    let (panel, transform) = panel(of: screen)
    var event = found.event
    func place(_ point: Point) -> Point { BridgePlaces.seen(point, on: screen, turned: transform) }
    event.gesture.location = place(event.gesture.location)
    event.gesture.translation = transform.logical(event.gesture.translation)
    event.gesture.velocity = transform.logical(event.gesture.velocity)
    event.gesture.direction = event.gesture.direction.flatMap { BridgePlaces.turned($0, by: transform) }
    if transform.rawValue >= OutputTransform.flipped.rawValue {
      event.gesture.rotation = Angle(radians: -event.gesture.rotation.radians)
      event.gesture.rotationVelocity.negate()
    }
    let touches = found.contacts.map {
      Touch(
        id: Touch.ID(rawValue: UInt64(bitPattern: Int64($0.number))), slot: Int32(truncatingIfNeeded: $0.number),
        position: place($0.position), landingTime: event.timestamp)
    }
    return (event, touches, panel)
  }

  /// Where an accommodated touch is as the user sees it, with the touch screen as a panel.
  func seen(_ mark: TouchMark, on screen: BridgedPanel) -> (Point, Panel) {
    let (panel, transform) = panel(of: screen)
    return (BridgePlaces.seen(mark.position, on: screen, turned: transform), panel)
  }

  private func panel(of screen: BridgedPanel) -> (Panel, OutputTransform) {
    let output = output(under: screen)
    let surface = OutputMapping(panel: TouchPanel(sensorSize: screen.size), output: output).surface
    let panel = Panel(
      id: .device(DeviceID(rawValue: UInt32(truncatingIfNeeded: screen.id))), output: output?.name ?? screen.name,
      geometry: surface)
    return (panel, output?.transform ?? .normal)
  }

  private static func seen(_ point: Point, on screen: BridgedPanel, turned transform: OutputTransform) -> Point {
    let size = transform.logical(screen.size)
    let unit = transform.logical(x: point.x / screen.size.width, y: point.y / screen.size.height)
    return Point(x: unit.x * size.width, y: unit.y * size.height)
  }

  private static func turned(_ direction: SwipeDirection, by transform: OutputTransform) -> SwipeDirection? {
    let wanted = transform.logical(direction.vector)
    return SwipeDirection.allCases.first { ($0.vector - wanted).length < 0.1 }
  }
}
