import Logging
import Offhand
import OffhandClient
import OffhandLibinput
import OffhandPlatform

/// What touch screens show of themselves while they are read, as `RecordedDevices` says it of recordings.
final class WatchedDevices: EventSource {
  private let source: any DeviceTouchSource
  private let end: Timestamp?
  private let stop: () -> Void
  private var assembler = TouchFrameAssembler(habits: .libinput)
  private var part = TouchFrame()
  private var devices: [(id: DeviceID, path: String, survey: DeviceSurvey)] = []

  /// Reads `source`; calls `stop` at `end`.
  init(_ source: any DeviceTouchSource, end: Timestamp? = nil, stop: @escaping () -> Void = {}) {
    (self.source, self.end, self.stop) = (source, end, stop)
    // Jumps are among the faults.
    assembler.teleportGuard = nil
    source.onRangeFault = { [unowned self] device, fault in
      for index in devices.indices where devices[index].id == device.id { devices[index].survey.caveat = "\(fault)" }
    }
  }

  /// Reads the touch screens for so many `seconds`, or until a signal, and returns what they show. Throws if none can be read.
  static func findings(
    in seconds: Double, preferences: MappingPreferences, logger: Logger
  ) throws -> [Finding] {
    let loop = try EventLoop()
    let source = try TouchInput.unprocessed(preferences)
    let watch = WatchedDevices(source, end: MonotonicClock.now() + .seconds(seconds)) { loop.stop() }
    loop.add(watch)
    loop.add(try SignalSource { loop.stop() })
    let session = SessionWatch { state, now in
      switch state {
      case .background: watch.suspend(at: now)
      case .foreground: try watch.resume(at: now)
      }
    }
    if let session { loop.add(session) }
    logger.notice(
      "the touch screens are read for \(seconds) s: ghosts come by themselves; taps, holds and drags show the rest")
    try loop.run { _ in }
    return watch.findings
  }

  /// The findings about each touch screen.
  var findings: [Finding] {
    devices.flatMap { device in
      device.survey.isTouched
        ? device.survey.findings
        : [Finding(subject: device.survey.name, verdict: .good, text: "it reported no touch meanwhile")]
    }
  }

  var descriptor: Int32? { source.descriptor }

  var deadline: Timestamp? {
    guard let end else { return source.deadline }
    return source.deadline.map { min($0, end) } ?? end
  }

  func dispatch(at now: Timestamp) throws {
    try source.dispatch(at: now) { receive($0) }
    assembler.endBatch { take($0) }
    if let end, now >= end { stop() }
  }

  /// Closes the touch screens, as when the session goes to the background.
  private func suspend(at now: Timestamp) {
    source.suspend(at: now) { receive($0) }
    assembler.endBatch { take($0) }
  }

  private func resume(at now: Timestamp) throws { try source.resume(at: now) { receive($0) } }

  func receive(_ event: TouchSourceEvent) {
    if case .deviceAdded(let device) = event { add(device) }
    assembler.add(event) { take($0) }
  }

  private func add(_ device: TouchDevice) {
    if let index = devices.firstIndex(where: { $0.path == device.path }) {
      devices[index].id = device.id
    } else {
      var survey = DeviceSurvey(device.name)
      survey.begin(within: device.surface.bounds)
      devices.append((device.id, device.path, survey))
    }
  }

  private func take(_ frame: borrowing TouchFrame) {
    for index in devices.indices {
      let id = devices[index].id
      part.fill(from: frame) { _, touch in touch.device == id }
      if part.count > 0 { devices[index].survey.ingest(part) }
    }
  }
}

extension TouchInput {
  /// The touch screens as they report: through evdev, whose events are the unprocessed ones, if one has multitouch protocol B, else
  /// through libinput.
  static func unprocessed(_ preferences: MappingPreferences) throws(TouchDeviceError) -> any DeviceTouchSource {
    do throws(TouchDeviceError) {
      return try EvdevTouchSource(preferences: preferences)
    } catch {
      guard case .unusable = error else { throw error }
      return try LibinputTouchSource(preferences: preferences)
    }
  }
}
