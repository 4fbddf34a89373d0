import Offhand
import OffhandClient
import OffhandLibinput

/// Records the touches that the compositor reports for a window (`wl_touch`), or others send: those of the first seat or table that is touched.
final class WindowRecording: TouchObserver, TouchReceiver {
  /// The new file; only a program that takes signals has one, because before they end the process.
  var file: RecordingFile?
  private let format: RecordingFormat
  private let end: Timestamp?
  private var devices: [TouchDevice] = []
  private var recorder: TouchRecorder?
  private var isTimeUp = false
  private var failure: RecordingFile.Failure?

  /// Records in `format` until `end`.
  init(format: RecordingFormat, end: Timestamp?) {
    self.format = format
    self.end = end
  }

  let descriptor: Int32? = nil

  var deadline: Timestamp? { isTimeUp ? nil : end }

  var isSatisfied: Bool { isTimeUp || failure != nil || recorder?.isOver == true }

  func dispatch(at now: Timestamp) {
    if let end, now >= end { isTimeUp = true }
  }

  func receive(_ event: TouchSourceEvent) {
    switch event {
    case .deviceAdded(let device): devices.append(device)
    case .deviceChanged(let device):
      if let index = devices.firstIndex(where: { $0.id == device.id }) { devices[index] = device }
    case .touch(let touch) where recorder == nil: begin(touch.device)
    case .deviceRemoved, .touch, .frame, .cancelled: break
    }
    recorder?.receive(event)
  }

  func endBatch() { recorder?.endBatch() }

  func receive(_ frame: borrowing TouchFrame) {}

  /// Completes the file. Returns what recorded it. Throws if something could not be written.
  func finish() throws -> TouchRecorder {
    if recorder == nil, let device = devices.first { begin(device.id) }
    if let failure { throw failure }
    guard let recorder else { throw NoTouchOnWindow() }
    try recorder.finish()
    return recorder
  }

  /// Begins the file: only now, because the window gets its size after the seat is known.
  private func begin(_ id: DeviceID) {
    guard failure == nil, let file, let device = devices.first(where: { $0.id == id }) else { return }
    do throws(RecordingFile.Failure) {
      let begun = try TouchRecorder(device, habits: .wayland, file: file, format: format)
      begun.receive(.deviceAdded(device))
      recorder = begun
    } catch {
      failure = error
    }
  }
}

/// The compositor, or the network, has no touch screen.
struct NoTouchOnWindow: Error, CustomStringConvertible {
  var description: String { "this source has no touch screen, so nothing was recorded; give another --source" }
}

/// Records a touch screen of this machine until the time is up or the touch screen is gone.
final class ScreenRecording: EventSource {
  private let source: any DeviceTouchSource
  private let recorder: TouchRecorder
  private let end: Timestamp?
  private let stop: () -> Void

  /// Records `source`; calls `stop` when it is over, at `end` at the latest.
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
    try source.dispatch(at: now) { recorder.receive($0) }
    recorder.endBatch()
    if recorder.isOver || end.map({ now >= $0 }) == true { stop() }
    try recorder.check()
  }

  /// Closes the touch screen, as when the session goes to the background; its touches are cancelled.
  func suspend(at now: Timestamp) {
    recorder.isSuspended = true
    source.suspend(at: now) { recorder.receive($0) }
    recorder.endBatch()
  }

  /// Opens the touch screen again; without it the recording is over. Throws if that fails.
  func resume(at now: Timestamp) throws {
    try source.resume(at: now) { recorder.receive($0) }
    recorder.resume(with: source.devices)
    if recorder.isOver { stop() }
  }
}
