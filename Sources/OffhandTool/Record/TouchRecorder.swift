import Offhand
import OffhandClient
import OffhandLibinput
import OffhandRecordings

/// Writes the frames of one touch screen into a file, each as soon as it is whole.
final class TouchRecorder: EventSource {
  /// How many reports were written.
  private(set) var reports = 0

  private let source: any DeviceTouchSource
  private let device: DeviceID
  private let file: RecordingFile
  private let end: Timestamp?
  private let stop: () -> Void
  private var assembler = TouchFrameAssembler(habits: .libinput)
  private var writer: LibinputRecordWriter
  private var start: Timestamp?
  private var failure: RecordingFile.Failure?

  /// Begins the file. `stop` is called when the time is over, the device goes or the file cannot be written.
  init(
    _ source: any DeviceTouchSource, device: TouchDevice, facts: TouchScreenFacts?, file: RecordingFile,
    end: Timestamp?, stop: @escaping () -> Void
  ) throws(RecordingFile.Failure) {
    self.source = source
    self.device = device.id
    self.file = file
    self.end = end
    self.stop = stop
    // A jump is what the device reported, so it is written down as it was.
    assembler.teleportGuard = nil
    let recording = Recording(
      source: "offhand", trace: device.name, device: TouchRecorder.describe(device, facts), unit: .millimetres)
    writer = LibinputRecordWriter(recording)
    try file.write(writer.head())
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

  /// Takes one event of the source in.
  func take(_ event: TouchSourceEvent) {
    assembler.add(event) { write($0) }
    if case .deviceRemoved(device, _) = event { stop() }
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
    let bytes = writer.report(recorded)
    guard !bytes.isEmpty, failure == nil else { return }
    do throws(RecordingFile.Failure) {
      try file.write(bytes)
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
    return recorded
  }

  /// The device's own axes where positions can be led back to them: a calibration matrix or a size that is only assumed
  /// cannot, and the writer then counts thousandths of a millimetre.
  private static func describe(_ device: TouchDevice, _ facts: TouchScreenFacts?) -> RecordedDevice {
    var recorded = RecordedDevice(name: device.name)
    recorded.width = device.surface.size.width
    recorded.height = device.surface.size.height
    guard let facts else { return recorded }
    for (name, number) in zip(["bus", "vendor", "product", "version"], facts.identity) {
      recorded.ids[name] = String(number, radix: 16)
    }
    recorded.maximumContacts = facts.contacts > 0 ? facts.contacts : nil
    guard device.surface.provenance == .device, facts.panel.calibration == .identity, let x = facts.rangeX,
      let y = facts.rangeY
    else { return recorded }
    recorded.basis = .absinfo
    recorded.axes["x"] = RecordedAxis(
      minimum: x.lowerBound, maximum: x.upperBound, resolution: facts.unitsPerMillimetreX)
    recorded.axes["y"] = RecordedAxis(
      minimum: y.lowerBound, maximum: y.upperBound, resolution: facts.unitsPerMillimetreY)
    return recorded
  }
}
