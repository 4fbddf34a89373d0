import Logging
import Offhand
import OffhandClient
import OffhandLibinput
import OffhandPlatform

/// The touch screens that the service reads beside the compositor: for gestures anywhere, and for edges and corners where the
/// compositor has no layers. Programs receive their touches too.
final class ListenedScreens: TouchReceiver {
  /// Receives what happens on the touch screens.
  protocol Receiver: AnyObject {
    /// Touch screens were added, removed or mapped.
    func screensChanged(at now: Timestamp)
    func receive(_ frame: borrowing TouchFrame, on panel: Panel)
    func receive(_ event: GestureEvent, touches: [Touch], on panel: Panel)
  }

  private let loop: EventLoop
  private unowned let receiver: any Receiver
  private var feed: (any TouchScreenFeed)?
  private var watch: SessionWatch?
  private var screens: [Screen] = []

  /// A touch screen with its gestures.
  private final class Screen: EventSource {
    let panel: Panel
    var pipeline: any GesturePipeline
    unowned let receiver: any Receiver

    init(_ device: TouchDevice, receiver: any Receiver) {
      panel = Panel(
        id: .device(device.id), output: device.output?.name ?? device.name, geometry: device.surface)
      pipeline = ZoneGestures.pipeline(
        in: PanelSetup(panel: device.surface.bounds, posture: Posture(of: device.surface.size)))
      self.receiver = receiver
    }

    var descriptor: Int32? { nil }
    var deadline: Timestamp? { pipeline.deadline }

    func dispatch(at now: Timestamp) {
      guard let due = pipeline.deadline, due <= now else { return }
      pipeline.advance(to: now)
      report()
    }

    func process(_ frame: borrowing TouchFrame) {
      receiver.receive(frame, on: panel)
      pipeline.process(frame)
      report()
    }

    func cancel(at now: Timestamp) {
      pipeline.cancel(at: now)
      report()
    }

    private func report() {
      for event in pipeline.events { receiver.receive(event, touches: pipeline.touches(of: event), on: panel) }
    }
  }

  /// Opens the touch screens of `input`. Throws if none can be opened.
  init(_ input: TouchInput, loop: EventLoop, receiver: any Receiver, logger: Logger) throws {
    self.loop = loop
    self.receiver = receiver
    switch try input.open(for: self, logger: logger) {
    case .screens(let feed):
      self.feed = feed
      loop.add(feed)
      watch = SessionWatch { [unowned self] state, now in
        switch state {
        case .background: self.feed?.suspend(at: now)
        case .foreground: try self.feed?.resume(at: now)
        }
      }
      if let watch { loop.add(watch) }
    case .recording, .wayland: break
    }
  }

  /// The touch screens.
  var panels: [Panel] { screens.map(\.panel) }

  /// Maps the touch screens to outputs.
  func place(on outputs: [OutputDescription], at now: Timestamp) { feed?.place(on: outputs, at: now) }

  /// Cancels all gestures and closes the touch screens.
  func close(at now: Timestamp) {
    feed?.suspend(at: now)
    if let feed { loop.remove(feed) }
    if let watch { loop.remove(watch) }
    for screen in screens { loop.remove(screen) }
    screens = []
    feed = nil
  }

  func receive(added device: TouchDevice) {
    let screen = Screen(device, receiver: receiver)
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
      let part = ListenedScreens.part(of: frame, on: screen.panel.id)
      if part.count > 0 { screen.process(part) }
    }
  }

  private func remove(_ device: DeviceID) {
    for screen in screens where screen.panel.id == .device(device) { loop.remove(screen) }
    screens.removeAll { $0.panel.id == .device(device) }
  }

  private static func part(of frame: borrowing TouchFrame, on panel: Panel.ID) -> TouchFrame {
    var part = TouchFrame(timestamp: frame.timestamp)
    part.isLate = frame.isLate
    for index in frame.indices where panel == .device(frame[index].device) { part.append(frame[index]) }
    return part
  }
}
