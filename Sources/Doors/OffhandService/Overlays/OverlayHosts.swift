import Logging
import Offhand
import OffhandClient
import OffhandPixman
import OffhandPlatform
import OffhandWayland

/// What menus and the curtain need to be shown.
final class OverlayStage {
  let connection: Connection
  let loop: EventLoop
  let logger: Logger
  /// The posture of the panels; `nil` takes the one that their size suggests.
  var posture: Posture?
  var theme: Theme
  /// What menus, warnings and the curtain say.
  var words = ServiceWords()
  /// The owners of touches, above the programs and on them.
  var touches = TouchStack()
  /// The areas of an output in which no touch counts that lands there.
  var deadAreas: (String) -> [Rect] = { _ in [] }
  /// Called when something there is touched.
  var onDeadTouch: () -> Void = {}
  private let makeRenderer: () throws -> Renderer
  private var renderer: Renderer?

  /// Why nothing is shown without layers.
  static let obstacle = "the compositor has no layers (zwlr_layer_shell_v1)"

  init(
    connection: Connection, loop: EventLoop, posture: Posture?, theme: Theme,
    renderer: @escaping () throws -> Renderer, logger: Logger
  ) {
    (self.connection, self.loop, self.posture, self.theme, self.logger) = (connection, loop, posture, theme, logger)
    makeRenderer = renderer
  }

  /// Shows `view` on `output`. Throws if the compositor has no layers, or there are no fonts.
  func show<View: TouchView>(_ view: View, on output: Output) throws -> OverlayPane<View> {
    let renderer = try self.renderer ?? makeRenderer()
    self.renderer = renderer
    let frames = SharedFrames()
    frames.deadAreas = { [deadAreas, name = output.name] _ in deadAreas(name) }
    frames.onDeadTouch = onDeadTouch
    return try OverlayPane(
      view, on: output, of: connection, posture: posture, theme: theme, renderer: renderer, frames: frames, loop: loop)
  }
}

/// The menu that is open, one at a time, and what is known about the hand that opens it.
final class MenuHost {
  private let stage: OverlayStage
  private var menu: Menu? { didSet { stage.touches.cover.menu = menu?.output.name } }
  /// The strategies by the names of their outputs; each knows the touches there.
  private var strategies: [String: any PlacementStrategy] = [:]
  /// The people around each output, if these are tables: a menu opens as the person sees it who touched last.
  private var people: [String: People] = [:]
  private var lastTouch: (output: String, point: Point)?
  private var lock = PinLock()
  /// The latest frame of a touch screen, as it lies on its output.
  private var scaled = TouchFrame()

  private struct Menu {
    let request: MenuRequest
    let output: Output
    let anchor: Point?
    /// Its surface; `nil` until the end of the round in which it was requested: of many wishes in a round the latest gets one.
    var pane: OverlayPane<MenuView>?
    /// The zone whose finger opened it, and may still choose from it.
    weak var zone: Zone?
    /// The client that requested it; with its connection the menu goes.
    weak var client: StreamClient?
    let completion: (MenuOutcome) -> Void
  }

  init(_ stage: OverlayStage) { self.stage = stage }

  /// Whether one is open.
  var isOpen: Bool { menu != nil }

  /// The point to which the one that is open belongs.
  var anchor: Point? { menu?.anchor }

  /// Shows a menu instead of the present one; `completion` receives how it ended. Returns the reason if it cannot be shown.
  func show(
    _ request: MenuRequest, heldBy zone: Zone? = nil, requestedBy client: StreamClient? = nil,
    _ completion: @escaping (MenuOutcome) -> Void
  ) -> String? {
    guard stage.connection.offersLayers else { return OverlayStage.obstacle }
    let outputs = stage.connection.outputs
    let name = request.output ?? lastTouch?.output
    guard let output = outputs.first(where: { $0.name == name }) ?? (request.output == nil ? outputs.first : nil) else {
      let names = outputs.map(\.name).joined(separator: ", ")
      return outputs.isEmpty
        ? "there is no output" : "there is no output '\(request.output ?? "")'; there are \(names)"
    }
    dismiss(.replaced)
    let anchor: Point? =
      switch request.place {
      case .point(let point): point
      case .finger:
        (touched?.name == output.name ? lastTouch?.point : nil) ?? output.state?.geometry.bounds.center
      }
    menu = Menu(
      request: request, output: output, anchor: anchor, zone: zone, client: client, completion: completion)
    return nil
  }

