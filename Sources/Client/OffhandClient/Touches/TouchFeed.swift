package import Offhand
package import OffhandLibinput

/// The frames of all sources of a program: a touch has an identity of its own among all of them, and a frame has the touches of all
/// that count.
package final class SharedFrames {
  fileprivate var assembler = TouchFrameAssembler()
  /// The areas of a device, in millimetres, in which no touch counts that lands there.
  package var deadAreas: (DeviceID) -> [Rect] = { _ in [] }
  /// Called for each event of a touch that does not count.
  package var onDeadTouch: () -> Void = {}
  /// The touches that are down and do not count.
  private var dead: [(device: DeviceID, slot: Int32)] = []

  package init() {}

  /// Whether `event` is of a touch that does not count: the one place where dead areas decide, before anything knows of the touch.
  fileprivate func drops(_ event: TouchSourceEvent) -> Bool {
    switch event {
    case .touch(let touch):
      let known = dead.firstIndex { $0 == (touch.device, touch.slot) }
      var isDead = known != nil
      switch touch.kind {
      case .down(let position):
        isDead = deadAreas(touch.device).contains { $0.contains(position) }
        if isDead, known == nil { dead.append((touch.device, touch.slot)) }
        if !isDead, let known { dead.remove(at: known) }
      case .up, .cancel: if let known { dead.remove(at: known) }
      case .motion, .shape: break
      }
      if isDead { onDeadTouch() }
      return isDead
    case .cancelled(let device, _): dead.removeAll { device == nil || $0.device == device }
    case .deviceRemoved(let device, _): dead.removeAll { $0.device == device }
    case .deviceAdded, .deviceChanged, .frame: break
    }
    return false
  }

  /// Takes a touch that jumps for one touch.
  func allowJumps() { assembler.teleportGuard = nil }
}

/// Drives one touch source in the loop, and assembles its events into whole frames.
package final class TouchFeed<Source: TouchSource>: EventSource {
  package let source: Source
  private let frames: SharedFrames
  private let habits: TouchFrameAssembler.Habits
  private var devices: [DeviceID] = []
  private unowned let receiver: any TouchReceiver
  private weak var observer: (any TouchObserver)?

  /// Feeds `receiver`, which must outlive it, with the frames of `source`; `observer` receives the events first. Sources whose touches
  /// go to the same receiver have the same `frames`.
  package init(
    _ source: Source, habits: TouchFrameAssembler.Habits = .init(), in frames: SharedFrames = SharedFrames(),
    receiver: any TouchReceiver, observer: (any TouchObserver)? = nil
  ) {
    self.source = source
    self.habits = habits
    self.frames = frames
    self.receiver = receiver
    self.observer = observer
  }

  package var descriptor: Int32? { source.descriptor }
  package var deadline: Timestamp? { source.deadline }

  package func dispatch(at now: Timestamp) throws {
    try batch { (body) throws(Source.Failure) in try source.dispatch(at: now, body) }
  }

  /// Handles the events that `emit` passes to its argument as one batch.
  fileprivate func batch<Failure: Error>(_ emit: ((TouchSourceEvent) -> Void) throws(Failure) -> Void) throws(Failure) {
    frames.assembler.habits = habits
    // Events before a failure count.
    defer {
      frames.assembler.endBatch { receiver.receive($0) }
      observer?.endBatch()
    }
    try emit { handle($0) }
  }

  /// Cancels all touches and removes all touch screens, because the source is lost.
  package func abandon(at now: Timestamp) {
    for device in devices {
      frames.assembler.add(.cancelled(device, now)) { receiver.receive($0) }
      receiver.receive(removed: device)
    }
    devices = []
  }

  private func handle(_ event: TouchSourceEvent) {
    observer?.receive(event)
    // A device must be added before its first frame, and its last frame comes before it is removed or changes.
    if case .deviceAdded(let device) = event {
      devices.append(device.id)
      receiver.receive(added: device)
    }
    if !frames.drops(event) { frames.assembler.add(event) { receiver.receive($0) } }
    switch event {
    case .deviceRemoved(let device, _):
      devices.removeAll { $0 == device }
      receiver.receive(removed: device)
    case .deviceChanged(let device): receiver.receive(changed: device)
    case .deviceAdded, .touch, .frame, .cancelled: break
    }
  }
}

/// Receives the frames and devices of a touch feed.
package protocol TouchReceiver: AnyObject {
  /// A touch screen was added.
  func receive(added device: TouchDevice)
  /// A touch screen has another output or size.
  func receive(changed device: TouchDevice)
  /// A touch screen was removed; its touches were cancelled in a frame before.
  func receive(removed device: DeviceID)
  /// One whole frame.
  func receive(_ frame: borrowing TouchFrame)
}

extension TouchReceiver {
  package func receive(added device: TouchDevice) {}
  package func receive(changed device: TouchDevice) {}
  package func receive(removed device: DeviceID) {}
}

/// Receives the events of the touches on a program's window before they are assembled into frames: for a recording.
package protocol TouchObserver: EventSource {
  /// Whether the program may end.
  var isSatisfied: Bool { get }

  func receive(_ event: TouchSourceEvent)

  /// A batch of events has ended.
  func endBatch()
}

/// A feed whose source reads touch screens itself.
package protocol TouchScreenFeed: EventSource {
  var screens: any DeviceTouchSource { get }

  /// Passes the outputs to the source, which maps its touch screens to them.
  func place(on outputs: [OutputDescription], at now: Timestamp)

  /// Closes the touch screens, as when the session goes to the background; touches are cancelled.
  func suspend(at now: Timestamp)

  /// Opens the touch screens again. Throws if one that was named cannot be opened.
  func resume(at now: Timestamp) throws
}

extension TouchFeed: TouchScreenFeed where Source: DeviceTouchSource {
  package var screens: any DeviceTouchSource { source }

  package func place(on outputs: [OutputDescription], at now: Timestamp) {
    batch { source.place(on: outputs, at: now, $0) }
  }

  package func suspend(at now: Timestamp) {
    batch { source.suspend(at: now, $0) }
  }

  package func resume(at now: Timestamp) throws {
    try batch { (body) throws(TouchDeviceError) in try source.resume(at: now, body) }
  }
}
