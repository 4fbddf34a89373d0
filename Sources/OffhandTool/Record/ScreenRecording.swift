import Offhand
import OffhandClient
import OffhandLibinput

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