  /// Where the gesture was that opens a menu.
  typealias Place = (output: String, point: Point)

  /// Shows a menu of the configuration instead of the present one, at `place` or the latest touch; `perform` receives the action of the row
  /// that is chosen.
  func show(
    _ menu: ServiceConfiguration.MenuSetting, named name: String, at place: Place?, heldBy zone: Zone?,
    _ perform: @escaping (ServiceAction) -> Void
  ) {
    let logger = stage.logger
    func log(_ reason: String) { logger.error("the menu \(name) is not shown: \(reason)") }
    var request = MenuRequest(menu, stage.words)
    if let place, let output = output(named: place.output) {
      (request.output, request.place) = (output.name, .point(place.point))
    }
    let reason = show(request, heldBy: zone) { outcome in
      switch outcome {
      case .chosen(let id): if let action = menu.rows.first(where: { $0.id == id })?.action { perform(action) }
      case .failed(let reason): log(reason)
      case .dismissed: break
      }
    }
    if let reason { log(reason) }
  }

  /// Records touches on a zone: their positions, and the hand to which they belong, unless its touch screen `isRead` as well.
  func remember(_ frame: borrowing TouchFrame, on zone: Zone, isRead: Bool) {
    if isRead { locate(frame, on: zone.output) } else { ingest(frame, on: zone.output, of: zone.site.size) }
  }

  /// Takes the touches on a zone that the menu has; those on the zone that opened it may choose.
  func follow(_ frame: TouchFrame, on zone: Zone) {
    if let menu, menu.zone === zone { menu.pane?.host.change { $0.follow(frame) } }
  }

  /// Records touches on the touch screen of an output: their positions, and the hand to which they belong.
  func remember(_ frame: borrowing TouchFrame, on output: String, _ scale: PanelScale) {
    scaled.assume(frame)
    scale.apply(to: &scaled)
    ingest(scaled, on: output, of: scale.size)
  }

  private func ingest(_ frame: borrowing TouchFrame, on output: String, of size: Size) {
    if strategies[output] == nil { strategies[output] = strategy(for: output) }
    let panel = Rect(origin: .origin, size: size)
    // Setting it, even to the same, discards what was computed of the hands.
    if strategies[output]?.environment.panel != panel {
      strategies[output]?.environment.panel = panel
      people[output] = stage.posture == .tabletop ? People(at: PanelSetup(panel: panel, posture: .tabletop)) : nil
    }
    people[output]?.process(frame)
    if let edge = people[output]?.hands(in: frame).max(by: { $0.id < $1.id })?.edge,
      edge != strategies[output]?.environment.userEdge
    {
      strategies[output]?.environment.userEdge = edge
    }
    // In place: a copy would be made for every frame.
    strategies[output]?.ingest(frame)
    locate(frame, on: output)
  }

  private func locate(_ frame: borrowing TouchFrame, on output: String) {
    if frame.count > 0 { lastTouch = (output, frame[frame.count - 1].position) }
  }

  /// Records touches on the touch screen of an output that landed and have lifted: menus open beside their hand.
  func remember(_ touches: [Touch], at time: Timestamp, on output: String, _ scale: PanelScale) {
    for phase in [Touch.Phase.began, .ended] {
      var frame = TouchFrame(timestamp: time)
      for var touch in touches {
        touch.phase = phase
        frame.append(touch)
      }
      remember(frame, on: output, scale)
    }
  }

  /// The output that was touched last, or the first one; where it was touched, if it was; and what is known about the hand there.
  var latestHand: (output: Output?, point: Point?, strategy: any PlacementStrategy) {
    let touched = touched
    return (
      touched ?? stage.connection.outputs.first, touched == nil ? nil : lastTouch?.point,
      strategy(for: lastTouch?.output ?? "")
    )
  }

  /// The output that was touched last; `nil` if it is gone.
  private var touched: Output? { lastTouch.flatMap { output(named: $0.output) } }

  /// The output of a touch: a recording, and a touch screen that no output is known for, belong to the only one.
  private func output(named name: String) -> Output? {
    let outputs = stage.connection.outputs
    return outputs.first { $0.name == name } ?? (outputs.count == 1 ? outputs.first : nil)
  }

