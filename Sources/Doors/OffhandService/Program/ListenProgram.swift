package import Logging
package import Offhand
package import OffhandClient
import OffhandLibinput

/// `offhand listen`: the gestures on a touch screen as they happen.
package final class ListenProgram {
  private let loop: EventLoop
  private let makePipeline: (SurfaceGeometry) -> any GesturePipeline
  private let report: (GestureEvent, [Touch], String) throws -> Void
  private let deadAreas: [Rect]
  private var screens: ListenedScreens?

  /// Listens to `input` with a pipeline of each touch screen's own; `report` receives the events with their touches and the name of the
  /// touch screen. Throws if there is nothing to listen to.
  package init(
    _ input: TouchInput, pipeline: @escaping (SurfaceGeometry) -> any GesturePipeline, logger: Logger,
    report: @escaping (GestureEvent, [Touch], String) throws -> Void
  ) throws {
    // Before anything is opened that the other process would share.
    let opener = input.readsScreens ? try BrokeredOpener() : nil
    loop = try EventLoop()
    (makePipeline, deadAreas) = (pipeline, input.deadAreas)
    self.report = report
    loop.add(try SignalSource { [unowned loop] in loop.stop() })
    if let opener { loop.add(opener) }
    if let watch = SessionWatch(onChange: { [unowned self] in try screens?.move(to: $0, at: $1) }) { loop.add(watch) }
    screens = try ListenedScreens(input, opener: opener ?? NodeOpener(), loop: loop, receiver: self, logger: logger)
  }

  /// Runs until SIGINT or SIGTERM, or the end of the recording. Throws what `report` throws.
  package func run() throws {
    try loop.run { _ in
      try screens?.check()
      if screens?.isOver == true { loop.stop() }
    }
  }
}

extension ListenProgram: ListenedScreens.Receiver {
  func pipeline(on device: TouchDevice) -> any GesturePipeline { makePipeline(device.surface) }

  func deadAreas(on name: String) -> [Rect] { deadAreas }

  func screensChanged(at now: Timestamp) {}

  func receive(_ frame: borrowing TouchFrame, on panel: Panel) {}

  func receive(_ event: GestureEvent, touches: [Touch], on panel: Panel) throws {
    try report(event, touches, panel.output)
  }
}
