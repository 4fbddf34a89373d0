import Offhand
import OffhandLibinput
import OffhandRecordings

/// Writes the frames of one touch screen into a file, each as soon as it is complete.
final class TouchRecorder {
  /// The number of reports written.
  private(set) var reports = 0
  /// Whether it has ended: the touch screen is gone, or the file is full or cannot be written.
  private(set) var isOver = false
  /// Whether it ended because a longer recording could not be read.
  private(set) var isFull = false
  /// Whether the touch screen is closed until `resume`; it may come back with another ID.
  var isSuspended = false

  private let path: String
  private var device: DeviceID
  private let file: RecordingFile
  private var assembler: TouchFrameAssembler
  private var stream: any RecordingStream
  private var start: Timestamp?
  private var failure: RecordingFile.Failure?
  private let limits: RecordingLimits
  /// The most bytes of the file.
  private let longest: Int
  private var positions = 0

  /// Begins the file in `format`, which ends within `limits`; `habits` are those of the source. Throws if it cannot be written.
  init(
    _ device: TouchDevice, facts: TouchScreenFacts? = nil, habits: TouchFrameAssembler.Habits, file: RecordingFile,
    format: RecordingFormat, limits: RecordingLimits = RecordingLimits()
  ) throws(RecordingFile.Failure) {
    self.device = device.id
    path = device.path
    self.file = file
    self.limits = limits
    longest = format == .jsonl ? limits.lineLength : .max
    assembler = TouchFrameAssembler(habits: habits)
    // A recording keeps the jumps that the device reported.
    assembler.teleportGuard = nil
    let recording = Recording(
      source: "offhand", trace: device.name, device: RecordedDevice(device, facts), unit: .millimetres)
    stream = format.stream(recording)
    try file.append(stream.head, end: stream.end)
  }

  func receive(_ event: TouchSourceEvent) {
    assembler.add(event) { write($0) }
    switch event {
    case .deviceRemoved(device, _): if !isSuspended { isOver = true }
    default: break
    }
  }

  /// Continues with the touch screen, if it is among `devices`.
  func resume(with devices: [TouchDevice]) {
    isSuspended = false
    if let found = devices.first(where: { $0.path == path }) { device = found.id } else { isOver = true }
  }

  /// Ends a batch of events.
  func endBatch() { assembler.endBatch { write($0) } }

  /// Throws if something could not be written.
  func check() throws(RecordingFile.Failure) {
    if let failure { throw failure }
  }

  /// Completes the file, or removes it if there were no touches. Throws if something could not be written.
  func finish() throws(RecordingFile.Failure) {
    assembler.flush { write($0) }
    if reports == 0 { file.discard() }
    try check()
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
    guard !bytes.isEmpty, failure == nil, !isFull else { return }
    positions += recorded.touches.count
    if positions > limits.samples || file.length + bytes.count + stream.end.count > longest {
      (isFull, isOver) = (true, true)
      return
    }
    do throws(RecordingFile.Failure) {
      try file.append(bytes, end: stream.end)
      reports += 1
    } catch {
      failure = error
      isOver = true
    }
  }

  private static func record(_ touch: Touch) -> RecordedTouch {
    var recorded = RecordedTouch(id: Int(touch.id.rawValue), x: touch.position.x, y: touch.position.y)
    if let shape = touch.shape, shape.major > 0 {
      (recorded.majorMillimetres, recorded.minorMillimetres) = (shape.major, shape.minor)
    }
    recorded.orientationDegrees = touch.shape?.orientationRadians.map { $0 * 180 / .pi }
    recorded.pressure = touch.shape?.pressure
    return recorded
  }
}

extension RecordedDevice {
  /// The description of a touch screen that is being read.
  ///
  /// It has the device's own axes if positions can be converted back to them. With a calibration matrix, or a size that is
  /// configured or assumed, they cannot, and the axes count thousandths of a millimetre.
  init(_ device: TouchDevice, _ facts: TouchScreenFacts?) {
    self.init(name: device.name)
    width = device.surface.size.width
    height = device.surface.size.height
    basis = .inferred
    if device.surface.pixelsPerMillimetreX > 0 { pixelsPerMillimetre = device.surface.pixelsPerMillimetreX }
    guard let facts else { return }
    for (name, number) in zip(["bus", "vendor", "product", "version"], facts.identity) {
      let digits = String(number, radix: 16)
      ids[name] = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
    maximumContacts = facts.contacts > 0 ? facts.contacts : nil
    for (name, axis) in facts.shapeAxes { axes[name] = RecordedAxis(axis) }
    guard device.surface.provenance == .device, facts.panel.calibration == .identity, let x = facts.x, let y = facts.y
    else { return }
    basis = .absinfo
    axes["x"] = RecordedAxis(x)
    axes["y"] = RecordedAxis(y)
  }
}

extension RecordedAxis {
  fileprivate init(_ axis: TouchScreenFacts.Axis) {
    self.init(minimum: axis.range.lowerBound, maximum: axis.range.upperBound, resolution: axis.unitsPerMillimetre)
  }
}
