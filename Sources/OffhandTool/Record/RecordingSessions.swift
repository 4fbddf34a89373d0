import Offhand
import OffhandClient
import OffhandLibinput

/// Hands a recorder what the compositor says of the touches on a window (`wl_touch`): those of the first seat that is touched.
final class WindowRecording: TouchWitness {
  private let file: RecordingFile
  private let format: RecordingFormat
  private let end: Timestamp?
  private var devices: [TouchDevice] = []
  private var recorder: TouchRecorder?
  private var isTimeOver = false
  private var failure: RecordingFile.Failure?

  /// Writes into `file`; has seen enough at `end`.
  init(file: RecordingFile, format: RecordingFormat, end: Timestamp?) {
    self.file = file
    self.format = format
    self.end = end
  }

  let descriptor: Int32? = nil

  var deadline: Timestamp? { isTimeOver ? nil : end }

  var isSatisfied: Bool { isTimeOver || failure != nil || recorder?.isOver == true }

  func dispatch(at now: Timestamp) {
    if let end, now >= end { isTimeOver = true }
  }

  func see(_ event: TouchSourceEvent) {
    switch event {
    case .deviceAdded(let device): devices.append(device)
    case .deviceChanged(let device):
      if let index = devices.firstIndex(where: { $0.id == device.id }) { devices[index] = device }
    case .touch(let touch) where recorder == nil: begin(touch.device)
    case .deviceRemoved, .touch, .frame, .cancelled: break
    }
    recorder?.take(event)
  }

  func endBatch() { recorder?.endBatch() }

  /// Writes what is not yet written; answers how many reports were. Throws where something could not be.
  func finish() throws -> Int {
    if recorder == nil, let device = devices.first { begin(device.id) }
    if let failure { throw failure }
    guard let recorder else { throw NoTouchOnWindow() }
    try recorder.finish()
    return recorder.reports
  }

  /// Begins the file only now, because the window gets its size after the seat is known.
  private func begin(_ id: DeviceID) {
    guard failure == nil, let device = devices.first(where: { $0.id == id }) else { return }
    do throws(RecordingFile.Failure) {
      let begun = try TouchRecorder(device, habits: .wayland, file: file, format: format)
      begun.take(.deviceAdded(device))
      recorder = begun
    } catch {
      failure = error
    }
  }
}

/// The compositor has nothing that touches its windows.
struct NoTouchOnWindow: Error, CustomStringConvertible {
  var description: String {
    "the compositor has no touch screen, so nothing was recorded; take --source libinput or evdev"
  }
}

/// Reads a touch screen of this machine for a recorder, until the time is over or nothing more is to come.
final class ScreenRecording: EventSource {
  private let source: any DeviceTouchSource
  private let recorder: TouchRecorder
  private let end: Timestamp?
  private let stop: () -> Void

  /// Reads `source`; calls `stop` when it is over, at `end` at the latest.
  init(_ source: any DeviceTouchSource, into recorder: TouchRecorder, end: Timestamp?, stop: @escaping () -> Void) {
    self.source = source
    self.recorder = recorder
    self.end = end
    self.stop = stop
  }

  var descriptor: Int32? { source.descriptor }

  var deadline: Timestamp? {
    guard let end else { return source.deadline }
    return source.deadline.map { min($0, end) } ?? end
  }

  func dispatch(at now: Timestamp) throws {
    try source.dispatch(at: now) { recorder.take($0) }
    recorder.endBatch()
    if recorder.isOver || end.map({ now >= $0 }) == true { stop() }
    try recorder.check()
  }

  /// Lets go of the touch screen, as when another session comes to the front; fingers on it were taken away.
  func suspend(at now: Timestamp) {
    recorder.isSuspended = true
    source.suspend(at: now) { recorder.take($0) }
    recorder.endBatch()
  }

  /// Goes on where `suspend` left off. Throws where the touch screen cannot be opened any more.
  func resume(at now: Timestamp) throws {
    try source.resume(at: now) { recorder.take($0) }
    recorder.isSuspended = false
  }
}