  /// Closes the menu without a choice.
  func dismiss(_ reason: MenuOutcome.Reason) { close(.dismissed(reason)) }

  /// Closes the menu that `client` requested.
  func lost(_ client: StreamClient) { if menu?.client === client { dismiss(.replaced) } }

  /// Closes the menu if its output is gone.
  func follow(at now: Timestamp) { if menu?.pane?.isClosed == true { dismiss(.replaced) } }

  /// Draws it, and closes it when it has ended.
  func update(at now: Timestamp) throws {
    guard let menu else { return }
    guard let pane = menu.pane ?? open(menu, at: now) else { return }
    if let attempt = pane.host.view.attempt, let hash = menu.request.pin { judge(attempt, hash, in: pane, at: now) }
    if let outcome = pane.host.view.outcome { return close(outcome) }
    if pane.isClosed { return dismiss(.replaced) }
    try pane.host.update(at: now)
  }

  /// Nothing is said of a PIN but how many were wrong.
  private func judge(_ attempt: String, _ hash: String, in pane: OverlayPane<MenuView>, at now: Timestamp) {
    let isRight = PasswordHash.matches(attempt, hash)
    lock.note(isRight: isRight, at: now)
    if !isRight { stage.logger.warning("wrong PINs in a row: \(lock.wrong)") }
    let end = lock.waitEnd
    pane.host.change { $0.answer(isRight: isRight, until: end, at: now) }
  }

  /// Gives the menu a surface, unless the compositor takes no more requests at the moment.
  private func open(_ menu: Menu, at now: Timestamp) -> OverlayPane<MenuView>? {
    guard !stage.connection.isBlockedOnWriting else { return nil }
    let hand = touched?.name == menu.output.name ? lastTouch?.output : nil
    let view = MenuView(
      rows: menu.request.rows, title: menu.request.title, anchor: menu.anchor,
      strategy: strategy(for: hand ?? menu.output.name), timeout: menu.request.timeout, words: stage.words,
      pinWait: menu.request.pin.map { _ in lock.waitEnd }, at: now)
    do { self.menu?.pane = try stage.show(view, on: menu.output) } catch { close(.failed("\(error)")) }
    return self.menu?.pane
  }

  private func close(_ outcome: MenuOutcome) {
    guard let menu else { return }
    self.menu = nil
    menu.pane?.remove()
    menu.completion(outcome)
  }

  private func strategy(for output: String) -> any PlacementStrategy {
    if let strategy = strategies[output] { return strategy }
    return PlacementPreset.best.strategy(
      in: PanelSetup(panel: Rect(origin: .origin, size: .zero), posture: stage.posture ?? .unknown))
  }
}

/// The curtain on all outputs.
///
/// Its surfaces belong to this process, so the compositor removes them when the process dies. If the process hangs, the kernel ends it:
/// otherwise the curtain would swallow all touches for good.
final class CurtainHost {
  /// The time for which the loop may be stuck while the curtain is up.
  private static let patience = Duration.seconds(10)
  /// The time within which the touch that wakes the screen arrives.
  private static let wakingTime = Duration.milliseconds(500)

  private let stage: OverlayStage
  private var panes: [OverlayPane<CurtainView>] = []
  /// Those of the mode before, until the panes are shown.
  private var former: [OverlayPane<CurtainView>] = []
  private var mode: CurtainView.Mode? { didSet { stage.touches.cover.isCurtainUp = isUp } }
  /// Whether the panes are still those of another mode: of many wishes in a round the latest gets surfaces.
  private var isStale = false
  private var heartbeat: Heartbeat?
  /// Waits for the touch that has ended the idle time.
  private var waking: Heartbeat?
  /// Called when every output is covered, or with the reason why they are not.
  private var completions: [(String?) -> Void] = []

  init(_ stage: OverlayStage) { self.stage = stage }

  /// What clients know of it.
  var command: CurtainCommand {
    switch mode {
    case .hold: .up
    case .tap: .untilTap
    case .veil, nil: .down
    }
  }

  /// Whether it is up, or what swallows the next contact unseen.
  var isUp: Bool { mode != nil }

