import Logging
import Offhand
import OffhandClient
import OffhandLibinput
import OffhandPlatform
import OffhandRecordings
import OffhandWayland

/// The sources of the service's touches: strips above the programs, whose touches the compositor sends, and touch screens that are read
/// here while the session is in the foreground.
final class TouchAccess {
  private let input: TouchInput
  private let opener: any InputDeviceOpener
  private let connection: Connection
  private let loop: EventLoop
  private let logger: Logger
  private var screens: ListenedScreens?
  private var presence = SessionWatch.State.foreground
  /// Tells it by the compositor's seats, if the virtual terminal of the session is unknown.
  private var seatWatch: SeatWatch?
  /// Whether the compositor had a touch screen when they were last opened, or in the latest round.
  private var offeredTouch = false
  private var onMove: () -> Void = {}
  /// What touches count as that are read here.
  var accommodations = Accommodations() { didSet { screens?.accommodations = accommodations } }
  /// Whether touch screens are read, whose touches the compositor has too, and no recording or other source.
  private let readsScreens: Bool
  /// Whether touches may come: a recording waits for the first subscription.
  private(set) var isReady: Bool

  /// Reads what `input` names; a recording plays at once if it `isHeard` elsewhere than by subscribers.
  init(
    _ input: TouchInput, opener: any InputDeviceOpener, connection: Connection, loop: EventLoop, isHeard: Bool = false,
    logger: Logger
  ) {
    (self.input, self.opener, self.connection, self.loop, self.logger) = (input, opener, connection, loop, logger)
    (readsScreens, isReady) = (input.readsScreens, !input.isRecording || isHeard)
  }

  /// Which programs besides the service get the touches of edges.
  var edges: EdgeAccess { ownsEdges ? .exclusive : isOpen || !readsScreens ? .shared : .none }

  /// Whether strips above the programs take the touches of edges and corners.
  var ownsEdges: Bool { connection.offersLayers && readsScreens }

  /// Whether touch screens are read here.
  var isOpen: Bool { screens != nil }

  /// Whether touches are heard here. In the background no touch screen is open.
  var hears: Bool { !readsScreens || screens?.isEmpty == false }

  /// Whether none is read, although they might be now.
  var lacksScreens: Bool { isInFront && !hears }

  private var offersTouch: Bool { connection.seats.contains { $0.hasTouch } }

  /// Whether the session is in the foreground.
  var isInFront: Bool { presence == .foreground }

  /// Whether twins are read here as touch screens of the seat are.
  var readsTwins: Bool {
    switch input.origin {
    case .libinput(.nodes), .evdev(.nodes), .custom: false
    default: isOpen
    }
  }

  /// The panels that have edges.
  var edged: [Panel] { ownsEdges ? Panel.all(of: connection.outputs) : screens?.panels ?? [] }

  /// The panels that clients know.
  var panels: [Panel] { isOpen ? edged : Panel.all(of: connection.outputs) }

  /// The touch screens that are read here.
  var heard: [Panel] { screens?.panels ?? [] }

  /// All names of each touch screen that is read here.
  var names: [[String]] { screens?.names ?? [] }

  /// The conversion of lengths on a touch screen that is read here to those that clients know: of the output below it, if they know outputs.
  func scale(of panel: Panel) -> PanelScale {
    let output = ownsEdges ? connection.outputs.first { $0.name == panel.output } : nil
    let size = panel.geometry.size
    return PanelScale(from: size, to: output?.state?.geometry.size ?? size)
  }

  /// Whether a touch screen on `output` is read here.
  func isRead(on output: String) -> Bool { screens?.hasPanel(on: output) ?? false }

  /// Whether touches must be listened for, whatever the bridge holds: its twins have those that programs receive, and edges,
  /// `[[idle]]` and `[tuio]` count these.
  func isWanted(for configuration: ServiceConfiguration) -> Bool {
    !ownsEdges || !configuration.stages.isEmpty || configuration.tuio != nil
  }

