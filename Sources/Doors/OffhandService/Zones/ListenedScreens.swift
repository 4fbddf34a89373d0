import Logging
package import Offhand
import OffhandClient
package import OffhandLibinput
import OffhandPlatform
import OffhandRecordings

/// The touch screens, or the recording, that are read here, each with a pipeline of its own. Other programs receive the touches too.
final class ListenedScreens: TouchReceiver {
  /// Receives what happens on the touch screens.
  protocol Receiver: DeadAreaOwner {
    /// The gestures to recognize on a touch screen.
    func pipeline(on device: TouchDevice) -> any GesturePipeline
    /// Touch screens were added, removed or mapped.
    func screensChanged(at now: Timestamp)
    /// A frame of one touch screen after the filters, before its gestures.
    func receive(_ frame: borrowing TouchFrame, on panel: Panel)
    func receive(_ event: GestureEvent, touches: [Touch], on panel: Panel) throws
  }

  private let loop: EventLoop
  private let filters: ChosenFilters
  /// What touches count as that land from now on.
  var accommodations: Accommodations {
    didSet { for screen in screens { screen.accommodations = accommodations } }
  }
  private unowned let receiver: any Receiver
  /// The touch screens; `nil` for a recording.
  private var feed: (any TouchScreenFeed)?
  private var recording: TouchFeed<RecordingTouchSource>?
  /// One of these, or a source of the program's own.
  private var source: (any EventSource)?
  private let logger: Logger
  private var screens: [Screen] = []
  private var failure: (any Error)?

  /// A touch screen with its gestures.
  private final class Screen: EventSource {
    private(set) var panel: Panel
    private var filtered: FilteredFrames<UserFilters>
    private var pipeline: any GesturePipeline
    private unowned let receiver: any Receiver

    init(_ device: TouchDevice, filters: UserFilters, receiver: any Receiver) {
      var surface = device.surface
      if surface.pixelWidth < 1 || surface.pixelHeight < 1 {
        // A recording knows millimetres alone, and zones are whole pixels.
        (surface.pixelWidth, surface.pixelHeight) = (4 * surface.size.width, 4 * surface.size.height)
      }
      panel = Panel(id: .device(device.id), output: device.output?.name ?? device.name, geometry: surface)
      panel.node = device.path
      filtered = FilteredFrames(filters)
      pipeline = receiver.pipeline(on: device)
      self.receiver = receiver
    }

    var accommodations: Accommodations {
      get { filtered.filters.second.settings }
      set { filtered.filters.second.settings = newValue }
    }

    var descriptor: Int32? { nil }
    var deadline: Timestamp? { filtered.deadline(beside: pipeline.deadline) }

    func dispatch(at now: Timestamp) throws {
      guard let due = deadline, due <= now else { return }
      try release(before: now.next)
      guard !filtered.isPaused else { return }
      pipeline.advance(to: now)
      try report()
    }

    func process(_ frame: borrowing TouchFrame) throws {
      try release(before: frame.timestamp)
      filtered.filter(frame)
      try pass()
    }

    /// Ends what is active: nothing more comes.
    func close(at now: Timestamp) throws {
      try release(before: Timestamp(nanoseconds: .max))
      pipeline.cancel(at: now)
      try report()
    }

    /// Passes the lifts on that have become certain.
    private func release(before time: Timestamp) throws { while filtered.release(before: time) { try pass() } }

    private func pass() throws {
      receiver.receive(filtered.frame, on: panel)
      pipeline.process(filtered.frame)
      try report()
    }

    private func report() throws {
      for event in pipeline.events { try receiver.receive(event, touches: pipeline.touches(of: event), on: panel) }
    }
  }