  /// Raises or removes the curtain; calls `completion` once every output is covered, or none is, or with the reason why it failed.
  /// Returns the reason if it is impossible.
  func perform(
    _ command: CurtainCommand, _ setting: ServiceConfiguration.CurtainSetting,
    _ completion: @escaping (String?) -> Void
  ) -> String? {
    guard stage.connection.offersLayers else { return OverlayStage.obstacle }
    let mode: CurtainView.Mode? =
      switch command {
      case .down: nil
      case .up: .hold(setting.hold, text: setting.text ?? stage.words[.curtain], words: stage.words)
      case .untilTap: .tap
      }
    completions.append(completion)
    switch mode {
    case nil: lower()
    // What waits for the touch that woke the screen means a curtain of before.
    case self.mode: endWaking()
    case let mode?: cover(by: mode)
    }
    return nil
  }

  /// Swallows the next contact under a curtain that nobody sees; a curtain that is up already does that.
  func swallowNext() {
    guard stage.connection.offersLayers else { return }
    if mode == nil { cover(by: .veil) } else { endWaking() }
  }

  private func cover(by mode: CurtainView.Mode) {
    endWaking()
    self.mode = mode
    isStale = true
    guard heartbeat == nil else { return }
    let heartbeat = Heartbeat(every: CurtainHost.patience / 3) { DeadMansSwitch.arm(CurtainHost.patience) }
    self.heartbeat = heartbeat
    stage.loop.add(heartbeat)
  }

  /// Gives the curtain its surfaces, unless the compositor takes no more requests at the moment.
  private func raise() {
    guard !stage.connection.isBlockedOnWriting else { return }
    // Of those that follow one another faster than they are shown, the first ones stay.
    if former.isEmpty { swap(&former, &panes) } else { CurtainHost.remove(&panes) }
    isStale = false
    do { try cover(stage.connection.outputs) } catch { lower("\(error)") }
  }

  private static func remove(_ panes: inout [OverlayPane<CurtainView>]) {
    for pane in panes { pane.remove() }
    panes = []
  }

  /// Whether the contact that ends it has begun; of one for cleaning, whether a finger is on it.
  var isTouched: Bool { panes.contains { $0.host.view.isTouched } }

  /// The idle time has ended: without a touch within a moment, a key or a pointer has ended it, and a curtain that waits for a tap goes.
  func resume() {
    // Of several stages each one ends.
    guard mode == .tap || mode == .veil, waking == nil else { return }
    let wait = Heartbeat(every: CurtainHost.wakingTime, first: MonotonicClock.now() + CurtainHost.wakingTime) {
      [unowned self] in
      endWaking()
      if mode == .tap || mode == .veil, !isTouched { lower() }
    }
    waking = wait
    stage.loop.add(wait)
  }

  private func endWaking() {
    if let waking { stage.loop.remove(waking) }
    waking = nil
  }

  /// Covers outputs that were plugged in, and forgets those that are gone.
  func follow(_ outputs: [Output]) {
    guard isUp, !isStale else { return }
    for pane in panes where pane.isClosed { pane.remove() }
    panes.removeAll(where: \.isClosed)
    do { try cover(outputs) } catch { stage.logger.error("an output is not covered by the curtain: \(error)") }
  }

  /// Takes touches that landed on a strip of an edge, which lies above the curtain.
  func receive(_ frame: borrowing TouchFrame) { panes.first?.host.receive(frame) }

  /// Draws it, and lowers it when it is over.
  func update(at now: Timestamp) throws {
    guard isUp else { return }
    if isStale { raise() }
    guard !isStale else { return }
    if panes.contains(where: { $0.host.view.isOver }) { return lower() }
    if panes.allSatisfy({ $0.host.frames > 0 }) {
      CurtainHost.remove(&former)
      complete()
    }
    for pane in panes { try pane.host.update(at: now) }
  }

  private func cover(_ outputs: [Output]) throws {
    guard let mode else { return }
    for output in outputs where !panes.contains(where: { $0.output.id == output.id }) {
      panes.append(try stage.show(CurtainView(mode), on: output))
    }
  }

  private func lower(_ reason: String? = nil) {
    CurtainHost.remove(&panes)
    CurtainHost.remove(&former)
    mode = nil
    isStale = false
    if let heartbeat { stage.loop.remove(heartbeat) }
    heartbeat = nil
    DeadMansSwitch.arm(nil)
    complete(reason)
  }

  private func complete(_ reason: String? = nil) {
    let completions = completions
    self.completions = []
    for completion in completions { completion(reason) }
  }
}