  /// Opens the touch screens anew if something must be listened for, and the session is in the foreground; `receiver` outlives this
  /// object.
  func open(
    for configuration: ServiceConfiguration, beside bridge: ServiceBridge?, receiver: any ListenedScreens.Receiver
  ) {
    // One without a touch screen still hears of those that come, and of rights that are given later.
    let former = lacksScreens ? screens : nil
    if former == nil { close() }
    offeredTouch = offersTouch
    let isWanted = isWanted(for: configuration)
    guard isReady, isInFront || !readsScreens, isWanted || !configuration.gestures.isEmpty else { return close() }
    let hasBridge = bridge?.hasScreens == true && !isWanted
    do {
      screens = try ListenedScreens(input, opener: opener, loop: loop, receiver: receiver, logger: logger)
      screens?.accommodations = accommodations
      former?.close(at: MonotonicClock.now())
      place(at: MonotonicClock.now())
      // There may be touch screens that the bridge could make no twin of.
      if hasBridge, screens?.panels.allSatisfy({ bridge?.holds($0) == true }) == true { close() }
    } catch {
      guard !hasBridge else { return }
      if ownsEdges, configuration.gestures.isEmpty {
        logger.warning("no touch screen is read, so [[idle]] does not notice a finger that rests: \(error)")
      } else {
        logger.error(
          "\(ownsEdges ? "[[gesture]] is" : "edges, corners and gestures are") not recognized: \(error)")
      }
    }
  }

  private func close() {
    screens?.close(at: MonotonicClock.now())
    screens = nil
  }

  /// Has the recording played from now on. Returns false if it is played already, or there is none.
  func play() -> Bool {
    defer { isReady = true }
    return !isReady
  }

  /// Maps the touch screens to the outputs.
  func place(at now: Timestamp) { screens?.place(on: connection.outputs.compactMap(\.state?.description), at: now) }

  /// Follows whether the session is in the foreground; `onMove` is called whenever that has changed, and when the compositor has got a
  /// touch screen while none is read here.
  func watchSession(onMove: @escaping () -> Void) {
    self.onMove = onMove
    if let watch = SessionWatch(onChange: { [unowned self] in move(to: $0, at: $1) }) {
      loop.add(watch)
    } else {
      seatWatch = SeatWatch()
    }
  }

  /// Does what the compositor's seats tell. Called once a round.
  func update(at now: Timestamp) {
    let (offersTouch, offeredTouch) = (offersTouch, offeredTouch)
    self.offeredTouch = offersTouch
    if let state = seatWatch?.change(offersTouch: offersTouch) {
      move(to: state, at: now)
    } else if offersTouch, !offeredTouch, lacksScreens {
      // logind gives a compositor the touch screen when its user may read it.
      onMove()
    }
  }

  /// A touch screen that cannot be opened again is no reason to end.
  func move(to state: SessionWatch.State, at now: Timestamp) {
    presence = state
    do { try screens?.move(to: state, at: now) } catch { logger.error("a touch screen is not read any more: \(error)") }
    onMove()
  }

  /// Logs what is missing without layers.
  func announce() {
    guard !connection.offersLayers else { return }
    let effect =
      edges == .shared
      ? ": programs below receive the touches of edges and corners too; no menus, no curtain"
      : ", and no touch screen can be read: no edges, no menus, no curtain"
    logger.notice("\(OverlayStage.obstacle)\(effect)")
  }
}

extension TouchInput {
  /// Whether it is a recording.
  var isRecording: Bool { if case .recording = origin { true } else { false } }

  /// Throws if its recording cannot be read, which is opened only when a client subscribes. What comes through a pipe cannot be read twice.
  func checkRecording() throws {
    guard case .recording(let path) = origin, path != "-", (try? Descriptor.status(of: path))?.isRegular != false else {
      return
    }
    var reader = try RecordingReader(path: path)
    _ = try reader.next()
  }
}