  /// Opens the touch screens or the recording of `input`; `opener` opens device nodes. Throws if that is impossible, or `input` is the
  /// compositor.
  init(
    _ input: TouchInput, opener: any InputDeviceOpener, loop: EventLoop, receiver: any Receiver, logger: Logger
  ) throws {
    self.loop = loop
    self.receiver = receiver
    self.logger = logger
    (filters, accommodations) = (ChosenFilters(input.filters), input.accommodations)
    let frames = SharedFrames()
    frames.deadAreas = { [unowned self, unowned receiver] device in
      screens.first { $0.panel.id == .device(device) }.map { receiver.deadAreas(on: $0.panel.output) } ?? []
    }
    frames.onDeadTouch = { [unowned receiver] in receiver.receiveDeadTouch() }
    switch try input.open(for: self, in: frames, opener: opener, logger: logger) {
    case .screens(let feed): (self.feed, source) = (feed, feed)
    case .recording(let recorded):
      let feed = TouchFeed(
        try RecordingTouchSource(path: recorded.path, start: MonotonicClock.now()), in: frames, receiver: self)
      (recording, source) = (feed, feed)
    case .custom(let feed): source = feed
    case .wayland: throw ListenError.compositorTouches
    }
    if let source { loop.add(source) }
  }

  /// The touch screens.
  var panels: [Panel] { screens.map(\.panel) }

  /// All names of each touch screen.
  var names: [[String]] {
    guard let source = feed?.screens else { return [] }
    return source.devices.map { source.names(of: $0.id) }
  }

  /// Whether there is none.
  var isEmpty: Bool { screens.isEmpty }

  /// Whether one of them is on `output`.
  func hasPanel(on output: String) -> Bool { screens.contains { $0.panel.output == output } }

  /// Whether the recording has ended, so that nothing more comes.
  var isOver: Bool { recording.map { $0.deadline == nil } ?? false }

  /// Throws what the receiver of an event threw.
  func check() throws { if let failure { throw failure } }

  /// Maps the touch screens to outputs.
  func place(on outputs: [OutputDescription], at now: Timestamp) { feed?.place(on: outputs, at: now) }

  /// Closes the touch screens while the session is in the background: their touches are the next user's.
  func move(to state: SessionWatch.State, at now: Timestamp) throws {
    try feed?.move(to: state, at: now, logger)
  }

  /// Cancels all gestures and closes the touch screens.
  func close(at now: Timestamp) {
    feed?.suspend(at: now)
    if let source { loop.remove(source) }
    for screen in screens { loop.remove(screen) }
    screens = []
    (feed, recording) = (nil, nil)
  }

  func receive(added device: TouchDevice) {
    let screen = Screen(device, filters: UserFilters(filters, accommodations), receiver: receiver)
    screens.append(screen)
    loop.add(screen)
    receiver.screensChanged(at: MonotonicClock.now())
  }

  func receive(changed device: TouchDevice) {
    remove(device.id)
    receive(added: device)
  }

  func receive(removed device: DeviceID) {
    remove(device)
    receiver.screensChanged(at: MonotonicClock.now())
  }

  func receive(_ frame: borrowing TouchFrame) {
    for screen in screens {
      var part = TouchFrame()
      part.fill(from: frame) { _, touch in screen.panel.id == .device(touch.device) }
      guard part.count > 0 else { continue }
      do { try screen.process(part) } catch { failure = error }
    }
  }

  private func remove(_ device: DeviceID) {
    for screen in screens where screen.panel.id == .device(device) {
      do { try screen.close(at: MonotonicClock.now()) } catch { failure = error }
      loop.remove(screen)
    }
    screens.removeAll { $0.panel.id == .device(device) }
  }
}

/// Knows the areas in which no touch counts that lands there.
protocol DeadAreaOwner: AnyObject {
  /// Those of the touch screen or output `name`.
  func deadAreas(on name: String) -> [Rect]
  /// Something was touched there.
  func receiveDeadTouch()
}

extension DeadAreaOwner {
  /// None.
  func deadAreas(on name: String) -> [Rect] { [] }
  /// Ignores it.
  func receiveDeadTouch() {}
}

/// The service and `listen` end if no touch screen can be opened any more.
extension BrokeredOpener: EventSource {
  package func dispatch(at now: Timestamp) throws { if hasEnded { throw ServiceError.openerEnded } }
}

/// Why there is nothing to listen to.
package enum ListenError: Error, CustomStringConvertible {
  case compositorTouches

  package var description: String {
    "a compositor sends a program only the touches on its own windows; name a touch screen or a recording with --source"
  }
}
