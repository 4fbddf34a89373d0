import Offhand
import OffhandClient
import OffhandLibinput
import OffhandRecordings

/// Writes the frames of one touch screen into a file, each as soon as it is whole.
final class TouchRecorder: EventSource {
  /// How many reports were written.
  private(set) var reports = 0

  private let source: any DeviceTouchSource
  private let path: String
  private var device: DeviceID
  private var isSuspended = false
  private let file: RecordingFile
  private let end: Timestamp?
  private let stop: () -> Void
  private var assembler = TouchFrameAssembler(habits: .libinput)
  private var stream: any RecordingStream
  private var start: Timestamp?
  private var failure: RecordingFile.Failure?

  /// Begins the file in the given format. `stop` is called when the time is over, the device goes or the file cannot be
  /// written.
  init(
    _ source: any DeviceTouchSource, device: TouchDevice, facts: TouchScreenFacts?, file: RecordingFile,
    format: RecordingFormat, end: Timestamp?, stop: @escaping () -> Void
  ) throws(RecordingFile.Failure) {
    self.source = source
    self.device = device.id
    path = device.path
    self.file = file
    self.end = end
    self.stop = stop
    // A jump is what the device reported, so it is written down as it was.
    assembler.teleportGuard = nil
    let recording = Recording(
      source: "offhand", trace: device.name, device: RecordedDevice(device, facts), unit: .millimetres)
    stream = format.stream(recording)
    try file.append(stream.head, end: stream.end)
  }

  var descriptor: Int32? { source.descriptor }

  var deadline: Timestamp? {
    guard let end else { return source.deadline }
    return source.deadline.map { min($0, end) } ?? end
  }

  func dispatch(at now: Timestamp) throws {
    try source.dispatch(at: now) { take($0) }
    assembler.endBatch { write($0) }
    if let end, now >= end { stop() }
    if let failure { throw failure }
  }

  /// Lets go of the touch screen, as when another session comes to the front; fingers on it were taken away.
  func suspend(at now: Timestamp) {
    isSuspended = true
    source.suspend(at: now) { take($0) }
    assembler.endBatch { write($0) }
  }

  /// Goes on where `suspend` left off. Throws where the touch screen cannot be opened any more.
  func resume(at now: Timestamp) throws {
    try source.resume(at: now) { take($0) }
    isSuspended = false
  }

  /// Takes one event of the source in.
  func take(_ event: TouchSourceEvent) {
    assembler.add(event) { write($0) }
    switch event {
    case .deviceRemoved(device, _): if !isSuspended { stop() }
    case .deviceAdded(let found) where found.path == path: device = found.id
    default: break
    }
  }

  /// Writes what is not yet written. Throws where something could not be.
  func finish() throws(RecordingFile.Failure) {
    assembler.flush { write($0) }
    if let failure { throw failure }
  }

  private func write(_ frame: borrowing TouchFrame) {
    let origin = start ?? frame.timestamp
    start = origin
    var recorded = RecordedFrame(
      time: Timestamp(nanoseconds: frame.timestamp.nanoseconds - origin.nanoseconds), touches: [])
    for index in frame.indices where frame[index].device == device {
      let touch = frame[index]
      if touch.isDown { recorded.touches.append(TouchRecorder.record(touch)) }
      if touch.phase == .cancelled { recorded.cancelled.append(Int(touch.id.rawValue)) }
    }
    let bytes = stream.report(recorded)
    guard !bytes.isEmpty, failure == nil else { return }
    do throws(RecordingFile.Failure) {
      try file.append(bytes, end: stream.end)
      reports += 1
    } catch {
      failure = error
      stop()
    }
  }

  private static func record(_ touch: Touch) -> RecordedTouch {
    var recorded = RecordedTouch(id: Int(touch.id.rawValue), x: touch.position.x, y: touch.position.y)
    recorded.majorMillimetres = touch.shape?.major
    recorded.minorMillimetres = touch.shape?.minor
    recorded.orientationDegrees = touch.shape?.orientationRadians.map { $0 * 180 / .pi }
    recorded.pressure = touch.shape?.pressure
    return recorded
  }
}
