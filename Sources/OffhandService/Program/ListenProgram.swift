package import Logging
package import Offhand
package import OffhandClient
import OffhandPlatform
import OffhandRecordings

/// `offhand listen`: the gestures on a touch screen as they happen.
package final class ListenProgram: TouchReceiver {
  private let loop: EventLoop
  private let makePipeline: (SurfaceGeometry) -> any GesturePipeline
  private let report: (GestureEvent, [Touch], String) throws -> Void
  private var screens: [DeviceID: Screen] = [:]
  private var failure: (any Error)?
  /// Whether nothing more comes.
  private var isOver: () -> Bool = { false }

  /// The gestures on one touch screen.
  private final class Screen: EventSource {
    var pipeline: any GesturePipeline
    let name: String
    let report: (GestureEvent, [Touch], String) -> Void

    init(
      _ pipeline: any GesturePipeline, name: String, report: @escaping (GestureEvent, [Touch], String) -> Void
    ) {
      (self.pipeline, self.name, self.report) = (pipeline, name, report)
    }

    var descriptor: Int32? { nil }
    var deadline: Timestamp? { pipeline.deadline }

    func dispatch(at now: Timestamp) {
      guard let due = pipeline.deadline, due <= now else { return }
      pipeline.advance(to: now)
      publish()
    }

    func process(_ frame: borrowing TouchFrame) {
      pipeline.process(frame)
      publish()
    }

    private func publish() {
      for event in pipeline.events { report(event, pipeline.touches(of: event), name) }
    }
  }

  /// Listens to `input` with a pipeline of each touch screen's own; `report` receives the events with their touches and the name of the
  /// touch screen. Throws if there is nothing to listen to.
  package init(
    _ input: TouchInput, pipeline: @escaping (SurfaceGeometry) -> any GesturePipeline, logger: Logger,
    report: @escaping (GestureEvent, [Touch], String) throws -> Void
  ) throws {
    loop = try EventLoop()
    makePipeline = pipeline
    self.report = report
    loop.add(try SignalSource { [unowned loop] in loop.stop() })
    switch try input.open(for: self, logger: logger) {
    case .screens(let feed):
      loop.add(feed)
      if let watch = SessionWatch(onChange: { state, now in
        if state == .background { feed.suspend(at: now) } else { try feed.resume(at: now) }
      }) {
        loop.add(watch)
      }
    case .recording(let path):
      let feed = TouchFeed(try RecordingTouchSource(path: path, start: MonotonicClock.now()), receiver: self)
      isOver = { feed.deadline == nil }
      loop.add(feed)
    case .wayland: throw ListenError.compositorTouches
    }
  }

  /// Runs until SIGINT or SIGTERM, or the end of the recording. Throws what `report` throws.
  package func run() throws {
    try loop.run { _ in
      if let failure { throw failure }
      if isOver() { loop.stop() }
    }
  }

  package func receive(added device: TouchDevice) {
    let screen = Screen(makePipeline(device.surface), name: device.output?.name ?? device.name) {
      [unowned self] event, touches, name in
      do { try report(event, touches, name) } catch { failure = error }
    }
    screens[device.id] = screen
    loop.add(screen)
  }

  package func receive(changed device: TouchDevice) {
    receive(removed: device.id)
    receive(added: device)
  }

  package func receive(removed device: DeviceID) {
    if let screen = screens.removeValue(forKey: device) { loop.remove(screen) }
  }

  package func receive(_ frame: borrowing TouchFrame) {
    for (id, screen) in screens {
      var part = TouchFrame(timestamp: frame.timestamp)
      part.isLate = frame.isLate
      for index in frame.indices where frame[index].device == id { part.append(frame[index]) }
      if part.count > 0 { screen.process(part) }
    }
  }
}

/// Why `offhand listen` has nothing to listen to.
package enum ListenError: Error, CustomStringConvertible {
  case compositorTouches

  package var description: String {
    "a compositor sends a program only the touches on its own windows; name a touch screen or a recording with --source"
  }
}
